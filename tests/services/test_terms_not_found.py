"""Terms to redact that occur nowhere are reported."""

import io
from pathlib import Path

import docx
import pytest

from backend.document.model import TextOutsideStories
from backend.document.phrases import Phrase
from backend.learning.model import TrainingOptions
from backend.learning.train import train
from backend.messages.warnings import TermsNotFound
from backend.services.analysis.analyse import analyse
from backend.services.files.reading import open_file
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import ONE_BY_ONE
from tests.services.drawn_clients import counted


@pytest.fixture(scope="module")
def alder():
    model = train(counted(), TrainingOptions()).model
    return Subject(model, 0, 2)


def _absent(text, *always, outside=(), subject=None):
    request = EffectiveRequest(subject, asked=Terms(tuple(map(Phrase, always))), selection=ONE_BY_ONE)
    beside = TextOutsideStories(tuple(outside))
    found = analyse(open_file("a.txt", text.encode()).document, request, outside=beside).warnings
    return [each.terms for each in found if isinstance(each, TermsNotFound)]


def test_always_terms_that_occur_nowhere_are_named():
    assert _absent("Alder sells wood.", "Alder", "華為", "Birch") == [("華為", "Birch")]


@pytest.mark.parametrize("text", ["Kruger;Renate", "rkrueger@x.example", "RENATE KRÜGER"])
def test_a_term_in_another_spelling_is_found(text):
    assert _absent(text, "Renate Krüger") == []


def test_a_term_outside_the_text_is_found():
    assert _absent("Nothing here.", "Alder", outside=["https://alder.example"]) == []


def test_many_terms_are_counted():
    (said,) = _absent("Nothing here.", *(f"Term {number}x" for number in range(30)))
    assert len(said) == 20


def test_a_client_is_named_where_none_of_its_names_occurs(alder):
    assert _absent("plaina and plainb", subject=alder) == [("Alder",)]
    assert _absent("plaina and ALDER", subject=alder) == []
    assert _absent("plaina and plainb", subject=None) == []


@pytest.mark.parametrize("field", ["title", "author", "keywords", "comments"])
def test_a_term_in_a_property_is_found(field):
    document = docx.Document()
    setattr(document.core_properties, field, "about Alder now")
    document.save(content := io.BytesIO())
    assert _of_file("plan.docx", content.getvalue(), "Alder") == []


def test_a_term_in_the_name_of_the_file_is_found():
    docx.Document().save(content := io.BytesIO())
    assert _of_file("Alder plan.docx", content.getvalue(), "Alder") == []
    assert _of_file("plan.docx", content.getvalue(), "Alder") == [("Alder",)]


def _of_file(name, content, term):
    path, request = Path(name), EffectiveRequest(asked=Terms((Phrase(term),)))
    warnings = redact_content(path, path, content, request).report.warnings
    return [each.terms for each in warnings if isinstance(each, TermsNotFound)]

"""In paragraphs that are not read for names, nobody finds any: not before the redaction, and not after it."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
import spacy
from spacy.pipeline import EntityRuler

from backend.document.phrases import Phrase
from backend.learning.train import train
from backend.messages.warnings import NamesNotRead
from backend.ooxml.opc.package import open_package
from backend.ooxml.word.reader import read_document
from backend.review.decisions import SubmittedDecision, Verdict
from backend.services.analysis.analyse import analyse
from backend.services.files.reading import open_file
from backend.services.redaction.redact import GivenDecisions, redact_content
from backend.services.request.request import Terms
from tests.ooxml.building import body, docx_parts, paragraph, text, zipped
from tests.services.drawn_clients import counted
from tests.services.requests import asked_of

ENGLISH = "They would not have had this without him and the others, who were there before all of them."
GERMAN = "Der Vertrag wird von beiden Parteien nicht vor dem Ende des Jahres gekündigt, so wie es allen recht ist."
SHORT = "Ann Okafor, ann@halden.example"


@pytest.fixture
def request_of_names(tmp_path):
    """A request for names, with a pipeline of rules that finds one anywhere."""
    nlp = spacy.blank("en")
    cast("EntityRuler", nlp.add_pipe("entity_ruler")).add_patterns([{"label": "PERSON", "pattern": "Ann Okafor"}])
    nlp.to_disk(tmp_path / "pipeline")
    asked = asked_of(client=None, entities=frozenset({"PERSON", "EMAIL_ADDRESS"}))
    return replace(asked.of(train(counted()).model, k=None), pipeline=str(tmp_path / "pipeline"))


def test_a_redaction_reads_a_changed_paragraph_as_it_was_read_before(request_of_names):
    """The address alone is too short to tell that it stands in a German letter."""
    inside = "".join(paragraph(text(each)) for each in (GERMAN, SHORT, GERMAN))
    content, path = zipped(docx_parts(body(inside))), Path("a.docx")
    analysis = analyse(open_file("a.docx", content).document, request_of_names)
    (address,) = analysis.suggestions
    assert [type(each) for each in analysis.warnings] == [NamesNotRead]
    decided = GivenDecisions({address.id: SubmittedDecision(Verdict.ACCEPTED)})
    assert redact_content(path, path, content, request_of_names, decided).report.verification.new == ()


def test_a_redaction_that_leaves_few_words_does_not_read_them_for_names(request_of_names):
    german = "Das ist nicht der Brief von Ann Okafor an ann@halden.example"
    inside = "".join(paragraph(text(each)) for each in (ENGLISH, german, ENGLISH))
    content, path = zipped(docx_parts(body(inside))), Path("a.docx")
    request = replace(request_of_names, asked=Terms((Phrase("nicht der Brief von"),)))
    done = redact_content(path, path, content, request)
    assert read_document(open_package(done.content)).stories[0].blocks[1].text == (
        "Das ist [REDACTED] Ann Okafor an [EMAIL_ADDRESS 1]"
    )
    assert done.report.verification.new == ()

"""A phrase is one term for people; verification searches for each of its words."""

import io
import json
from dataclasses import replace
from pathlib import Path

import docx
import pytest

from backend.document.phrases import Phrase
from backend.document.tokens import terms
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.train import train
from backend.reporting.report import Report, expected_of
from backend.services.files.reading import open_file
from backend.services.redaction.redact import redact_content
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import ONE_BY_ONE
from backend.verification.residue import verify

TEXT = "We lease Gantry Quay. Gantry Quay is new; the quay is long. An invoice for each order, as usual."


@pytest.fixture(scope="module")
def model():
    """Alder alone speaks of gantries and quays; the others of what everybody does."""
    said = {"Alder": "gantry quay " * 6 + "order", "Birch": "order invoice usual", "Cedar": "invoice order order"}
    documents = [CorpusDocument(f"{who}{i}", who, "Ports", (text,)) for who, text in said.items() for i in range(2)]
    return train(count_terms(documents)).model


def _redacted(model, content, name="a.txt", never=()):
    asked = Terms(never=tuple(map(Phrase, never)))
    request = EffectiveRequest(
        Subject(model, model.find("Alder"), 3), asked=asked, selection=ONE_BY_ONE, nested=False
    )
    return redact_content(Path(name), Path(name), content, request)


def _docx(text):
    document = docx.Document()
    paragraph = document.add_paragraph()
    for piece in text.split(" "):
        paragraph.add_run(piece + " ").bold = True  # each word in a run of its own
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _strings(report):
    """What a written report says must be gone, as `unsaid verify` reads it."""
    (expected,) = expected_of(Report(None, (report,)).as_bytes(), "report").values()
    return expected.strings


def test_a_phrase_gets_one_placeholder_and_its_words_theirs(model):
    done = _redacted(model, TEXT.encode())
    assert done.content.decode() == (
        "We lease [TERM]. [TERM] is new; the [TERM] is long. An invoice for each order, as usual."
    )
    (row,) = done.report.as_json()["suppressed"]
    assert (row["term"], row["count"]) == ("Gantry Quay", 3)
    assert set(row["spellings"]) == {"Gantry Quay", "Gantry", "Quay", "quay"}
    assert done.report.verification.status == "clean"


def test_a_phrase_is_redacted_across_runs_of_word(model):
    done = _redacted(model, _docx(TEXT), "a.docx")
    (text,) = [text for text in open_file("a.docx", done.content).document.counted_texts() if text]
    assert text.startswith("We lease [TERM]. [TERM] is new; the [TERM] is long.")
    assert done.report.verification.status == "clean"


@pytest.mark.parametrize("left", ["Gantry Quay", "a gantry", "the QUAY", "gantry quay"])
def test_a_piece_that_is_left_is_found_by_both_checks(model, left):
    done = _redacted(model, TEXT.encode())
    strings = _strings(replace(done.report, output="a.txt"))
    for name, content in (("b.txt", f"{left} stays".encode()), ("b.docx", _docx(f"{left} stays"))):
        checked = verify(content, open_file(name, content).document, strings, name)
        assert checked.status == "left"
        assert len({place.how for place in checked.places}) > 1  # the re-read text and the bytes


def test_a_term_to_keep_is_kept_inside_a_phrase_and_alone(model):
    done = _redacted(model, TEXT.encode(), never=("quay",))
    text = done.content.decode()
    assert terms(text).count("quay") == 3
    assert "gantry" not in terms(text)
    assert done.report.verification.status == "clean"


def test_a_spared_phrase_that_overlaps_keeps_its_own_word_only(model):
    done = _redacted(model, (TEXT + " We named Quay House for Gantry Quay.").encode(), never=("Quay House",))
    assert done.content.decode().endswith("as usual. We named Quay House for [TERM].")
    assert "We lease [TERM]. [TERM] is new" in done.content.decode()


def test_the_reason_is_that_of_the_phrase(model):
    (row,) = json.loads(Report(None, (_redacted(model, TEXT.encode()).report,)).as_bytes())["files"][0][
        "suppressed"
    ]
    assert "times likelier for this client than for" in row["why"]
    assert row["why"].endswith("if it is kept, level 1 is reached, not 3")

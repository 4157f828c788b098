"""The record of a clean copy counts what the copy has, and nothing that the copy has removed."""

from pathlib import Path

import pytest

from backend.document.cleaning import CLEAN, Cleaning, Comments, Revisions
from backend.document.coverage import Treatment
from backend.document.phrases import Phrase
from backend.services.redaction.redact import redact_content
from tests.services.requests import asked_of
from tests.services.test_outcome_layers import LAYERS, body
from tests.services.test_outcome_outside_text import model
from tests.web.documents import word_file

__all__ = ["model"]

TAG = (
    '<w:p><w:smartTag w:uri="urn:x" w:element="place"><w:smartTagPr><w:attr w:name="n" w:val="Halden"/>'
    "</w:smartTagPr><w:r><w:t>{}</w:t></w:r></w:smartTag></w:p>"
)
"""A smart tag says the term once in its text, and once in an attribute."""


def in_place(model, content, cleaning):
    """How many places the report counts as redacted in place, by kind; rows without a place are left out."""
    path = Path("a.docx")
    request = asked_of(always=(Phrase("Halden"),), copy=cleaning).of(model)
    report = redact_content(path, path, content, request).report
    assert report.verification.status == "clean"
    rows = [each for each in report.coverage if each.treatment is Treatment.REDACTED and each.count]
    return {each.kind: each.count for each in rows}


def document():
    content = word_file("Halden here, and Halden there.")
    content = body(TAG)(content, "of Halden")
    return LAYERS["deleted"](LAYERS["comment"](content, "Ask Halden."), "No Halden.")


def test_a_copy_counts_no_comment_no_deletion_and_no_smart_tag(model):
    assert in_place(model, document(), None) == {
        "body": 3,
        "before deletion": 1,
        "comments": 1,
        "smart tag": 1,
    }
    assert in_place(model, document(), CLEAN) == {"body": 3}


@pytest.mark.parametrize(
    ("cleaning", "also"),
    [
        (Cleaning(comments=Comments.REMOVE), {"before deletion": 1, "smart tag": 1}),
        (Cleaning(revisions=Revisions.ACCEPT), {"comments": 1, "smart tag": 1}),
        (Cleaning(remove_traces=True), {"before deletion": 1, "comments": 1}),
    ],
)
def test_what_a_copy_keeps_is_counted(model, cleaning, also):
    assert in_place(model, document(), cleaning) == {"body": 3, **also}


def test_hidden_places_are_not_counted_once_they_are_gone(model):
    content = LAYERS["hidden"](word_file("Halden here."), "Halden hidden")
    assert in_place(model, content, None) == {"body": 2}
    assert in_place(model, content, CLEAN) == {"body": 1}

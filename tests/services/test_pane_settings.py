"""The settings that the pane stores in a document are no places of a term, and a redaction keeps them."""

import io
import zipfile
from pathlib import Path

import pytest

from backend.document.phrases import Phrase
from backend.services.redaction.redact import redact_content
from tests.services.requests import asked_of
from tests.services.test_outcome_outside_text import model, with_part
from tests.web.documents import word_file

__all__ = ["model"]

WEB = "http://schemas.microsoft.com/office/webextensions/webextension/2010/11"
PART = "word/webextensions/webextension1.xml"
REVIEW = '"' + "0af1" * 8 + '"'


def with_setting(name, value):
    """A document that says "review" once, with a setting of an add-in."""
    part = (
        f'<we:webextension xmlns:we="{WEB}"><we:properties>'
        f"<we:property name='{name}' value='{value}'/></we:properties></we:webextension>"
    )
    kind = "http://schemas.microsoft.com/office/2011/relationships/webextension"
    return with_part(word_file("A review of the plan."), PART, part.encode(), kind)


def redacted(model, content):
    path = Path("a.docx")
    return redact_content(path, path, content, asked_of(always=(Phrase("review"),)).of(model))


def part_of(content):
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return package.read(PART).decode()


def test_the_review_of_the_pane_is_no_place_of_the_word_review(model):
    done = redacted(model, with_setting("unsaid.review", REVIEW))
    assert 'name="unsaid.review"' in part_of(done.content).replace("'", '"')
    assert done.report.verification.status == "clean"
    assert [row.part for row in done.report.coverage if row.count and "webextension" in row.part] == []


@pytest.mark.parametrize(("name", "value"), [("unsaid.review", "the review"), ("review", REVIEW)])
def test_other_settings_are_redacted(model, name, value):
    done = redacted(model, with_setting(name, value))
    assert done.report.verification.status == "clean"
    assert "review" not in part_of(done.content).replace('name="unsaid.review"', "")

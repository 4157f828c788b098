"""A clean copy whose comments stay: their authors get numbers, and nobody takes "Author 1" for a person."""

import io
from pathlib import Path

import docx

from backend.document.cleaning import Cleaning, Comments, Images
from backend.services.redaction.redact import redact_content
from backend.services.redaction.verify import expected_in_report, judge_content, verify_content
from backend.services.request.catalogue import Catalogue
from backend.services.request.request import Request
from backend.services.request.resolve import Purpose, resolve

NAME = Path("minutes.docx")


def commented(*authors):
    """A document with a comment by each of the authors."""
    document, stream = docx.Document(), io.BytesIO()
    run = document.add_paragraph("The till was counted.").runs[0]
    for author in authors:
        document.add_comment(run, text="Counted again.", author=author, initials="X")
    document.save(stream)
    return stream.getvalue()


def redacted(content, comments):
    cleaning = Cleaning(Images.KEEP, comments=comments, remove_traces=True)
    request = Request(entities=frozenset({"PERSON"}), cleaning=cleaning, left_open=frozenset())
    return redact_content(NAME, NAME, content, resolve(request, Catalogue())), request


def test_the_authors_of_comments_that_stay_get_numbers_and_nothing_is_unmet():
    done, request = redacted(commented("Wum Takoh", "Oda Plinkett"), Comments.ANONYMISE)
    authors = [each.author for each in docx.Document(io.BytesIO(done.content)).comments]
    assert authors == ["Author 1", "Author 2"]
    assert done.report.outcome.unmet == ()
    expected = expected_in_report(done.report.as_json())
    found = verify_content(NAME.name, done.content, expected)
    checked = resolve(request, Catalogue(), Purpose.VERIFY)
    assert judge_content(NAME.name, done.content, expected, found, checked).outcome.unmet == ()


def test_the_authors_of_comments_that_nobody_cleans_are_people():
    done, _ = redacted(commented("Wum Takoh"), Comments.KEEP)
    (author,) = [each.author for each in docx.Document(io.BytesIO(done.content)).comments]
    assert "Takoh" not in author
    assert author != "Author 1"
    assert "Wum Takoh" in {each.text for each in done.report.sought}

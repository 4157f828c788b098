"""Narrow cells get short placeholders, and a file with them is verified, read and redacted like any other."""

import io
from dataclasses import replace
from pathlib import Path

import docx
import pytest
from docx.shared import Cm

from backend.detection.pii import DEFAULT_ENTITIES
from backend.document.placeholders import last_numbers, long_placeholders
from backend.document.redacted_strings import RedactedString
from backend.redaction.placeholders import PlaceholderStyle
from backend.services.analysis.pane_analysis import analyse_content
from backend.services.files.reading import open_file
from backend.services.redaction.redact import redact_content
from backend.services.request.catalogue import Catalogue
from backend.services.request.request import Request
from backend.services.request.resolve import Purpose, resolve
from backend.verification.neighbours import find_damaged
from backend.verification.package_paragraphs import read_paragraphs

NAME = Path("list.docx")
ANN, BOB = "ann@acme.com", "bob@acme.com"


NARROW, WIDE = Cm(2), Cm(12)


def document(*rows, width=NARROW, below=""):
    made = docx.Document()
    table = made.add_table(rows=len(rows), cols=2)
    for row, texts in zip(table.rows, rows, strict=True):
        for cell, text, wide in zip(row.cells, texts, (width, WIDE), strict=True):
            cell.text, cell.width = text, wide
    made.add_paragraph(below)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def asked(purpose=Purpose.REDACT, style=PlaceholderStyle.NUMBERED):
    return replace(resolve(Request(None, style=style), Catalogue(None), purpose), entities=DEFAULT_ENTITIES)


def redacted(content, style=PlaceholderStyle.NUMBERED):
    return redact_content(NAME, NAME, content, asked(style=style))


def texts(content):
    return [block.text for _, block in open_file(NAME.name, content).document.blocks()]


@pytest.fixture(scope="module")
def done():
    return redacted(document((f"Mail {ANN}", f"Mail {ANN}"), (BOB, "none"), below=f"To {BOB} now"))


def test_only_the_narrow_cells_have_the_short_form(done):
    assert texts(done.content) == [
        *("Mail [MAIL\u00a01]", "Mail [EMAIL_ADDRESS 1]"),
        *("[MAIL\u00a02]", "none", "To [EMAIL_ADDRESS 2] now"),
    ]


def test_the_report_speaks_of_long_forms_and_the_outcome_is_the_same(done):
    wide = redacted(document((f"Mail {ANN}", f"Mail {ANN}"), (BOB, "none"), width=Cm(9), below=f"To {BOB} now"))
    assert [long_placeholders(each) for each in texts(done.content)] == texts(wide.content)
    for field in ("suppressed", "outcome", "verification", "coverage", "kept_share", "warnings"):
        assert getattr(done.report, field) == getattr(wide.report, field), field


def test_it_is_redacted_again_without_a_change_and_numbers_go_on(done):
    assert texts(redacted(done.content).content) == texts(done.content)
    assert last_numbers(texts(done.content)) == {"[EMAIL_ADDRESS]": 2}
    more = document(("[MAIL\u00a02]", f"New {ANN}"))
    assert texts(redacted(more).content) == ["[MAIL\u00a02]", "New [EMAIL_ADDRESS 3]"]


def test_what_was_redacted_in_word_with_long_forms_becomes_short_in_the_copy():
    before = document(("Mail [EMAIL_ADDRESS 1]", "[EMAIL_ADDRESS 1]"))
    done = redacted(before)
    assert texts(done.content) == ["Mail [MAIL\u00a01]", "[EMAIL_ADDRESS 1]"]
    assert [each.count for each in done.report.coverage if each.kind == "body"] == [0]


def test_the_pane_counts_short_placeholders_as_the_earlier_redaction_that_they_are(done):
    shown = analyse_content(NAME.name, done.content, asked(Purpose.ANALYSE))
    assert shown.as_json(str)["placeholders"] == 4
    assert shown.analysis.suggestions == ()


@pytest.mark.parametrize(
    ("style", "narrow", "wide"),
    [
        (PlaceholderStyle.TYPED, "[MAIL\u00a0]", "[EMAIL_ADDRESS]"),
        (PlaceholderStyle.REDACTED, "[XXX\u00a0]", "[REDACTED]"),
    ],
)
def test_placeholders_without_numbers_have_a_short_form_too(style, narrow, wide):
    done = redacted(document((ANN, ANN), width=Cm(1.5)), style)
    assert texts(done.content) == [narrow, wide]
    assert done.report.verification.places == ()


def test_the_words_beside_short_placeholders_are_compared_with_the_original(done):
    original = document((f"Mail {ANN}", f"Mail {ANN}"), (BOB, "none"), below=f"To {BOB} now")
    strings = [
        RedactedString(spelling, each.placeholder)
        for each in done.report.suppressed
        for spelling in each.suggestion.spellings
    ]
    assert find_damaged(read_paragraphs(done.content), read_paragraphs(original), strings, {}) == ()
    damaged = document(
        ("Mai [MAIL\u00a01]", "Mail [EMAIL_ADDRESS 1]"), ("[MAIL\u00a02]", "none"), below="To Bob now"
    )
    (found,) = find_damaged(read_paragraphs(damaged), read_paragraphs(original), strings, {})
    assert found.placeholder == "[EMAIL_ADDRESS 1]"

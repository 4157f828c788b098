"""Dates beside the text: gone where they tell what was redacted, and nowhere else."""

import pytest

from backend.document.redacted_strings import RedactedString
from tests.ooxml.building import package, paragraph, text
from tests.string_search import scrub, search_package

DATED = paragraph(f'<w:ins w:id="1" w:author="Ann" w:date="2024-03-12T10:00:00Z">{text("a")}</w:ins>')


@pytest.mark.parametrize("term", ["2024", "12 March 2024", "2024-03-12", "12/03/2024"])
def test_a_date_that_reveals_a_redacted_date_is_removed(term: str):
    strings = [RedactedString(term, "[DATE_TIME 1]")]
    after = scrub(package(DATED), strings).package
    assert b"w:date=" not in after.parts["word/document.xml"]
    assert search_package(after.to_bytes(), strings).places == ()


@pytest.mark.parametrize("term", ["2023", "13 March 2024", "March", "20"])
def test_other_dates_are_kept(term: str):
    after = scrub(package(DATED), [RedactedString(term, "[DATE_TIME 1]")]).package
    assert b'w:date="2024-03-12T10:00:00Z"' in after.parts["word/document.xml"]


def test_digits_in_circles_are_no_number():
    after = scrub(package(DATED), [RedactedString("call ③②⑥② 2024", "[REDACTED]")]).package
    assert b'w:date="2024-03-12T10:00:00Z"' in after.parts["word/document.xml"]

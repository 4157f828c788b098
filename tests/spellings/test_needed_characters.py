"""A row is searched for only in texts with a character that it needs; no text without one matches it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document import text_readings
from tests.spellings.drawn_names import Names
from tests.spellings.transformations import TRANSFORMATIONS

ALL_ROWS = (*text_readings.DECODED, *text_readings.SIGNS, text_readings.JOINED, text_readings.CENTRAL)
ROWS = [row for row in ALL_ROWS if row.needs]


@pytest.fixture(scope="module")
def written():
    """Every spelling of the tests, of names drawn twice."""
    return [each.draw(names).written for names in (Names(31), Names(32)) for each in TRANSFORMATIONS]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_spelling_without_the_needed_characters_does_not_match(row, written):
    without = str.maketrans(dict.fromkeys(row.needs, ""))
    assert any(row.pattern.search(text) for text in written)
    assert not [text for text in written if row.pattern.search(text.translate(without))]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_what_matches_a_row_has_a_needed_character(row):
    @given(st.from_regex(row.pattern))
    def has_one(text: str):
        assert row.may_change(text)

    has_one()

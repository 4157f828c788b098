"""Many redacted strings in many short texts."""

from backend.document.redacted_strings import RedactedString
from backend.document.spans import Span
from tests.string_search import Search

ROOK = RedactedString("Halden Rook", "[CLIENT]")
RETAIL = RedactedString("retail", "[TERM]", is_word=True)


def test_each_text_has_its_own_places_and_none_is_found_over_two():
    found = Search([ROOK, RETAIL]).find_all(["for Halden Rook", "Halden", "Rook: retail"])
    assert found == {0: [(Span(4, 15), "[CLIENT]")], 2: [(Span(6, 12), "[TERM]")]}


def test_the_strings_are_filed_once_for_names_alone():
    search = Search([ROOK, RETAIL])
    names = search.without_words
    assert names.find("Halden Rook, retail") == [(Span(0, 11), "[CLIENT]")]
    assert search.without_words is names
    assert names.without_words is names

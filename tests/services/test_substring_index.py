"""The hits of Word's search; a regular expression without an index is the second implementation."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backend.services.analysis import substring_index as module
from backend.services.analysis.substring_index import Hits, SortedPlaces

letters = st.text("aAbé_ .-1👍", max_size=60)


@given(letters, st.lists(st.text("aAbé_ .-1👍", min_size=1, max_size=6), min_size=1))
@example("aaaa aaa", ["aaa", "aa", "a"])
@example("👍ab👍ab", ["👍ab", "ab👍"])
def test_the_index_finds_a_string_in_the_same_places_as_a_full_search(text, wanted):
    hits = Hits(text)
    for each in wanted:
        assert hits.of(each) == [hit.start() for hit in re.finditer(re.escape(each), text)]


@given(letters, st.lists(st.text("aAbé_ .-1👍", min_size=1, max_size=30), min_size=1))
@example("aaaa aaa", ["aaa", "aa", "a", "a" * 30])
@example("a1@b a2@b a3@b", ["a2@b", "@b a", "3@b", "b "])
@example("", ["a"])
def test_a_sorted_text_holds_what_a_search_through_it_finds(text, wanted):
    places = SortedPlaces(text)
    for each in wanted:
        assert sorted(places.of(each)) == [hit.start() for hit in re.finditer(f"(?={re.escape(each)})", text)]


@given(letters, st.lists(st.text("aAbé_ .-1👍", min_size=1, max_size=6), min_size=1))
def test_hits_of_a_sorted_text_are_those_of_a_search(text, wanted):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_GONE_THROUGH", -1)
        hits = Hits(text)
        for each in wanted:
            assert hits.of(each) == [hit.start() for hit in re.finditer(re.escape(each), text)]


def test_as_many_strings_as_a_text_holds_are_found_in_it():
    """Takes a second; going through the text for each of them would be 40 thousand million characters."""
    wanted = [f"a{i}@b.example" for i in range(50_000)]
    hits = Hits(" ".join(wanted))
    assert all(len(hits.of(each)) == 1 for each in wanted)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("share", [4, 16, 31]), ("shares", [4]), ("a share", [14, 29]), ("Share", []), ("of", [11])],
)
def test_longer_words_hold_hits_and_case_counts(wanted, found):
    assert Hits("the shares of a shareholder, a share").of(wanted) == found

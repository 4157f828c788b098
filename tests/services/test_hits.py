"""What a search as Word does it finds; a regular expression that knows no index is the second way."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backend.services.hits import Hits

letters = st.text("aAbé_ .-1👍", max_size=60)


@given(letters, st.lists(st.text("aAbé_ .-1👍", min_size=1, max_size=6), min_size=1))
@example("aaaa aaa", ["aaa", "aa", "a"])
@example("👍ab👍ab", ["👍ab", "ab👍"])
def test_a_string_is_found_wherever_a_search_through_the_whole_text_finds_it(text, wanted):
    hits = Hits(text)
    for each in wanted:
        assert hits.of(each) == [hit.start() for hit in re.finditer(re.escape(each), text)]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("share", [4, 16, 31]), ("shares", [4]), ("a share", [14, 29]), ("Share", []), ("of", [11])],
)
def test_longer_words_hold_hits_and_case_counts(wanted, found):
    assert Hits("the shares of a shareholder, a share").of(wanted) == found

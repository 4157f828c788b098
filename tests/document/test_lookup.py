"""Ruling phrases out by the first look."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.lookup import lookup_of
from backend.document.phrases import Phrase
from backend.document.tokens import fold

PHRASES = ["Halden & Rook", "halden", "Q3 plan", "123-45-6789", "§", "Zoë", "ﬁle", "Ⅳ 2", "a_b"]


@pytest.mark.parametrize(
    ("text", "possible"),
    [("the halden", [1, 4]), ("my%2dHalden%20%26%20rook", [0, 1, 4]), ("q 3, plan", [2, 4]), ("haldens", [4])],
)
def test_only_phrases_whose_runs_all_occur_are_possible(text, possible):
    assert lookup_of(PHRASES).possible(fold(text).text) == possible


@given(
    st.lists(st.sampled_from([*PHRASES, "%20", "%2d", " ", "-", "x", "7", "\u00ad", "HALDEN"]), max_size=8).map(
        "".join
    )
)
def test_no_phrase_that_stands_in_a_text_is_ruled_out(text):
    possible = lookup_of(PHRASES).possible(fold(text).text)
    standing = [i for i, phrase in enumerate(PHRASES) if Phrase(phrase).spans(text)]
    assert set(standing) <= set(possible)

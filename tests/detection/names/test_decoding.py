import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from backend.detection.names.decoding import REPORTED, decode_names
from backend.detection.names.labels import TAGS


def _word(**probabilities: float) -> list[float]:
    """One word: the probabilities of some tags (B_PERSON for B-PERSON), the rest is outside."""
    row = [0.0] * len(TAGS)
    for tag, probability in probabilities.items():
        row[TAGS.index(tag.replace("_", "-", 1))] = probability
    row[0] = 1 - sum(row)
    return row


def _found(words: list[list[float]], threshold: float = 0.5, texts: list[str] | None = None):
    said = texts or [str(i) for i in range(len(words))]
    names = decode_names(said, np.array(words, np.float32), dict.fromkeys(REPORTED, threshold))
    return [(name.start, name.end, name.label) for name in names]


def test_a_beginning_and_what_continues_it_are_one_name():
    assert _found([_word(), _word(B_PERSON=0.9), _word(I_PERSON=0.8), _word()]) == [(1, 3, "PERSON")]


def test_two_beginnings_are_two_names():
    assert _found([_word(B_PERSON=0.9), _word(B_PERSON=0.8)]) == [(0, 1, "PERSON"), (1, 2, "PERSON")]


def test_a_person_or_a_place_is_found_though_neither_alone_is_likely():
    """.3 + .35 = .65 is over .5, and LOCATION is the likelier."""
    assert _found([_word(B_PERSON=0.3, B_LOCATION=0.35)]) == [(0, 1, "LOCATION")]


def test_public_names_are_not_reported():
    assert _found([_word(B_PUBLIC=0.6, B_ORGANIZATION=0.3)]) == []


def test_a_lower_threshold_finds_more():
    doubtful = [_word(B_DATE_TIME=0.2)]
    assert _found(doubtful, 0.5) == []
    assert _found(doubtful, 0.1) == [(0, 1, "DATE_TIME")]


def test_the_score_is_the_mean_of_the_words_in_log_odds():
    """.9 is 9 : 1 and .5 is 1 : 1; the geometric mean is 3 : 1, which is .75."""
    (name,) = decode_names(
        ["Ann", "Rook"],
        np.array([_word(B_PERSON=0.9), _word(I_PERSON=0.4, I_LOCATION=0.1)], np.float32),
        dict.fromkeys(REPORTED, 0.5),
    )
    assert (name.start, name.end, name.label) == (0, 2, "PERSON")
    assert name.score == pytest.approx(0.75)


def test_a_name_is_judged_once_by_all_its_places():
    """.9 and .4 are 9 : 1 and 2 : 3, in the mean 2.4 : 1; .4 alone would not do."""
    doubtful, sure = _word(B_ORGANIZATION=0.4), _word(B_ORGANIZATION=0.9)
    assert _found([doubtful, _word(), sure], texts=["Rook", "said", "ROOK"]) == [
        (0, 1, "ORGANIZATION"),
        (2, 3, "ORGANIZATION"),
    ]
    assert _found([doubtful, _word(), sure], texts=["Rook", "said", "Halden"]) == [(2, 3, "ORGANIZATION")]


def test_a_name_that_is_public_everywhere_else_is_public():
    """.55 and .01 are 11 : 9 and 1 : 99, in the mean 1 : 9."""
    once, else_where = _word(B_ORGANIZATION=0.55), _word(B_ORGANIZATION=0.01, B_PUBLIC=0.98)
    assert _found([once, _word(), else_where], texts=["Court", "of", "court"]) == []


def test_a_label_without_threshold_is_never_reported():
    assert decode_names(["it"], np.array([_word(B_MISC=1.0)], np.float32), {"PERSON": 0.1}) == []


@given(arrays(np.float32, st.tuples(st.integers(0, 12), st.just(len(TAGS))), elements=st.floats(0, 1, width=32)))
def test_names_are_in_order_and_never_overlap(given_tags):
    words = ["Ann", "Bo", "Cy"] * 4
    names = decode_names(words[: len(given_tags)], given_tags, dict.fromkeys(REPORTED, 0.5))
    assert all(name.start < name.end <= len(given_tags) for name in names)
    assert all(before.end <= after.start for before, after in itertools.pairwise(names))

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from backend.detection.names.decoding import REPORTED, decoded
from backend.detection.names.labels import TAGS


def _word(**probabilities: float) -> list[float]:
    """One word: the probabilities of some tags (B_PERSON for B-PERSON), the rest is outside."""
    row = [0.0] * len(TAGS)
    for tag, probability in probabilities.items():
        row[TAGS.index(tag.replace("_", "-", 1))] = probability
    row[0] = 1 - sum(row)
    return row


def _found(words: list[list[float]], threshold: float = 0.5):
    names = decoded(np.array(words, np.float32), dict.fromkeys(REPORTED, threshold))
    return [(name.start, name.end, name.label) for name in names]


def test_a_beginning_and_what_continues_it_are_one_name():
    assert _found([_word(), _word(B_PERSON=0.9), _word(I_PERSON=0.8), _word()]) == [(1, 3, "PERSON")]


def test_two_beginnings_are_two_names():
    assert _found([_word(B_PERSON=0.9), _word(B_PERSON=0.8)]) == [(0, 1, "PERSON"), (1, 2, "PERSON")]


def test_a_person_or_a_place_is_found_though_neither_alone_is_likely():
    """.3 + .35 = .65 is over .5, and LOCATION is the likelier."""
    assert _found([_word(B_PERSON=0.3, B_LOCATION=0.35)]) == [(0, 1, "LOCATION")]


def test_what_is_public_is_not_reported():
    assert _found([_word(B_PUBLIC=0.6, B_ORGANIZATION=0.3)]) == []


def test_a_lower_threshold_finds_more():
    doubtful = [_word(B_DATE_TIME=0.2)]
    assert _found(doubtful, 0.5) == []
    assert _found(doubtful, 0.1) == [(0, 1, "DATE_TIME")]


def test_the_score_is_the_mean_certainty_of_the_words():
    (name,) = decoded(
        np.array([_word(B_PERSON=0.9), _word(I_PERSON=0.6, I_LOCATION=0.1)], np.float32),
        dict.fromkeys(REPORTED, 0.5),
    )
    assert name.score == pytest.approx((0.9 + 0.7) / 2)


def test_a_label_without_threshold_is_never_reported():
    assert decoded(np.array([_word(B_MISC=1.0)], np.float32), {"PERSON": 0.1}) == []


@given(arrays(np.float32, st.tuples(st.integers(0, 12), st.just(len(TAGS))), elements=st.floats(0, 1, width=32)))
def test_names_are_in_order_and_never_overlap(given_tags):
    names = decoded(given_tags, dict.fromkeys(REPORTED, 0.5))
    assert all(name.start < name.end <= len(given_tags) for name in names)
    assert all(before.end <= after.start for before, after in itertools.pairwise(names))

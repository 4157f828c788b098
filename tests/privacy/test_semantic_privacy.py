"""Semantic privacy against beliefs that are computed again after each change."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.privacy.linkability import linked_pairs
from backend.privacy.profile_distances import PostingLists
from backend.privacy.profiles import Profile, profiles_from_words
from backend.privacy.semantic_privacy import belief_by_closeness, semantic_privacy, total_variation

SAID = st.lists(st.sampled_from(["apple", "pear", "plum", "fig"]), min_size=1, max_size=6)
COMMUNITIES = st.lists(SAID, min_size=1, max_size=6)
BELIEFS = st.lists(st.floats(0.01, 1), min_size=3, max_size=3).map(lambda each: np.array(each) / sum(each))

NOBODYS = "nobody's"


def measured(known, others):
    """The attack on the first of the others by who knows one profile of the same entity."""
    lines = [(Profile("0", "X"), known), *((Profile(str(at), "Y"), said) for at, said in enumerate(others))]
    return next(each for each in linked_pairs(profiles_from_words(lines)) if each.target == "Y")


def belief(known, others):
    """The adversary's belief, by distances of profiles that are made anew."""
    lines = [(Profile("0", "X"), known), *((Profile(str(at), "Y"), said) for at, said in enumerate(others))]
    rows = profiles_from_words(lines).shares
    return belief_by_closeness(np.sqrt(next(PostingLists(rows).squared_distances(rows[[0]]))[1:]))


@given(BELIEFS, BELIEFS, BELIEFS)
def test_the_total_variation_is_a_metric_up_to_one(p, q, r):
    """Definition 10."""
    assert 0 <= total_variation(p, q) == total_variation(q, p) <= 1
    assert total_variation(p, p) == 0
    assert total_variation(p, r) <= total_variation(p, q) + total_variation(q, r) + 1e-12
    events = [[0], [1], [2], [0, 1], [0, 2], [1, 2]]
    assert total_variation(p, q) == pytest.approx(max(abs(p[each].sum() - q[each].sum()) for each in events))


@given(SAID, COMMUNITIES)
def test_a_profile_without_words_moves_the_belief_by_at_most_epsilon(known, others):
    """Definition 9: the rows are the profiles of the community."""
    rows = [[*others[:at], [], *others[at + 1 :]] for at in range(len(others))]
    found = measured(known, others).epsilon_profiles
    assert found == pytest.approx(
        semantic_privacy(belief(known, others), [belief(known, each) for each in rows]), abs=1e-6
    )


@given(SAID, COMMUNITIES)
def test_a_replaced_word_moves_the_belief_by_at_most_epsilon(known, others):
    """Definition 11: the attributes are the words of the known profile."""
    changed = [[NOBODYS if word == gone else word for word in known] for gone in known]
    expected = semantic_privacy(belief(known, others), [belief(each, others) for each in changed])
    assert measured(known, others).epsilon_words == pytest.approx(expected, abs=1e-6)


def test_one_word_can_tell_everything():
    """Theorem 1 bounds what can be had: the only shared word moves the belief from certain to even."""
    found = measured(["fig", "plum"], [["fig"], ["apple"], ["pear"], ["apple"]])
    assert (found.likelihood, found.epsilon_profiles, found.epsilon_words) == (1.0, 0.75, 0.75)
    assert measured(["fig"], [["apple"], ["pear"]]).epsilon_words == 0


def test_no_change_moves_no_belief():
    assert semantic_privacy(np.array([1.0]), []) == 0

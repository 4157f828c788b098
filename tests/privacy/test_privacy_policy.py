"""Privacy policies: beliefs by Bayes' rule, and critical words that make the difference."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.privacy.privacy_policy import Adversary, Requirement, assess, models_having

WORDS = ("crane", "invoice", "larder", "ship")
HAVING = np.array([True, False, False])
LIKELIHOODS = st.lists(
    st.lists(st.floats(-6, -0.1), min_size=3, max_size=3), min_size=len(WORDS), max_size=len(WORDS)
).map(np.array)
SAID = st.dictionaries(st.sampled_from(WORDS), st.integers(1, 5))
PRIORS = st.lists(st.integers(1, 9), min_size=3, max_size=3).map(lambda each: np.log(np.array(each) / sum(each)))


def adversary(likelihood, prior=None, temperature=0.0):
    return Adversary(WORDS, np.log(np.ones(3) / 3) if prior is None else prior, np.log(likelihood), temperature)


TELLING = np.array([[0.6, 0.1, 0.1], [0.1, 0.3, 0.3], [0.1, 0.3, 0.3], [0.2, 0.3, 0.3]])


def test_a_belief_follows_by_bayes_rule():
    found = assess(adversary(TELLING), HAVING, 1, {"crane": 2, "ship": 1, "unheard": 3})
    assert found.belief == pytest.approx(0.6**2 * 0.2 / (0.6**2 * 0.2 + 2 * 0.1**2 * 0.3))
    assert found.prior == pytest.approx(1 / 3)


def test_a_word_without_which_the_requirement_is_satisfied_is_critical():
    found = assess(adversary(TELLING), HAVING, 0.4, {"crane": 1, "ship": 1})
    assert not found.satisfied
    assert found.critical_words == found.critical_set == ("crane",)


def test_words_can_be_critical_only_together():
    likelihood = np.array([[0.4, 0.1, 0.1], [0.1, 0.4, 0.4], [0.1, 0.4, 0.4], [0.4, 0.1, 0.1]])
    found = assess(adversary(likelihood), HAVING, 0.5, {"crane": 1, "ship": 1})  # .89 with both, .67 with either
    assert found.critical_words == ()
    assert set(found.critical_set) == {"crane", "ship"}


def test_a_prior_above_the_limit_cannot_be_helped():
    found = assess(adversary(TELLING), HAVING, 0.3, {"crane": 1})
    assert (found.satisfied, found.critical_set, found.prior) == (False, None, pytest.approx(1 / 3))


@given(LIKELIHOODS, PRIORS, SAID, st.floats(0, 1), st.sampled_from([0.0, 0.3, 2.0]))
def test_critical_sets_are_recomputed_not_guessed(likelihood, prior, said, limit, temperature):
    """Definition 15, and Corollary 2: without the critical words the requirement is satisfied."""
    reader = Adversary(WORDS, prior, likelihood, temperature)
    found = assess(reader, HAVING, limit, said)
    assert found.satisfied == (found.belief <= limit)
    for word in found.critical_words:
        assert assess(reader, HAVING, limit, {key: n for key, n in said.items() if key != word}).satisfied
    if found.critical_set is None:
        assert not assess(reader, HAVING, limit, {}).satisfied
        return
    without = {word: n for word, n in said.items() if word not in found.critical_set}
    assert assess(reader, HAVING, limit, without).satisfied
    for word in found.critical_set:
        assert not assess(reader, HAVING, limit, {**without, word: said[word]}).satisfied


@given(LIKELIHOODS, SAID)
def test_beliefs_without_each_word_equal_those_of_shorter_documents(likelihood, said):
    reader = Adversary(WORDS, np.log(np.ones(3) / 3), likelihood, 0.5)
    counts = np.array([said.get(word, 0) for word in WORDS])
    for at, row in enumerate(reader.beliefs_without_each(counts)):
        shorter = counts.copy()
        shorter[at] = 0
        assert row == pytest.approx(reader.beliefs(shorter))


@pytest.mark.parametrize("belief", [-0.1, 1.1, float("nan")])
def test_a_belief_beyond_its_range_is_refused(belief):
    with pytest.raises(ValueError, match="from 0 to 1"):
        Requirement("Rook", "client", "Rook", belief)


def test_models_without_a_value_do_not_have_it():
    assert models_having(["Retail", None, "Energy"], "Retail").tolist() == [True, False, False]

"""Divergences against SciPy, and the properties that the paper relies on."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon
from scipy.stats import entropy as scipy_entropy

from backend.privacy.divergence import (
    distance,
    distribution_of,
    entropy,
    jensen_shannon,
    jensen_shannon_terms,
    kullback_leibler,
)

WIDTH = 6
COUNTS = st.lists(st.integers(0, 50), min_size=WIDTH, max_size=WIDTH).filter(any)
DISTRIBUTIONS = COUNTS.map(lambda counts: distribution_of(np.array(counts, dtype=float)))
WEIGHTS = st.lists(st.floats(0, 1), min_size=WIDTH, max_size=WIDTH).map(np.array)


@given(DISTRIBUTIONS, DISTRIBUTIONS)
def test_divergences_equal_those_of_scipy(p, q):
    assert entropy(p) == pytest.approx(scipy_entropy(p, base=2))
    assert kullback_leibler(p, q) == pytest.approx(scipy_entropy(p, q, base=2), abs=1e-12)
    assert jensen_shannon(p, q) == pytest.approx(np.nan_to_num(jensenshannon(p, q, base=2)) ** 2, abs=1e-12)


@given(DISTRIBUTIONS, DISTRIBUTIONS, WEIGHTS)
def test_weights_only_lower_the_divergence_and_weights_of_one_change_nothing(p, q, weights):
    full = jensen_shannon(p, q)
    assert 0 <= jensen_shannon(p, q, weights) <= full + 1e-15 <= 1 + 1e-15
    assert jensen_shannon(p, q, np.ones(WIDTH)) == full
    assert jensen_shannon(p, q, np.zeros(WIDTH)) == 0
    assert jensen_shannon(q, p, weights) == pytest.approx(jensen_shannon(p, q, weights), abs=1e-15)


@given(DISTRIBUTIONS, DISTRIBUTIONS, DISTRIBUTIONS)
def test_the_distance_is_a_metric(p, q, r):
    assert distance(p, q) == pytest.approx(distance(q, p), abs=1e-15)
    assert (distance(p, q) == 0) == bool(np.array_equal(p, q))
    assert distance(p, r) <= distance(p, q) + distance(q, r) + 1e-12


@given(DISTRIBUTIONS, DISTRIBUTIONS)
def test_each_term_is_between_zero_and_half_of_both_shares(p, q):
    terms = jensen_shannon_terms(p, q)
    assert (terms >= 0).all()
    assert (terms <= (p + q) / 2 + 1e-15).all()


def test_disjoint_distributions_are_one_bit_apart():
    assert jensen_shannon(np.array([1.0, 0.0]), np.array([0.0, 1.0])) == 1
    assert kullback_leibler(np.array([1.0, 0.0]), np.array([0.0, 1.0])) == float("inf")


@pytest.mark.parametrize("bad", [[0.5, 0.6], [-0.5, 1.5], [np.nan, 1.0], [0.0, 0.0], [np.inf, 0.0]])
def test_what_is_no_distribution_is_refused(bad):
    with pytest.raises(ValueError, match="not a distribution"):
        entropy(np.array(bad))


@pytest.mark.parametrize("bad", [[0.0, 0.0], [-1.0, 2.0], [np.nan, 1.0]])
def test_counts_without_a_distribution_are_refused(bad):
    with pytest.raises(ValueError, match="non-negative counts"):
        distribution_of(np.array(bad))


@pytest.mark.parametrize("weights", [[1.1, 0.0], [-0.1, 0.0], [np.nan, 0.0]])
def test_weights_beyond_their_range_are_refused(weights):
    with pytest.raises(ValueError, match="from 0 to 1"):
        jensen_shannon(np.array([1.0, 0.0]), np.array([0.0, 1.0]), np.array(weights))

"""Divergences of distributions, in bits.

Carpineto & Romano 2018, Equations 1 to 4; the root of the Jensen-Shannon divergence is a metric (Endres &
Schindelin 2003), and the open-world paper's distance (Definition 22).
"""

import numpy as np

from backend.learning.arrays import Floats

SUM_TOLERANCE = 1e-9
"""How far the sum of a distribution may be from 1."""

ROUNDING = 1e-13
"""Bits. A divergence below it is 0: sums of a million terms near 1 are exact to about 1e-14."""


def distribution_of(counts: Floats) -> Floats:
    """Return the shares of non-negative counts.

    Raises ValueError when a count is negative or not finite, or when all are 0.

    >>> distribution_of(np.array([1.0, 3.0])).tolist()
    [0.25, 0.75]
    """
    counts = np.asarray(counts, dtype=np.float64)
    total = counts.sum()
    if not np.isfinite(total) or total <= 0 or counts.min() < 0:
        raise ValueError("a distribution needs non-negative counts, one of them above 0")
    return np.asarray(counts / total)


def entropy(p: Floats) -> float:
    """Return the Shannon entropy of a distribution.

    >>> entropy(np.array([0.5, 0.25, 0.25]))
    1.5
    """
    present = _checked(p)[p > 0]
    return float(-(present @ np.log2(present)))


def kullback_leibler(p: Floats, q: Floats) -> float:
    """Return KLD(p || q), Equation 1; infinite where `q` excludes something that `p` has.

    >>> round(kullback_leibler(np.array([0.5, 0.5]), np.array([0.75, 0.25])), 6)  # 1 - log2(3) / 2
    0.207519
    """
    present = _checked(p) > 0
    p, q = p[present], _checked(q)[present]
    if (q == 0).any():
        return float("inf")
    return float(p @ np.log2(p / q))


def jensen_shannon_terms(p: Floats, q: Floats) -> Floats:
    """Return what each element adds to the Jensen-Shannon divergence (Equation 2): non-negative, at most 1.

    >>> jensen_shannon_terms(np.array([1.0, 0.0]), np.array([0.0, 1.0])).tolist()
    [0.5, 0.5]
    """
    return np.maximum(_half(p, q) + _half(q, p), 0.0)


def jensen_shannon(p: Floats, q: Floats, weights: Floats | None = None) -> float:
    """Return the Jensen-Shannon divergence, from 0 (equal) to 1 (disjoint); weighted as in Equation 3.

    `weights` are from 0 to 1; without them each element has the weight 1.

    >>> jensen_shannon(np.array([1.0, 0.0]), np.array([0.5, 0.5]))
    0.31127812445913283
    """
    terms = jensen_shannon_terms(_checked(p), _checked(q))
    if weights is None:
        return settled(float(terms.sum()))
    if not ((weights >= 0) & (weights <= 1)).all():
        raise ValueError("weights are from 0 to 1")
    return settled(float(weights @ terms))


def distance(p: Floats, q: Floats) -> float:
    """Return the root of the Jensen-Shannon divergence: a metric from 0 to 1."""
    return float(np.sqrt(jensen_shannon(p, q)))


def settled(divergence: float) -> float:
    """Return a divergence within its bounds: what rounding has left below 0 or above 1 is cut off."""
    return 0.0 if divergence < ROUNDING else min(divergence, 1.0)


def _half(p: Floats, q: Floats) -> Floats:
    """Return half of each term of KLD(p || m), m the mean of both; one may be below 0, their sum is not."""
    p, q = np.asarray(p, dtype=np.float64), np.asarray(q, dtype=np.float64)
    safe = np.where(p > 0, p, 1.0)
    return np.asarray(p / 2 * np.log2(2 * safe / (safe + np.where(p > 0, q, 1.0))))


def _checked(p: Floats) -> Floats:
    """Return a distribution; raise ValueError where it is none."""
    if not np.isfinite(p).all() or (p < 0).any() or abs(p.sum() - 1) > SUM_TOLERANCE:
        raise ValueError("not a distribution: its shares are non-negative and have the sum 1")
    return p

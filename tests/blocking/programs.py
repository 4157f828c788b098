"""Random programs, and what brute force and a second solver make of them."""

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from scipy.optimize import linprog

from backend.blocking.program import LinearConstraints


@dataclass(frozen=True)
class Drawn:
    """A program of few words; all numbers are whole and small, so that ties occur and sums are exact."""

    values: np.ndarray
    rows: LinearConstraints

    @property
    def best_whole(self):
        """The greatest value of whole words that satisfy all rows, of all 2^n choices; None when none do."""
        words = len(self.values)
        ways = np.arange(2**words)[:, None] >> np.arange(words) & 1
        holds = (ways @ self.rows.coefficients.T <= self.rows.bounds).all(axis=1)
        return (ways @ self.values)[holds].max() if holds.any() else None

    @property
    def best_shares(self):
        """What SciPy's own interface to linear programs finds."""
        return peer(self.values, self.rows)


def peer(values, rows):
    """The greatest value of shares by `scipy.optimize.linprog`; None when no shares satisfy the rows."""
    if not len(values):
        return 0.0 if (rows.bounds >= 0).all() else None
    found = linprog(-values, A_ub=rows.coefficients, b_ub=rows.bounds, bounds=(0, 1))
    assert found.status in (0, 2)
    return None if found.status == 2 else -found.fun


@st.composite
def programs(draw, max_words=8, min_words=0):
    words, height = draw(st.integers(min_words, max_words)), draw(st.integers(0, 4))
    line = st.lists(st.integers(-5, 5), min_size=words, max_size=words)
    coefficients = draw(st.lists(line, min_size=height, max_size=height))
    bounds = draw(st.lists(st.integers(-6, 6), min_size=height, max_size=height))
    values = draw(st.lists(st.integers(-3, 9), min_size=words, max_size=words))
    rows = LinearConstraints(
        np.array(coefficients, dtype=float).reshape(height, words), np.array(bounds, dtype=float)
    )
    return Drawn(np.array(values, dtype=float), rows)


def large(seed, words=300, height=8):
    """A program like those of documents: occurrences by Zipf's law, and rows that all words together break."""
    random = np.random.default_rng(seed)
    values = np.maximum(random.zipf(1.8, words) % 30, 1).astype(float)
    coefficients = random.normal(size=(height, words)) * values
    coefficients /= np.abs(coefficients).max()
    return Drawn(values, LinearConstraints(coefficients, np.minimum(coefficients.sum(axis=1), 0) * 0.5 - 0.5))

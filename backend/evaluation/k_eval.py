"""Compute k-eval: how well the sensitive class is hidden at exactly k while the utility class is kept.

The printed formula adds 1 to counts and lacks a 3. Table 1 is consistent only with the mean of three shares, in our
k `[ A_sector(k-1) + 1 - A_industry(k-1) + A_industry(k) ] / 3`. Ties never count in our favour: a class to be
hidden has the best of its tied ranks, a class to be kept the worst.

Source: Cumby & Ghani 2011, "Industry-Sector Experiments", as FORMULAS reads it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from backend.blocking.confusability import TIE
from backend.errors import InvalidRequest
from backend.learning.arrays import Floats, Integers

LEVELS = (2, 3, 4, 5)
"""The k over which the paper averages."""


@dataclass(frozen=True, slots=True, eq=False)
class Guessed:
    """The scores of a classifier for documents, [document, class], and their true classes `class_of` [document].

    Raises InvalidRequest when the shapes do not match, or there is no document.
    """

    scores: Floats
    class_of: Integers

    def __post_init__(self) -> None:
        documents, classes = self.scores.shape
        if not documents or self.class_of.shape != (documents,):
            raise InvalidRequest(
                "Scores must have the shape [document, class], with one true class for each document."
            )
        if self.class_of.min() < 0 or self.class_of.max() >= classes:
            raise InvalidRequest("A true class is not among the classes with scores.")

    def best_ranks(self) -> Integers:
        """Return the ranks of the true classes from 1, ties resolved for the attacker; [document]."""
        return np.asarray(1 + (self.scores > self._true() + TIE).sum(axis=1), dtype=np.int64)

    def worst_ranks(self) -> Integers:
        """Return the ranks of the true classes from 1, ties resolved against the attacker; [document]."""
        return np.asarray((self.scores >= self._true() - TIE).sum(axis=1), dtype=np.int64)

    def accuracy(self, guesses: int, *, lucky: bool = False) -> float:
        """Return `A(j)`: the share of documents whose true class is among the first `guesses`.

        With `lucky`, ties are resolved for the true class: how often an attacker could be right.
        """
        ranks = self.best_ranks() if lucky else self.worst_ranks()
        return float((ranks <= guesses).mean())

    def _true(self) -> Floats:
        true: Floats = self.scores[np.arange(len(self.class_of)), self.class_of]
        return true[:, None]


@dataclass(frozen=True, slots=True)
class KEval:
    """The three shares whose mean is k-eval, at one k or averaged over several; 0…1 each.

    `sector_strict` allows k - 1 guesses, as the paper's formula does; `sector_lenient` k guesses.
    """

    sector_strict: float
    sector_lenient: float
    industry_error: float
    """Of k - 1 guesses: the sensitive class is hidden."""
    industry_accuracy: float
    """Of k guesses: and not further than it had to be."""

    @property
    def strict(self) -> float:
        """Return the paper's figure."""
        return (self.sector_strict + self.industry_error + self.industry_accuracy) / 3

    @property
    def lenient(self) -> float:
        """Return the figure with as many guesses for the sector as for the industry."""
        return (self.sector_lenient + self.industry_error + self.industry_accuracy) / 3


def k_eval(k: int, industry: Guessed, sector: Guessed) -> KEval:
    """Return k-eval of documents that were redacted at `k`, under an attacker's two classifiers.

    Raises InvalidRequest when k is below 2: k = 1 hides nothing.
    """
    if k < 2:
        raise InvalidRequest(f"k-eval measures redacted documents, and k is {k}. Give a k of 2 or more.")
    return KEval(
        sector_strict=sector.accuracy(k - 1),
        sector_lenient=sector.accuracy(k),
        industry_error=1 - industry.accuracy(k - 1, lucky=True),
        industry_accuracy=industry.accuracy(k),
    )


def mean_k_eval(levels: Iterable[KEval]) -> KEval:
    """Return the average over levels, term by term; the mean of k-eval is k-eval of the means.

    Raises InvalidRequest when there is no level.
    """
    terms = np.array(
        [(each.sector_strict, each.sector_lenient, each.industry_error, each.industry_accuracy) for each in levels]
    )
    if not len(terms):
        raise InvalidRequest("k-eval is an average over levels. Give at least one level.")
    return KEval(*terms.mean(axis=0).tolist())


def accuracy_curve(guessed: Guessed, guesses: Sequence[int], *, lucky: bool = False) -> tuple[float, ...]:
    """Return `A(j)` for each number of guesses: a curve of Figure 3."""
    return tuple(guessed.accuracy(j, lucky=lucky) for j in guesses)


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A row of the paper's Table 1; shares, 0…1."""

    objective: str
    k_eval: float
    industry_error: float
    sector_accuracy: float
    suppressed: float

    @property
    def implied_accuracy(self) -> float:
        """What `A_industry(k)` must have been on average, were k-eval the mean of three shares."""
        return 3 * self.k_eval - self.sector_accuracy - self.industry_error


TABLE_1 = (
    PaperRow("ova", 0.834, 0.683, 0.861, 0.524),
    PaperRow("odds", 0.599, 0.706, 0.388, 0.303),
    PaperRow("freqlogp", 0.553, 0.925, 0.572, 0.987),
    PaperRow("infogain", 0.599, 0.706, 0.388, 0.302),
)

"""Multinomial Naive Bayes as frozen arrays: the model of the paper's eq. 1."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

import numpy as np

from backend.learning.arrays import Counts, Floats, Integers


class Prior(StrEnum):
    """What an attacker believes before reading: nothing, or that clients with many documents are likelier."""

    UNIFORM = "uniform"
    EMPIRICAL = "empirical"


@dataclass(frozen=True, slots=True, eq=False)
class NaiveBayes:
    """Smoothed word probabilities of each class, in nats.

    `log_likelihood` is [class, feature] and lies in memory feature by feature, because a document needs few
    features of all classes; `log_prior` is [class] and sums to 1 as probabilities. Both are read-only.
    """

    classes: tuple[str, ...]
    vocabulary: tuple[str, ...]
    log_likelihood: Floats
    log_prior: Floats
    column: Mapping[str, int] = field(init=False, repr=False)
    """The feature of a word."""

    def __post_init__(self) -> None:
        if self.log_likelihood.shape != (len(self.classes), len(self.vocabulary)):
            raise ValueError("log_likelihood must be [class, feature]")
        if self.log_prior.shape != (len(self.classes),):
            raise ValueError("log_prior must be [class]")
        by_feature = np.asfortranarray(self.log_likelihood, dtype=np.float64)
        object.__setattr__(self, "log_likelihood", _read_only(by_feature))
        object.__setattr__(self, "log_prior", _read_only(np.array(self.log_prior, dtype=np.float64)))
        columns = {word: column for column, word in enumerate(self.vocabulary)}
        object.__setattr__(self, "column", MappingProxyType(columns))

    @classmethod
    def from_counts(
        cls,
        classes: tuple[str, ...],
        vocabulary: tuple[str, ...],
        counts: Floats,
        *,
        alpha: float,
        log_prior: Floats | None = None,
    ) -> "NaiveBayes":
        """Learn from how often each class says each word, [class, feature].

        `P(w|c) = (n_cw + alpha) / (n_c + alpha * features)`; without `log_prior` all classes are equally likely.
        """
        total = counts.sum(axis=1) + alpha * len(vocabulary)
        log_likelihood = np.log(np.asfortranarray(counts) + alpha) - np.log(total)[:, None]
        if log_prior is None:
            log_prior = np.full(len(classes), -np.log(max(len(classes), 1)))
        return cls(classes, vocabulary, log_likelihood, log_prior)

    def scores(self, counts: Counts | Floats | Integers) -> Floats:
        """`log P(c) + SUM_w x_w log P(w|c)`, [document, class], of documents given as [document, feature]."""
        return np.asarray(counts @ self.log_likelihood.T + self.log_prior, dtype=np.float64)


def log_prior(prior: Prior, documents: Integers) -> Floats:
    """The logarithm of a prior over classes with so many `documents` each, [class]."""
    if prior is Prior.UNIFORM:
        return np.full(len(documents), -np.log(max(len(documents), 1)))
    return np.asarray(np.log(documents / documents.sum()), dtype=np.float64)


def _read_only(array: Floats) -> Floats:
    array.setflags(write=False)
    return array

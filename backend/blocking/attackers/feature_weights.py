"""Linear attackers that compute weights for the features of the document at hand, and store none.

A table of weights [class, feature] for all words, as they are written, of hundreds of clients takes gigabytes. Sums
of counts and shares of documents take megabytes, and a document has few features.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

import numpy as np
from scipy.sparse import csc_array

from backend.blocking.attackers.fitting import dual_ridge
from backend.blocking.attackers.kinds import AttackerKind
from backend.blocking.attackers.linear import Vectors, Weighting
from backend.blocking.attackers.neighbour import NearestNeighbour
from backend.learning.arrays import Counts, Floats, Integers

SMOOTHING: Mapping[AttackerKind, float] = MappingProxyType(
    {
        AttackerKind.NB: 1.0,
        AttackerKind.NB_STRONG: 0.01,
        AttackerKind.NB_MEDIUM: 0.2,
        AttackerKind.NB_BINARY: 1.0,
        AttackerKind.COMPLEMENT_NB: 1.0,
        AttackerKind.COMPLEMENT_NB_STRONG: 0.01,
    }
)
"""What each kind of naive Bayes adds to every count."""

_COMPLEMENT = frozenset({AttackerKind.COMPLEMENT_NB, AttackerKind.COMPLEMENT_NB_STRONG})


@dataclass(frozen=True)
class CountingAttacker:
    """Naive Bayes of one of the kinds of SMOOTHING; `class_counts` are [class, feature], of presence for NB_BINARY.

    Its weights are those of `fitting.fit_linear`.
    """

    kind: AttackerKind
    class_counts: Counts

    @cached_property
    def _columns(self) -> csc_array:
        return csc_array(self.class_counts)

    @cached_property
    def _totals(self) -> tuple[Floats, Floats]:
        """The sums by class and by feature."""
        counts = self.class_counts
        by_class, by_feature = (np.asarray(counts.sum(axis=axis), dtype=np.float64) for axis in (1, 0))
        return by_class, by_feature

    @property
    def bias(self) -> Floats:
        """See `contests.LinearClassifier`."""
        return np.zeros(self.class_counts.shape[0])

    def parts(self, words: Integers, counts: Integers) -> Floats:
        """See `contests.LinearClassifier`."""
        return np.asarray(self.worth(words, counts)[:, None] * self.weights_of(words), dtype=np.float64)

    def worth(self, words: Integers, counts: Integers) -> Floats:
        """See `contests.WeighedClassifier`."""
        del words
        presence = self.kind is AttackerKind.NB_BINARY
        return (Weighting.PRESENCE if presence else Weighting.COUNTS).values(counts)

    def weights_of(self, words: Integers) -> Floats:
        """See `contests.WeighedClassifier`."""
        alpha = SMOOTHING[self.kind]
        by_class, by_feature = self._totals
        said = np.asarray(self._columns[:, words].toarray().T, dtype=np.float64)
        smoothed = alpha * self.class_counts.shape[1]
        if self.kind in _COMPLEMENT:
            others = by_feature[words, None] - said + alpha
            return np.asarray(np.log(by_class.sum() - by_class + smoothed) - np.log(others), dtype=np.float64)
        return np.asarray(np.log(said + alpha) - np.log(by_class + smoothed), dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class RidgeAttacker:
    """Ridge regression whose weights are sums of `documents` [document, feature], weighted by `shares`.

    `shares` is [document, class]; `idf` is [feature].
    """

    documents: csc_array
    shares: Floats
    idf: Floats
    kind: AttackerKind = field(default=AttackerKind.RIDGE, init=False)

    @classmethod
    def fit(
        cls, documents: Vectors, class_of: Integers, idf: Floats, shares: Floats | None = None
    ) -> "RidgeAttacker":
        """Train it on unit vectors [document, feature], or take `shares` that are stored."""
        return cls(csc_array(documents), dual_ridge(documents, class_of) if shares is None else shares, idf)

    @property
    def bias(self) -> Floats:
        """See `contests.LinearClassifier`."""
        return np.zeros(self.shares.shape[1])

    def parts(self, words: Integers, counts: Integers) -> Floats:
        """See `contests.LinearClassifier`."""
        return np.asarray(self.worth(words, counts)[:, None] * self.weights_of(words), dtype=np.float64)

    def worth(self, words: Integers, counts: Integers) -> Floats:
        """See `contests.WeighedClassifier`."""
        return Weighting.SUBLINEAR_TFIDF.values(counts, self.idf[words])

    def weights_of(self, words: Integers) -> Floats:
        """See `contests.WeighedClassifier`."""
        return np.asarray(self.documents[:, words].T @ self.shares, dtype=np.float64)


def fit_ridge(nearest: NearestNeighbour, shares: Floats | None = None) -> RidgeAttacker:
    """Train it on the documents of a nearest-document attacker, in their order."""
    return RidgeAttacker.fit(nearest.documents, nearest.class_of, nearest.idf, shares)

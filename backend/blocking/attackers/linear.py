"""Linear attackers: what each word of a document adds to each client's score."""

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from backend.blocking.attackers.kinds import AttackerKind
from backend.learning.arrays import Counts, Floats, Integers

Vectors = csr_array[np.float64, tuple[int, int]]
"""Documents as an attacker weighs them, [document, word]."""


class Weighting(Enum):
    """What a word that a document says x times is worth, whatever its class."""

    COUNTS = "x"
    PRESENCE = "1"
    SUBLINEAR_TFIDF = "(1 + ln x) * idf"

    def values(self, counts: NDArray[np.integer], idf: Floats | None = None) -> Floats:
        """The worth of words that are said `counts` (above 0) times and have that `idf`; both [n]."""
        if self is Weighting.PRESENCE:
            return np.ones(len(counts))
        if self is Weighting.COUNTS:
            return counts.astype(np.float64)
        if idf is None:
            raise ValueError("tf-idf needs the idf of each word")
        worth: Floats = (1 + np.log(counts)) * idf
        return worth

    def vectors(self, counts: Counts, idf: Floats | None = None) -> Vectors:
        """The documents with each count replaced by its worth; `idf` is [word]."""
        of_each = None if idf is None else idf[counts.indices]
        worth = self.values(counts.data, of_each)
        weighed: Vectors = csr_array((worth, counts.indices, counts.indptr), shape=counts.shape)
        return weighed


@dataclass(frozen=True, slots=True, eq=False)
class LinearAttacker:
    """A class's score is its `bias` plus the worth of each word times the word's weight for the class.

    `weights` is [class, word] and lies in memory word by word, because a document needs few words of all classes;
    `bias` is [class]; `idf` is [word] where the weighting asks for one, else None. All are read-only.

    An attacker on tf-idf compares by cosine, but does not divide by the document's length here: that is the same
    for all classes, and would change with every word that goes.
    """

    kind: AttackerKind
    weighting: Weighting
    weights: Floats
    bias: Floats
    idf: Floats | None = None

    def __post_init__(self) -> None:
        classes, words = self.weights.shape
        if self.bias.shape != (classes,):
            raise ValueError("bias must be [class]")
        if (self.idf is not None) != (self.weighting is Weighting.SUBLINEAR_TFIDF):
            raise ValueError("idf belongs to tf-idf, and tf-idf needs it")
        if self.idf is not None and self.idf.shape != (words,):
            raise ValueError("idf must be [word]")
        object.__setattr__(self, "weights", np.asfortranarray(self.weights, dtype=np.float64))
        for array in (self.weights, self.bias, self.idf):
            if array is not None:
                array.setflags(write=False)

    def scores(self, counts: Counts) -> Floats:
        """See Attacker; for each document `bias + parts(...).sum(axis=0)`."""
        return np.asarray(self.weighting.vectors(counts, self.idf) @ self.weights.T + self.bias, dtype=np.float64)

    def parts(self, words: Integers, counts: Integers) -> Floats:
        """What each word of one document adds to each class's score while it stays, [word of the document, class].

        `words` [n] point into the vocabulary, `counts` [n] are above 0. A word stays or goes with all its
        occurrences: scores after suppressing some are `bias` plus the sum of the rows that stay.
        """
        worth = self.weighting.values(counts, None if self.idf is None else self.idf[words])
        return worth[:, None] * self.weights.T[words]

"""Score documents with linear attackers: each word adds to the score of each client."""

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
    """The value of a word by its number of occurrences in a document, whatever its class."""

    COUNTS = "x"
    PRESENCE = "1"
    SUBLINEAR_TFIDF = "(1 + ln x) * idf"

    def values(self, counts: NDArray[np.integer], idf: Floats | None = None) -> Floats:
        """Return the values of words with `counts` (above 0) occurrences and this `idf`; both [n]."""
        if self is Weighting.PRESENCE:
            return np.ones(len(counts))
        if self is Weighting.COUNTS:
            return counts.astype(np.float64)
        if idf is None:
            raise ValueError("tf-idf needs the idf of each word")
        worth: Floats = (1 + np.log(counts)) * idf
        return worth

    def vectors(self, counts: Counts, idf: Floats | None = None) -> Vectors:
        """Return the documents with each count replaced by its value; `idf` is [word]."""
        of_each = None if idf is None else idf[counts.indices]
        worth = self.values(counts.data, of_each)
        weighed: Vectors = csr_array((worth, counts.indices, counts.indptr), shape=counts.shape)
        return weighed


@dataclass(frozen=True, slots=True, eq=False)
class LinearAttacker:
    """A class's score is its `bias` plus the value of each word times the word's weight for the class.

    `weights` is [class, word], stored word by word, because a document needs few words of all classes. `bias` is
    [class]. `idf` is [word] if the weighting needs one, else None. All are read-only.

    An attacker on tf-idf compares by cosine, but does not divide by the document's length here: that is the same
    for all classes, and would change with every word that is suppressed.
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
        """Return what each kept word of a document adds to each class's score, [word, class].

        `words` [n] index the vocabulary, `counts` [n] are above 0. A word stays or goes with all its occurrences:
        scores after suppressing some are `bias` plus the sum of the rows that stay.
        """
        worth = self.weighting.values(counts, None if self.idf is None else self.idf[words])
        return worth[:, None] * self.weights.T[words]

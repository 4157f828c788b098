"""Synthetic corpora: every class says a few words more often than the others do."""

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from scipy.sparse import csr_array

from backend.learning.arrays import Counts, Integers


@dataclass(frozen=True, eq=False)
class Corpus:
    counts: Counts
    class_of: Integers
    classes: int

    @property
    def raw(self):
        """What scikit-learn calls X and y."""
        return self.counts, self.class_of


def sparse(rows) -> Counts:
    return csr_array(np.array(rows, dtype=np.int32))


def corpus(documents: int, words: int, classes: int, seed: int = 0) -> Corpus:
    """Words by Zipf's law, a tenth of them five times as frequent in one class; counts of 32-bit integers."""
    random = np.random.default_rng(seed)
    class_of = np.arange(documents) % classes
    rate = np.tile(20.0 / np.arange(1, words + 1), (classes, 1))
    for own in rate:
        own[random.choice(words, max(words // 10, 1), replace=False)] *= 5
    return Corpus(csr_array(random.poisson(rate[class_of]).astype(np.int32)), class_of, classes)


@st.composite
def corpora(draw) -> Corpus:
    """Two to five classes and a few documents, among them empty ones and the only one of a class."""
    classes = draw(st.integers(2, 5))
    class_of = [*range(classes), *draw(st.lists(st.integers(0, classes - 1), max_size=6))]
    documents = st.lists(st.integers(0, 4), min_size=6, max_size=6)
    rows = [[1, 0, 0, 0, 0, 0], *(draw(documents) for _ in class_of[1:])]
    return Corpus(sparse(rows), np.array(class_of), classes)

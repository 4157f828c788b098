"""Small models and documents drawn by hypothesis, with exact arithmetic beside them."""

from dataclasses import dataclass
from fractions import Fraction
from math import prod

import numpy as np
from hypothesis import strategies as st

from backend.blocking.confusability import ModelWordCounts
from backend.learning.naive_bayes import NaiveBayes

WORDS = ("aisle", "cash", "hyper", "loan", "rate", "till")


@dataclass(frozen=True)
class Case:
    """A document under a model of integer counts, smoothed by 1, with uniform priors."""

    class_counts: tuple[tuple[int, ...], ...]
    said: tuple[int, ...]

    @property
    def model(self) -> NaiveBayes:
        classes = tuple(f"client {i}" for i in range(len(self.class_counts)))
        return NaiveBayes.from_counts(classes, WORDS, np.array(self.class_counts, dtype=float), alpha=1.0)

    @property
    def evidence(self) -> ModelWordCounts:
        said = np.array(self.said)
        return ModelWordCounts(self.model, np.flatnonzero(said), said[said > 0])

    def exact_k(self, client: int, suppressed: set[str]) -> int:
        """The k that the document holds, from products of fractions and without a logarithm."""

        def likelihood(counts):
            total = sum(counts) + len(WORDS)
            return prod(
                Fraction(count + 1, total) ** said
                for word, count, said in zip(WORDS, counts, self.said, strict=True)
                if word not in suppressed
            )

        true = likelihood(self.class_counts[client])
        return 1 + sum(likelihood(counts) > true for counts in self.class_counts)


_counts = st.tuples(*[st.integers(0, 9)] * len(WORDS))
cases = st.builds(
    Case, st.lists(_counts, min_size=2, max_size=5).map(tuple), st.tuples(*[st.integers(0, 3)] * len(WORDS))
)

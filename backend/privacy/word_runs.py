"""Runs of consecutive words of texts, to recognise passages that two texts have in common.

Broder 1997, *On the resemblance and containment of documents*, with the smaller of both texts as the reference: an
excerpt has the runs of its document, but not the shares of its words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from backend.learning.arrays import Booleans, Integers

LENGTH = 5
"""The words of a run: long enough that texts of one author hardly ever share one by chance."""

FEWEST_SHARED = 10
"""So many runs in common are a passage: some 14 consecutive words. Fewer are a usual phrase."""

Runs = NDArray[np.uint64]

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
"""An odd number without a pattern in its bits, so that the order of the words of a run counts."""


def runs_in(words: Sequence[str]) -> Runs:
    """Return the numbers of the runs of a text, in their order: one for each word that a whole run begins with.

    >>> len(runs_in(["the", "crane", "of", "alder", "port", "broke"]))
    2
    """
    count = max(0, len(words) - LENGTH + 1)
    numbers = {word: _number(word) for word in set(words)} if count else {}
    row = np.array([numbers[word] for word in words] if count else [], dtype=np.uint64)
    runs = np.zeros(count, dtype=np.uint64)
    for at in range(LENGTH):
        runs = runs * _FACTOR + row[at : at + count]
    return runs


def shared_runs(one: Runs, other: Runs) -> float:
    """Return the share of the runs of the shorter text that both have, 0…1; 0 where fewer than a passage.

    Each text has its distinct runs, ascending.
    """
    shared = len(np.intersect1d(one, other, assume_unique=True))
    return shared / min(len(one), len(other)) if shared >= FEWEST_SHARED else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class RunsInOrder:
    """The runs of a text: the distinct ones, ascending, and which of them each run of the text is, in order."""

    distinct: Runs
    order: Integers

    @classmethod
    def of(cls, words: Sequence[str]) -> "RunsInOrder":
        """Return the runs of the text with these words."""
        return cls(*np.unique(runs_in(words), return_inverse=True))

    def words_in_passages(self, other: Runs) -> Booleans:
        """Return which words stand in a passage that another text, with these distinct runs, has too, [word]."""
        both = np.zeros(len(self.distinct), dtype=bool)
        both[np.intersect1d(self.distinct, other, assume_unique=True, return_indices=True)[1]] = True
        words = np.zeros(len(self.order) + LENGTH - 1, dtype=bool)
        edges = np.flatnonzero(np.diff(both[self.order], prepend=False, append=False))
        for start, end in edges.reshape(-1, 2).tolist():
            if end - start >= FEWEST_SHARED:
                words[start : end + LENGTH - 1] = True
        return words


def _number(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest())

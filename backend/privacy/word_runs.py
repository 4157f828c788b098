"""Runs of consecutive words of texts, to recognise passages that two texts have in common.

Broder 1997, *On the resemblance and containment of documents*, with the smaller of both texts as the reference: an
excerpt has the runs of its document, but not the shares of its words.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

LENGTH = 5
"""The words of a run: long enough that texts of one author hardly ever share one by chance."""

FEWEST_SHARED = 10
"""So many runs in common are a passage: some 14 consecutive words. Fewer are a usual phrase."""

Runs = NDArray[np.uint64]

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
"""An odd number without a pattern in its bits, so that the order of the words of a run counts."""


def runs_of(blocks: Iterable[Sequence[str]]) -> Runs:
    """Return the numbers of the distinct runs in blocks of words, ascending; no run goes across blocks.

    >>> len(runs_of([["the", "crane", "of", "alder", "port", "broke"], ["too", "short"]]))
    2
    """
    numbers: dict[str, int] = {}
    found = [np.empty(0, dtype=np.uint64)]
    for words in blocks:
        if len(words) < LENGTH:
            continue
        for word in words:
            if word not in numbers:
                numbers[word] = _number(word)
        row = np.array([numbers[word] for word in words], dtype=np.uint64)
        count = len(row) - LENGTH + 1
        runs = np.zeros(count, dtype=np.uint64)
        for at in range(LENGTH):
            runs = runs * _FACTOR + row[at : at + count]
        found.append(runs)
    return np.unique(np.concatenate(found))


def shared_runs(one: Runs, other: Runs) -> float:
    """Return the share of the runs of the shorter text that both have, 0…1; 0 where fewer than a passage."""
    shared = len(np.intersect1d(one, other, assume_unique=True))
    return shared / min(len(one), len(other)) if shared >= FEWEST_SHARED else 0.0


def _number(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest())

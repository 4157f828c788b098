"""Count the words, runs of words and runs of characters of texts, [document, feature]."""

import re
from collections import Counter as Tally
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from backend.panel.attackers import Characters, Runs
from backend.panel.fitted import Counts
from backend.panel.tokenisers import PLACEHOLDER, joined, runs_of

Hashes = NDArray[np.uint64]

_BUCKETS = 1 << 18
"""Runs of characters are too many to list, so they are counted by a hash."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_SPACE = re.compile(r"\s+")


class Counter(Protocol):
    """Counts the features of texts; features that no training text has are ignored."""

    def count(self, texts: Sequence[str]) -> Counts:
        """Return the counts, [document, feature]."""


@dataclass(frozen=True, slots=True, eq=False)
class RunCounter:
    """Counts the runs of words that the training texts have, by their hashes, which ascend."""

    reads: Runs
    known: Hashes

    def count(self, texts: Sequence[str]) -> Counts:
        """Return the counts, [document, run]."""
        counted = [self._known_runs(Tally(runs_in(text, self.reads))) for text in texts]
        starts = np.cumsum([0, *(len(places) for places, _ in counted)])
        places = np.concatenate([each for each, _ in counted]) if counted else np.empty(0, np.int64)
        times = np.concatenate([each for _, each in counted]) if counted else np.empty(0)
        return csr_array((times, places, starts), shape=(len(texts), len(self.known)))

    def _known_runs(self, runs: Tally[str]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return where the known ones of the runs are, ascending, and how often each occurs."""
        hashes, times = hashes_of(runs), np.array(list(runs.values()), np.float64)
        places = np.searchsorted(self.known, hashes)
        found = self.known[np.minimum(places, len(self.known) - 1)] == hashes
        order = np.argsort(places[found])
        return places[found][order], times[found][order]


def runs_in(text: str, reads: Runs) -> Iterator[str]:
    """Yield the runs of words in a text."""
    parts = reads.tokeniser.parts(text[: reads.characters])
    return runs_of(joined(parts) if reads.across else parts, reads.shortest, reads.longest)


def hashes_of(runs: Iterable[str]) -> Hashes:
    """Return a hash of 64 bits of each run; among 100,000 runs two are alike once in four billion panels.

    A stored panel has hashes alone, so that it holds no word of a document.
    """
    digests = (blake2b(run.encode("utf-8", "surrogatepass"), digest_size=8).digest() for run in runs)
    return np.frombuffer(b"".join(digests), "<u8").astype(np.uint64)


@dataclass(frozen=True, slots=True)
class CharacterCounter:
    """Counts the runs of characters that fall into each bucket of a hash."""

    reads: Characters
    known: NDArray[np.bool_] | None = None

    def count(self, texts: Sequence[str]) -> Counts:
        """Return the counts, [document, bucket], of the buckets that training texts have."""
        counted = [self._buckets(text) for text in texts]
        starts = np.cumsum([0, *(len(buckets) for buckets, _ in counted)])
        buckets = np.concatenate([each for each, _ in counted])
        times = np.concatenate([each for _, each in counted])
        return csr_array((times, buckets, starts), shape=(len(texts), _BUCKETS))

    def _buckets(self, text: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        found = list(self._hashes(text))
        buckets, times = np.unique(np.concatenate(found) if found else np.empty(0, np.int64), return_counts=True)
        if self.known is not None:
            times, buckets = times[self.known[buckets]], buckets[self.known[buckets]]
        return buckets, times.astype(np.float64)

    def _hashes(self, text: str) -> Iterator[NDArray[np.int64]]:
        for part in PLACEHOLDER.split(text):
            letters = np.frombuffer(_SPACE.sub(" ", part.lower()).encode("utf-32-le"), np.uint32).astype(np.uint64)
            for size in range(self.reads.shortest, self.reads.longest + 1):
                yield (rolling_hashes(letters, size) % np.uint64(_BUCKETS)).astype(np.int64)


def rolling_hashes(codes: NDArray[np.uint64], size: int, blanks: Collection[int] = ()) -> NDArray[np.uint64]:
    """Return a hash of each run of `size` codes, with 0 for the codes at the places `blanks` of the run.

    There is none if the codes are fewer.
    """
    if len(codes) < size:
        return np.empty(0, np.uint64)
    hashed = np.full(len(codes) - size + 1, size, np.uint64)
    for place in range(size):
        if place not in blanks:
            hashed = hashed + codes[place : place + len(hashed)]
        hashed *= _MULTIPLIER
        hashed ^= hashed >> np.uint64(29)
    return hashed

"""Distances between many sparse distributions: the root of the Jensen-Shannon divergence in bits.

For two distributions p and q only their shared words matter: the divergence is 1 - S/2 with
`S = SUM_w (p+q) log2(p+q) - p log2 p - q log2 q` over the words that both have. So the cost grows with the shared
words of the pairs, not with the vocabulary.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from backend.learning.arrays import Floats, Integers, Sparse
from backend.privacy.divergence import ROUNDING

_POSTINGS = 4_000_000
"""How many shared words are computed together: about 100 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class SharedWords:
    """The words that a distribution shares with others: `words` counts its own, `owners` are the others.

    By `bits` the squared distance would be larger without the word: if its share fell on a word that nobody has.
    """

    words: Integers
    owners: Integers
    bits: Floats


class PostingLists:
    """For each word the distributions that have it, to compare others with them.

    `rows` has the shape [distribution, word], and its rows have the sum 1 (empty rows are allowed).
    """

    def __init__(self, rows: Sparse) -> None:
        columns = rows.tocsc()
        self._width = rows.shape[0]
        self._starts = columns.indptr.astype(np.int64)
        self._owners = columns.indices
        self._shares = columns.data
        self._terms = columns.data * np.log2(columns.data)
        self._present = np.diff(rows.indptr) > 0

    def squared_distances(self, sources: Sparse) -> Iterator[Floats]:
        """Yield the divergences of each source from all distributions, [distribution], one source after another.

        An empty distribution has the distance 1 to every other, and 0 to an empty one.
        """
        for first, last in self._blocks(sources):
            yield from self._block(sources, first, last)

    def shared_words(self, sources: Sparse, row: int) -> SharedWords:
        """Return what a row of the sources shares with the distributions, word by word."""
        begin, end = int(sources.indptr[row]), int(sources.indptr[row + 1])
        at, lengths, shared = self._shared(sources.indices[begin:end], sources.data[begin:end])
        owners = self._owners[at].astype(np.int64)
        return SharedWords(np.repeat(np.arange(end - begin), lengths), owners, shared / 2)

    def _shared(self, words: NDArray[np.int32], p: Floats) -> tuple[Integers, Integers, Floats]:
        """Return the postings of words with shares p, how many each word has, and their parts of S."""
        starts = self._starts[words]
        lengths = self._starts[words + 1] - starts
        at = _ranges(starts, lengths)
        both = np.repeat(p, lengths)
        both += self._shares[at]
        shared = both * np.log2(both)
        shared -= self._terms[at]
        shared -= np.repeat(p * np.log2(p), lengths)
        return at, lengths, shared

    def _blocks(self, sources: Sparse) -> Iterator[tuple[int, int]]:
        lengths = np.diff(self._starts)[sources.indices]
        work = np.concatenate([[0], np.cumsum(lengths)])[sources.indptr]
        first = 0
        while first < sources.shape[0]:
            last = int(np.searchsorted(work, work[first] + _POSTINGS, side="right")) - 1
            last = min(max(last, first + 1), sources.shape[0])
            yield first, last
            first = last

    def _block(self, sources: Sparse, first: int, last: int) -> Floats:
        begin, end = sources.indptr[first], sources.indptr[last]
        at, lengths, shared = self._shared(sources.indices[begin:end], sources.data[begin:end])
        rows = np.repeat(np.arange(last - first), np.diff(sources.indptr[first : last + 1]))
        place = np.repeat(rows * self._width, lengths) + self._owners[at]
        sums = np.bincount(place, weights=shared, minlength=(last - first) * self._width)
        divergences = 1 - sums.reshape(last - first, self._width) / 2
        divergences[divergences < ROUNDING] = 0.0
        empty = np.diff(sources.indptr[first : last + 1]) == 0
        divergences[np.ix_(empty, ~self._present)] = 0.0
        return divergences


def shares_of_texts(texts: Sequence[Mapping[str, int]], column: Mapping[str, int], *, known_alone: bool) -> Sparse:
    """Return the shares of the words of texts, [text, word]; `column` tells the column of a word.

    Words without a column are left out; `known_alone` says whether they are left out of the totals too.

    >>> shares_of_texts([{"crane": 1, "ship": 3}], {"ship": 0}, known_alone=False).toarray().tolist()
    [[0.75]]
    """
    known = [sorted((column[word], n) for word, n in text.items() if n > 0 and word in column) for text in texts]
    starts = np.cumsum([0, *map(len, known)])
    pairs = np.array([pair for each in known for pair in each], dtype=np.float64).reshape(-1, 2)
    counted = [
        (n for _, n in row) if known_alone else text.values() for row, text in zip(known, texts, strict=True)
    ]
    totals = np.array([*map(sum, counted)], dtype=np.float64)
    shares = pairs[:, 1] / np.repeat(totals, np.diff(starts))
    return csr_array((shares, pairs[:, 0].astype(np.int64), starts), shape=(len(texts), len(column)))


def _ranges(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return `start … start + length - 1` of each range, one after another."""
    total = int(lengths.sum())
    offsets = np.repeat(starts - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths)
    return offsets + np.arange(total)

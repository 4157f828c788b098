"""Count how many clients use each word that is not a feature, and how often."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import overload

import numpy as np
from numpy.typing import NDArray

from backend.learning.arrays import Counts, Integers, columns_of, pack_counts, pack_strings, unpack_counts
from backend.learning.counts import TermCounts
from backend.learning.features import class_sums

_KEPT = 3
"""Speakers that are kept of each word: enough to tell, for any client, whether two others say it."""


@dataclass(frozen=True, slots=True, eq=False)
class EncodedStrings(Sequence[str]):
    """Ascending strings in the form they are stored in, each decoded only when it is asked for.

    A large corpus has a million words, and a document asks for a few hundred of them.
    """

    utf8: NDArray[np.generic]
    ends: NDArray[np.generic]

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        start = int(self.ends[index - 1]) if index else 0
        return self.utf8[start : int(self.ends[index])].tobytes().decode()

    def __iter__(self) -> Iterator[str]:
        return (self[i] for i in range(len(self)))


@dataclass(frozen=True, slots=True, eq=False)
class ClientsByWord:
    """For each word of the corpus that is no feature, up to three clients that use it.

    `clients` is [word, 3], indices of clients ascending, -1 where there are fewer.
    """

    words: Sequence[str]
    """Ascending."""
    clients: NDArray[np.int32]
    counts: Counts | None = None
    """[client, word], how often each client says each; None in models of earlier versions of Unsaid."""
    beside: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Words that are features of a model and of no view of it, with the clients that the view knows to say them."""

    def of(self, word: str) -> tuple[int, ...]:
        """Return up to three clients that use the word; none for a feature or a word outside the corpus."""
        if word in self.beside:
            return self.beside[word]
        at = bisect_left(self.words, word)
        if at == len(self.words) or self.words[at] != word:
            return ()
        return tuple(client for client in self.clients[at].tolist() if client >= 0)

    def packed(self) -> dict[str, NDArray[np.generic]]:
        """Return the arrays to store; `unpack_clients_by_word` reads them."""
        counts = {} if self.counts is None else pack_counts("others_counts", self.counts)
        return {**pack_strings("others", self.words), "others_clients": self.clients, **counts}


NOBODY = ClientsByWord((), np.empty((0, _KEPT), np.int32))
"""Nothing is known of any word but the features."""


def count_clients_by_word(counts: TermCounts, features: Integers) -> ClientsByWord:
    """Return which clients use the words that are no `features`, given as their columns in the counts."""
    no_feature = np.ones(len(counts.words), dtype=bool)
    no_feature[features] = False
    # Client by word, turned about: the clients of each word in their order, one after the other.
    by_client = class_sums(counts.word_counts, counts.client_of)
    by_word = by_client.tocsc()
    by_word.sort_indices()
    heard = np.diff(by_word.indptr)
    clients = np.full((len(counts.words), _KEPT), -1, dtype=np.int32)
    for nth in range(_KEPT):
        has = heard > nth
        clients[has, nth] = by_word.indices[by_word.indptr[:-1][has] + nth]
    words = tuple(word for word, kept in zip(counts.words, no_feature.tolist(), strict=True) if kept)
    return ClientsByWord(words, clients[no_feature], columns_of(by_client, np.flatnonzero(no_feature)))


def unpack_clients_by_word(arrays: Mapping[str, NDArray[np.generic]]) -> ClientsByWord:
    """Read the arrays that `ClientsByWord.packed` made.

    Raises KeyError when they are missing, ValueError when they do not fit together.
    """
    words = EncodedStrings(arrays["others_utf8"], arrays["others_ends"])
    clients = np.asarray(arrays["others_clients"], dtype=np.int32)
    if clients.shape != (len(words), _KEPT):
        raise ValueError("each word needs its speakers")
    counts = unpack_counts("others_counts", arrays) if "others_counts_data" in arrays else None
    if counts is not None and counts.shape[1] != len(words):
        raise ValueError("each word needs its counts")
    return ClientsByWord(words, clients, counts)

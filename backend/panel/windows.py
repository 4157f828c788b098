"""Find documents by verbatim windows of words that few clients have in their documents."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from backend.panel.attackers import Windows
from backend.panel.features import hashes_of, rolling_hashes
from backend.panel.fitted import Floats, Integers
from backend.panel.tokenisers import WORDS

FEW = 5
"""A window that as many clients have as k asks for tells nothing."""

_Hashes = NDArray[np.uint64]
_BLANK = np.uint64(0)


@dataclass(frozen=True, slots=True, eq=False)
class WindowIndex:
    """For each pattern of blanks, the sorted (window, client) pairs of the training documents."""

    reads: Windows
    clients: int
    owners: dict[tuple[int, ...], tuple[_Hashes, Integers]]

    @classmethod
    def learn(cls, reads: Windows, texts: Sequence[str], client_of: Integers, clients: int) -> "WindowIndex":
        """Index the windows of training documents."""
        codes = [[hashes_of(part) for part in WORDS.parts(text)] for text in texts]
        owners = {}
        for blanks in _patterns(reads):
            found = [[rolling_hashes(part, reads.words, blanks) for part in document] for document in codes]
            whole = [np.unique(np.concatenate(parts)) for parts in found]
            owners[blanks] = _owned(whole, client_of)
        return cls(reads, clients, owners)

    def scores(self, texts: Sequence[str]) -> Floats:
        """Return the windows that each client has in common with each text, [document, client].

        Each of the text's distinct windows that fewer than `FEW` clients have gives them one point together.
        """
        return np.array([self._score(text) for text in texts])

    def _score(self, text: str) -> Floats:
        line = _line(text)
        points = np.zeros(self.clients)
        for blanks, (windows, owner) in self.owners.items():
            asked = np.unique(self._asked(line, blanks))
            first, last = np.searchsorted(windows, asked, "left"), np.searchsorted(windows, asked, "right")
            count = last - first
            told = (count > 0) & (count < FEW)
            for start, end in zip(first[told].tolist(), last[told].tolist(), strict=True):
                points[owner[start:end]] += 1 / (end - start)
        return points

    def _asked(self, line: _Hashes, blanks: tuple[int, ...]) -> _Hashes:
        """Return the windows of a line whose placeholders stand exactly where `blanks` says."""
        size = self.reads.words
        if len(line) < size:
            return np.empty(0, np.uint64)
        view = np.lib.stride_tricks.sliding_window_view(line, size)
        wanted = np.zeros(size, bool)
        wanted[list(blanks)] = True
        fits = ((view == _BLANK) == wanted).all(axis=1)
        hashed: _Hashes = rolling_hashes(line, size)[fits]
        return hashed


def _patterns(reads: Windows) -> list[tuple[int, ...]]:
    """Return the places of blanks in a window; the first and the last word of a window are never blank."""
    inner = range(1, reads.words - 1)
    return [places for blanks in range(reads.blanks + 1) for places in combinations(inner, blanks)]


def _line(text: str) -> _Hashes:
    """Return the words of a text as hashes, with 0 for a placeholder."""
    parts = [hashes_of(part) for part in WORDS.parts(text)]
    return np.concatenate([parts[0], *(each for part in parts[1:] for each in ([_BLANK], part))]).astype(np.uint64)


def _owned(documents: Sequence[_Hashes], client_of: Integers) -> tuple[_Hashes, Integers]:
    """Return the windows in ascending order, each once for each client that has it, and these clients."""
    windows = np.concatenate(documents)
    owner = np.repeat(client_of, [len(each) for each in documents])
    order = np.lexsort((owner, windows))
    windows, owner = windows[order], owner[order]
    new = np.ones(len(windows), bool)
    new[1:] = (windows[1:] != windows[:-1]) | (owner[1:] != owner[:-1])
    return windows[new], owner[new]

"""An attacker who reads published editions of an anonymous index, and follows the members of its groups.

The attacker knows the method, and shares no code with the index but the reader of editions. The vector of a group
never changes, so that a group is recognised in the next edition in spite of the shuffling. A group that is missing
was dissolved: one of its documents was removed, and the others joined the nearest group. What is left to guess is
which of the equal rows of a group is whose.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from backend.learning.arrays import Sparse
from backend.privacy.edition import Edition

Name = bytes
"""What a group is recognised by: its stems and weights."""

_DEEPEST = 3
"""Groups that joined groups that are gone too are followed so far; beyond it they join the nearest that is left."""


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """An edition as an attacker reads it: the size of each group by its name, and the vectors, of length 1.

    `rows` [place] are the names of the rows of `vectors` over `stems`. Groups with equal vectors count as one.
    """

    sizes: Mapping[Name, int]
    rows: tuple[Name, ...]
    vectors: Sparse
    stems: tuple[str, ...]


def read(edition: Edition) -> Read:
    """Read an edition; the order of its groups is drawn for each edition and says nothing."""
    marks = marks_of(edition.stems)
    own, sizes = edition.vectors, Counter[Name]()
    lengths = np.repeat(own.norms, np.diff(own.starts))
    vectors: Sparse = csr_array((own.weights / lengths, own.columns, own.starts), shape=(len(own), own.width))
    rows = []
    for place, size in enumerate(edition.sizes.tolist()):
        columns, weights = own.row(place)
        rows.append(marks[columns].tobytes() + weights.tobytes())
        sizes[rows[-1]] += size
    return Read(sizes, tuple(rows), vectors, edition.stems)


@dataclass(slots=True)
class Attacker:
    """Follows targets through all editions: the members of each group of the first one, and others from later on.

    `places` are, for each target, the groups that it may be in now with their probabilities; what is missing to 1
    is the probability that it was removed. The target of a member of the first edition is called by its group.
    `unexpected` counts vectors that an edition has and the one before has not, which the method never produces.
    """

    places: dict[Hashable, dict[Name, float]]
    last: Read
    unexpected: int = 0

    @classmethod
    def starting_with(cls, edition: Read) -> "Attacker":
        """Begin with the members of all groups of an edition."""
        return cls({name: {name: 1.0} for name in edition.sizes}, edition)

    def see(self, edition: Read) -> None:
        """Read the next edition."""
        self.unexpected += len(edition.sizes.keys() - self.last.sizes.keys())
        moves = {name: self._move(name, edition) for name in self.last.sizes if self._shrank(name, edition)}
        for target, now in self.places.items():
            if moves.keys() & now.keys():
                after: dict[Name, float] = {}
                for name, probability in now.items():
                    for into, share in moves.get(name, {name: 1.0}).items():
                        after[into] = after.get(into, 0.0) + probability * share
                self.places[target] = after
        self.last = edition

    def notice(self, target: Hashable, edition: Read) -> None:
        """Read the next edition, knowing that a document was inserted since, and follow that from now on."""
        grown = [name for name, size in edition.sizes.items() if size > self.last.sizes.get(name, size)]
        self.see(edition)
        self.places[target] = {name: 1 / len(grown) for name in grown}

    def guess(self, target: Hashable) -> Name:
        """Choose the group of the last edition in which a row is most likely to be that of the target."""
        now = self.places[target]
        return min(now, key=lambda name: (-now[name] / self.last.sizes[name], name))

    def _shrank(self, name: Name, edition: Read) -> bool:
        return edition.sizes.get(name, 0) < self.last.sizes[name]

    def _move(self, name: Name, edition: Read) -> dict[Name, float]:
        """Where a member of a group of the last edition is in the next one."""
        size = self.last.sizes[name]
        if left := edition.sizes.get(name):
            return {name: left / size}
        return {into: share * (size - 1) / size for into, share in self._joined(name, edition, ()).items()}

    def _joined(self, name: Name, edition: Read, before: tuple[Name, ...]) -> dict[Name, float]:
        """Which group the members of a dissolved group joined, with probabilities.

        A nearer group that is missing too was dissolved after this one, and took its members along, or before: both
        are equally likely.
        """
        near = _nearest_first(self.last, self.last.vectors[[self.last.rows.index(name)]])
        others = [each for each in near if each != name and each not in before]
        found: dict[Name, float] = {}
        rest = 1.0
        for other in others:
            if other in edition.sizes:
                found[other] = found.get(other, 0.0) + rest
                break
            if len(before) < _DEEPEST:
                rest /= 2
                for into, share in self._joined(other, edition, (*before, name)).items():
                    found[into] = found.get(into, 0.0) + rest * share
        return found


def marks_of(stems: Iterable[str]) -> NDArray[np.uint32]:
    """Return a number for each stem; a group is called by those of its stems, and its weights."""
    return np.array([_mark_of(stem) for stem in stems], dtype=np.uint32)


@cache
def _mark_of(stem: str) -> int:
    return crc32(stem.encode())


def nearest(edition: Read, group: Name, of: Read) -> Name:
    """Return the group of one edition that is nearest to a group of another one."""
    places = {stem: place for place, stem in enumerate(edition.stems)}
    row = of.vectors[[of.rows.index(group)]]
    known = [(places[stem], weight) for stem, weight in _stems_of(row, of.stems) if stem in places]
    columns, weights = [place for place, _ in known], [weight for _, weight in known]
    moved = csr_array((weights, ([0] * len(columns), columns)), shape=(1, len(edition.stems)))
    return _nearest_first(edition, moved)[0]


def _nearest_first(edition: Read, row: Sparse) -> list[Name]:
    """The groups of an edition, those with the smallest cosine distance to a vector first."""
    cosines = np.round((edition.vectors @ row.T).toarray().ravel(), 9).tolist()
    found = sorted(zip(cosines, edition.rows, strict=True), key=lambda each: (-each[0], each[1]))
    return list(dict.fromkeys(name for _, name in found))


def _stems_of(row: Sparse, stems: tuple[str, ...]) -> list[tuple[str, float]]:
    return [(stems[column], weight) for column, weight in zip(row.indices.tolist(), row.data.tolist(), strict=True)]

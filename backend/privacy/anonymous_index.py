"""An index of documents in groups of at least k owners, which grows and shrinks (Navarro-Arribas et al. 2013).

A document that is added joins the nearest group and gets its vector. When a group has fewer than k owners left, it
is dissolved: its members join the nearest other group. No vector of a group is ever computed again, so that two
states of the index cannot be subtracted from each other. Of the original vectors, sums of distances alone are kept.
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from backend.errors import AlreadyIndexed, InvalidRequest, NotIndexed
from backend.learning.arrays import Booleans
from backend.privacy.group_vectors import GroupVectors


@dataclass(frozen=True, slots=True)
class DistanceSums:
    """The information loss of a group: the number of its documents, and the sums of their distances and squares.

    The distance is that of a document's original vector to the vector of the group. After a removal or a merge the
    sums are estimates, since nobody keeps the distance of each document.
    """

    documents: int = 0
    distances: float = 0.0
    squares: float = 0.0

    def with_document(self, distance: float) -> "DistanceSums":
        """Return the sums with one more document."""
        return DistanceSums(self.documents + 1, self.distances + distance, self.squares + distance**2)

    def without_document(self) -> "DistanceSums":
        """Return the sums without one document, as if all had the same distance."""
        left = self.documents - 1
        return DistanceSums(left, self.distances * left / self.documents, self.squares * left / self.documents)

    def moved(self, distance: float) -> "DistanceSums":
        """Return the sums after the members got another vector, at this distance from theirs.

        A member v at distance d of the vector c is (1-d)c and a rest at right angles to c; the rest is taken to be
        at right angles to the new vector too, so that the new distance is 1 - (1-d)(1-distance).
        """
        nearness, count = 1.0 - distance, self.documents
        near = count - self.distances
        squared = count - 2.0 * self.distances + self.squares
        return DistanceSums(count, count - near * nearness, count - 2.0 * near * nearness + squared * nearness**2)

    def __add__(self, other: "DistanceSums") -> "DistanceSums":
        return DistanceSums(
            self.documents + other.documents, self.distances + other.distances, self.squares + other.squares
        )


class Members(Protocol):
    """Which documents are in which group, and who owns them."""

    def group_of(self, document: bytes) -> int | None:
        """Return the group of a document; None if it is not in the index."""

    def owners(self, group: int) -> int:
        """Return the number of distinct owners of the documents of a group."""

    def sums(self, group: int) -> DistanceSums:
        """Return the information loss of a group."""

    def add(self, document: bytes, owner: bytes, group: int, sums: DistanceSums) -> None:
        """Add a document to a group, which has these sums then."""

    def remove(self, document: bytes, group: int, sums: DistanceSums) -> None:
        """Remove a document from its group, which has these sums then."""

    def merge(self, group: int, into: int, sums: DistanceSums) -> None:
        """Move the documents of a group into another one, which has these sums then; the first one is gone."""


@dataclass(frozen=True, slots=True)
class Insertion:
    """A document was added: its group, and its distance to the vector of that group."""

    group: int
    distance: float


@dataclass(frozen=True, slots=True)
class Removal:
    """A document was removed from a group; the group may have been dissolved into another one."""

    group: int
    into: int | None = None


@dataclass(frozen=True, slots=True)
class AnonymousIndex:
    """The operations of the index, on vectors and members that live elsewhere."""

    k: int
    vectors: GroupVectors
    members: Members

    def insert(self, document: bytes, owner: bytes, vector: Mapping[int, float]) -> Insertion:
        """Add a document to the nearest group; its vector is not kept.

        Raises AlreadyIndexed, InvalidRequest for a vector without columns.
        """
        if self.members.group_of(document) is not None:
            raise AlreadyIndexed("This document is in the index already. Remove it first to add it again.")
        if not vector or (nearest := self.vectors.nearest(vector)) is None:
            raise InvalidRequest("A document without words cannot be indexed. Leave it out.")
        group, distance = nearest
        self.members.add(document, owner, group, self.members.sums(group).with_document(distance))
        return Insertion(group, distance)

    def remove(self, document: bytes) -> Removal:
        """Remove a document; a group that has fewer than k owners then is dissolved, unless it is the last one.

        Whoever calls overwrites the vector of the dissolved group. Raises NotIndexed.
        """
        groups = self.remove_all([document])
        return Removal(*groups.popitem())

    def remove_all(self, documents: Iterable[bytes]) -> dict[int, int | None]:
        """Remove documents together; return their groups, each with the group that it was dissolved into, if so.

        Groups are dissolved once all documents are gone, so that none joins another for a document that goes too.
        Whoever calls overwrites the vectors of dissolved groups. Raises NotIndexed.
        """
        groups = sorted({self._without(document) for document in documents})
        gone = np.zeros(len(self.vectors), dtype=np.bool_)
        return {group: self._dissolved_if_small(group, gone) for group in groups}

    def _without(self, document: bytes) -> int:
        """Take a document out of its group, and return the group."""
        group = self.members.group_of(document)
        if group is None:
            raise NotIndexed("The index has no such document.")
        self.members.remove(document, group, self.members.sums(group).without_document())
        return group

    def _dissolved_if_small(self, group: int, gone: Booleans) -> int | None:
        """Dissolve a group of too few owners into the nearest one that is not `gone` [group]; None where it stays.

        It is marked as gone: its vector is still there.
        """
        if self.members.owners(group) >= self.k:
            return None
        gone[group] = True
        other = self.vectors.nearest(self.vectors.as_mapping(group), without=gone)
        if other is None:
            gone[group] = False
            return None
        into, distance = other
        self.members.merge(group, into, self.members.sums(into) + self.members.sums(group).moved(distance))
        return into


@dataclass(slots=True)
class MembersInMemory:
    """Members for experiments."""

    documents: dict[bytes, tuple[Hashable, int]] = field(default_factory=dict)
    groups: dict[int, dict[bytes, Hashable]] = field(default_factory=dict)
    loss: dict[int, DistanceSums] = field(default_factory=dict)

    def group_of(self, document: bytes) -> int | None:
        """Return the group of a document; None if it is not in the index."""
        found = self.documents.get(document)
        return None if found is None else found[1]

    def owners(self, group: int) -> int:
        """Return the number of distinct owners of the documents of a group."""
        return len(set(self.groups[group].values()))

    def sums(self, group: int) -> DistanceSums:
        """Return the information loss of a group."""
        return self.loss.get(group, DistanceSums())

    def add(self, document: bytes, owner: Hashable, group: int, sums: DistanceSums) -> None:
        """Add a document to a group, which has these sums then."""
        self.documents[document] = owner, group
        self.groups.setdefault(group, {})[document] = owner
        self.loss[group] = sums

    def remove(self, document: bytes, group: int, sums: DistanceSums) -> None:
        """Remove a document from its group, which has these sums then."""
        del self.documents[document], self.groups[group][document]
        self.loss[group] = sums

    def merge(self, group: int, into: int, sums: DistanceSums) -> None:
        """Move the documents of a group into another one, which has these sums then; the first one is gone."""
        moved = self.groups.pop(group)
        self.documents.update({document: (owner, into) for document, owner in moved.items()})
        self.groups[into].update(moved)
        self.loss[into] = sums
        del self.loss[group]

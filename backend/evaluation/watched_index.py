"""An anonymous index in memory, beside the original vectors that a real one no longer has."""

from collections.abc import Iterable, Iterator

import numpy as np
from scipy.sparse import csr_array

from backend.evaluation.index_documents import Documents
from backend.learning.arrays import Floats, Integers, Sparse
from backend.privacy.anonymous_index import AnonymousIndex, MembersInMemory, Removal
from backend.privacy.group_vectors import GroupVectors
from backend.privacy.index_vectors import normalised
from backend.privacy.microaggregation import distances_to_centroids, microaggregate, squared_error
from backend.privacy.published_vectors import published


class WatchedIndex:
    """An index whose every document is its own owner; documents are called by their numbers."""

    def __init__(self, documents: Documents, indexed: Integers, k: int, shared_by: int = 1) -> None:
        """Group the documents by MDAV; `shared_by` says what is published of the means, 1 keeps them whole."""
        self.documents = documents
        vectors: Sparse = documents.vectors[indexed]
        grouping = microaggregate(vectors, k)
        if shared_by > 1:
            grouping = published(vectors, grouping, shared_by)
        distances = distances_to_centroids(vectors, grouping)
        self.members = MembersInMemory()
        self.index = AnonymousIndex(k, GroupVectors.of(grouping.centroids), self.members)
        for document, group, core, distance in zip(
            indexed.tolist(), grouping.groups.tolist(), grouping.core.tolist(), distances.tolist(), strict=True
        ):
            sums = self.members.sums(group).with_document(distance)
            self.members.add(_name(document), document, group, sums, core=core)

    def insert(self, document: int) -> int:
        """Add a document, and return its group."""
        return self.index.insert(_name(document), document.to_bytes(4), self.documents.row(document)).group

    def remove(self, document: int) -> Removal:
        """Remove a document; the vector of a dissolved group is overwritten, as in an index on disk."""
        removal = self.index.remove(_name(document))
        if removal.into is not None:
            self.index.vectors.wipe(removal.group)
        return removal

    def present(self) -> list[int]:
        """Return the documents that are in the index, ascending."""
        return sorted(map(int, self.members.documents))

    def groups(self) -> dict[int, int]:
        """Return the group of each document."""
        return {int(name): group for name, (_, group) in self.members.documents.items()}

    def sizes(self) -> dict[int, int]:
        """Return the number of documents of each group."""
        return {group: len(members) for group, members in self.members.groups.items()}

    def true_error(self) -> float:
        """Return the mean of the squared distances of the original vectors to those of their groups."""
        return float(np.mean(self._distances() ** 2))

    def estimated_error(self) -> float:
        """Return the same mean as the index itself estimates it."""
        return sum(self.members.sums(group).squares for group in self.members.groups) / len(self.members.documents)

    def fresh_error(self) -> float:
        """Return the same mean if MDAV grouped the documents again."""
        vectors: Sparse = self.documents.vectors[self.present()]
        return squared_error(vectors, microaggregate(vectors, self.index.k))

    def _distances(self) -> Floats:
        groups = self.groups()
        own = normalised(_rows(self.index.vectors))[list(groups.values())]
        vectors: Sparse = self.documents.vectors[list(groups)]
        return 1.0 - np.asarray(vectors.multiply(own).sum(axis=1)).ravel()


def protected(documents: Documents, indexed: Integers, k: int) -> Sparse:
    """Return the vectors that MDAV gives documents, scaled to length 1, [document, column]."""
    grouping = microaggregate(documents.vectors[indexed], k)
    return normalised(grouping.centroids)[grouping.groups]


def changed(
    index: WatchedIndex, others: Iterable[int], draw: np.random.Generator, number: int
) -> Iterator[int | None]:
    """Make random changes, half of them removals; yield after each the document added, or None for a removal."""
    waiting = iter(others)
    for _ in range(number):
        present = index.present()
        new = next(waiting, None) if draw.random() < 0.5 or len(present) <= 2 * index.index.k else None
        if new is not None:
            index.insert(new)
        else:
            index.remove(int(draw.choice(present)))
        yield new


def _rows(vectors: GroupVectors) -> Sparse:
    weights = vectors.weights.astype(np.float64)
    rows: Sparse = csr_array((weights, vectors.columns, vectors.starts), shape=(len(vectors), vectors.width))
    return rows


def _name(document: int) -> bytes:
    return str(document).encode()

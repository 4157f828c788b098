"""The vectors of the groups of an anonymous index, which never change, and the search for the nearest."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from backend.learning.arrays import Booleans, Floats, Integers, Sparse
from backend.privacy.column_search import ColumnSearch
from backend.privacy.microaggregation import DECIMALS

_SHORTLIST = 1e-5
"""More than the error of a product of 32-bit numbers; what is nearer than this is computed again with 64 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class GroupVectors:
    """A vector for each group: its columns and weights between two `starts`, and its length in `norms` [group].

    Weights have 32 bits, and are what each member of a group has to the bit. A group that is gone has length 0; its
    columns and weights are overwritten with zeros.
    """

    starts: NDArray[np.int32]
    columns: NDArray[np.int32]
    weights: NDArray[np.float32]
    norms: Floats
    width: int
    _search: ColumnSearch = field(default_factory=ColumnSearch, init=False, repr=False)

    @classmethod
    def of(cls, centroids: Sparse) -> "GroupVectors":
        """Return the vectors of centroids [group, column]."""
        weights = centroids.data.astype(np.float32)
        squares = np.add.reduceat(weights.astype(np.float64) ** 2, centroids.indptr[:-1])
        starts, columns = centroids.indptr.astype(np.int32), centroids.indices.astype(np.int32)
        return cls(starts, columns, weights, np.sqrt(squares), centroids.shape[1])

    def __len__(self) -> int:
        return len(self.norms)

    def row(self, group: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Return the columns, ascending, and weights of a group."""
        part = slice(int(self.starts[group]), int(self.starts[group + 1]))
        return self.columns[part], self.weights[part]

    def as_mapping(self, group: int) -> dict[int, float]:
        """Return the weight of each column of a group."""
        columns, weights = self.row(group)
        return dict(zip(columns.tolist(), weights.tolist(), strict=True))

    def nearest(self, vector: Mapping[int, float], *, without: Booleans | None = None) -> tuple[int, float] | None:
        """Return the group with the smallest cosine distance, and the distance; of equal ones the first.

        None where there is no group, or no other than those [group].
        """
        found = self.ranked(vector, 1, without=without)
        return found[0] if found else None

    def ranked(
        self, vector: Mapping[int, float], top: int, *, without: Booleans | None = None
    ) -> list[tuple[int, float]]:
        """Return the nearest groups with their distances, nearest first, and all that are as near as the last.

        Groups that share no column with the vector have distance 1, and come along only where fewer than `top`
        groups share one.
        """
        products = self._search.products(self._matrix(), vector)
        nearness = np.divide(products, self.norms, out=np.full(len(self), -1.0), where=self.norms > 0)
        if without is not None:
            nearness[without] = -1.0
        living = int(np.count_nonzero(nearness >= 0))
        if not living:
            return []
        last = np.partition(nearness, len(nearness) - min(top, living))[len(nearness) - min(top, living)]
        if last <= 0:  # no number is negative: exactly these share no column
            sharing = np.flatnonzero(nearness > 0)
            rest = np.flatnonzero(nearness == 0)[: max(top - len(sharing), 0)]
            return [*self._exactly(sharing, vector), *((int(group), 1.0) for group in rest)]
        length = float(np.linalg.norm(list(vector.values())))
        return _up_to(self._exactly(np.flatnonzero(nearness >= last - _SHORTLIST * length), vector), top)

    def _exactly(self, groups: Integers, vector: Mapping[int, float]) -> list[tuple[int, float]]:
        """The distances of some groups, nearest first, computed with 64 bits."""
        if not len(groups):
            return []
        weights = np.array(list(vector.values()), dtype=np.float64)
        dense = np.zeros(self.width)
        dense[list(vector)] = weights
        starts, ends = self.starts[groups].astype(np.int64), self.starts[groups + 1].astype(np.int64)
        ends_of_parts = np.cumsum(ends - starts)
        places = np.arange(ends_of_parts[-1]) + np.repeat(ends - ends_of_parts, ends - starts)
        own = dense[self.columns[places]] * self.weights[places].astype(np.float64)
        products = np.add.reduceat(own, np.concatenate(([0], ends_of_parts[:-1])))
        distances = np.round(1.0 - products / (float(np.linalg.norm(weights)) * self.norms[groups]), DECIMALS)
        order = np.lexsort((groups, distances))
        return list(zip(groups[order].tolist(), distances[order].tolist(), strict=True))

    def wipe(self, group: int) -> None:
        """Overwrite the vector of a group that is gone."""
        self.norms[group] = 0.0
        columns, weights = self.row(group)
        self._search.wipe(group, columns)
        columns[:], weights[:] = 0, 0

    def _matrix(self) -> Any:
        matrix = csr_array((len(self), self.width), dtype=np.float32)
        # Set one by one: to be given to the constructor they would be checked, which reads them all.
        matrix.data, matrix.indices, matrix.indptr = self.weights, self.columns, self.starts
        return matrix


def _up_to(found: list[tuple[int, float]], top: int) -> list[tuple[int, float]]:
    """The first ones, and those that are as near as the last of them."""
    return [each for each in found if len(found) <= top or each[1] <= found[top - 1][1]]

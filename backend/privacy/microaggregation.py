"""Groups of at least k documents of different owners that are near each other: MDAV under cosine distance.

MDAV (maximum distance to average vector; Domingo-Ferrer and Mateo-Sanz 2002) takes the document r that is farthest
from the mean of those that are left, then the document s that is farthest from r, and forms a group around each.
Abril, Navarro-Arribas and Torra (2012) use it on vectors of words.

k counts owners. A group takes one document of each owner, so that no owner has more than 1/k of its mean. What
cannot be placed in this way (an owner has more documents than there are groups) joins the nearest group, whose mean
stays as it is. Where each document has its own owner, this is MDAV as published.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from backend.errors import InvalidRequest
from backend.learning.arrays import Booleans, Floats, Integers, Sparse
from backend.privacy.index_vectors import normalised

DECIMALS = 12
"""Distances are rounded to these, and of equal ones the first document wins: in R8 a median of 46 of 1,000
documents have no word in common with any given document."""

_AT_ONCE = 1_000
"""Documents that are compared with all groups at once, which bounds the memory of that."""


@dataclass(frozen=True, slots=True, eq=False)
class Grouping:
    """The group of each document.

    `groups` [document] is its group; `core` [document] says whether it counts in the centroid of its group, as one
    document of each owner does. `centroids` [group, column] are the means of those documents' vectors, which have
    length 1; a mean has another length. Where only what several owners share is left of them, with coarse weights,
    `shared_by` is that number of owners; it is 1 for means.
    """

    groups: Integers
    core: Booleans
    centroids: Sparse
    shared_by: int = 1

    @property
    def sizes(self) -> Integers:
        """The number of documents of each group."""
        return np.bincount(self.groups, minlength=self.centroids.shape[0])


def microaggregate(vectors: Sparse, k: int, owners: Sequence[int] | Integers | None = None) -> Grouping:
    """Group documents by MDAV: each group has documents of k to 2k-1 owners, and no mean has two of one owner.

    The rows of `vectors` have length 1; `owners` [document] are numbers, by default each document has its own. A
    group has more documents than owners only where an owner has too many documents to spread.

    Raises InvalidRequest for k below 2, for an empty vector, and where there are fewer than k owners.

    >>> rows = csr_array([[1.0, 0.0], [0.8, 0.6], [0.0, 1.0], [0.6, 0.8]])
    >>> microaggregate(rows, 2).groups.tolist()
    [0, 0, 1, 1]
    """
    owner_of = np.arange(vectors.shape[0]) if owners is None else np.asarray(owners, np.int64)
    check_groupable(vectors, k, owner_of)
    return grouping_of(vectors, core_groups(vectors, k, owner_of))


def core_groups(vectors: Sparse, k: int, owners: Integers) -> list[Integers]:
    """Return the groups of MDAV as arrays of documents, one document of each owner; a document may be in none.

    `owners` [document] are numbers from 0.
    """
    return _Mdav(vectors, k, owners).groups()


def check_groupable(vectors: Sparse, k: int, owners: Integers) -> None:
    """Raise InvalidRequest where no groups can be formed."""
    if k < 2:
        raise InvalidRequest("A k below 2 protects no document. Use 2 or more.")
    if np.any(np.diff(vectors.indptr) == 0):
        raise InvalidRequest("A document without words cannot be indexed. Leave it out.")
    if (found := len(np.unique(owners))) < k:
        raise InvalidRequest(
            f"There are documents of {found} owners, and each group needs {k}. Add documents of others or lower k."
        )


def grouping_of(vectors: Sparse, cores: Sequence[Integers]) -> Grouping:
    """Return the grouping with these documents as cores; the other documents join the nearest centroid."""
    count = vectors.shape[0]
    groups, core = np.full(count, -1, dtype=np.int64), np.zeros(count, dtype=np.bool_)
    for number, members in enumerate(cores):
        groups[members], core[members] = number, True
    centroids = means(vectors, groups, len(cores))
    if len(rest := np.flatnonzero(~core)):
        groups[rest] = nearest_rows(vectors[rest], centroids)
    return Grouping(groups, core, centroids)


def nearest_rows(vectors: Sparse, rows: Sparse) -> Integers:
    """Return for each vector of length 1 the row at the smallest cosine distance, of equal ones the first."""
    columns = normalised(rows).T.tocsr()
    parts = [vectors[start : start + _AT_ONCE] for start in range(0, vectors.shape[0], _AT_ONCE)]
    return np.concatenate([np.round(1.0 - (part @ columns).toarray(), DECIMALS).argmin(axis=1) for part in parts])


def means(vectors: Sparse, groups: Integers, number: int) -> Sparse:
    """Return the mean of the vectors of each group [group, column]; documents of group -1 count nowhere."""
    members = np.flatnonzero(groups >= 0)
    share = 1.0 / np.bincount(groups[members], minlength=number)
    mixing = csr_array((share[groups[members]], (groups[members], members)), shape=(number, vectors.shape[0]))
    result: Sparse = csr_array(mixing @ vectors)
    result.sort_indices()
    return result


def distances_to_centroids(vectors: Sparse, grouping: Grouping) -> Floats:
    """Return the cosine distance of each document to the centroid of its group."""
    own = normalised(grouping.centroids)[grouping.groups]
    return np.round(1.0 - np.asarray(vectors.multiply(own).sum(axis=1)).ravel(), DECIMALS)


def squared_error(vectors: Sparse, grouping: Grouping) -> float:
    """Return the mean of the squared distances to the centroids: the normalised SSE (Navarro-Arribas et al., 5)."""
    return float(np.mean(distances_to_centroids(vectors, grouping) ** 2))


class _Mdav:
    """One run of MDAV; documents are taken out as they are grouped.

    `_towards_sum` [document] is the product of each document with the sum of all that are left, which is as good
    as the cosine with their mean: a constant factor changes no order.
    """

    def __init__(self, vectors: Sparse, k: int, owners: Integers) -> None:
        self._k = k
        self._names = np.arange(vectors.shape[0])
        self._owners = owners
        self._take(vectors)

    def _take(self, vectors: Sparse) -> None:
        self._rows = vectors
        self._columns = vectors.tocsc()
        self._dense = np.zeros(vectors.shape[1])
        self._left = np.ones(vectors.shape[0], dtype=np.bool_)
        self._count = vectors.shape[0]
        self._per_owner = np.bincount(self._owners)
        self._towards_sum = np.asarray(vectors @ np.asarray(vectors.sum(axis=0)).ravel())

    def groups(self) -> list[Integers]:
        """Return the groups, in the order in which they were formed; a document may be in none."""
        found = []
        while self._count >= 3 * self._k and self._can_form():
            from_r = self._products([r := self._farthest(self._towards_sum)])
            around = [self._form(r, from_r)]
            if self._can_form():
                s = self._farthest(from_r)
                around.append(self._form(s, self._products([s])))
            found += [self._names[members] for members in around]
            self._forget(np.concatenate(around))
        if self._count >= 2 * self._k and self._can_form():
            r = self._farthest(self._towards_sum)
            members = self._form(r, self._products([r]))
            found.append(self._names[members])
            self._forget(members)
        if self._can_form():
            found.append(self._names[self._one_of_each_owner()])
        return found

    def _can_form(self) -> bool:
        return int(np.count_nonzero(self._per_owner)) >= self._k

    def _products(self, members: Sequence[int] | Integers) -> Floats:
        """The products of all documents with the sum of some, along the rows or along the columns of the matrix.

        The measured costs are 1 for a number of the matrix along the rows, 2 along the columns, and 2,000 for each
        column.
        """
        starts, row_starts = self._columns.indptr, self._rows.indptr
        parts = [slice(row_starts[each], row_starts[each + 1]) for each in members]
        columns = np.concatenate([self._rows.indices[part] for part in parts])
        weights = np.concatenate([self._rows.data[part] for part in parts])
        along_columns = 2 * int((starts[columns + 1] - starts[columns]).sum()) + 2_000 * len(columns)
        if self._rows.nnz < along_columns:
            np.add.at(self._dense, columns, weights)
            products = np.asarray(self._rows @ self._dense)
            self._dense[columns] = 0.0
            return products
        products = np.zeros(self._rows.shape[0])
        for column, weight in zip(columns.tolist(), weights.tolist(), strict=True):
            part = slice(starts[column], starts[column + 1])
            products[self._columns.indices[part]] += self._columns.data[part] * weight
        return products

    def _farthest(self, products: Floats) -> int:
        """The first of the documents that are left with the smallest product."""
        return int(np.round(np.where(self._left, products, np.inf), DECIMALS).argmin())

    def _form(self, pole: int, products: Floats) -> Integers:
        """Take out a document and the k-1 nearest ones of other owners, one of each."""
        nearness = np.where(self._left, products.round(DECIMALS), -np.inf)
        nearness[pole] = np.inf
        candidates = 2 * self._k
        while True:
            order = _highest(nearness, min(candidates, self._count))
            _, first = np.unique(self._owners[order], return_index=True)
            if len(first) >= self._k or len(order) == self._count:
                return self._take_out(order[np.sort(first)[: self._k]])
            candidates *= 4

    def _one_of_each_owner(self) -> Integers:
        """The documents that are left, of each owner the one that is nearest to their mean."""
        nearness = np.where(self._left, self._towards_sum.round(DECIMALS), -np.inf)
        order = _highest(nearness, self._count)
        _, first = np.unique(self._owners[order], return_index=True)
        return self._take_out(order[np.sort(first)])

    def _take_out(self, members: Integers) -> Integers:
        self._left[members] = False
        self._count -= len(members)
        np.subtract.at(self._per_owner, self._owners[members], 1)
        return members

    def _forget(self, members: Integers) -> None:
        """Take documents out of the sum; once half of the rows are taken out, go on with the others alone."""
        if self._count * 2 > len(self._left):
            self._towards_sum -= self._products(members)
            return
        kept = np.flatnonzero(self._left)
        self._names, self._owners = self._names[kept], self._owners[kept]
        self._take(self._rows[kept])


def _highest(values: Floats, count: int) -> Integers:
    """The places of the highest values, descending; of equal ones the first."""
    if count < len(values):
        least = np.partition(values, len(values) - count)[len(values) - count]
        places = np.flatnonzero(values >= least)
    else:
        places = np.arange(len(values))
    return places[np.argsort(-values[places], kind="stable")][:count]

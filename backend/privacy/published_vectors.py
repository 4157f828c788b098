"""What of the mean of a group is published: stems that several owners have, with few levels of weight.

The mean of a group has every stem of every document in it. A stem of one document alone weighs
count / (m · length) there, so that equal weights tell which stems belong together, and a text can be recognised by
its own. What is published instead has only what several owners of the group have in common.
"""

import numpy as np
from scipy.sparse import csr_array

from backend.errors import InvalidRequest
from backend.learning.arrays import Integers, Sparse
from backend.privacy.microaggregation import Grouping, nearest_rows

LEVELS = 4
"""The levels of weight: 1, 1/2, 1/4 and 1/8 of the largest weight of the group."""

LEAST_SHARED = 2
"""A stem that one owner alone has is never published."""


def published(vectors: Sparse, grouping: Grouping, shared_by: int, levels: int | None = LEVELS) -> Grouping:
    """Return the grouping with what is published of its means, for each group a vector that no other one has.

    A stem stays if documents of `shared_by` owners have it, of those that count in the mean of the group. Its
    weight becomes the nearest (in ratio) of the largest one, a half of it, a quarter and so on, `levels` in all.
    None keeps exact weights, for experiments. Groups that are equal then are one. The documents of a group without
    a stem left join the nearest group, each by itself, and count in no vector.

    Raises InvalidRequest when no group has a stem left.

    >>> rows = csr_array([[0.6, 0.8, 0.0], [0.6, 0.0, 0.8]])
    >>> plain = Grouping(np.array([0, 0]), np.array([True, True]), csr_array([[0.6, 0.4, 0.4]]))
    >>> published(rows, plain, 2).centroids.toarray().tolist()
    [[1.0, 0.0, 0.0]]
    """
    kept = _shared(vectors, grouping, shared_by)
    if levels is not None:
        kept = _coarse(kept, levels)
    firsts, number_of = _distinct(kept)
    if not len(firsts):
        raise InvalidRequest(
            f"No group has a word that documents of {shared_by} owners share. Add similar documents, or lower k or "
            "the number of clients that must share a word."
        )
    rows: Sparse = kept[firsts]
    groups = number_of[grouping.groups]
    if len(left := np.flatnonzero(groups < 0)):
        groups[left] = nearest_rows(vectors[left], rows)
    core = grouping.core & (number_of[grouping.groups] >= 0)
    return Grouping(groups, core, rows, shared_by)


def _shared(vectors: Sparse, grouping: Grouping, shared_by: int) -> Sparse:
    """The means without the stems that fewer core documents have; a group has one core document of each owner."""
    core = np.flatnonzero(grouping.core)
    having: Sparse = csr_array(vectors[core])
    having.data = np.ones(len(having.data))
    members = csr_array(
        (np.ones(len(core)), (grouping.groups[core], np.arange(len(core)))),
        shape=(grouping.centroids.shape[0], len(core)),
    )
    counts: Sparse = csr_array(members @ having)
    counts.data = (counts.data >= shared_by).astype(np.float64)
    kept: Sparse = csr_array(grouping.centroids.multiply(counts))
    kept.eliminate_zeros()
    kept.sort_indices()
    return kept


def _coarse(rows: Sparse, levels: int) -> Sparse:
    of_row = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    largest = np.zeros(rows.shape[0])
    np.maximum.at(largest, of_row, rows.data)
    halvings = np.rint(np.log2(largest[of_row] / rows.data))
    result: Sparse = rows.copy()
    result.data = 0.5 ** np.minimum(halvings, levels - 1)
    return result


def _distinct(rows: Sparse) -> tuple[Integers, Integers]:
    """The first of the rows that are equal, ascending, and the number of each row among these; -1 if empty."""
    numbers: dict[bytes, int] = {}
    firsts: list[int] = []
    number_of = np.full(rows.shape[0], -1, dtype=np.int64)
    for row, (start, end) in enumerate(zip(rows.indptr[:-1].tolist(), rows.indptr[1:].tolist(), strict=True)):
        if start == end:
            continue
        content = rows.indices[start:end].tobytes() + rows.data[start:end].tobytes()
        number_of[row] = numbers.setdefault(content, len(numbers))
        if number_of[row] == len(firsts):
            firsts.append(row)
    return np.array(firsts, dtype=np.int64), number_of

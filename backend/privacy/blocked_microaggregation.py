"""MDAV for large collections: in blocks of similar documents, side by side.

A block is split in two by the direction in which its documents differ most (Boley 1998, "Principal direction
divisive partitioning") and some rounds of 2-means under cosine distance, until it is small enough. MDAV then runs
in each block, so that its cost grows with the number of documents and not with its square. Documents that cannot be
placed in their block join the nearest group of the whole collection.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np
from scipy.sparse.linalg import LinearOperator, svds

from backend.learning.arrays import Booleans, Floats, Integers, Sparse
from backend.privacy.microaggregation import DECIMALS, Grouping, check_groupable, core_groups, grouping_of
from backend.workers import Workers

BLOCK = 4_000
"""The documents of a block at most; in R8 the squared error grows by 1 % with 4,000, and by 4 % with 1,000."""

_ROUNDS = 5
_LEAST_SHARE = 0.05
"""Where one side has fewer documents than this, the block is split at the median instead."""


def microaggregate_in_blocks(
    vectors: Sparse,
    k: int,
    owners: Sequence[int] | Integers | None = None,
    workers: Workers = Workers(),
    block: int = BLOCK,
) -> Grouping:
    """Group documents by MDAV within blocks of at most `block` documents; otherwise as `microaggregate`.

    Raises InvalidRequest as `microaggregate` does.
    """
    owner_of = np.arange(vectors.shape[0]) if owners is None else np.asarray(owners, np.int64)
    check_groupable(vectors, k, owner_of)
    blocks = _split(vectors, np.arange(vectors.shape[0]), max(block, 6 * k))
    work = [(vectors[each], owner_of[each]) for each in blocks]
    cores: list[Integers] = []
    for members, groups in zip(blocks, workers.map(partial(_groups_of_block, k), work), strict=True):
        cores += [members[group] for group in groups]
    return grouping_of(vectors, cores or core_groups(vectors, k, owner_of))


def _groups_of_block(k: int, block: tuple[Sparse, Integers]) -> list[Integers]:
    vectors, owners = block
    _, numbers = np.unique(owners, return_inverse=True)
    return core_groups(vectors, k, numbers)


def _split(vectors: Sparse, members: Integers, block: int) -> list[Integers]:
    if len(members) <= block:
        return [members]
    second = _second_half(vectors[members])
    halves = (members[~second], members[second])
    return [part for half in halves for part in _split(vectors, half, block)]


def _second_half(rows: Sparse) -> Booleans:
    """Whether each row goes to the second of two halves."""
    along = np.round(_principal_direction(rows), DECIMALS)
    second = along > 0
    for _ in range(_ROUNDS):
        means: Floats = np.column_stack([np.asarray(rows[side].sum(axis=0)).ravel() for side in (~second, second)])
        lengths = np.linalg.norm(means, axis=0)
        if not lengths.all():
            break
        nearness = np.round(rows @ (means / lengths), DECIMALS)
        second = nearness[:, 1] > nearness[:, 0]
    if min(second.mean(), 1 - second.mean()) < _LEAST_SHARE:
        second = np.zeros(len(along), dtype=np.bool_)
        second[np.argsort(along, kind="stable")[len(along) // 2 :]] = True
    return second


def _principal_direction(rows: Sparse) -> Floats:
    """Where each row lies along the direction in which the rows differ most."""
    mean: Floats = np.asarray(rows.mean(axis=0)).ravel()
    centred = LinearOperator(
        rows.shape,
        matvec=lambda column: rows @ column.ravel() - mean @ column.ravel(),
        rmatvec=lambda row: rows.T @ row.ravel() - mean * row.sum(),
        dtype=np.float64,
    )
    # A fixed start makes the blocks the same each time.
    left, value, _ = svds(centred, k=1, v0=np.ones(min(rows.shape)), tol=1e-3)
    return np.asarray(left[:, 0] * value[0])

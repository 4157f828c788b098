"""An edition: what is published of an anonymous index. It has no ids, and its groups have no order.

An edition has the vector of each group and the number of its documents, over the stems that some group has. Which
row is whose cannot be said from it with more than 1/k: the rows of a group are equal, and groups are shuffled anew
for each edition. What a vector says of its documents depends on what was kept of their mean (`published_vectors`).
Two editions together still show how groups grow, shrink and dissolve.
"""

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backend.learning.arrays import Integers, pack, pack_strings, unpack, unpack_strings
from backend.privacy.group_vectors import GroupVectors

_FORMAT = "unsaid edition 1"


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """The vectors of groups over the columns of `stems`, and the number of documents of each group in `sizes`."""

    k: int
    stems: tuple[str, ...]
    vectors: GroupVectors
    sizes: Integers

    @property
    def columns(self) -> Mapping[str, int]:
        """The column of each stem."""
        return {stem: column for column, stem in enumerate(self.stems)}

    def packed(self) -> bytes:
        """Return the bytes of the edition's file."""
        head = json.dumps({"format": _FORMAT, "k": self.k}).encode()
        vectors = self.vectors
        return pack(
            {
                "head": np.frombuffer(head, np.uint8),
                "starts": vectors.starts,
                "columns": vectors.columns,
                "weights": vectors.weights,
                "sizes": self.sizes,
                **pack_strings("stems", self.stems),
            }
        )

    @classmethod
    def unpacked(cls, content: bytes) -> "Edition":
        """Read the bytes of an edition's file.

        Raises ValueError when they are none.
        """
        arrays = unpack(content)
        try:
            head = json.loads(arrays["head"].tobytes())
            stems, sizes = unpack_strings("stems", arrays), np.asarray(arrays["sizes"], np.int64)
            starts, columns = (np.asarray(arrays[name], np.int32) for name in ("starts", "columns"))
            weights = np.asarray(arrays["weights"], np.float32)
            if head["format"] != _FORMAT or not _fits(starts, columns, weights, sizes, len(stems)):
                raise ValueError("not an edition")
            return cls(int(head["k"]), stems, _vectors(starts, columns, weights, len(stems)), sizes)
        except (KeyError, TypeError) as error:
            raise ValueError("not an edition") from error


def edition_of(k: int, vectors: GroupVectors, sizes: Mapping[int, int], stem_of: Callable[[int], str]) -> Edition:
    """Return an edition of the groups with these sizes, in a random order that is drawn anew each time."""
    groups = list(sizes)
    secrets.SystemRandom().shuffle(groups)
    rows = [vectors.row(group) for group in groups]
    used = np.unique(np.concatenate([columns for columns, _ in rows]))
    starts = np.cumsum([0, *(len(columns) for columns, _ in rows)], dtype=np.int32)
    columns = np.searchsorted(used, np.concatenate([columns for columns, _ in rows])).astype(np.int32)
    weights = np.concatenate([weights for _, weights in rows])
    published = _vectors(starts, columns, weights, len(used))
    stems = tuple(stem_of(column) for column in used.tolist())
    return Edition(k, stems, published, np.array([sizes[group] for group in groups], np.int64))


def _vectors(
    starts: NDArray[np.int32], columns: NDArray[np.int32], weights: NDArray[np.float32], width: int
) -> GroupVectors:
    squares = np.add.reduceat(weights.astype(np.float64) ** 2, starts[:-1])
    return GroupVectors(starts, columns, weights, np.sqrt(squares), width)


def _fits(
    starts: NDArray[np.int32],
    columns: NDArray[np.int32],
    weights: NDArray[np.float32],
    sizes: Integers,
    width: int,
) -> bool:
    if len(starts) != len(sizes) + 1 or not len(sizes) or starts[0] != 0 or (np.diff(starts) < 1).any():
        return False
    if not starts[-1] == len(columns) == len(weights) or columns.min() < 0 or columns.max() >= width:
        return False
    return bool(np.isfinite(weights).all() and weights.min() > 0 and sizes.min() > 0)

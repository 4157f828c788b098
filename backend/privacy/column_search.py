"""The vectors of groups column by column, in memory, for an index that is searched again and again.

A product with all rows reads all weights. Column by column it reads those of the columns that are asked for: a
twentieth of them in an index of 100,000 documents. The columns are not on disk, where gaps in them would tell which
columns a group had that was dissolved.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

WORTHWHILE = 500_000
"""Weights; a product with fewer takes less than a millisecond."""

SEARCHES_BEFORE = 8
"""The columns are made with the search after so many: making them costs as much as some eight products."""


@dataclass(slots=True)
class ColumnSearch:
    """Products of a vector with all groups; the columns are made once they are worthwhile."""

    _searches: int = field(default=0, init=False)
    _columns: Any = field(default=None, init=False)

    def products(self, matrix: Any, vector: Mapping[int, float]) -> NDArray[np.float32]:
        """Return the product of each row of the matrix [group, column] with a vector."""
        if matrix.data.size >= WORTHWHILE:
            self._searches += 1
            if self._columns is None and self._searches > SEARCHES_BEFORE:
                self._columns = matrix.tocsc()
        if self._columns is None:
            asked = np.zeros(matrix.shape[1], dtype=np.float32)
            asked[list(vector)] = list(vector.values())
            return np.asarray(matrix @ asked, dtype=np.float32)
        own = self._columns
        parts = [slice(int(own.indptr[column]), int(own.indptr[column + 1])) for column in vector]
        chosen = csc_array((matrix.shape[0], len(parts)), dtype=np.float32)
        # Set one by one, as to the constructor they would be checked again.
        chosen.data = np.concatenate([own.data[part] for part in parts])
        chosen.indices = np.concatenate([own.indices[part] for part in parts])
        chosen.indptr = np.cumsum([0, *(part.stop - part.start for part in parts)], dtype=own.indptr.dtype)
        return np.asarray(chosen @ np.array(list(vector.values()), dtype=np.float32), dtype=np.float32)

    def wipe(self, group: int, columns: NDArray[np.int32]) -> None:
        """Overwrite the weights of a group that is gone; what another process wipes stays until this one closes."""
        if self._columns is None:
            return
        own = self._columns
        for column in columns.tolist():
            start, stop = int(own.indptr[column]), int(own.indptr[column + 1])
            place = start + int(np.searchsorted(own.indices[start:stop], group))
            if place < stop and own.indices[place] == group:
                own.data[place] = 0.0

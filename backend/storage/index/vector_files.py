"""The vectors of an index as one file that is mapped into memory: opening it costs nothing, and all share it.

The file starts with a mark and the numbers of groups and of weights. Then come the arrays of `GroupVectors`: norms,
starts, columns, weights.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.errors import IndexUnusable
from backend.privacy.group_vectors import GroupVectors
from backend.storage.index.index_files import create_file

FILE = "vectors.bin"
_MARK = b"unsaid vectors 1"
_HEAD = 32


@dataclass(frozen=True, slots=True, eq=False)
class VectorFile:
    """The vectors of an index, and the bytes of the file that they lie in."""

    vectors: GroupVectors
    _bytes: "np.memmap[tuple[int], np.dtype[np.uint8]]"

    @classmethod
    def mapped(cls, folder: Path, width: int) -> "VectorFile":
        """Map the vectors of an index.

        Raises IndexUnusable when the file is missing, truncated, or not one of vectors.
        """
        try:
            content = np.memmap(folder / FILE, np.uint8, "r+")
        except (OSError, ValueError) as error:
            raise _damaged() from error
        head = content[:_HEAD].tobytes()
        if len(head) < _HEAD or not head.startswith(_MARK):
            raise _damaged()
        groups, weights = np.frombuffer(head[len(_MARK) :], np.int64).tolist()
        ends = np.cumsum([_HEAD, 8 * groups, 4 * (groups + 1), 4 * weights, 4 * weights])
        if groups < 1 or weights < 1 or ends[-1] != len(content):
            raise _damaged()
        norms, starts, columns, values = (content[ends[part] : ends[part + 1]] for part in range(4))
        vectors = GroupVectors(
            starts.view(np.int32), columns.view(np.int32), values.view(np.float32), norms.view(np.float64), width
        )
        if vectors.starts[0] != 0 or vectors.starts[-1] != weights:
            raise _damaged()
        return cls(vectors, content)

    def wipe(self, group: int) -> None:
        """Overwrite the vector of a group that is gone, unless that is done; `flush` waits until it is on disk."""
        if self.vectors.norms[group] > 0 or self.vectors.row(group)[1].any():
            self.vectors.wipe(group)

    def copied(self) -> GroupVectors:
        """Return the vectors as they are now; what others do to the file does not change them."""
        it = self.vectors
        return GroupVectors(it.starts.copy(), it.columns.copy(), it.weights.copy(), it.norms.copy(), it.width)

    def flush(self) -> None:
        """Wait until all that was overwritten is on disk."""
        self._bytes.flush()


def write_vectors(vectors: GroupVectors, folder: Path) -> None:
    """Write the vectors of a new index to its folder, safely on disk."""
    numbers = np.array([len(vectors), len(vectors.weights)], np.int64)
    parts = (numbers, vectors.norms, vectors.starts, vectors.columns, vectors.weights)
    create_file(folder / FILE, _MARK + b"".join(part.tobytes() for part in parts))


def _damaged() -> IndexUnusable:
    return IndexUnusable("The vectors of the index are damaged. Restore a backup or build it again.")

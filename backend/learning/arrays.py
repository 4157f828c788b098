"""Array types, and their storage as `.npz` without pickle."""

import io
import math
import zipfile
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]
Counts = csr_array[np.int32, tuple[int, int]]
"""Sparse occurrences, rows of documents or classes; in memory half of what 64 bits would need."""
Sparse = csr_array[np.float64, tuple[int, int]]
"""Sparse numbers of any kind."""


def counts_from_rows(
    data: NDArray[np.int32], columns: NDArray[np.integer], starts: NDArray[np.integer], width: int
) -> Counts:
    """A CSR array from its three parts; each row becomes sorted by column."""
    counts: Counts = csr_array((data, columns, starts), shape=(len(starts) - 1, width), dtype=np.int32)
    counts.sort_indices()
    return counts


def columns_of(counts: Counts, columns: Integers) -> Counts:
    """The chosen columns, which ascend; several times faster than asking SciPy for them."""
    place = np.full(counts.shape[1], -1, dtype=np.int64)
    place[columns] = np.arange(len(columns))
    moved = place[counts.indices]
    stays = moved >= 0
    starts: Integers = np.concatenate(([0], np.cumsum(stays)))[counts.indptr]
    return counts_from_rows(counts.data[stays], moved[stays], starts, len(columns))


def pack(arrays: Mapping[str, NDArray[np.generic]]) -> bytes:
    """Named arrays as the bytes of an `.npz` file."""
    stream = io.BytesIO()
    np.savez(stream, allow_pickle=False, **arrays)
    return stream.getvalue()


def unpack(content: bytes) -> dict[str, NDArray[np.generic]]:
    """The named arrays of an `.npz` file that `pack` has made; nothing in it is ever executed.

    The arrays need no more memory than the file has bytes: what is compressed, or claims to be longer, is refused.

    Raises ValueError when the bytes are no such file.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            _refuse_longer(file, len(content))
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            return dict(arrays)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, AttributeError, TypeError) as error:
        raise ValueError("not an .npz file") from error


def _refuse_longer(file: zipfile.ZipFile, most: int) -> None:
    entries = file.infolist()
    if sum(each.file_size for each in entries) > most:
        raise ValueError("the arrays are longer than their file")
    for entry in entries:
        if entry.compress_type != zipfile.ZIP_STORED:
            raise ValueError("the arrays are compressed")
        with file.open(entry) as stream:
            if np.lib.format.read_magic(stream) != (1, 0):
                raise ValueError("not an array")
            shape, _, kind = np.lib.format.read_array_header_1_0(stream)
            if stream.tell() + math.prod(shape) * kind.itemsize != entry.file_size:
                raise ValueError("an array has another length than it says")


def pack_strings(name: str, strings: Iterable[str]) -> dict[str, NDArray[np.generic]]:
    """Strings as two arrays, UTF-8 bytes and where each string ends.

    >>> {key: array.tolist() for key, array in pack_strings("words", ("a", "é")).items()}
    {'words_utf8': [97, 195, 169], 'words_ends': [1, 3]}
    """
    # A file name that is no UTF-8 reaches Python with surrogates; it must come back the same.
    encoded = [string.encode("utf-8", "surrogatepass") for string in strings]
    ends = np.cumsum(np.fromiter(map(len, encoded), np.int64, len(encoded)))
    return {f"{name}_utf8": np.frombuffer(b"".join(encoded), np.uint8), f"{name}_ends": ends}


def unpack_strings(name: str, arrays: Mapping[str, NDArray[np.generic]]) -> tuple[str, ...]:
    """The strings that `pack_strings` packed under that name."""
    content = arrays[f"{name}_utf8"].tobytes()
    ends: list[int] = arrays[f"{name}_ends"].tolist()
    return tuple(
        content[start:end].decode("utf-8", "surrogatepass") for start, end in zip([0, *ends], ends, strict=False)
    )


def pack_counts(name: str, counts: Counts) -> dict[str, NDArray[np.generic]]:
    """A CSR array as the arrays it consists of."""
    return {
        f"{name}_data": counts.data,
        f"{name}_columns": counts.indices,
        f"{name}_starts": counts.indptr,
        f"{name}_width": np.array(counts.shape[1]),
    }


def unpack_counts(name: str, arrays: Mapping[str, NDArray[np.generic]]) -> Counts:
    """The CSR array that `pack_counts` packed under that name."""
    data, columns, starts = (
        np.asarray(arrays[f"{name}_{part}"], np.int32) for part in ("data", "columns", "starts")
    )
    return counts_from_rows(data, columns, starts, int(arrays[f"{name}_width"]))

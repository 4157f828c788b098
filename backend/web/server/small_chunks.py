"""Refuse bodies that come in very many small chunks.

Whoever reads a chunk takes some microseconds for its line, however little it holds, and gunicorn and waitress copy
what else has arrived. So a megabyte of chunks of one byte takes half a second of the process that answers everyone,
also where its sender has not signed in.
"""

from collections.abc import Iterable, Iterator

FREE = 1_000
"""Chunks that any body may have."""

SMALLEST = 64
"""Bytes that all others have on average, so that a body costs no more than one that declares its length."""

LONGEST_LINE = 8_190
"""Bytes of the line of a chunk, or of what follows the last one."""

AROUND = 8 * FREE
"""Bytes around the chunks of any body: their lines and ends."""


class SmallChunks(ValueError):
    """A body comes in more chunks than its length explains."""


def is_too_much_around(arrived: int, body: int) -> bool:
    """Whether of the bytes that have arrived too many are not of the body.

    >>> is_too_much_around(8_000, 0), is_too_much_around(60_000, 10_000)
    (False, True)
    """
    return arrived - body > AROUND + body // (SMALLEST // 8)


def in_large_pieces(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same pieces, as long as they are few or large enough.

    Raises SmallChunks.
    """
    number = size = 0
    for piece in pieces:
        number, size = number + 1, size + len(piece)
        if number > FREE + size // SMALLEST:
            raise SmallChunks("A body comes in too many small chunks.")
        yield piece

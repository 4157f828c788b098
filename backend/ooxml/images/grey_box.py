"""Make a grey box: a PNG of one colour, as large as the picture that it replaces."""

import struct
import zlib
from functools import lru_cache

from backend.ooxml.images.png import MAGIC, chunk
from backend.ooxml.images.sizes import Size

_GREY = b"\xbf\xbf\xbf"
_LONGEST = 2_048
"""Pixels of a side: documents say themselves how large a picture is shown, and a thousand boxes have to fit."""


_MAX_DEFLATED = 1_032
"""Bytes that one byte of zlib can stand for at most."""


@lru_cache(maxsize=4)
def grey_box(size: Size) -> bytes:
    """Return a PNG of this size with one bit per pixel and one colour."""
    width, height = _bounded(size)
    header = struct.pack(">LLBBBBB", width, height, 1, 3, 0, 0, 0)
    rows = bytes(_row_bytes((width, height)))
    drawn = (b"IHDR", header), (b"PLTE", _GREY), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")
    return MAGIC + b"".join(chunk(*each) for each in drawn)


def is_grey_box(content: bytes) -> bool:
    """Return whether a picture is a grey box that replaces another picture."""
    size = struct.unpack_from(">LL", content, 16) if content.startswith(MAGIC) and len(content) > 24 else (0, 0)
    if _GREY not in content[:64] or not (0 < size[0] <= _LONGEST and 0 < size[1] <= _LONGEST):
        return False
    # A few bytes that only say how large they are would otherwise make a box of 33 MB each time.
    return _row_bytes(size) <= _MAX_DEFLATED * len(content) and content == grey_box(size)


def _row_bytes(size: Size) -> int:
    width, height = size
    return height * (1 + (width + 7) // 8)


def _bounded(size: Size) -> Size:
    """Return the size, or a size of the same shape within the limits of common programs."""
    scale = min(1.0, _LONGEST / max(size))
    return max(round(size[0] * scale), 1), max(round(size[1] * scale), 1)

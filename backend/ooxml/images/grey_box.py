"""A grey box: a PNG of one colour, as large as the picture that it replaces."""

import struct
import zlib

from backend.ooxml.images.png import MAGIC, chunk
from backend.ooxml.images.sizes import Size

_GREY = b"\xbf\xbf\xbf"
_LONGEST = 16_384
"""Pixels of a side; beyond, programs refuse pictures or fill the memory."""


def grey_box(size: Size) -> bytes:
    """One bit per pixel, all of them the only colour of the palette."""
    width, height = _bounded(size)
    header = struct.pack(">LLBBBBB", width, height, 1, 3, 0, 0, 0)
    rows = bytes(height * (1 + (width + 7) // 8))
    drawn = (b"IHDR", header), (b"PLTE", _GREY), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")
    return MAGIC + b"".join(chunk(*each) for each in drawn)


def is_grey_box(content: bytes) -> bool:
    """Whether a picture is a box that stands in the place of another."""
    size = struct.unpack_from(">LL", content, 16) if content.startswith(MAGIC) and len(content) > 24 else (0, 0)
    return (
        _GREY in content[:64] and 0 < size[0] <= _LONGEST and 0 < size[1] <= _LONGEST and content == grey_box(size)
    )


def _bounded(size: Size) -> Size:
    """The size, or one of the same shape within what programs accept."""
    scale = min(1.0, _LONGEST / max(size))
    return max(round(size[0] * scale), 1), max(round(size[1] * scale), 1)

"""Pictures whose parts share, repeat or promise what they hold."""

import struct
import zlib

from backend.ooxml.images import png


def tiff_pages(*leads_to: int, entries: int = 1) -> bytes:
    """Pages of one entry that says where pixels stand, each leading to the next by its number."""
    size = 2 + 12 * entries + 4
    row = struct.pack("<HHLL", 273, 4, 1, 0)
    pages = (struct.pack("<H", entries) + row * entries + struct.pack("<L", 8 + size * to) for to in leads_to)
    return b"II*\0" + struct.pack("<L", 8) + b"".join(pages)


def png_of(*chunks: tuple[bytes, bytes]) -> bytes:
    """A PNG file of these chunks and its end."""
    return png.MAGIC + b"".join(png.chunk(*each) for each in (*chunks, (b"IEND", b"")))


def in_chunk(profile: bytes) -> tuple[bytes, bytes]:
    """A colour profile as PNG holds it."""
    return b"iCCP", b"x\0\0" + zlib.compress(profile)


def sharing_profile(tags: int, size: int) -> bytes:
    """A colour profile whose tags all hold the same bytes."""
    header = bytearray(128)
    header[36:40] = b"acsp"
    table = b"".join(b"A2B0" + struct.pack(">LL", 128, size) for _ in range(tags))
    return bytes(header) + struct.pack(">L", tags) + table + bytes(size)

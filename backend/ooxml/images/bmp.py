"""Clean BMP files: keep header, palette and pixels, empty everything else ([MS-WMF] 2.2.2; BITMAPV5HEADER)."""

import struct

from backend.ooxml.images.cleaning_result import CleanedPicture, MalformedPicture, read_number
from backend.ooxml.images.unreferenced_bytes import Stretch, empty_gaps

_FILE_HEADER = 14
_CORE_HEADER, _INFO_HEADER, _V5_HEADER = 12, 40, 124
_HEADERS = (_CORE_HEADER, 16, _INFO_HEADER, 52, 56, 64, 108, _V5_HEADER)
_BIT_FIELDS, _ALPHA_BIT_FIELDS = 3, 6
_PROFILES = (b"KNIL", b"DEBM")
"""How a header says that a profile stands in another file, whose path is told, or in this one."""
_SRGB = b"BGRs"


def is_bmp(content: bytes) -> bool:
    """Return whether these bytes are a bitmap."""
    return content[:2] == b"BM" and int.from_bytes(content[14:18], "little") in _HEADERS


def cleaned_bmp(content: bytes) -> CleanedPicture:
    """Return the same pixels at the same offset of the file, without other data."""
    size = read_number(content, _FILE_HEADER, 4, big=False)
    pixels = read_number(content, 10, 4, big=False)
    end = pixels + _pixel_bytes(content, size)
    drawing: list[Stretch] = [(0, min(_FILE_HEADER + size + _palette(content, size), pixels)), (pixels, end)]
    if end > len(content) or pixels < _FILE_HEADER + size:
        raise MalformedPicture("pixels outside the file")
    edited = bytearray(content)
    edited[6:10] = bytes(4)  # reserved
    if size == _V5_HEADER and edited[14 + 56 : 14 + 60] in _PROFILES:
        edited[14 + 56 : 14 + 60] = _SRGB
        edited[14 + 112 : 14 + 120] = bytes(8)
    clean = empty_gaps(bytes(edited), drawing)
    clean = clean[:2] + struct.pack("<L", len(clean)) + clean[6:]
    return CleanedPicture(clean, int(clean != content))


def _pixel_bytes(content: bytes, size: int) -> int:
    if size == _CORE_HEADER:
        width, height, bits, compression = *struct.unpack_from("<HH2xH", content, 18), 0
    else:
        width, height, bits, compression = struct.unpack_from("<ll2xHL", content.ljust(34, b"\0"), 18)
    if compression in (0, _BIT_FIELDS, _ALPHA_BIT_FIELDS):
        return int((abs(width) * bits + 31) // 32 * 4 * abs(height))
    return read_number(content, 34, 4, big=False)


def _palette(content: bytes, size: int) -> int:
    """Return the size of the masks and colours between header and pixels, in bytes."""
    if size == _CORE_HEADER:
        bits = read_number(content, 24, 2, big=False)
        return 3 * 2**bits if bits <= 8 else 0
    bits, compression = read_number(content, 28, 2, big=False), read_number(content, 30, 4, big=False)
    used = read_number(content, 46, 4, big=False) if size >= _INFO_HEADER else 0
    masks = {_BIT_FIELDS: 12, _ALPHA_BIT_FIELDS: 16}.get(compression, 0) if size == _INFO_HEADER else 0
    colours = used or (2**bits if bits <= 8 else 0)
    return masks + 4 * min(colours, 256)

"""The second drawing of a WMF: programs show it in place of the first, so it is cleaned and stays."""

import struct

import pytest

from backend.ooxml.images.cleaning_result import MalformedPicture
from backend.ooxml.images.metafiles import cleaned_wmf
from tests.ooxml.images import pictures

_BOX = b"\x2b\0\0\0\x18\0\0\0\1\0\0\0"
"""A rectangle in the EMF of the tests: what it shows."""


def _wmf(drawing: bytes, cut: int = 150) -> bytes:
    """A WMF that draws nothing itself and holds a second drawing in two pieces ([MS-WMF] 2.3.6.1)."""
    records = b""
    for piece in (drawing[:cut], drawing[cut:]):
        head = b"WMFC" + struct.pack("<LLHLLLLL", 1, 0x10000, 0, 0, 2, len(piece), 0, len(drawing))
        data = head + piece + bytes(len(piece) % 2)
        records += struct.pack("<LHHH", 5 + len(data) // 2, 0x0626, 15, len(data)) + data
    records += struct.pack("<LH", 3, 0)
    content = bytearray(struct.pack("<HHHLHLH", 1, 9, 0x300, 9 + len(records) // 2, 0, 20, 0) + records)
    struct.pack_into("<H", content, 18 + 22, -_sum(content) & 0xFFFF)
    return bytes(content)


def _sum(content: bytes | bytearray) -> int:
    return sum(struct.unpack(f"<{len(content) // 2}H", content)) & 0xFFFF


def test_a_second_drawing_is_cleaned_and_stays():
    drawing = pictures.emf()
    content = _wmf(drawing)
    assert pictures.WIDE in content
    cleaned = cleaned_wmf(content)
    assert cleaned.removed
    assert pictures.WIDE not in cleaned.content
    assert pictures.ASCII not in cleaned.content
    assert _BOX in cleaned.content
    assert len(cleaned.content) == len(content)
    assert _sum(content) == _sum(cleaned.content) == 0


def test_a_second_drawing_that_is_none_is_reported():
    with pytest.raises(MalformedPicture):
        cleaned_wmf(_wmf(b"Halden & Rook" * 20))

"""The text that a metafile draws, however many records it is split over ([MS-EMF], [MS-WMF])."""

import struct
from collections.abc import Iterator

_EMF = b" EMF"
_IN_LATIN, _IN_UTF16 = 83, 84
"""EMR_EXTTEXTOUTA and EMR_EXTTEXTOUTW ([MS-EMF] 2.3.5.7 and 2.3.5.8)."""
_TEXT_OUT, _EXT_TEXT_OUT = 0x0521, 0x0A32
"""META_TEXTOUT and META_EXTTEXTOUT ([MS-WMF] 2.3.3.20 and 2.3.3.5)."""
_ESCAPE, _PIECE = 0x0626, b"WMFC"
"""META_ESCAPE, and how its data begin where they hold a piece of an EMF, which programs show (2.3.6.25)."""
_PLACEABLE = b"\xd7\xcd\xc6\x9a"
_WMF = (_PLACEABLE, b"\x01\x00\x09\x00", b"\x02\x00\x09\x00")
_WITH_BOX = 0x06


def drawn_texts(content: bytes) -> tuple[str, str]:
    """Return the text that a metafile draws, with its records joined and with them apart; empty for other files."""
    pieces: list[str] = []
    if content.startswith(_WMF):
        pieces += _whole_ones(_of_wmf(content))
        pieces += _whole_ones(_of_emf(_emf_in_wmf(content)))
    elif content[40:44] == _EMF:
        pieces += _whole_ones(_of_emf(content))
    return "".join(pieces), " ".join(pieces)


def _whole_ones(texts: Iterator[str]) -> Iterator[str]:
    """Yield the texts to the record that is cut short."""
    try:
        yield from texts
    except struct.error:
        return


def _of_emf(content: bytes) -> Iterator[str]:
    at = 0
    while at + 8 <= len(content):
        kind, size = struct.unpack_from("<LL", content, at)
        if kind in (_IN_LATIN, _IN_UTF16):
            count, start = struct.unpack_from("<LL", content, at + 44)
            width = 2 if kind == _IN_UTF16 else 1
            text = content[at + start : min(at + start + width * count, at + size)]
            yield text.decode("utf-16-le" if width == 2 else "cp1252", "ignore")
        at += max(size, 8)


def _of_wmf(content: bytes) -> Iterator[str]:
    for at, words, kind in _wmf_records(content):
        start = count = 0
        if kind == _TEXT_OUT:
            (count,) = struct.unpack_from("<H", content, at + 6)
            start = at + 8
        elif kind == _EXT_TEXT_OUT:
            count, options = struct.unpack_from("<HH", content, at + 10)
            start = at + (22 if options & _WITH_BOX else 14)
        if count:
            yield content[start : min(start + count, at + 2 * words)].decode("cp1252", "ignore")


def _emf_in_wmf(content: bytes) -> bytes:
    """Return what the pieces of an EMF come to, whatever their heads say of each other."""
    found = bytearray()
    for at, words, kind in _wmf_records(content):
        if kind == _ESCAPE and content[at + 10 : at + 14] == _PIECE and 44 <= 2 * words <= len(content) - at:
            (size,) = struct.unpack_from("<L", content, at + 32)
            found += content[at + 44 : at + min(44 + size, 2 * words)]
    return bytes(found)


def _wmf_records(content: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield where each record begins, its size in words, and its kind."""
    at = 40 if content.startswith(_PLACEABLE) else 18
    while at + 6 <= len(content):
        words, kind = struct.unpack_from("<LH", content, at)
        yield at, words, kind
        at += max(2 * words, 6)

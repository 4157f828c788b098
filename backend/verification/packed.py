"""Data compressed inside binary parts: picture chunks, gzip, any stretch that inflates."""

import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from backend.verification.readable_bytes import decode_text_part

PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_COMMON = (
    *(b"GIF8", b"BM", b"RIFF", b"II*\0", b"MM\0*", b"II\xbc", b"\x1f\x8b\x08"),
    *(b"\xd7\xcd\xc6\x9a", b"\x01\x00\x09\x00", b"\x02\x00\x09\x00"),
)
"""How the other pictures begin that the redaction knows to clean: GIF, BMP, WebP, TIFF, JPEG XR, zipped, WMF."""

# How a zlib stream or a member of gzip begins (RFC 1950, 2.2; RFC 1952, 2.3).
_BEGINNING = re.compile(rb"\x78(?=[\x01\x5e\x9c\xda])|\x1f(?=\x8b\x08[\x00-\x1f])")
_AS_ZLIB_OR_GZIP = 47
_MAX_ATTEMPTS = 5_000
"""By chance a beginning stands every 16 KB."""
_MAX_PICTURES = 1_000
"""PNGs in one part that are looked into; a metafile has a few."""
_GZIP = b"\x1f\x8b\x08"
_LARGEST_ZIPPED_TEXT = 1024 * 1024
_SHORTEST = 5
_STEP = 16 * 1024
_FIRST = 256
"""Bytes that are inflated of each stream before any other: broken streams are lost, and there may be thousands."""
_LARGEST_BOX = 1024 * 1024
"""Bytes of rows in a box of one colour; those of the redaction have half as many."""
_LARGEST = 64 * 1024 * 1024
"""Bytes that all that is packed in one part may come to."""

_PIXELS = (b"IDAT", b"fdAT")
_SHOWN = (
    b"IHDR",
    b"PLTE",
    b"IDAT",
    b"IEND",
    b"tRNS",
    b"gAMA",
    b"cHRM",
    b"sRGB",
    b"sBIT",
    b"bKGD",
    b"hIST",
    b"pHYs",
)
_SAYING = (b"tEXt", b"iTXt")
"""Chunks with text that is not compressed."""
_ALSO_SHOWN = (b"cICP", b"mDCV", b"cLLI", b"acTL", b"fcTL", b"fdAT")

# ITU-T T.81, B.1: tables and frames, the header of a scan and the restart interval, and Adobe's and JFIF's segment.
_SCAN = 0xDA
_DRAWING = frozenset({*range(0xC0, 0xD0), *range(0xD8, 0xE0), 0xE0, 0xEE})
_ORIENTATION_ONLY = 64
"""The bytes of Exif data that hold one tag; more of them say more."""


def searchable_pieces(content: bytes) -> Iterator[bytes]:
    """Yield the bytes; for a PNG or JPEG only those besides the pixels, chunk by chunk."""
    if content.startswith(PNG):
        yield from _beside_pixels(content)
    elif content.startswith(_JPEG):
        yield from _segments(content)
    else:
        yield content


def chunks_of_inner_pictures(content: bytes) -> Iterator[bytes]:
    """Yield what the PNGs in another file have beside their pixels, such as those in a metafile.

    A chunk ends with a checksum. Read in one with it, the last word of a text may have a letter too many.
    """
    start = content.find(PNG, 1)
    for _ in range(_MAX_PICTURES):
        if start < 0:
            return
        end = start + len(PNG)
        for kind, data in _chunks(content, start):
            end += 12 + len(data)
            if kind in _SAYING:
                yield data
        start = content.find(PNG, end)


class Inflated(NamedTuple):
    """What some bytes inflate to, how many bytes that took in all attempts, and whether there would be more."""

    content: bytes
    spent: int
    is_cut: bool = False


def inflated_streams(content: bytes, most: int = _LARGEST) -> Iterator[bytes]:
    """Yield everything that inflates in some bytes except the pixels of a picture, up to `most` bytes in total."""
    left = min(most, _LARGEST)
    for piece in searchable_pieces(content):
        for attempt, match in enumerate(_BEGINNING.finditer(piece)):
            if attempt >= _MAX_ATTEMPTS or left <= 0:
                return
            found, _ = _inflated(memoryview(piece)[match.start() :], left)
            left -= len(found)
            if len(found) >= _SHORTEST:
                yield found


def inflated_whole(content: bytes, most: int = _LARGEST) -> Inflated:
    """Inflate bytes as one stream of zlib, gzip or bare deflate, up to `most` bytes; empty if there is none."""
    spent = 0
    for window in (_AS_ZLIB_OR_GZIP, -zlib.MAX_WBITS):
        found, inflater = _inflated(memoryview(content), most - spent, window)
        spent += len(found)
        if spent >= most and not inflater.eof:
            return Inflated(found, spent, is_cut=True)
        if inflater.eof and len(found) >= _SHORTEST and not inflater.unused_data.strip(b"\0"):
            return Inflated(found, spent)
    return Inflated(b"", spent)


def is_zipped_text(content: bytes) -> bool:
    """Tell whether bytes are one member of gzip with nothing but text in it."""
    if not content.startswith(_GZIP):
        return False
    inflated = inflated_whole(content, _LARGEST_ZIPPED_TEXT)
    return bool(inflated.content) and not inflated.is_cut and decode_text_part(inflated.content)[0] is not None


def zip_inside(content: bytes) -> bytes:
    """Return the zip of a container of Power Query ([MS-QDEFF] 2.2); empty if the bytes are none.

    Its last stretch, which ties the queries to one account of one machine, is encrypted numbers.
    """
    lengths: list[int] = []
    at = 4
    while at + 4 <= len(content) and len(lengths) < 4:
        lengths.append(int.from_bytes(content[at : at + 4], "little"))
        at += 4 + lengths[-1]
    is_one = content[:4] == bytes(4) and len(lengths) == 4 and at == len(content)
    packed = content[8 : 8 + lengths[0]] if is_one else b""
    return packed if packed.startswith(b"PK\x03\x04") else b""


def may_hold_metadata(content: bytes) -> bool:
    """Tell whether a picture may contain metadata. Only PNG and JPEG are parsed.

    Other common formats count as free of metadata, rare ones do not.
    """
    if content.startswith(PNG):
        kinds = [kind for kind, _ in _chunks(content)]
        return any(kind not in (*_SHOWN, *_ALSO_SHOWN, b"iCCP", b"eXIf") for kind in kinds) or _long_exif(content)
    if content.startswith(_JPEG):
        return _jpeg_says_more(content)
    is_metafile = content[40:44] == b" EMF"
    return not (is_metafile or content.startswith(_COMMON))


def is_one_colour(content: bytes) -> bool:
    """Tell whether a PNG has only the chunks of its pixels, and all pixels are equal."""
    if not content.startswith(PNG):
        return False
    chunks = list(_chunks(content))
    if [kind for kind, _ in chunks] != [b"IHDR", b"PLTE", b"IDAT", b"IEND"]:
        return False
    header, colours, pixels, end = (data for _, data in chunks)
    is_complete = len(PNG) + sum(12 + len(data) for _, data in chunks) == len(content)
    rows, inflater = _inflated(memoryview(pixels), _LARGEST_BOX, zlib.MAX_WBITS)
    bare = is_complete and inflater.eof and not inflater.unused_data and not end
    return bare and len(header) == 13 and len(colours) == 3 and not rows.strip(b"\0")


def _beside_pixels(content: bytes) -> Iterator[bytes]:
    end = len(PNG)
    for kind, data in _chunks(content):
        end += 12 + len(data)
        if kind not in _PIXELS:
            yield data
    yield content[end:]


def _segments(content: bytes) -> Iterator[bytes]:
    """Yield the segments of a JPEG file before its first scan, and the rest as one."""
    at = 2
    while at + 4 <= len(content) and content[at] == 0xFF and content[at + 1] != _SCAN:
        size = int.from_bytes(content[at + 2 : at + 4], "big")
        yield content[at + 1 : at + 2] + content[at + 4 : at + 2 + size]
        at += 2 + size
    yield content[at:]


def _chunks(content: bytes, start: int = 0) -> Iterator[tuple[bytes, bytes]]:
    at = start + len(PNG)
    while at + 12 <= len(content):
        size = int.from_bytes(content[at : at + 4], "big")
        kind, data = content[at + 4 : at + 8], content[at + 8 : at + 8 + size]
        if len(data) < size:
            return
        yield kind, data
        at += 12 + size
        if kind == b"IEND":
            return


def _long_exif(content: bytes) -> bool:
    return any(kind == b"eXIf" and len(data) > _ORIENTATION_ONLY for kind, data in _chunks(content))


def _jpeg_says_more(content: bytes) -> bool:
    *segments, _ = _segments(content)
    return any(_says_more(segment[0], segment[1:]) for segment in segments if segment)


def _says_more(marker: int, payload: bytes) -> bool:
    profile = marker == 0xE2 and payload.startswith(b"ICC_PROFILE\0")
    turned = marker == 0xE1 and payload.startswith(b"Exif\0") and len(payload) <= _ORIENTATION_ONLY
    return not (marker in _DRAWING or profile or turned)


def _inflated(content: memoryview, most: int, window: int = _AS_ZLIB_OR_GZIP) -> "tuple[bytes, zlib._Decompress]":
    """Inflate from the beginning as far as the data are valid, never much more at once than there is already.

    What inflates right before a fault is lost, and nobody would count it.
    """
    inflater = zlib.decompressobj(wbits=window)
    found = bytearray()
    at = 0
    while len(found) < most and not inflater.eof:
        step: bytes | memoryview = inflater.unconsumed_tail
        if not step:
            step = content[at : at + _STEP]
            at += _STEP
        before = len(found)
        try:
            found += inflater.decompress(step, min(most - before, before + _FIRST))
        except zlib.error:
            break
        if not step and len(found) == before:
            break
    return bytes(found), inflater

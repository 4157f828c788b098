"""Clean PNG files: keep the chunks that draw, remove all others (ISO/IEC 15948, APNG included)."""

import struct
import zlib

from backend.ooxml.images.cleaning_result import CleanedPicture, MalformedPicture, read_number
from backend.ooxml.images.icc import cleaned_profile
from backend.ooxml.images.orientation import UPRIGHT, exif_unless_upright, orientation

MAGIC = b"\x89PNG\r\n\x1a\n"

_DRAWING = frozenset(
    {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"bKGD", b"hIST", b"pHYs"}
    | {b"cICP", b"mDCV", b"cLLI", b"acTL", b"fcTL", b"fdAT"}
)
_PROFILE, _EXIF = b"iCCP", b"eXIf"
_NAME = b"icc"
_LARGEST_PROFILE = 16 * 1024 * 1024


def cleaned_png(content: bytes) -> CleanedPicture:
    """Return the same pixels in the same colours and orientation, without metadata."""
    chunks, end = _chunks(content)
    written, removed = [MAGIC], int(len(content) > end)
    profiles = 0
    for kind, data in chunks:
        profiles += kind == _PROFILE
        # A second profile is nobody's (ISO/IEC 15948, 11.3.2.3), and each may inflate to megabytes.
        kept = None if kind == _PROFILE and profiles > 1 else _kept(kind, data)
        if kept is not None:
            written.append(chunk(kind, kept))
        removed += kept != data
    clean = b"".join(written)
    return CleanedPicture(clean, removed) if removed else CleanedPicture(content, 0)


def png_orientation(content: bytes) -> int:
    """Return the orientation of a picture, without decoding its pixels."""
    chunks, _ = _chunks(content)
    return next((orientation(data) for kind, data in chunks if kind == _EXIF), UPRIGHT)


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk with its length and checksum."""
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))


def _chunks(content: bytes) -> tuple[list[tuple[bytes, bytes]], int]:
    """Return all chunks up to the end of the picture, and the offset of that end."""
    found = []
    at = len(MAGIC)
    while at < len(content):
        size = read_number(content, at, 4, big=True)
        kind, data = content[at + 4 : at + 8], content[at + 8 : at + 8 + size]
        at += 12 + size
        if at > len(content):
            raise MalformedPicture("a chunk is cut short")
        found.append((kind, data))
        if kind == b"IEND":
            return found, at
    raise MalformedPicture("no end")


def _kept(kind: bytes, data: bytes) -> bytes | None:
    """Return the part of a chunk that is kept; None if the chunk is removed."""
    if kind == b"IEND":
        return b""
    if kind in _DRAWING:
        return data
    if kind == _EXIF:
        return exif_unless_upright(orientation(data))
    return _profile(data) if kind == _PROFILE else None


def _profile(data: bytes) -> bytes | None:
    """Return a colour profile with the same colours and without names."""
    name, _, rest = data.partition(b"\0")
    try:
        inflated = zlib.decompressobj().decompress(rest[1:], _LARGEST_PROFILE)
        profile = cleaned_profile(inflated)
    except (zlib.error, MalformedPicture):
        return None
    if profile == inflated and name == _NAME:
        return data
    return _NAME + b"\0\0" + zlib.compress(profile)

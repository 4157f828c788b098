"""Clean WebP files: keep the chunks that draw, remove Exif, XMP and unknown ones (RFC 9649)."""

import struct

from backend.ooxml.images.cleaning_result import CleanedPicture, MalformedPicture, read_number
from backend.ooxml.images.icc import cleaned_profile
from backend.ooxml.images.orientation import exif_unless_upright, orientation

_DRAWING = frozenset({b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF"})
_IN_FRAMES = frozenset({b"VP8 ", b"VP8L", b"ALPH"})
_FRAME_HEADER = 16
_HAS_PROFILE, _HAS_EXIF, _HAS_XMP = 0x20, 0x08, 0x04


def is_webp(content: bytes) -> bool:
    """Return whether these bytes are a WebP picture."""
    return content[:4] == b"RIFF" and content[8:12] == b"WEBP"


def cleaned_webp(content: bytes) -> CleanedPicture:
    """Return the same pixels in the same colours and orientation, without metadata."""
    end = min(8 + read_number(content, 4, 4, big=False), len(content))
    chunks = _chunks(content[12:end])
    profiles = [i for i, (kind, _) in enumerate(chunks) if kind == b"ICCP"]
    again = set(profiles[1:])  # there is one at most (RFC 9649, 2.7.1.4)
    kept = {
        i: data for i, (kind, old) in enumerate(chunks) if i not in again and (data := _kept(kind, old)) is not None
    }
    kinds = {chunks[i][0] for i in kept}
    for i, data in kept.items():
        if chunks[i][0] == b"VP8X":
            kept[i] = bytes((_flags(data[0], kinds),)) + data[1:]
    removed = sum(kept.get(i) != data for i, (_, data) in enumerate(chunks)) + (end < len(content))
    if not removed:
        return CleanedPicture(content, 0)
    body = b"WEBP" + b"".join(_chunk(chunks[i][0], data) for i, data in kept.items())
    return CleanedPicture(b"RIFF" + struct.pack("<L", len(body)) + body, removed)


def _chunks(body: bytes) -> list[tuple[bytes, bytes]]:
    found = []
    at = 0
    while at < len(body):
        size = read_number(body, at + 4, 4, big=False)
        data = body[at + 8 : at + 8 + size]
        if len(data) < size:
            raise MalformedPicture("a chunk is cut short")
        found.append((body[at : at + 4], data))
        at += 8 + size + size % 2
    return found


def _chunk(kind: bytes, data: bytes) -> bytes:
    return kind + struct.pack("<L", len(data)) + data + bytes(len(data) % 2)


def _kept(kind: bytes, data: bytes) -> bytes | None:
    """Return the part of a chunk that is kept; None if the chunk is removed."""
    if kind == b"ANMF":
        inner = [(each, content) for each, content in _chunks(data[_FRAME_HEADER:]) if each in _IN_FRAMES]
        return data[:_FRAME_HEADER] + b"".join(_chunk(*each) for each in inner)
    if kind == b"VP8X" and not data:
        raise MalformedPicture("a header without flags")
    if kind in _DRAWING:
        return data
    if kind == b"EXIF":
        return exif_unless_upright(orientation(data.removeprefix(b"Exif\0\0")))
    if kind != b"ICCP":
        return None
    try:
        return cleaned_profile(data)
    except MalformedPicture:
        return None


def _flags(flags: int, kinds: set[bytes]) -> int:
    """Return the header flags for the chunks that are kept."""
    for flag, kind in ((_HAS_PROFILE, b"ICCP"), (_HAS_EXIF, b"EXIF"), (_HAS_XMP, b"XMP ")):
        if kind not in kinds:
            flags &= ~flag
    return flags

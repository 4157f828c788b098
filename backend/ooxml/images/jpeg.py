"""Clean JPEG files: keep the markers that draw, remove all others (ITU-T T.81, annex B; Exif, JFIF)."""

import re
import struct

from backend.ooxml.images.cleaning_result import CleanedPicture, MalformedPicture, read_number
from backend.ooxml.images.icc import cleaned_profile
from backend.ooxml.images.orientation import UPRIGHT, exif, orientation

MAGIC = b"\xff\xd8\xff"

_SOI, _EOI, _SOS = 0xD8, 0xD9, 0xDA
_APP0, _APP1, _APP2, _APP14 = 0xE0, 0xE1, 0xE2, 0xEE
_DRAWING = frozenset(range(0xC0, 0xD0)) - {0xC8} | {_SOS, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF}
"""Frames, tables, scans, restart intervals (T.81, table B.1)."""

# Inside a scan a zero or a restart marker after 0xFF is data. More of 0xFF before a marker belong to it: they are
# added afterwards, since a search for them would begin anew at each of a long run.
_NEXT_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)
_EXIF, _ICC, _JFIF, _ADOBE = b"Exif\0", b"ICC_PROFILE\0", b"JFIF\0", b"Adobe"
_JFIF_WITHOUT_THUMBNAIL = 12
_ADOBE_SIZE = 12
_LARGEST = 65_519
"""The most bytes of a profile that one marker takes (ICC.1:2022, B.4)."""


def cleaned_jpeg(content: bytes) -> CleanedPicture:
    """Return the same pixels in the same colours and orientation, without metadata."""
    segments, end = _segments(content)
    removed = sum(not _draws(marker, payload) for marker, payload, _ in segments)
    turned = max(
        (orientation(payload[6:]) for marker, payload, _ in segments if _is_exif(marker, payload)), default=1
    )
    profile = _profile([payload for marker, payload, _ in segments if _is_profile(marker, payload)])
    kept = [(marker, payload, scan) for marker, payload, scan in segments if _draws(marker, payload)]
    leading = sum(marker == _APP0 for marker, _, _ in kept[:1])
    # Some readers know a JPEG file only by a JFIF or an Exif segment that comes first.
    is_exif = not leading and any(_is_exif(marker, payload) for marker, payload, _ in segments)
    new_segments = [*_exif_segment(turned, needed=is_exif), *_profile_segments(profile)]
    written = b"".join(_written(*each) for each in [*kept[:leading], *new_segments, *kept[leading:]])
    clean = b"\xff\xd8" + written + content[end : end + 2]
    return (
        CleanedPicture(clean, max(removed + (len(content) > end + 2), 1))
        if clean != content
        else CleanedPicture(content, 0)
    )


Segment = tuple[int, bytes, bytes]
"""A marker, what it holds, and the data of the scan that follows it."""


def _segments(content: bytes) -> tuple[list[Segment], int]:
    """Return all segments, and the offset of the end of the image."""
    found: list[Segment] = []
    at = 2
    while at < len(content):
        if content[at] != 0xFF:
            raise MalformedPicture("no marker where one must be")
        while content[at : at + 1] == b"\xff":
            at += 1
        marker = read_number(content, at, 1, big=True)
        if marker == _EOI:
            return found, at - 1
        size = read_number(content, at + 1, 2, big=True)
        payload = content[at + 3 : at + 1 + size]
        if size < 2 or len(payload) != size - 2:
            raise MalformedPicture("a segment is cut short")
        at += 1 + size
        following = at
        if marker == _SOS:
            match = _NEXT_MARKER.search(content, at)
            following = at + len(content[at : match.start()].rstrip(b"\xff")) if match else len(content)
        found.append((marker, payload, content[at:following]))
        at = following
    if not any(marker == _SOS for marker, _, _ in found):
        raise MalformedPicture("no scan")
    return found, at


def _draws(marker: int, payload: bytes) -> bool:
    if marker == _APP0:
        return payload.startswith(_JFIF)
    if marker == _APP14:
        return payload.startswith(_ADOBE)
    return marker in _DRAWING


def _written(marker: int, payload: bytes, scan: bytes) -> bytes:
    if marker == _APP0:  # a thumbnail may follow
        payload = payload[:_JFIF_WITHOUT_THUMBNAIL].ljust(_JFIF_WITHOUT_THUMBNAIL, b"\0") + b"\0\0"
    elif marker == _APP14:
        payload = payload[:_ADOBE_SIZE]
    return struct.pack(">BBH", 0xFF, marker, len(payload) + 2) + payload + scan


def _is_exif(marker: int, payload: bytes) -> bool:
    return marker == _APP1 and payload.startswith(_EXIF)


def _exif_segment(turned: int, *, needed: bool) -> list[Segment]:
    return [(_APP1, _EXIF + b"\0" + exif(turned), b"")] if needed or turned != UPRIGHT else []


def _is_profile(marker: int, payload: bytes) -> bool:
    return marker == _APP2 and payload.startswith(_ICC)


def _profile(payloads: list[bytes]) -> bytes:
    """Return the colour profile that the markers hold in pieces, without names; None if it is malformed."""
    pieces = sorted(payload[len(_ICC) :] for payload in payloads)
    try:
        return cleaned_profile(b"".join(piece[2:] for piece in pieces)) if pieces else b""
    except MalformedPicture:
        return b""


def _profile_segments(profile: bytes) -> list[Segment]:
    pieces = [profile[at : at + _LARGEST] for at in range(0, len(profile), _LARGEST)]
    return [(_APP2, _ICC + bytes((i, len(pieces))) + piece, b"") for i, piece in enumerate(pieces, 1)]

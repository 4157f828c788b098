"""Clean colour profiles: keep the colour data, remove names of devices and owners (ICC.1:2022)."""

import struct

from backend.ooxml.images.cleaning_result import MalformedPicture, read_number

_HEADER = 128
_ENTRY = 12
_MAX_TAGS = 100
"""No version of the standard knows as many."""
_MAX_SHARING = 4
"""Tags may share what they hold, as three curves do; written anew each has its own."""
_NAMED = frozenset({b"desc", b"cprt"})
"""Tags that every profile must have and that hold text; they stay empty."""
_COLOURS = frozenset(
    {b"rXYZ", b"gXYZ", b"bXYZ", b"rTRC", b"gTRC", b"bTRC", b"kTRC", b"wtpt", b"bkpt", b"chad", b"lumi", b"gamt"}
    | {b"A2B0", b"A2B1", b"A2B2", b"B2A0", b"B2A1", b"B2A2", b"D2B0", b"D2B1", b"D2B2", b"D2B3"}
    | {b"B2D0", b"B2D1", b"B2D2", b"B2D3", b"pre0", b"pre1", b"pre2", b"cicp", b"meas", b"view", b"rig0", b"rig2"}
)
# ICC.1:2022, 7.2: the fields of the header that say when, by whom and for which device, and the profile's hash.
_TELLING = ((24, 36), (48, 56), (80, 84), (84, 100))


def cleaned_profile(profile: bytes) -> bytes:
    """Return a profile with the same colours and empty names; raise MalformedPicture if it is not a profile."""
    if profile[36:40] != b"acsp":
        raise MalformedPicture("no colour profile")
    header = bytearray(profile[:_HEADER])
    for start, end in _TELLING:
        header[start:end] = bytes(end - start)
    tags = [(name, content) for name, content in _tags(profile) if name in _COLOURS]
    empty = _empty_text(version=profile[8])
    return _written(bytes(header), [*((name, empty[name]) for name in sorted(_NAMED)), *tags])


def _tags(profile: bytes) -> list[tuple[bytes, bytes]]:
    found = []
    many, left = read_number(profile, _HEADER, 4, big=True), _MAX_SHARING * len(profile)
    if many > _MAX_TAGS:
        raise MalformedPicture("a colour profile of too many tags")
    for i in range(many):
        entry = _HEADER + 4 + _ENTRY * i
        start, size = read_number(profile, entry + 4, 4, big=True), read_number(profile, entry + 8, 4, big=True)
        content = profile[start : start + size]
        left -= size
        if len(content) < size or left < 0:
            raise MalformedPicture("a colour profile is cut short, or its tags share too much")
        found.append((profile[entry : entry + 4], content))
    return found


def _empty_text(*, version: int) -> dict[bytes, bytes]:
    """Return an empty text: multiLocalizedUnicodeType from version 4, older types before (ICC.1:2001, 6.5)."""
    localised = b"mluc" + struct.pack(">LLL", 0, 0, 12)
    if version >= 4:
        return dict.fromkeys(_NAMED, localised)
    return {
        b"desc": b"desc" + bytes(4) + struct.pack(">L", 1) + bytes(1 + 4 + 4 + 2 + 1 + 67),
        b"cprt": b"text" + bytes(5),
    }


def _written(header: bytes, tags: list[tuple[bytes, bytes]]) -> bytes:
    at = _HEADER + 4 + _ENTRY * len(tags)
    table, data = b"", b""
    for name, content in tags:
        padding = bytes(-(at + len(data)) % 4)
        data += padding
        table += name + struct.pack(">LL", at + len(data), len(content))
        data += content
    profile = header + struct.pack(">L", len(tags)) + table + data
    return struct.pack(">L", len(profile)) + profile[4:]

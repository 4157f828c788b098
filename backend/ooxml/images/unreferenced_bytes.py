"""Empty the gaps of formats that store offsets: bytes that no offset refers to."""

from collections.abc import Iterable

from backend.ooxml.images.cleaning_result import MalformedPicture

Stretch = tuple[int, int]
"""Where bytes that draw begin and end."""


def empty_gaps(content: bytes, drawing: Iterable[Stretch]) -> bytes:
    """Return the file with zeros outside these stretches, and without the bytes after the last one."""
    kept = bytearray()
    for start, end in sorted(drawing):
        if start < 0 or end < start or end > len(content):
            raise MalformedPicture("a place outside the file")
        kept += bytes(max(start - len(kept), 0))
        kept += content[max(start, len(kept)) : end]
    return bytes(kept)

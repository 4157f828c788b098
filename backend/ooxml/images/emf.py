"""Clean EMF files: keep the records that draw, empty descriptions and comments ([MS-EMF])."""

from backend.ooxml.images.cleaning_result import CleanedPicture, MalformedPicture, read_number

_EMF_SIGNATURE = b" EMF"
_HEADER, _COMMENT, _EOF = 1, 70, 14
# [MS-EMF] 2.3.3: comments of EMF+ draw; of the public ones, those that hold the picture in another form do.
_PLUS, _PUBLIC = b"EMF+", b"GDIC"
_GROUP_BEGINS = 2
_PLUS_COMMENT = 0x4003


def is_emf(content: bytes) -> bool:
    """Return whether these bytes are an enhanced metafile."""
    return content[:4] == b"\1\0\0\0" and content[40:44] == _EMF_SIGNATURE


def cleaned_emf(content: bytes) -> CleanedPicture:
    """Return the same drawing without its description and without comments."""
    edited = bytearray(content)
    removed = 0
    at = kind = 0
    while kind != _EOF:
        kind, size = read_number(content, at, 4, big=False), read_number(content, at + 4, 4, big=False)
        if size < 8 or at + size > len(content):
            raise MalformedPicture("a record is cut short")
        if kind == _HEADER:
            removed += _undescribed(edited, at, size)
        elif kind == _COMMENT:
            removed += _comment_emptied(edited, at, size)
        at += size
    removed += at < len(content)
    return CleanedPicture(bytes(edited[:at]), removed)


def _undescribed(edited: bytearray, at: int, size: int) -> int:
    """Empty the description, which names the program and the picture (2.2.9), and set its length to 0."""
    length, offset = read_number(edited, at + 60, 4, big=False), read_number(edited, at + 64, 4, big=False)
    if not (length or offset):
        return 0
    if offset < 88 or at + offset + 2 * length > at + size:
        raise MalformedPicture("a description outside its record")
    return emptied(edited, at + offset, at + offset + 2 * length) | emptied(edited, at + 60, at + 68)


def _comment_emptied(edited: bytearray, at: int, size: int) -> int:
    length = min(read_number(edited, at + 8, 4, big=False), size - 12)
    start, end = at + 12, at + 12 + length
    signature = bytes(edited[start : start + 4])
    if signature == _PLUS:
        return _plus_comments_emptied(edited, start + 4, end) | emptied(edited, end, at + size)
    if signature == _PUBLIC:
        begins = read_number(edited, start + 4, 4, big=False) == _GROUP_BEGINS
        return emptied(edited, start + 24, at + size) if begins else 0
    return emptied(edited, start, at + size)


def _plus_comments_emptied(edited: bytearray, at: int, end: int) -> int:
    """Empty the comments among EMF+ records ([MS-EMFPLUS] 2.3.2.1)."""
    removed = 0
    while at + 12 <= end:
        size = read_number(edited, at + 4, 4, big=False)
        if size < 12 or at + size > end:
            raise MalformedPicture("a record is cut short")
        if read_number(edited, at, 2, big=False) == _PLUS_COMMENT:
            removed |= emptied(edited, at + 12, at + size)
        at += size
    return removed


def emptied(edited: bytearray, start: int, end: int) -> int:
    """Write zeros to a stretch; return 1 if it was not empty."""
    if not edited[start:end].strip(b"\0"):
        return 0
    edited[start:end] = bytes(max(end - start, 0))
    return 1

"""Clean EMF and WMF files: keep the records that draw, empty descriptions and comments ([MS-EMF], [MS-WMF])."""

from backend.ooxml.images.cleaning_result import CleanedPicture, MalformedPicture, read_number

_EMF_SIGNATURE = b" EMF"
_HEADER, _COMMENT, _EOF = 1, 70, 14
# [MS-EMF] 2.3.3: comments of EMF+ draw; of the public ones, those that hold the picture in another form do.
_PLUS, _PUBLIC = b"EMF+", b"GDIC"
_GROUP_BEGINS = 2
_PLUS_COMMENT = 0x4003

_PLACEABLE = b"\xd7\xcd\xc6\x9a"
_WMF_HEADERS = (b"\x01\x00\x09\x00", b"\x02\x00\x09\x00")
_ESCAPE, _WMF_COMMENT = 0x0626, 0x000F
_SECOND_DRAWING, _SECOND_AT = b"WMFC", 44
"""How the data of a comment begin that holds an EMF, and where in its record the piece of it stands."""


def is_emf(content: bytes) -> bool:
    """Return whether these bytes are an enhanced metafile."""
    return content[:4] == b"\1\0\0\0" and content[40:44] == _EMF_SIGNATURE


def is_wmf(content: bytes) -> bool:
    """Return whether these bytes are a Windows metafile."""
    return content.startswith((_PLACEABLE, *_WMF_HEADERS))


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
    return _emptied(edited, at + offset, at + offset + 2 * length) | _emptied(edited, at + 60, at + 68)


def _comment_emptied(edited: bytearray, at: int, size: int) -> int:
    length = min(read_number(edited, at + 8, 4, big=False), size - 12)
    start, end = at + 12, at + 12 + length
    signature = bytes(edited[start : start + 4])
    if signature == _PLUS:
        return _plus_comments_emptied(edited, start + 4, end) | _emptied(edited, end, at + size)
    if signature == _PUBLIC:
        begins = read_number(edited, start + 4, 4, big=False) == _GROUP_BEGINS
        return _emptied(edited, start + 24, at + size) if begins else 0
    return _emptied(edited, start, at + size)


def _plus_comments_emptied(edited: bytearray, at: int, end: int) -> int:
    """Empty the comments among EMF+ records ([MS-EMFPLUS] 2.3.2.1)."""
    removed = 0
    while at + 12 <= end:
        size = read_number(edited, at + 4, 4, big=False)
        if size < 12 or at + size > end:
            raise MalformedPicture("a record is cut short")
        if read_number(edited, at, 2, big=False) == _PLUS_COMMENT:
            removed |= _emptied(edited, at + 12, at + size)
        at += size
    return removed


def _emptied(edited: bytearray, start: int, end: int) -> int:
    """Write zeros to a stretch; return 1 if it was not empty."""
    if not edited[start:end].strip(b"\0"):
        return 0
    edited[start:end] = bytes(max(end - start, 0))
    return 1


def cleaned_wmf(content: bytes) -> CleanedPicture:
    """Return the same drawing without comments ([MS-WMF] 2.3.6.23); a second drawing in them is cleaned.

    Programs show that second drawing, an EMF ([MS-WMF] 2.3.6.1), in place of the first.

    Raises MalformedPicture also when the second drawing is not as its format says.
    """
    edited = bytearray(content)
    at = (22 if content.startswith(_PLACEABLE) else 0) + 18
    removed, kind = 0, 1
    pieces: list[tuple[int, int]] = []
    while kind:
        size, kind = 2 * read_number(content, at, 4, big=False), read_number(content, at + 4, 2, big=False)
        if size < 6 or at + size > len(content):
            raise MalformedPicture("a record is cut short")
        if kind == _ESCAPE and read_number(content, at + 6, 2, big=False) == _WMF_COMMENT:
            if content[at + 10 : at + 14] == _SECOND_DRAWING and size >= _SECOND_AT:
                pieces.append((at, read_number(content, at + 32, 4, big=False)))
            else:
                removed += _emptied(edited, at + 10, at + size)
        at += size
    removed += _second_cleaned(edited, pieces)
    removed += at < len(content)
    return CleanedPicture(bytes(edited[:at]), removed)


def _second_cleaned(edited: bytearray, pieces: list[tuple[int, int]]) -> int:
    """Clean the EMF that comments hold piece by piece, in place; each is a record and the length of its piece."""
    spans = [(at + _SECOND_AT, at + _SECOND_AT + length) for at, length in pieces]
    drawing = b"".join(bytes(edited[start:end]) for start, end in spans)
    if not drawing:
        return 0
    if not is_emf(drawing):
        raise MalformedPicture("a second drawing that is none")
    cleaned = cleaned_emf(drawing)
    before = _sum_of_words(edited)
    rest = cleaned.content.ljust(len(drawing), b"\0")
    for start, end in spans:
        edited[start:end], rest = rest[: end - start], rest[end - start :]
    # The words of the file add up to 0; the first piece holds what makes them do so.
    at = pieces[0][0] + 22
    checksum = int.from_bytes(edited[at : at + 2], "little") + before - _sum_of_words(edited)
    if checksum:
        edited[at : at + 2] = (checksum & 0xFFFF).to_bytes(2, "little")
    return cleaned.removed


def _sum_of_words(content: bytearray) -> int:
    even = len(content) - len(content) % 2
    return sum(memoryview(content)[:even].cast("H"))

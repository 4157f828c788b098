"""Clean WMF files: keep the records that draw, empty comments, clean the EMF that comments hold ([MS-WMF])."""

import operator
import struct
from collections.abc import Iterator
from functools import reduce

from backend.ooxml.images.cleaning_result import CleanedPicture, MalformedPicture, read_number
from backend.ooxml.images.emf import cleaned_emf, emptied, is_emf

_PLACEABLE = b"\xd7\xcd\xc6\x9a"
_HEADERS = (b"\x01\x00\x09\x00", b"\x02\x00\x09\x00")
_PLACEABLE_SIZE, _HEADER_SIZE = 22, 18
_SIZE_AT, _LARGEST_AT = 6, 12
"""Where the header states the words of the file, and those of its largest record (2.3.2.2)."""
_ESCAPE, _COMMENT = 0x0626, 0x000F
_DRAWING = frozenset(
    {0x0922, 0x0940, 0x0B41, 0x0D33, 0x0B23, 0x0F43}  # bitmaps (2.3.1)
    | {0x0817, 0x0830, 0x0418, 0x0548, 0x0A32, 0x0228, 0x0419, 0x0429, 0x012A, 0x0213, 0x012B}  # shapes (2.3.3)
    | {0x061D, 0x081A, 0x0325, 0x0324, 0x0538, 0x041B, 0x061C, 0x041F, 0x0521}
)

_PIECE = b"WMFC"
"""How the data of a comment begin that holds a piece of an EMF ([MS-WMF] 2.3.6.25)."""
_PIECE_HEAD = struct.Struct("<H4xLLHLLLLL")
"""From the byte count: type, version, checksum, flags, count of pieces, size, bytes that follow, bytes in all."""
_HEAD_AT, _CHECKSUM_AT, _FLAGS_AT, _DATA_AT = 8, 22, 24, 44
_BEFORE_DATA = 34
"""Bytes of a comment before its piece of the EMF."""
_MOST_PIECES = 16_384
"""Windows and LibreOffice cut pieces of 8,192 bytes, so that this many hold 134 MB; no drawing needs more."""

Span = tuple[int, int]
"""Where a record or a piece begins and ends."""


def is_wmf(content: bytes) -> bool:
    """Return whether these bytes are a Windows metafile."""
    return content.startswith((_PLACEABLE, *_HEADERS))


def cleaned_wmf(content: bytes) -> CleanedPicture:
    """Return the same drawing without comments. An EMF in them is cleaned: programs show it in place of the rest.

    If the EMF cannot be read, all its pieces go, so that programs show the records of the file itself.
    Raises MalformedPicture also when the file has no such records.
    """
    edited = bytearray(content)
    removed, draws, pieces = _comments_emptied(edited)
    if len(edited) < len(content):
        removed += 1
        _state_size(edited, _start(content))
    if not pieces:
        return CleanedPicture(bytes(edited), removed)
    try:
        removed += _pieces_cleaned(edited, pieces)
    except MalformedPicture:
        if not draws:
            raise
        return CleanedPicture(_without_pieces(bytes(edited)), removed + 1)
    if removed:
        _keep_checksums(content, edited, pieces)
    return CleanedPicture(bytes(edited), removed)


def _comments_emptied(edited: bytearray) -> tuple[int, bool, list[Span]]:
    """Empty comments, and cut what follows the last record.

    Returns how many comments were emptied, whether a record draws, and the comments that hold pieces of an EMF.
    """
    removed, draws, end = 0, False, 0
    pieces: list[Span] = []
    for at, end, kind in _records(edited):
        draws = draws or kind in _DRAWING
        if _is_piece(edited, at, end, kind):
            pieces += [(at, end)] if len(pieces) <= _MOST_PIECES else []
        elif _is_comment(edited, at, end, kind):
            removed += emptied(edited, at + 10, end)
    del edited[end:]
    return removed, draws, pieces


def _start(content: bytes | bytearray) -> int:
    return _PLACEABLE_SIZE if content.startswith(_PLACEABLE) else 0


def _records(content: bytes | bytearray) -> Iterator[tuple[int, int, int]]:
    """Yield where each record begins and ends, and its kind, to the record that ends the file."""
    at, kind = _start(content) + _HEADER_SIZE, 1
    while kind:
        size, kind = 2 * read_number(content, at, 4, big=False), read_number(content, at + 4, 2, big=False)
        if size < 6 or at + size > len(content):
            raise MalformedPicture("a record is cut short")
        yield at, at + size, kind
        at += size


def _is_comment(content: bytes | bytearray, at: int, end: int, kind: int) -> bool:
    return kind == _ESCAPE and end - at > 10 and read_number(content, at + 6, 2, big=False) == _COMMENT


def _is_piece(content: bytes | bytearray, at: int, end: int, kind: int) -> bool:
    return _is_comment(content, at, end, kind) and content[at + 10 : at + 14] == _PIECE


def _pieces_cleaned(edited: bytearray, pieces: list[Span]) -> int:
    """Clean the EMF that the pieces hold together, in place; it stays as long as it was.

    Raises MalformedPicture, and changes nothing, when a piece is missing or not as its format says.
    """
    spans = list(_piece_spans(edited, pieces))
    drawing = _joined(edited, spans)
    if not is_emf(drawing):
        raise MalformedPicture("a second drawing that is none")
    cleaned = cleaned_emf(drawing)
    as_long = cleaned.content.ljust(len(drawing), b"\0")
    removed = cleaned.removed if as_long != drawing else 0
    rest = memoryview(as_long)
    for (at, record_end), (start, end) in zip(pieces, spans, strict=True):
        edited[start:end], rest = rest[: end - start], rest[end - start :]
        removed |= emptied(edited, at + _FLAGS_AT, at + _FLAGS_AT + 4) | emptied(edited, end, record_end)
    return removed


def _piece_spans(content: bytes | bytearray, pieces: list[Span]) -> Iterator[Span]:
    """Yield where the data of each piece stand; raise MalformedPicture unless the heads of all pieces agree."""
    if len(pieces) > _MOST_PIECES or any(end - at < _DATA_AT for at, end in pieces):
        raise MalformedPicture("pieces of a second drawing without number or head")
    left = whole = _PIECE_HEAD.unpack_from(content, pieces[0][0] + _HEAD_AT)[-1]
    for at, end in pieces:
        count, *stated, _, _, many, length, after, total = _PIECE_HEAD.unpack_from(content, at + _HEAD_AT)
        left -= length
        fits = _BEFORE_DATA + length <= count <= end - at - 10
        if not fits or (*stated, many, after, total) != (1, 0x10000, len(pieces), left, whole):
            raise MalformedPicture("a piece of a second drawing that does not fit the others")
        yield at + _DATA_AT, at + _DATA_AT + length
    if left:
        raise MalformedPicture("a second drawing that is cut short")


def _joined(content: bytes | bytearray, spans: list[Span]) -> bytes:
    return b"".join(content[start:end] for start, end in spans)


def _without_pieces(content: bytes) -> bytes:
    """Return the file without the pieces of a second drawing; the header states the sizes of what is left."""
    start = _start(content)
    kept = bytearray(content[: start + _HEADER_SIZE])
    largest = 0
    for at, end, kind in _records(content):
        if not _is_piece(content, at, end, kind):
            kept += content[at:end]
            largest = max(largest, end - at)
    _state_size(kept, start)
    struct.pack_into("<L", kept, start + _LARGEST_AT, largest // 2)
    return bytes(kept)


def _state_size(edited: bytearray, start: int) -> None:
    struct.pack_into("<L", edited, start + _SIZE_AT, (len(edited) - start) // 2)


def _keep_checksums(content: bytes, edited: bytearray, pieces: list[Span]) -> None:
    """State checksums that are as right as before: programs that check them refuse the EMF where they are wrong.

    Windows has the words of the file add up to 0, [MS-WMF] has the words of the EMF checked.
    """
    start = _start(content)
    if 0 in (_sum_of_words(content[start : len(edited)]), _sum_of_words(content[start:])):
        at = pieces[0][0] + _CHECKSUM_AT
        edited[at : at + 2] = bytes(2)
        struct.pack_into("<H", edited, at, -_sum_of_words(edited[start:]) & 0xFFFF)
        return
    spans = list(_piece_spans(edited, pieces))
    before, after = _checksum(_joined(content, spans)), _checksum(_joined(edited, spans))
    for at, _ in pieces:
        if read_number(content, at + _CHECKSUM_AT, 2, big=False) == before:
            struct.pack_into("<H", edited, at + _CHECKSUM_AT, after)


def _sum_of_words(content: bytes | bytearray) -> int:
    return sum(_words(content)) & 0xFFFF


def _checksum(drawing: bytes) -> int:
    """Return the checksum of an EMF: the one's complement of all its words under XOR ([MS-WMF] 2.3.6.25)."""
    return ~reduce(operator.xor, _words(drawing), 0) & 0xFFFF


def _words(content: bytes | bytearray) -> memoryview:
    return memoryview(content)[: len(content) - len(content) % 2].cast("H")

"""Readable text in bytes: a text part, or the readable runs of a binary one."""

import re
from collections.abc import Iterator, Mapping, Set
from typing import NamedTuple

from backend.messages.found_in import TextSource
from backend.verification.encodings import BORDER

_MARKS = (
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
    (b"\xef\xbb\xbf", "utf-8"),
)
_SOURCES: Mapping[str, TextSource] = {"utf-16": "utf_16", "utf-32": "utf_32"}
_WITHOUT_MARK = {b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1f]")
_REACH = 2_000
"""Bytes around a wanted piece that are read with it."""

_SMALL, _SMALLISH = 1024, 16 * 1024
_LETTERS = 3, 4, 5
"""How many letters a string needs in few, in some and in many bytes, so as not to stand there by chance."""


def decode_text_part(content: bytes) -> tuple[str | None, TextSource | None]:
    """Return the text of a text part, and its encoding unless it is UTF-8; no text when the bytes are none."""
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), None)
    if encoding is None:
        encoding = _WITHOUT_MARK.get(content[:2], "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        # XML may be in any encoding that its first line names; expat knows it.
        return (content.decode("latin-1"), None) if content.lstrip()[:5] == b"<?xml" else (None, None)
    if _BINARY.search(text):
        return None, None
    return text.removeprefix("\ufeff"), _SOURCES.get(encoding[:6])


class _Encoding(NamedTuple):
    """How text is encoded in bytes: patterns for runs of characters, and for Latin letters and digits alone.

    A pattern of pieces begins with a single character class, which lets `re` skip other bytes quickly.
    """

    source: TextSource | None
    name: str
    runs: re.Pattern[bytes]
    pieces: tuple[re.Pattern[bytes], ...]


_ENCODINGS = (
    _Encoding(
        None,
        "utf-8",
        re.compile(rb"[\t\x20-\x7e\x80-\xff]{3,}"),
        (re.compile(rb"[A-Za-z]{2,}"), re.compile(rb"[0-9]{2,}")),
    ),
    _Encoding(
        "utf_16",
        "utf-16-le",
        re.compile(rb"(?:[\x20-\x7e\xa0-\xff]\x00|[\x00-\xff][\x01-\x06]){3,}"),
        (re.compile(rb"[A-Za-z]\x00(?:[A-Za-z]\x00)+"), re.compile(rb"[0-9]\x00(?:[0-9]\x00)+")),
    ),
    _Encoding(
        "utf_16",
        "utf-16-be",
        re.compile(rb"(?:\x00[\x20-\x7e\xa0-\xff]|[\x01-\x06][\x00-\xff]){3,}"),
        (re.compile(rb"\x00[A-Za-z](?:\x00[A-Za-z])+"), re.compile(rb"\x00[0-9](?:\x00[0-9])+")),
    ),
)


def readable_runs(content: bytes, wanted: Set[str]) -> Iterator[tuple[TextSource | None, str]]:
    """Return the runs of readable characters around wanted strings, joined by borders, for each encoding.

    The encoding is None for UTF-8.

    `wanted` are runs of lower-case Latin letters or of digits, which must stand alone, or other strings, which are
    searched for in lower case, in upper case and as they are.
    """
    for encoding in _ENCODINGS:
        stretch = b"\x07\x07".join(_bytes_around(content, encoding, wanted))
        runs = (run.decode(encoding.name, "ignore") for run in encoding.runs.findall(stretch))
        text = BORDER.join(runs)
        if text:
            yield encoding.source, text


def _bytes_around(content: bytes, encoding: _Encoding, wanted: Set[str]) -> Iterator[bytes]:
    """Return the bytes around each wanted string."""
    done = 0
    for start, end in _places(content, encoding, wanted):
        if end > done:
            # An even number of bytes back, so that the pairs of UTF-16 stay pairs.
            done = end + _REACH
            yield content[max(start - _REACH, start % 2) : done]


def _places(content: bytes, encoding: _Encoding, wanted: Set[str]) -> list[tuple[int, int]]:
    places: list[tuple[int, int]] = []
    latin = {piece.encode(encoding.name) for piece in wanted if piece.isascii() and piece.isalnum()}
    for pieces in encoding.pieces:
        if not latin.isdisjoint(map(bytes.lower, pieces.findall(content))):
            places += [match.span() for match in pieces.finditer(content) if match.group().lower() in latin]
    others = {piece for piece in wanted if not (piece.isascii() and piece.isalnum())}
    spelled = {each.encode(encoding.name) for piece in others for each in (piece, piece.upper(), piece.title())}
    if spelled:
        pattern = re.compile(b"|".join(map(re.escape, sorted(spelled))))
        places += [match.span() for match in pattern.finditer(content)]
    return sorted(places)


_TOLD = re.compile(rb"(?:[\t\r\n\x20-\x7e]\x00){3,}|[\t\r\n\x20-\x7e]{5,}|\x00{2,}|\xff{2,}")
_MOSTLY = 0.7
_DIGEST = 64
"""Bytes of the longest number in common use that says nothing: a hash of 512 bits."""
_FEW = 20


def says_nothing_more(content: bytes) -> bool:
    """Tell whether bytes are no longer than a hash, are few different ones, or are text with a few numbers."""
    told = sum(map(len, _TOLD.findall(content)))
    return len(content) <= _DIGEST or told >= _MOSTLY * len(content) or len(set(content)) < _FEW


def shortest_significant(content: bytes) -> int:
    """Return the shortest length worth searching for in so many bytes; shorter strings would match by chance."""
    few, some, many = _LETTERS
    return few if len(content) <= _SMALL else some if len(content) <= _SMALLISH else many


def printable(name: str) -> str:
    """Return a name with a question mark for each character that cannot be shown."""
    return "".join(char if char.isprintable() else "?" for char in name)

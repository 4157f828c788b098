"""Readable text in bytes: a text part, or the readable runs of a binary one."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
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

_HEAD = 32
"""Bytes that are compared with all strings; more of them only where a longer string begins so."""
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


class WantedPieces:
    """Strings to find in bytes, encoded once for all parts of a file: there may be 50,000 of them.

    They are runs of lower-case Latin letters or of digits, which must stand alone, or other strings, which are
    searched for in lower case, in upper case and as they are.

    >>> list(readable_runs(b"\\0\\1the Halden line\\2", WantedPieces(["halden"])))
    [(None, 'the Halden line')]
    """

    def __init__(self, pieces: Iterable[str]) -> None:
        self._pieces = frozenset(pieces)
        self._encoded: dict[str, tuple[frozenset[bytes], _Others]] = {}

    def encoded(self, name: str) -> tuple[frozenset[bytes], "_Others"]:
        """Return the Latin pieces in an encoding, and what finds the others."""
        if name not in self._encoded:
            latin = frozenset(piece for piece in self._pieces if piece.isascii() and piece.isalnum())
            others = {
                each.encode(name)
                for piece in self._pieces - latin
                for each in (piece, piece.upper(), piece.title())
            }
            self._encoded[name] = frozenset(piece.encode(name) for piece in latin), _Others(others)
        return self._encoded[name]


class _Others:
    """Finds the first of many byte strings at each place, without a look at each of them.

    Of strings that begin alike the shortest is found, so the longer ones are left out. Of the rest at most one
    stands at a place: the last of those that are not greater than the bytes there.
    """

    def __init__(self, strings: Iterable[bytes]) -> None:
        self._strings: list[bytes] = []
        for each in sorted(strings):
            if not (self._strings and each.startswith(self._strings[-1])):
                self._strings.append(each)
        self._longest = max(map(len, self._strings), default=0)
        heads: dict[bytes, set[bytes]] = {}
        for each in self._strings:
            heads.setdefault(each[:1], set()).add(each[1:2])
        alternatives = (
            re.escape(first) + (b"" if b"" in then else b"[%b]" % b"".join(map(re.escape, sorted(then))))
            for first, then in heads.items()
        )
        self._beginning = re.compile(b"|".join(alternatives), re.DOTALL)

    def find(self, content: bytes) -> Iterator[tuple[int, int]]:
        """Yield where the strings stand; places do not overlap."""
        at = 0
        while self._strings and (match := self._beginning.search(content, at)):
            at = match.start()
            found = self._at(content, at)
            if found:
                yield at, at + len(found)
            at += len(found) or 1

    def _at(self, content: bytes, at: int) -> bytes:
        """Return the string that stands at a place; empty if there is none."""
        head = content[at : at + _HEAD]
        after = bisect_right(self._strings, head)
        if after < len(self._strings) and self._strings[after].startswith(head):
            after = bisect_right(self._strings, content[at : at + self._longest])
        before = self._strings[after - 1] if after else b""
        return before if content.startswith(before, at) else b""


def readable_runs(content: bytes, wanted: WantedPieces) -> Iterator[tuple[TextSource | None, str]]:
    """Return the runs of readable characters around wanted strings, joined by borders, for each encoding.

    The encoding is None for UTF-8.
    """
    for encoding in _ENCODINGS if content else ():
        stretch = b"\x07\x07".join(_bytes_around(content, encoding, wanted))
        runs = (run.decode(encoding.name, "ignore") for run in encoding.runs.findall(stretch))
        text = BORDER.join(runs)
        if text:
            yield encoding.source, text


def _bytes_around(content: bytes, encoding: _Encoding, wanted: WantedPieces) -> Iterator[bytes]:
    """Return the bytes around each wanted string."""
    done = 0
    for start, end in _places(content, encoding, wanted):
        if end > done:
            # An even number of bytes back, so that the pairs of UTF-16 stay pairs.
            done = end + _REACH
            yield content[max(start - _REACH, start % 2) : done]


def _places(content: bytes, encoding: _Encoding, wanted: WantedPieces) -> list[tuple[int, int]]:
    places: list[tuple[int, int]] = []
    latin, others = wanted.encoded(encoding.name)
    for pieces in encoding.pieces:
        if not latin.isdisjoint(map(bytes.lower, pieces.findall(content))):
            places += [match.span() for match in pieces.finditer(content) if match.group().lower() in latin]
    places += others.find(content)
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

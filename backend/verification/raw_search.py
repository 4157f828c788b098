"""The second pair of eyes: every part of a file searched for every redacted string, trusting no reader.

It shares no code with the room that reads and writes packages: its own way through the zip, its own reading of XML,
its own matching. XML and plain text are examined; pictures, OLE objects, fonts and macros are searched as bytes
(UTF-8 and UTF-16) but said to be not examined, because what they show or pack is not their bytes.
"""

import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from backend.document.redacted import RedactedString
from backend.verification.conventions import chosen_in_path
from backend.verification.matching import BORDER, Needles
from backend.verification.places import LeftPlace, PartStatus
from backend.verification.xml_text import NotReadable, Said, read_xml

MAX_PARTS = 20_000
MAX_UNPACKED = 1024 * 1024 * 1024
"""Bytes that a file may unpack to, all nested packages together."""
MAX_DEPTH = 4
"""How many packages may lie in one another."""

_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    RuntimeError,  # encrypted; also NotImplementedError, an unknown compression
    OSError,
    EOFError,
    ValueError,
)

_ZIP = b"PK\x03\x04"
_MARKS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"\xef\xbb\xbf", "utf-8"))
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1f]")
_TAG = re.compile(r"<[^<>]{0,10000}>")
_UTF8_RUNS = re.compile(rb"[\t\x20-\x7e\x80-\xff]{5,}")
_UTF16_RUNS = (
    ("utf-16-le", re.compile(rb"(?:[\x20-\x7e\xa0-\xff]\x00|[\x00-\xff][\x01-\x06]){5,}")),
    ("utf-16-be", re.compile(rb"(?:\x00[\x20-\x7e\xa0-\xff]|[\x01-\x06][\x00-\xff]){5,}")),
)
_SHORTEST_IN_BYTES = 5
"""In compressed bytes every string of three letters turns up by chance."""

_KINDS = {
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".ico"), "what a picture shows"),
    **dict.fromkeys((".emf", ".wmf", ".emz", ".wmz", ".wdp", ".webp", ".heic"), "what a picture shows"),
    **dict.fromkeys((".odttf", ".ttf", ".otf", ".fntdata"), "a font"),
    **dict.fromkeys((".mp3", ".mp4", ".wav", ".wmv", ".avi", ".mov", ".m4a"), "a recording"),
    ".pdf": "a PDF",
}
_OLE = b"\xd0\xcf\x11\xe0"


@dataclass(frozen=True, slots=True)
class RawSearch:
    """What the search found, and one row for every part: examined, or why not."""

    places: tuple[LeftPlace, ...]
    parts: tuple[PartStatus, ...]


def search_package(content: bytes, strings: Sequence[RedactedString], file_name: str = "") -> RawSearch:
    """Search a .docx, packages within it included, and its name.

    Nothing that the bytes hold raises: what cannot be unpacked or parsed is searched as it lies and said to be not
    examined.
    """
    search = _Search(Needles(strings))
    search.file_name(file_name)
    search.package(content, "", 1)
    return search.result()


def search_text(content: bytes, strings: Sequence[RedactedString], file_name: str = "") -> RawSearch:
    """Search a text file and its name."""
    search = _Search(Needles(strings))
    search.file_name(file_name)
    search.content(content, "", PurePosixPath(file_name).suffix, 1)
    return search.result()


@dataclass(slots=True)
class _Search:
    """A search under way; what is left of `budget`, in bytes, bounds all unpacking."""

    needles: Needles
    budget: int = MAX_UNPACKED
    places: set[LeftPlace] = field(default_factory=set)
    parts: list[PartStatus] = field(default_factory=list)

    def result(self) -> RawSearch:
        return RawSearch(tuple(sorted(self.places)), tuple(self.parts))

    def file_name(self, name: str) -> None:
        """Search the name that the file goes out under, and the folders in it, but not ".docx"."""
        self._name(name.removesuffix(PurePosixPath(name).suffix), "", "file name", words=True)

    def _name(self, name: str, part: str, how: str, *, words: bool) -> bool:
        """Search a name; tells whether anything stands in it."""
        found = self.needles.find(name, words=words)
        found |= {i for _, i in self.needles.find_encoded(name, words=words)}
        self._left(part, how, found)
        return bool(found)

    def package(self, content: bytes, part: str, depth: int) -> None:
        try:
            archive = zipfile.ZipFile(io.BytesIO(content))
        except _BROKEN:
            self._bytes(content, part)
            self._not_examined(part, "it is no readable zip")
            return
        with archive:
            self._text("zip comment", archive.comment.decode("utf-8", "replace"), part)
            entries = archive.infolist()
            if len(entries) > MAX_PARTS:
                self._not_examined(part, f"it holds more than {MAX_PARTS} parts")
            for number, entry in enumerate(entries[:MAX_PARTS], 1):
                self._entry(archive, entry, f"{part}!/" if part else "", number, depth)

    def _entry(
        self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, inside: str, number: int, depth: int
    ) -> None:
        chosen = chosen_in_path(entry.filename)
        told = self._name(chosen, f"{inside}part {number}", "part name", words=False)
        # A name that tells must not be told on.
        part = f"{inside}part {number}" if told else inside + _printable(entry.filename)
        for note in (entry.comment, entry.extra):
            self._bytes(note, part, "zip comment")
        try:
            with archive.open(entry) as stream:
                content = stream.read(self.budget + 1)
        except _BROKEN:
            self._not_examined(part, "it cannot be unpacked")
            return
        if len(content) > self.budget:
            self._not_examined(part, "the file unpacks to more than is looked at")
            return
        self.budget -= len(content)
        self.content(content, part, PurePosixPath(entry.filename).suffix.lower(), depth)

    def content(self, content: bytes, part: str, suffix: str, depth: int) -> None:
        """Search one part by what its bytes are, whatever its name says."""
        if content.startswith(_ZIP):
            if depth < MAX_DEPTH:
                self.package(content, part, depth + 1)
            else:
                self._bytes(content, part)
                self._not_examined(part, "it is a package too deep in packages")
            return
        text, encoding = _as_text(content)
        if text is None:
            self._bytes(content, part)
            self._not_examined(part, _why_not(content, suffix))
        elif text.lstrip().startswith("<"):
            self._xml(content, text, part, encoding)
        else:
            self._text(encoding or "text", text, part)
            self.parts.append(PartStatus(part, examined=True))

    def _xml(self, content: bytes, text: str, part: str, encoding: str) -> None:
        try:
            said = read_xml(content)
        except NotReadable as error:
            self._text("text", _TAG.sub("", text), part)
            self._text("bytes", text, part, words=False)
            self._not_examined(part, str(error))
            return
        self._said(said, part, encoding)
        self.parts.append(PartStatus(part, examined=True))

    def _said(self, said: Said, part: str, encoding: str) -> None:
        for texts, words in ((said.human, True), (said.other, False)):
            for how, distinct in texts.items():
                self._text(encoding or how, BORDER.join(sorted(distinct)), part, words=words)

    def _text(self, how: str, text: str, part: str, *, words: bool = True) -> None:
        self._left(part, how, self.needles.find(text, words=words))
        for spelling, i in self.needles.find_encoded(text, words=words):
            self._left(part, spelling, {i})

    def _bytes(self, content: bytes, part: str, how: str = "bytes") -> None:
        """Search what is readable among the bytes; words of the model would turn up in them by chance."""
        for label, text in _readable(content):
            found = self.needles.find(text, words=False, shortest=_SHORTEST_IN_BYTES)
            self._left(part, label or how, found)

    def _left(self, part: str, how: str, found: set[int]) -> None:
        strings = self.needles.strings
        self.places.update(LeftPlace(part, how, strings[i].placeholder, i) for i in found)

    def _not_examined(self, part: str, why: str) -> None:
        self.parts.append(PartStatus(part, examined=False, why=why))


def _as_text(content: bytes) -> tuple[str | None, str]:
    """The text of a part that is text, and "utf-16" when it is in that; None when it is something else."""
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), None)
    if encoding is None:
        wide = {b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
        encoding = wide.get(content[:2], "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        # XML may be in any encoding that its first line names; expat knows it.
        return (content.decode("latin-1"), "") if content.lstrip()[:5] == b"<?xml" else (None, "")
    if _BINARY.search(text):
        return None, ""
    return text.removeprefix("\ufeff"), "utf-16" if encoding.startswith("utf-16") else ""


def _readable(content: bytes) -> Iterator[tuple[str, str]]:
    """The runs of readable characters among bytes, joined by borders, per encoding."""
    runs = (run.decode("utf-8", "ignore") for run in _UTF8_RUNS.findall(content))
    yield "", BORDER.join(runs)
    for encoding, pattern in _UTF16_RUNS:
        yield "utf-16", BORDER.join(run.decode(encoding, "ignore") for run in pattern.findall(content))


def _why_not(content: bytes, suffix: str) -> str:
    if content.startswith(_OLE):
        return "an OLE object is not read, only its bytes were searched"
    return f"{_KINDS.get(suffix, 'a binary part')} is not read, only its bytes were searched"


def _printable(name: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in name)

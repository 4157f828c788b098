"""The second pair of eyes: every part of a file searched for every redacted string, trusting no reader.

It shares no code with the room that reads and writes packages: its own way through the zip, its own reading of XML,
its own matching. Everything is searched, but examined is only what somebody has read for names too: a text file,
and the XML of Word. Pictures, drawings, OLE objects, fonts, macros, embedded packages, imported files and text of
any other kind are said to be not examined; what is no text is searched as bytes (UTF-8 and UTF-16).
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
from typing import NamedTuple

from backend.document.redacted import RedactedStrings
from backend.verification.conventions import chosen_in_path
from backend.verification.declared import Declared, declarations, is_plumbing
from backend.verification.matching import BORDER, Needles
from backend.verification.places import WHOLE_FILE, LeftPlace, PartStatus
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
    **dict.fromkeys((".svg", ".svgz", ".eps", ".ps", ".ai", ".cgm", ".pict"), "what a picture shows"),
    **dict.fromkeys((".htm", ".html", ".xhtml", ".mht", ".mhtml", ".rtf"), "an imported file"),
    **dict.fromkeys((".odttf", ".ttf", ".otf", ".fntdata"), "a font"),
    **dict.fromkeys((".mp3", ".mp4", ".wav", ".wmv", ".avi", ".mov", ".m4a"), "a recording"),
    ".pdf": "a PDF",
}
_OLE = b"\xd0\xcf\x11\xe0"
_TYPES = {
    "image/": "what a picture shows",
    "application/postscript": "what a picture shows",
    "text/html": "an imported file",
    "text/rtf": "an imported file",
    "application/rtf": "an imported file",
    "application/xhtml+xml": "an imported file",
    "message/rfc822": "an imported file",
}
"""How content types begin, which like suffixes win over what the bytes look like."""

_NOT_READ = "is not read, only searched"
_IMPORTED = f"an imported file {_NOT_READ}"
_EMBEDDED = "an embedded file is searched but not redacted by itself"


@dataclass(frozen=True, slots=True)
class RawSearch:
    """What the search found, and one row for every part: examined, or why not."""

    places: tuple[LeftPlace, ...]
    parts: tuple[PartStatus, ...]


def search_package(content: bytes, strings: RedactedStrings, file_name: str = "") -> RawSearch:
    """Search a .docx, packages within it included, and its name.

    Nothing that the bytes hold raises: what cannot be unpacked or parsed is searched as it lies and said to be not
    examined.
    """
    search = _Search(Needles(strings.strings, tuple(phrase.text for phrase in strings.spared)))
    search.file_name(file_name)
    search.package(content, _Part("", ""), 1)
    return search.result()


def search_text(content: bytes, strings: RedactedStrings, file_name: str = "") -> RawSearch:
    """Search a text file and its name; whatever it begins with, it is neither XML nor a zip."""
    search = _Search(Needles(strings.strings, tuple(phrase.text for phrase in strings.spared)))
    search.file_name(file_name)
    text, encoding = _as_text(content)
    if text is None:
        search.unexamined(content, _Part("", f"a file that is no text {_NOT_READ}"))
    else:
        search.text(encoding or "text", text, "")
        search.text("text", _TAG.sub("", text), "")
        search.parts.append(PartStatus(WHOLE_FILE, examined=True))
    return search.result()


class _Part(NamedTuple):
    """A part under the name that it may be told by; `why_not` says why it is not examined, whatever it holds."""

    name: str
    why_not: str


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

    def package(self, content: bytes, part: _Part, depth: int) -> None:
        try:
            archive = zipfile.ZipFile(io.BytesIO(content))
        except _BROKEN:
            self.unexamined(content, part._replace(why_not=part.why_not or "it is no readable zip"))
            return
        with archive:
            self.text("zip comment", archive.comment.decode("utf-8", "replace"), part.name)
            entries = archive.infolist()
            if len(entries) > MAX_PARTS:
                self._not_examined(part.name, f"it holds more than {MAX_PARTS} parts")
            declared = declarations(self._plumbing(archive, entries)) if depth == 1 else Declared()
            for number, entry in enumerate(entries[:MAX_PARTS], 1):
                inner = self._named(entry, f"{part.name}!/" if part.name else "", number)
                why_not = part.why_not or _why_not(entry.filename, declared)
                self._entry(archive, entry, _Part(inner, why_not), depth)

    def _plumbing(
        self, archive: zipfile.ZipFile, entries: Sequence[zipfile.ZipInfo]
    ) -> Iterator[tuple[str, bytes]]:
        for entry in entries[:MAX_PARTS]:
            if is_plumbing(entry.filename):
                content = self._unpacked(archive, entry)
                if isinstance(content, bytes):
                    yield entry.filename, content

    def _named(self, entry: zipfile.ZipInfo, inside: str, number: int) -> str:
        """Search the name of a part and its notes; returns the name that the part may be told by."""
        chosen = chosen_in_path(entry.filename)
        told = self._name(chosen, f"{inside}part {number}", "part name", words=False)
        # A name that tells must not be told on.
        part = f"{inside}part {number}" if told else inside + _printable(entry.filename)
        for note in (entry.comment, entry.extra):
            self._bytes(note, part, "zip comment")
        return part

    def _entry(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, part: _Part, depth: int) -> None:
        content = self._unpacked(archive, entry)
        if isinstance(content, bytes):
            self.content(content, part, depth)
        else:
            self._not_examined(part.name, content)

    def _unpacked(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes | str:
        """What an entry holds, or why that cannot be known."""
        try:
            with archive.open(entry) as stream:
                content = stream.read(self.budget + 1)
        except _BROKEN:
            return "it cannot be unpacked"
        if len(content) > self.budget:
            return "the file unpacks to more than is looked at"
        self.budget -= len(content)
        return content

    def content(self, content: bytes, part: _Part, depth: int) -> None:
        """Search one part by what its bytes are, whatever its name says."""
        if content.startswith(_ZIP):
            if depth < MAX_DEPTH:
                self.package(content, part._replace(why_not=part.why_not or _EMBEDDED), depth + 1)
            else:
                self.unexamined(content, part._replace(why_not="it is a package too deep in packages"))
            return
        text, encoding = _as_text(content)
        if text is None:
            binary = "an OLE object" if content.startswith(_OLE) else "a binary part"
            self.unexamined(content, part._replace(why_not=part.why_not or f"{binary} {_NOT_READ}"))
        elif text.lstrip().startswith("<"):
            self._xml(content, text, part, encoding)
        else:
            self.text(encoding or "text", text, part.name)
            self._status(part.name, part.why_not or (f"a text that is no XML {_NOT_READ}" if text.strip() else ""))

    def _xml(self, content: bytes, text: str, part: _Part, encoding: str) -> None:
        try:
            said = read_xml(content)
        except NotReadable as error:
            self.text("text", _TAG.sub("", text), part.name)
            self.text("bytes", text, part.name, words=False)
            self._not_examined(part.name, part.why_not or str(error))
            return
        self._said(said, part.name, encoding)
        self._status(part.name, part.why_not or said.packed)

    def unexamined(self, content: bytes, part: _Part) -> None:
        """Search what cannot be read as the bytes that it is."""
        self._bytes(content, part.name)
        self._not_examined(part.name, part.why_not)

    def _said(self, said: Said, part: str, encoding: str) -> None:
        for texts, words in ((said.human, True), (said.other, False)):
            for how, distinct in texts.items():
                self.text(encoding or how, BORDER.join(sorted(distinct)), part, words=words)

    def text(self, how: str, text: str, part: str, *, words: bool = True) -> None:
        """Search a text as it stands and in other spellings."""
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
        self.parts.append(PartStatus(part or WHOLE_FILE, examined=False, why=why))

    def _status(self, part: str, why_not: str) -> None:
        self.parts.append(PartStatus(part or WHOLE_FILE, examined=not why_not, why=why_not))


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


def _why_not(name: str, declared: Declared) -> str:
    """Why a part is not examined whatever it holds, by what its package says of it; nothing when it may be."""
    if name.lower() in declared.imported:
        return _IMPORTED
    content_type = declared.content_type(name)
    kinds = (kind for beginning, kind in _TYPES.items() if content_type.startswith(beginning))
    kind = _KINDS.get(PurePosixPath(name).suffix.lower()) or next(kinds, "")
    return f"{kind} {_NOT_READ}" if kind else ""


def _printable(name: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in name)

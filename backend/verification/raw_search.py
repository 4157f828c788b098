"""The raw search: search every part of a file for every redacted string, without the reader's code.

It shares no code with the room that reads and writes packages: it unpacks the zip, parses XML and matches strings
in its own way. All bytes are searched, but a part counts as examined only when the reader has also searched its
text for names: a text file, and the XML of Word and Excel, in embedded packages too. Pictures, drawings, OLE
objects, fonts, other packages, imported files and all other text are reported as not examined. Bytes that are no
text are searched as UTF-8 and UTF-16, together with everything in them that inflates or is base64.
"""

import io
import lzma
import re
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import NamedTuple

from backend.document.name_readings import other_readings
from backend.document.placeholders import bare_placeholders_as_borders
from backend.document.redacted_strings import RedactedStrings
from backend.messages.found_in import FoundIn, TextSource
from backend.messages.message import Message
from backend.messages.reasons import ContentNotRead, EmbeddedNotRedacted, PartDamaged, TooManyParts
from backend.verification.declared_types import declares_parts, parse_declarations
from backend.verification.encodings import (
    BORDER,
    decode_base64,
    decoded_base64_bytes,
    rendered_mail_texts,
    without_markdown,
)
from backend.verification.matching import Needles
from backend.verification.metafiles import drawn_texts
from backend.verification.packed import (
    chunks_of_inner_pictures,
    inflated_streams,
    inflated_whole,
    is_one_colour,
    is_zipped_text,
    may_hold_metadata,
    searchable_pieces,
    zip_inside,
)
from backend.verification.part_kinds import PICTURE, unexamined_reason
from backend.verification.places import WHOLE_FILE, LeftPlace, PartStatus
from backend.verification.readable_bytes import (
    decode_text_part,
    printable,
    readable_runs,
    says_nothing_more,
    shortest_significant,
)
from backend.verification.schema_values import chosen_in_path
from backend.verification.separated import joined_ends, joined_letters
from backend.verification.text_places import Row, find_places, opening, places_in, with_joined
from backend.verification.xml_text import NotReadable, XmlTexts, read_xml

MAX_PARTS = 20_000
MAX_UNPACKED = 1024 * 1024 * 1024
"""Bytes that a file may unpack to, all nested packages together."""
MAX_INFLATED = 128 * 1024 * 1024
"""Bytes that may inflate in what is no text, all parts together."""
INFLATED_IN_ANY_CASE = 4 * 1024 * 1024
INFLATED_A_BYTE = 50
"""A small file has less to inflate; what inflates to text is searched like text, at a second for each MB or two."""
MAX_DEPTH = 4
"""How many packages may lie in one another."""

BROKEN = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, OSError, EOFError, ValueError),
    RuntimeError,  # encrypted; also NotImplementedError, an unknown compression
)
"""What opening or unpacking a damaged zip file raises."""

_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0"
_FILES = (_ZIP, _OLE, b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"%PDF", b"\x1f\x8b\x08", b"{\\rtf", b"BM", b"RIFF")
"""How files begin that are packed into a text."""
_SHOWN = re.compile(r"<(?:html:|svg:)?(?:html|svg|body)\b", re.IGNORECASE)
_BEGINNING = 4096
"""Characters within which a page or a drawing says that it is one."""
_MARKDOWN = (".md", ".markdown")

_NAMES = re.compile(r"\[(?!CLIENT|TERM|REDACTED)[A-Z_]+\]")
"""Placeholders of what was found outside the text, in all its spellings."""

_EMBEDDED = EmbeddedNotRedacted()


@dataclass(frozen=True, slots=True)
class RawSearch:
    """The result of the search: what was found, and for every part whether it was examined, or why not."""

    places: tuple[LeftPlace, ...]
    parts: tuple[PartStatus, ...]


def search_package(
    content: bytes, strings: RedactedStrings, file_name: str = "", *, pictures_accepted: bool = False
) -> RawSearch:
    """Search a .docx file with its embedded packages, and its file name.

    With `pictures_accepted` the user has checked the pictures: those without metadata are reported as accepted, but
    still as not examined.

    No content raises an error: what cannot be unpacked or parsed is searched as raw bytes and reported as not
    examined.
    """
    inflating = min(MAX_INFLATED, max(INFLATED_IN_ANY_CASE, INFLATED_A_BYTE * len(content)))
    search = _Search(_needles(strings), pictures_accepted, inflating=inflating)
    search.file_name(file_name)
    search.package(content, _Part("", None), 1)
    return search.result()


def search_text(content: bytes, strings: RedactedStrings, file_name: str = "") -> RawSearch:
    """Search a text file and its file name; its first bytes never make it XML or a zip."""
    search = _Search(_needles(strings))
    search.file_name(file_name)
    text, encoding = decode_text_part(content)
    if text is None:
        search.unexamined(content, _Part("", ContentNotRead("no_text")))
        return search.result()
    search.text(encoding or "text", text, "")
    search.other_readings("text", rendered_mail_texts(text), "")
    if PurePosixPath(file_name).suffix.lower() in _MARKDOWN:
        search.other_readings("text", [without_markdown(text)], "")
    search.parts.append(PartStatus(WHOLE_FILE, examined=True))
    return search.result()


def _needles(strings: RedactedStrings) -> Needles:
    return Needles(strings.strings, tuple(phrase.text for phrase in strings.spared), strings.own_kinds)


class _Part(NamedTuple):
    """A part under the name that reports may show; `why_not` says why it is not examined, if so."""

    name: str
    why_not: Message | None


@dataclass(slots=True)
class _Search:
    """A running search; `budget` bytes are left for unpacking, `inflating` for compressed data inside parts."""

    needles: Needles
    pictures_accepted: bool = False
    budget: int = MAX_UNPACKED
    inflating: int = INFLATED_IN_ANY_CASE
    places: dict[LeftPlace, int] = field(default_factory=dict)
    """What was found, and how many places of the file each row counts."""
    parts: list[PartStatus] = field(default_factory=list)
    labels: set[str] = field(default_factory=set)
    openings: dict[str, set[str]] = field(default_factory=dict)
    """How the texts of each part begin."""

    def result(self) -> RawSearch:
        self._behind_labels()
        places = sorted(replace(place, count=count) for place, count in self.places.items())
        return RawSearch(tuple(places), tuple(self.parts))

    def _behind_labels(self) -> None:
        """Search names that begin in the label of a list and go on in a paragraph, of whichever list it is."""
        for label in self.needles.beginnings(self.labels):
            for part, openings in self.openings.items():
                text = BORDER.join(f"{label} {opening}" for opening in openings)
                self._left(part, "across_paragraphs", self.needles.find_long(text))

    def file_name(self, name: str) -> None:
        """Search the name of the output file and its folders, without the suffix ".docx".

        Placeholders have no brackets there.
        """
        name = bare_placeholders_as_borders(name)
        name = name.removesuffix(PurePosixPath(name).suffix)
        self._name(name, "", "file_name", words=True)
        for reading in other_readings(name):
            found = self.needles.find(reading, words=False, forms=False)
            self._left("", "file_name", {i for i in found if not self.needles.strings[i].text.isascii()})

    def _name(self, name: str, part: str, source: TextSource, *, words: bool) -> bool:
        """Search a name and tell whether it holds a redacted string."""
        found = self.needles.find(name, words=words)
        found |= {i for _, i in self.needles.find_encoded(name, words=words)}
        self._left(part, source, found)
        return bool(found)

    def package(self, content: bytes, part: _Part, depth: int) -> None:
        try:
            archive = zipfile.ZipFile(io.BytesIO(content))
        except BROKEN:
            self.unexamined(content, part._replace(why_not=part.why_not or PartDamaged("no_zip")))
            return
        with archive:
            self.text("zip_comment", archive.comment.decode("utf-8", "replace"), part.name)
            entries = archive.infolist()
            if len(entries) > MAX_PARTS:
                self._not_examined(part.name, TooManyParts(MAX_PARTS))
            declared = parse_declarations(self._plumbing(archive, entries))
            if depth > 1 and declared.is_office_file:
                part = part._replace(why_not=None)  # it is read for what it is, however it is called or imported
            embedded = None if depth == 1 or declared.is_office_file else _EMBEDDED
            for number, entry in enumerate(entries[:MAX_PARTS], 1):
                inner = self._named(entry, f"{part.name}!/" if part.name else "", number)
                reason = part.why_not or unexamined_reason(entry.filename, declared) or embedded
                self._entry(archive, entry, _Part(inner, reason), depth)

    def _plumbing(
        self, archive: zipfile.ZipFile, entries: Sequence[zipfile.ZipInfo]
    ) -> Iterator[tuple[str, bytes]]:
        for entry in entries[:MAX_PARTS]:
            if declares_parts(entry.filename):
                content = self._unpacked_part(archive, entry)
                if isinstance(content, bytes):
                    yield entry.filename, content

    def _named(self, entry: zipfile.ZipInfo, inside: str, number: int) -> str:
        """Search the name and comments of a part; return the name that reports may show."""
        chosen = chosen_in_path(entry.filename)
        found = self._name(chosen, f"{inside}part {number}", "part_name", words=False)
        # A name that tells must not be told on.
        part = f"{inside}part {number}" if found else inside + printable(entry.filename)
        for note in (entry.comment, entry.extra):
            self._bytes(note, part, "zip_comment")
        return part

    def _entry(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, part: _Part, depth: int) -> None:
        content = self._unpacked_part(archive, entry)
        if isinstance(content, bytes):
            self.content(content, part, depth)
        else:
            self._not_examined(part.name, content)

    def _unpacked_part(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes | Message:
        """Return the content of an entry, or why it cannot be read."""
        content = _unpacked(archive, entry, self.budget)
        self.budget -= len(content) if isinstance(content, bytes) else 0
        return content

    def content(self, content: bytes, part: _Part, depth: int) -> None:
        """Search one part according to its bytes; its name may claim another type."""
        if content.startswith(_ZIP):
            if depth < MAX_DEPTH:
                self.package(content, part, depth + 1)
            else:
                self.unexamined(content, part._replace(why_not=PartDamaged("too_deep")))
            return
        text, encoding = decode_text_part(content)
        if text is None:
            self._binary(content, part)
        elif text.lstrip().startswith("<"):
            self._xml(content, text, part, encoding, depth)
        else:
            self._plain(text, part.name, encoding)
            self._packed_in(text, part, depth)
            self._status(part.name, part.why_not or (ContentNotRead("text_without_xml") if text.strip() else None))

    def _xml(self, content: bytes, text: str, part: _Part, encoding: TextSource | None, depth: int) -> None:
        try:
            texts = read_xml(content)
        except NotReadable as error:
            self._plain(text, part.name, None)
            self._packed_in(text, part, depth)
            self._not_examined(part.name, part.why_not or PartDamaged(error.fault))
            return
        self._said(texts, part.name, encoding)
        for number, run in enumerate(texts.packed, 1):
            packed = part._replace(name=f"{part.name}!/packed {number}")
            self.content(decode_base64(run), packed, depth)
        if _SHOWN.search(text[:_BEGINNING]):
            self.other_readings(encoding or "text", rendered_mail_texts(text), part.name)
        self._packed_in(BORDER.join(texts.all()), part, depth)
        for content_kind in sorted(texts.unread):
            self._not_examined(f"{part.name}!/{content_kind.replace('_', ' ')}", ContentNotRead(content_kind))
        self._status(part.name, part.why_not, bare=True)

    def _plain(self, text: str, part: str, encoding: TextSource | None) -> None:
        """Search text that is no well-formed XML: as it stands, and as a program would show it."""
        self.text(encoding or "bytes", text, part, words=False)
        shown = [text] if "<" not in text else []
        self.other_readings(encoding or "text", (*shown, *rendered_mail_texts(text)), part)

    def _packed_in(self, text: str, part: _Part, depth: int) -> None:
        """Search what longer base64 decodes to; files found in it are parts of their own."""
        for number, content in enumerate(decoded_base64_bytes(text), 1):
            inside = part._replace(name=f"{part.name}!/base64 {number}")
            if is_zipped_text(content):
                self._packed_bytes(content, inside, inside.name)
                self._status(inside.name, inside.why_not)
            elif content.startswith(_FILES):
                self.content(content, inside, depth)
            elif queries := zip_inside(content):
                self._queries(queries, part.name)
                self._bytes(content, part.name, "base64")
            else:
                self._packed_bytes(content, inside, part.name)

    def _queries(self, content: bytes, part: str) -> None:
        """Search the queries of Power Query, which are text in a zip."""
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                for entry in archive.infolist()[:MAX_PARTS]:
                    unpacked = _unpacked(archive, entry, self.inflating)
                    if isinstance(unpacked, bytes):
                        self.inflating -= len(unpacked)
                        self._anything(unpacked, part, "packed")
                    else:
                        self._not_examined(part, unpacked)
        except BROKEN:
            self._not_examined(part, PartDamaged("no_zip"))

    def _packed_bytes(self, content: bytes, inside: _Part, part: str) -> None:
        """Search what base64 decodes to; bytes that nothing turns into text are not examined."""
        self._anything(content, part, "base64")
        inflated, spent, is_cut = inflated_whole(content, max(self.inflating, 1))
        self.inflating -= spent
        if inflated:
            self._anything(inflated, part, "packed")
        if is_cut:
            self._not_examined(inside.name, inside.why_not or PartDamaged("too_large"))
            return
        text, _ = decode_text_part(inflated or content)
        if text is None and not says_nothing_more(inflated or content):
            self._not_examined(inside.name, inside.why_not or ContentNotRead("packed"))

    def _binary(self, content: bytes, part: _Part) -> None:
        """Search bytes that are no text. Of these only a picture of one colour counts as examined."""
        if part.why_not == PICTURE and is_one_colour(content):
            self._status(part.name, None)
            return
        binary = ContentNotRead("ole_object" if content.startswith(_OLE) else "binary")
        self.unexamined(content, part._replace(why_not=part.why_not or binary))

    def unexamined(self, content: bytes, part: _Part) -> None:
        """Search an unreadable part as raw bytes, and the compressed data in them."""
        self._bytes(content, part.name)
        for packed in inflated_streams(content, self.inflating):
            self.inflating -= len(packed)
            self._anything(packed, part.name, "packed")
        searched = self.inflating > 0
        self._status(part.name, part.why_not, bare=searched and not may_hold_metadata(content))

    def _anything(self, content: bytes, part: str, source: TextSource) -> None:
        """Search unpacked bytes, whether they are text or not."""
        text, _ = decode_text_part(content)
        if text is None:
            self._bytes(content, part, source)
            return
        self.text(source, text, part, words=False)
        self.other_readings(source, rendered_mail_texts(text), part, words=False)

    def _said(self, xml_texts: XmlTexts, part: str, encoding: TextSource | None) -> None:
        for texts, words in ((xml_texts.human, True), (xml_texts.other, False)):
            for source, counts in texts.items():
                found = find_places(self.needles, encoding or source, counts, words=words)
                if words and source == "text":
                    found = with_joined(self.needles, encoding or source, found, xml_texts.foreign)
                self._count(part, found)
        standing = {place.index for place in self.places if place.part == part}
        self._left(part, "across_paragraphs", self.needles.find_across(xml_texts.joined()) - standing)
        self._apart(xml_texts, part, standing)
        self.labels |= xml_texts.labels
        self.openings[part] = {opening(piece) for piece in xml_texts.in_order if piece != BORDER}

    def _apart(self, texts: XmlTexts, part: str, standing: set[int | None]) -> None:
        """Search letters that a layout or a format keeps apart, and names down a column of a table."""
        runs = [
            *joined_letters(texts.in_order),
            *(run for column in texts.columns for run in joined_letters(column)),
        ]
        found = self.needles.find_compact(runs) | self.needles.find_long(joined_ends(texts.in_order))
        found |= self.needles.find(BORDER.join(texts.formats), words=False) | self.needles.find_torn(texts.in_order)
        down = BORDER.join("\n".join(column) for column in texts.columns if len(column) > 1)
        self._left(part, "separated_letters", found - standing)
        across = self.needles.find_across(down) | self.needles.find_parted(texts.in_order, texts.row_ends)
        across |= {i for column in texts.columns for i in self.needles.find_parted(column, in_column=True)}
        standing |= {place.index for place in self.places if place.part == part}
        self._left(part, "across_paragraphs", across - standing)

    def text(self, source: TextSource, text: str, part: str, *, words: bool = True) -> None:
        """Search a text as it is and in its other encodings."""
        self._count(part, find_places(self.needles, source, {text: 1}, words=words))

    def other_readings(self, source: TextSource, texts: Iterable[str], part: str, *, words: bool = True) -> None:
        """Search other readings of a text that was searched: what is found in both is one place."""
        for text in texts:
            self._left(part, source, self.needles.find(text, words=words))
            for spelling, i in self.needles.find_encoded(text, words=words):
                self._left(part, spelling, {i})

    def _count(self, part: str, counts: Mapping[Row, int]) -> None:
        for (source, i), count in counts.items():
            place = self._place(part, source, i)
            self.places[place] = self.places.get(place, 0) + count

    def _place(self, part: str, source: TextSource, index: int) -> LeftPlace:
        return LeftPlace(part, FoundIn(source), self.needles.strings[index].placeholder, index)

    def _bytes(self, content: bytes, part: str, source: TextSource = "bytes") -> None:
        """Search the readable runs of some bytes. Words of the model are left out: they would match by chance."""
        for drawn in drawn_texts(content):
            self._left(part, "drawn_text", self.needles.find(drawn, words=False))
        for piece in searchable_pieces(content):
            counts: Counter[Row] = Counter()
            shortest = shortest_significant(piece)
            for encoding, text in readable_runs(piece, self.needles.pieces):
                found = self.needles.find(text, words=False, shortest=shortest, forms=False)
                rows = [(encoding or source, i) for i in found]
                # UTF-16 is read from both ends of its pairs: the same letters may be found twice.
                counts |= Counter(places_in(self.needles, encoding or source, text, rows))
                counts.update(dict.fromkeys(rows, 0))
            self._count(part, counts)
        for chunk in chunks_of_inner_pictures(content):
            for encoding, text in readable_runs(chunk, self.needles.pieces):
                self._left(part, encoding or source, self.needles.find(text, words=False, forms=False))

    def _left(self, part: str, source: TextSource, found: set[int]) -> None:
        """Add what a reading that does not tell places apart has: each string, unnumbered names together, once."""
        for i in sorted(found):
            place = self._place(part, source, i)
            is_known = _NAMES.fullmatch(place.placeholder) and any(
                (each.part, each.found_in, each.placeholder) == (part, place.found_in, place.placeholder)
                for each in self.places
            )
            self.places.setdefault(place, 0 if is_known else 1)

    def _not_examined(self, part: str, why: Message) -> None:
        self.parts.append(PartStatus(part or WHOLE_FILE, examined=False, reason=why))

    def _status(self, part: str, why_not: Message | None, *, bare: bool = False) -> None:
        """Record the status of a part; a `bare` part is a picture without metadata."""
        accepted = bare and self.pictures_accepted and why_not == PICTURE
        status = PartStatus(part or WHOLE_FILE, examined=why_not is None, reason=why_not, accepted=accepted)
        self.parts.append(status)


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes | Message:
    """Return the content of an entry of up to `most` bytes, or why it cannot be read."""
    try:
        with archive.open(entry) as stream:
            content = stream.read(max(most, 0) + 1)
    except BROKEN:
        return PartDamaged("not_unpacked")
    return content if len(content) <= most else PartDamaged("too_large")

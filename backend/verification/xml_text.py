"""All text of an XML part, read as a stream, without a tree, declarations or fetching.

Word splits words over runs, so the text of a paragraph is joined, in four views: as it is displayed, as it read
before the tracked changes, only the inserted and deleted text, and everything. The text of any other element stands
alone. In vocabularies other than Office's, elements are also joined, because it is unknown which of them split a
word.

Attributes hold names of people and clients as well as "center" and "http://schemas…". A name, a number or an
always-term counts in every attribute whose value is not prescribed (see `schema_values`); a word of the model
counts only in attributes that people write.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple
from xml.parsers import expat

from backend.messages.found_in import TextSource
from backend.messages.reasons import Content
from backend.verification.encodings import BORDER
from backend.verification.open_paragraphs import OpenParagraph, OpenTable, ParagraphText, Piece
from backend.verification.schema_values import (
    OFFICE,
    WEB,
    chosen_in_css,
    chosen_in_label,
    chosen_in_path,
    is_built_in_style,
    is_identifier,
    is_prescribed,
    is_usual_font,
    names_application,
    without_field_name,
)
from backend.verification.separated import (
    from_private_use,
    letter_of_symbol,
    shown_by_field,
    shown_by_format,
    without_tags,
)

_PARAGRAPHS = re.compile(r"/(?:wordprocessingml|drawingml)/(?:2006/)?main$|/math$")
_CELLS = re.compile(r"/spreadsheetml/(?:2006/)?main$")
_BY_PEOPLE = re.compile(
    r"/core-properties$|/dc/elements/|/custom-properties$|/docPropsVTypes$|/bibliography$|/coverPageProps$"
)

# ECMA-376 part 4, 9.1 (pictures of older Word), flat packages, and the cached form of a drawing.
_PACKED = frozenset({"binData", "binaryData"})
_PACKED_ATTRIBUTE = "gfxdata"
_FORMAT = "formatCode"
"""The format of a number, as an attribute and as an element (part 1, 18.8.30, 21.2.2.71)."""

_DELETED = frozenset({"del", "moveFrom"})
_INSERTED = frozenset({"ins", "moveTo"})
_PIECES = {"t": "text", "delText": "deleted", "instrText": "instruction", "delInstrText": "instruction"}
_SHOWN_AS = {"tab": " ", "ptab": " ", "br": " ", "cr": " ", "noBreakHyphen": "-", "softHyphen": ""}

_STRUCTURE = frozenset({"p", "fldChar", "sym"}) | _DELETED | _INSERTED | _SHOWN_AS.keys()
_CELL_TEXTS = frozenset({"si", "is", "text"})
"""What holds the runs of a cell or of a comment to one (ECMA-376 part 1, 18.4.8, 18.3.1.53, 18.7.7)."""

_UNSAID = {"s": r"\d{1,9}", "b": "[01]|true|false", "e": r"#[A-Z0-9/!?_]{1,20}"}
"""By the type of a cell, a value that is the position of a text, a truth value or an error (part 1, 18.18.11)."""
_HUMAN_TEXT = frozenset({"v", "pt", "oddHeader", "oddFooter", "Company", "Manager", "text", "definedName"})
_NO_HUMAN_TEXT = frozenset({"language", "revision", "created", "modified", "lastPrinted", "version", "SourceType"})
_HUMAN_ATTRIBUTES = frozenset(
    {"descr", "title", "alt", "tooltip", "author", "phldrT", "string", "displayText"} | {"lastValue"}
)
_STYLE_NAMES = frozenset({"name", "aliases"})
_BY_PLACE = _STYLE_NAMES | {"fldSimple"}
_NAMED = frozenset({"docPr", "cNvPr", "bookmarkStart", "docVar", "property", "caption", "control"})
_VALUED = frozenset(
    {"tag", "alias", "docVar", "helpText", "statusText", "default", "listEntry", "tblCaption", "tblDescription"}
    | {"lvlText", "description", "listItem", "attr", "sectionTitle"}
)

_STYLE_REFERENCES = frozenset(
    {"pStyle", "rStyle", "tblStyle", "basedOn", "next", "link", "styleLink", "numStyleLink"}
)
_UNREAD: dict[str, Content] = {"subDoc": "sub_document", "geoCache": "map_data", "textHash": "text_hash"}
"""Elements by which a part shows another file, or keeps data in a form of its own ([MS-ODRAWXML] 2.24.3)."""
_CHECKSUM = "storeItemChecksum"
"""A checksum of the custom XML that a control is bound to ([MS-DOCX] 2.5.4)."""
_OF_HASHES, _HASH = "/office/intelligence/", "hashCode"
"""In what vocabularies which attribute is a hash of a text, whatever element has it."""
_SWITCH = "compatSetting"
"""Has one of Word's own names for a way to lay text out ([MS-DOCX] 2.5.2)."""
_NAMING_ATTRIBUTES = frozenset(
    {"styleId", "id", "name", "author", "userId", "initials", "anchor", "title", "descr", "alt", "tooltip", "ed"}
)
_CHOSEN_IN = {"Target": chosen_in_path, "PartName": chosen_in_path, "style": chosen_in_css}
"""Attributes of which people choose only a share."""
_EDGE = 100
"""Characters at the ends of a paragraph, in which a name may begin or end that goes on in another."""
_FONTS = frozenset({"font", "mathFont"})
_FONT_ATTRIBUTES = frozenset({"ascii", "hAnsi", "eastAsia", "cs", "typeface"})


class NotReadable(Exception):
    """The part is no well-formed XML, or declares entities."""

    def __init__(self, fault: Literal["no_xml", "document_type"]) -> None:
        super().__init__(fault)
        self.fault = fault


@dataclass(slots=True)
class XmlTexts:
    """The texts of a part by the kind of text, and how often each stands there.

    People wrote the `human` ones, and perhaps the `other` ones. `latest` is what was added since somebody began it.
    """

    human: dict[TextSource, Counter[str]] = field(default_factory=dict)
    other: dict[TextSource, Counter[str]] = field(default_factory=dict)
    latest: list[tuple[Counter[str], str]] | None = None
    in_order: list[str] = field(default_factory=list)
    """What people read, piece by piece as it stands in the part; BORDER where what follows stands elsewhere."""
    row_ends: set[int] = field(default_factory=set)
    """The pieces before each end of a row between two rows of several filled cells."""
    packed: list[str] = field(default_factory=list)
    """Files in base64."""
    foreign: str = ""  # the texts of elements that are not Office's, joined: they may break a word
    paragraphs: list[ParagraphText] = field(default_factory=list)
    """Those of Word, in the order in which they end."""
    labels: set[str] = field(default_factory=set)  # words that lists show before their paragraphs
    formats: dict[str, None] = field(default_factory=dict)  # what formats of numbers show in pieces
    columns: list[list[str]] = field(default_factory=list)
    """The texts of each column of each table, from top to bottom."""
    unread: set[Content] = field(default_factory=set)  # what the part refers to or has in a form that nobody reads

    def add(self, source: TextSource, text: str, *, human: bool) -> None:
        """Add a text, and what the codes of a symbol font in it stand for."""
        if not text.isascii() and (shown := from_private_use(text)) != text:
            self.add(source, shown, human=human)
        if text.strip():
            counts = (self.human if human else self.other).setdefault(source, Counter())
            counts[text] += 1
            if self.latest is not None:
                self.latest.append((counts, text))

    def all(self) -> Iterator[str]:
        """Return every text; some occur twice."""
        for texts in (self.human, self.other):
            for distinct in texts.values():
                yield from distinct
        if self.foreign not in self.human.get("text", ()):
            yield self.foreign

    def joined(self) -> str:
        """Return the text that people read, one piece in each line; the middle of a long piece is left out.

        No name goes on in the next row of a table; the columns are searched by themselves.
        """
        return "\n".join(
            (BORDER if at in self.row_ends else "") + (piece if len(piece) <= 2 * _EDGE else _edges(piece))
            for at, piece in enumerate(self.in_order)
        )


def _edges(piece: str) -> str:
    return f"{piece[:_EDGE]}x{BORDER}x{piece[-_EDGE:]}"


def read_xml(content: bytes) -> XmlTexts:
    """Read all texts of an XML part.

    Raises NotReadable when it is not well-formed or has a document type, which alone could declare entities.
    """
    reader = _Reader()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.CommentHandler = lambda comment: reader.said.add("comment", comment, human=True)
    parser.ProcessingInstructionHandler = lambda target, data: reader.said.add(
        "processing_instruction", f"{target} {data}", human=True
    )
    parser.StartNamespaceDeclHandler = reader.namespace
    parser.StartDoctypeDeclHandler = _refuse
    try:
        parser.Parse(content, True)  # noqa: FBT003 - expat takes no keywords
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise NotReadable("no_xml") from error
    reader.finish()
    return reader.said


def _refuse(*_: object) -> None:
    raise NotReadable("document_type")


class _Kind(NamedTuple):
    """How elements of one name are read."""

    local: str
    known: bool
    """Its vocabulary is Office's or the web's, so its markup says nothing."""
    office: bool
    human: bool
    """People wrote its own text."""
    structured: bool
    """It is markup of paragraphs."""
    paragraph: bool
    """It is a paragraph, or the whole text of a cell."""
    numbered: bool
    """It is a paragraph of Word."""
    piece: str | None
    """`text`, `deleted` or `instruction` when its text belongs to the paragraph; None otherwise."""
    unread: frozenset[Content]
    """What it shows or has that nobody reads."""
    table: bool
    """It is a table of Word, a row or a cell."""
    hashes: bool
    """It is of a vocabulary that knows texts by their hashes."""
    typed: bool
    """It is a cell of a workbook, or a value that a workbook has of another program."""
    value: bool
    """It is the value of one."""


@lru_cache(maxsize=4096)
def _kind(name: str) -> _Kind:
    uri, _, local = name.rpartition(" ")
    office = bool(OFFICE.match(uri))
    by_people = bool(_BY_PEOPLE.search(uri)) and local not in _NO_HUMAN_TEXT
    structured = office and bool(_PARAGRAPHS.search(uri))
    cells = office and bool(_CELLS.search(uri))
    return _Kind(
        local=local,
        known=office or bool(WEB.match(uri)),
        office=office,
        human=not office or by_people or local in _HUMAN_TEXT,
        structured=(structured and local in _STRUCTURE) or (cells and local in _CELL_TEXTS),
        paragraph=(structured and local == "p") or (cells and local in _CELL_TEXTS),
        numbered=structured and local == "p" and "/wordprocessingml/" in uri,
        piece=_PIECES.get(local) if structured or (cells and local == "t") else None,
        table=structured and "/wordprocessingml/" in uri and local in ("tbl", "tr", "tc"),
        unread=frozenset({_UNREAD[local]}) if office and local in _UNREAD else frozenset(),
        hashes=office and _OF_HASHES in uri,
        typed=cells and local in ("c", "cell", "value"),
        value=cells and local in ("v", "val"),
    )


class _Reader:
    """The state of reading one part. A paragraph may hold a text box with paragraphs, so they form a stack."""

    def __init__(self) -> None:
        self.said = XmlTexts()
        self._open: list[_Kind] = []
        self._leaf: list[str] = []
        self._paragraphs = [OpenParagraph()]
        self._foreign: list[str] = []
        self._deleted = self._inserted = 0
        self._numbered = 0
        self._type = ""
        """The type of the cell that was begun last."""
        self._known_attributes: dict[tuple[str, str, str], list[tuple[Counter[str], str]]] = {}
        self._own_style = True
        self._tables: list[OpenTable] = []

    def namespace(self, _prefix: str | None, uri: str | None) -> None:
        if uri and not (OFFICE.match(uri) or WEB.match(uri)):
            self.said.add("markup", uri, human=False)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._leaf:
            self._say_leaf()
        kind = _kind(name)
        self._open.append(kind)
        if kind.typed:
            self._type = attributes.get("t", "n")
        if kind.paragraph:
            self._paragraphs.append(OpenParagraph(self._numbered if kind.numbered else None))
            self._numbered += kind.numbered
        elif kind.structured:
            self._start_in_paragraph(kind.local, attributes)
        elif not kind.known:
            self.said.add("markup", kind.local, human=False)
        self.said.unread |= kind.unread
        self._in_table(kind, begins=True)
        if kind.local == "style":
            self._own_style = any(attribute.endswith("customStyle") for attribute in attributes)
        self._attributes(name, kind, attributes)

    def _attributes(self, name: str, kind: _Kind, attributes: dict[str, str]) -> None:
        for attribute, value in attributes.items():
            key = (name, attribute, value)
            # The same few stand on every run; only a style's name and a field count by where they stand.
            if key not in self._known_attributes or kind.local in _BY_PLACE:
                self.said.latest = self._known_attributes[key] = []
                self._attribute(kind, attribute.rpartition(" ")[2], value, "script" in attributes)
                self.said.latest = None
            else:
                for counts, text in self._known_attributes[key]:
                    counts[text] += 1
        if not kind.known and len(attributes) > 1:
            self.said.in_order += (BORDER, *attributes.values(), BORDER)

    def _start_in_paragraph(self, local: str, attributes: dict[str, str]) -> None:
        if local in _SHOWN_AS:
            self._piece(_SHOWN_AS[local], deleted=False)
        elif local == "fldChar":
            kinds = (value for name, value in attributes.items() if name.endswith("fldCharType"))
            self._paragraphs[-1].mark(next(kinds, ""))
        elif local == "sym":
            symbol = {name.rpartition(" ")[2]: value for name, value in attributes.items()}
            self._piece(letter_of_symbol(symbol), deleted=False)
            self._paragraphs[-1].symbols.append(letter_of_symbol(symbol | {"font": ""}))
        else:
            self._deleted += local in _DELETED
            self._inserted += local in _INSERTED

    def _piece(self, text: str, *, deleted: bool) -> None:
        self._paragraphs[-1].pieces.append(Piece(text, deleted or self._deleted > 0, self._inserted > 0))

    def text(self, data: str) -> None:
        kind = self._open[-1]
        if kind.piece is None:
            self._leaf.append(data)
        elif kind.piece == "instruction":
            self._paragraphs[-1].instruct(data)
        else:
            self._piece(data, deleted=kind.piece == "deleted")

    def _say_leaf(self) -> None:
        """Add the text in the innermost open element since the last tag."""
        kind, text = self._open[-1], "".join(self._leaf)
        self._leaf.clear()
        if kind.value and self._type in _UNSAID and re.fullmatch(_UNSAID[self._type], text.strip()):
            return
        if kind.local in _PACKED:
            self.said.packed.append(text)
            return
        if kind.human and text.strip():
            self.said.in_order.append(text)
        if not kind.office:
            self._foreign.append(text)
        elif names_application(text):
            return
        if kind.local == _FORMAT:
            self.said.formats |= dict.fromkeys(shown_by_format(text))
        self.said.add("text", text, human=kind.human)

    def end(self, _name: str) -> None:
        if self._leaf:
            self._say_leaf()
        kind = self._open.pop()
        self._in_table(kind, begins=False)
        if kind.paragraph:
            self._say(self._paragraphs.pop())
        elif kind.structured:
            self._deleted -= kind.local in _DELETED
            self._inserted -= kind.local in _INSERTED

    def _in_table(self, kind: _Kind, *, begins: bool) -> None:
        if not kind.table:
            return
        if kind.local == "tbl" and begins:
            self._tables.append(OpenTable())
        elif kind.local == "tbl" and self._tables:
            self.said.columns += self._tables.pop().columns
        elif self._tables and begins:
            self._tables[-1].column = 0 if kind.local == "tr" else self._tables[-1].column + 1
            if kind.local == "tr":
                self._tables[-1].filled.clear()
        elif kind.local == "tr" and self._tables:
            self.said.row_ends |= self._tables[-1].end_row(len(self.said.in_order))

    def finish(self) -> None:
        """Add the text that stood in no paragraph, and foreign elements joined."""
        self._say(self._paragraphs.pop())
        self.said.foreign = from_private_use("".join(self._foreign))

    def _say(self, paragraph: OpenParagraph) -> None:
        pieces = paragraph.pieces
        views: tuple[Callable[[Piece], bool], ...] = (
            lambda piece: not piece.deleted,
            lambda piece: not piece.inserted,
            lambda piece: piece.deleted and piece.inserted,
            lambda _: True,
        )
        changed = any(piece.deleted or piece.inserted for piece in pieces)
        now = "".join(piece.text for piece in pieces if not piece.deleted)
        self.said.in_order.append(now)
        if self._tables and now.strip():
            self._tables[-1].add(now)
        if paragraph.number is not None:
            before = "".join(piece.text for piece in pieces if not piece.inserted) if changed else now
            everything = "".join(piece.text for piece in pieces) if changed else now
            self.said.paragraphs.append(ParagraphText(paragraph.number, now, before, everything))
        for view in views if changed else views[:1]:
            self.said.add("text", "".join(piece.text for piece in pieces if view(piece)), human=True)
        self.said.add("text", "".join(paragraph.symbols), human=False)
        instructions = paragraph.all_instructions()
        for instruction in instructions:
            self.said.add("field_instruction", without_field_name(instruction), human=True)
        self.said.add("field_instruction", "".join(map(shown_by_field, instructions)), human=True)

    def _attribute(self, kind: _Kind, attribute: str, value: str, scripted: bool) -> None:  # noqa: FBT001
        element = kind.local
        if (kind.hashes and attribute == _HASH) or attribute == _CHECKSUM:
            self.said.unread.add("text_hash")
        if attribute == _FORMAT:
            self.said.formats |= dict.fromkeys(shown_by_format(value))
        if attribute == _PACKED_ATTRIBUTE:
            self.said.packed.append(value)
        elif (element == "lsdException" and is_built_in_style(value)) or (element == "font" and scripted):
            return  # one of Word's own styles, used or not; or what Office's themes offer for each script
        elif element == "fldSimple" and attribute == "instr":
            self._paragraphs[-1].symbols.append(shown_by_field(value))
            self.said.add("field_instruction", without_field_name(value), human=True)
        elif attribute == "equationxml":  # part 4, 19.1: the equation that a picture stands for
            self.said.add("attribute", without_tags(value), human=True)
        elif element == "lvlText":
            label = chosen_in_label(value)
            self.said.add("attribute", label, human=True)
            self.said.labels.add(label.strip())
        elif kind.known and attribute in _CHOSEN_IN:
            source: TextSource = "relationship_target" if element == "Relationship" else "attribute"
            self.said.add(source, _CHOSEN_IN[attribute](value), human=False)
        elif not (kind.known and self._prescribed(element, attribute, value)):
            self.said.add("attribute", value, human=not kind.known or self._by_people(element, attribute))

    def _prescribed(self, element: str, attribute: str, value: str) -> bool:
        """Tell whether the schema or Word, and no person, chose the value."""
        if attribute in _FONT_ATTRIBUTES or element in _FONTS:
            return is_usual_font(value)
        if element in _STYLE_NAMES and not self._own_style:
            return is_built_in_style(value)
        if element in _STYLE_REFERENCES or attribute == "styleId":
            return is_built_in_style(value)
        named = element in _VALUED or element in _STYLE_NAMES or attribute in _NAMING_ATTRIBUTES
        named = named and element != _SWITCH
        return is_identifier(value) if named else is_prescribed(value)

    def _by_people(self, element: str, attribute: str) -> bool:
        if attribute in _HUMAN_ATTRIBUTES:
            return True
        if element == "name":
            return attribute == "val" and self._own_style
        return (attribute == "name" and element in _NAMED) or (attribute in ("val", "value") and element in _VALUED)

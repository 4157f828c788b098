"""Find the texts in a workbook's XML: cells, comments, headers, lists, strings in formulas.

One table lists the elements and attributes that contain text; everything else is structure and is not changed.
Names that formulas refer to (sheets, tables, columns, defined names) are not in it, because they change together
(see sheet_names). Names of elements are those of ECMA-376 part 1, chapter 18, and of [MS-XLSX] unless a row says
otherwise.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, Protocol

from lxml import etree

from backend.document.spans import Span
from backend.ooxml.excel.formulas import tokenise_formula
from backend.ooxml.excel.sheet_numbers import NumberFormats, shown_as
from backend.ooxml.human_text import Slot
from backend.ooxml.markup import names, sibling_name
from backend.ooxml.run_replacement import replace_across_runs

CELL = "cell text"
NUMBER = "number in a cell"
COMMENT = "cell comment"
AUTHOR = "author of a cell comment"
HEADER = "header or footer of a sheet"
FORMULA = "text in a formula"

_ROWS: tuple[tuple[str, str, str], ...] = (
    # what it is · elements · attributes
    (AUTHOR, "tc:person", "displayName userId"),  # [MS-XLSX] 2.6.205
    ("list or message of a cell", "x:dataValidation x14:dataValidation", "error errorTitle prompt promptTitle"),
    ("link of a cell", "x:hyperlink", "display tooltip"),  # 18.3.1.47
    ("filter of a sheet", "x:filter x:customFilter x14:filter", "val"),  # 18.3.2
    ("conditional format of a cell", "x:cfRule x14:cfRule", "text"),  # 18.3.1.10
    ("table in a sheet", "x:table", "comment altText altTextSummary"),
    ("table in a sheet", "x14:table", "altText altTextSummary"),
    ("table in a sheet", "x:tableColumn", "totalsRowLabel"),  # 18.5.1.3
    ("note on a defined name", "x:definedName", "comment customMenu description help statusBar"),  # 18.2.5
    ("pivot table", "x:s", "v c"),  # 18.10.1.85, an item or a record of the cache
    ("pivot table", "x:pivotCacheDefinition", "refreshedBy"),
    ("pivot table", "x:cacheField x:dataField x:pivotField x:cacheHierarchy x:group x:calculatedMember", "caption"),
    ("pivot table", "x:pivotField", "subtotalCaption"),
    (
        "pivot table",
        "x:pivotTableDefinition",
        "dataCaption errorCaption missingCaption grandTotalCaption rowHeaderCaption colHeaderCaption tag",
    ),
    ("slicer", "x14:slicer x15:timeline", "caption"),
    ("slicer", "x14:slicerCacheItem", "n"),
    ("cell style", "x:cellStyle", "name"),
    ("scenario of a sheet", "x:scenario", "name user comment"),  # 18.3.1.88
    ("scenario of a sheet", "x:inputCells", "val"),
    ("protected range", "x:protectedRange", "name"),
    ("who saved the workbook", "x:fileSharing x:header x:userInfo", "userName name"),  # 18.2.12, 18.11
    ("view of a user", "x:customWorkbookView", "name"),
    ("data connection", "x:connection", "name description sourceFile odcFile"),  # 18.13
    ("data connection", "x:dbPr", "connection command serverCommand"),
    ("data connection", "x:olapPr", "localConnection"),
    ("data connection", "x:textPr", "sourceFile"),
    ("data connection", "x:webPr", "url post editPage"),
    ("data connection", "x:queryTable x:queryTableField x:deletedField", "name"),
    ("data connection", "x:ddeLink", "ddeService ddeTopic"),
    ("data connection", "x:ddeItem x:oleItem", "name"),
    ("data connection", "x:Schema x:Map", "Name RootElement"),
    ("web page of a workbook", "x:webPublishItem x:webPublishObject", "title destinationFile sourceObject"),
    ("smart tag", "x:cellSmartTagPr", "val key"),
    ("control in a sheet", "x:control x:oleObject", "name link"),
    ("property of a sheet", "x:customPr", "name"),
)

KINDS_OF_TEXT = frozenset({CELL, NUMBER, COMMENT, AUTHOR, HEADER, FORMULA} | {what for what, _, _ in _ROWS})
"""All kinds that a text may be of."""

_FORMULAS = names(
    *("x:f", "x:definedName", "x:formula", "x:formula1", "x:formula2", "x:calculatedColumnFormula"),
    *("x:totalsRowFormula", "xm:f"),
)
_RICH = {**dict.fromkeys(names("x:si", "x:is"), CELL), **dict.fromkeys(names("x:text"), COMMENT)}
_OWN = {
    **dict.fromkeys(names("x:author"), AUTHOR),
    **dict.fromkeys(names("tc:text"), COMMENT),
    **dict.fromkeys(names("x:docPr"), "web page of a workbook"),
}
_HEADERS = names(
    *(f"x:{which}{what}" for which in ("odd", "even", "first") for what in ("Header", "Footer")),
)
_CELL, _VALUE = names("x:c", "x:cell"), names("x:v", "x:val")
_T, _RUN, _PHONETIC = names("x:t"), names("x:r"), names("x:rPh")
ITEMS, _DAY_ITEM = names("x:n", "x:d"), names("x:d")
"""Numbers and days in the cache of a pivot table."""
_DDE_VALUE = names("x:value")
_NUMBERS = frozenset({"n", "d"})
_NO_TEXTS = {
    "s": re.compile("[0-9]{1,9}"),
    "b": re.compile("0|1|true|false"),
    "e": re.compile("#(?:NULL!|DIV/0!|VALUE!|REF!|NAME[?]|NUM!|N/A|[A-Z_]{1,20}!)"),
}
"""By the type of a cell, its values that are no texts (18.18.11)."""
_TYPED = _CELL | _DDE_VALUE
_BUILT_IN = "builtinId"
"""Marks the cell styles that are Excel's own (18.8.7)."""

_WRITTEN_OUT = "str"
"""The type of a cell whose text stands in the cell as it is, the result of a formula (18.18.11)."""

_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
"""22.9.2.19: how text writes what XML cannot hold, and the underscore before what looks so."""

_HEADER_CODE = re.compile(r'&(?:"[^"]*"?|[0-9]+|K[0-9A-Fa-f]{6}|K[0-9]{2}[+-][0-9]{3}|[^&0-9"K]|$)')
"""18.3.1.46: fonts, sizes, colours, sections, and fields such as the date."""


class NumberSlot(NamedTuple):
    """The value of a cell with a number; writing to it turns the cell into a text cell."""

    element: etree._Element

    def write(self, text: str) -> None:
        """Write a text."""
        self.element.set("t", _WRITTEN_OUT)
        for value in self.element.iterchildren(*_VALUE):
            Slot(value).write(text)


class ItemSlot(NamedTuple):
    """A number or a date in a pivot cache; writing to it turns the item into a text."""

    element: etree._Element

    def write(self, text: str) -> None:
        """Write a text."""
        self.element.tag = sibling_name(self.element, "s")
        self.element.set("v", text)


class SheetTextPiece(NamedTuple):
    """A stretch of a slot: its text, its raw form, and the encoder for a new text."""

    slot: Slot | NumberSlot | ItemSlot
    shown: str
    raw: str
    spelled: Callable[[str, str], str]
    """From the raw stretch and the words that shall stand there now to the new raw stretch."""


class SheetText(NamedTuple):
    """A text of a workbook and the pieces that it is split into."""

    what: str
    pieces: Sequence[SheetTextPiece]

    @property
    def text(self) -> str:
        """Return the whole text, as people see it."""
        return "".join([piece.shown for piece in self.pieces])

    def replace(self, found: Sequence[tuple[Span, str]]) -> None:
        """Replace some spans by new texts."""
        cuts = replace_across_runs([piece.shown for piece in self.pieces], found)
        pairs = zip(self.pieces, cuts, strict=True)
        for slot, of_slot in groupby(pairs, key=lambda pair: pair[0].slot):
            written = [piece.spelled(piece.raw, cut.text) if cut.touched else piece.raw for piece, cut in of_slot]
            slot.write("".join(written))


def sheet_texts(root: etree._Element, formats: NumberFormats) -> list[SheetText]:
    """Return every text of one part in XML order; the index in the list is the ordinal."""
    return [text for element in root.iter(*_READ) for text in _READ[element.tag](element, formats) if text.text]


def number_cells(root: etree._Element) -> Iterator[tuple[etree._Element, str]]:
    """Return the cells that contain a number, and the values of links to other programs, with these numbers."""
    for cell in root.iter(*_CELL, *_DDE_VALUE):
        if cell.get("t", "n") == "n":
            for value in cell.iterchildren(*_VALUE):
                if value.text:
                    yield cell, value.text


def is_no_text(value: etree._Element) -> bool:
    """Tell whether an element is the value of a cell that no text may stand in.

    It is the position of a shared text, a truth value or an error (18.18.11).
    """
    cell = value.getparent() if value.tag in _VALUE else None
    if cell is None or cell.tag not in _TYPED:
        return False
    pattern = _NO_TEXTS.get(cell.get("t", "n"))
    return pattern is not None and pattern.fullmatch((value.text or "").strip()) is not None


def _attributes() -> dict[str, list[tuple[str, str]]]:
    table: dict[str, list[tuple[str, str]]] = {}
    for what, elements, attributes in _ROWS:
        for element in names(*elements.split()):
            table.setdefault(element, []).extend((what, attribute) for attribute in attributes.split())
    return table


_ATTRIBUTES = _attributes()


def _of_attributes(element: etree._Element, _: NumberFormats) -> Iterator[SheetText]:
    if element.get(_BUILT_IN) is not None:
        return
    for what, attribute in _ATTRIBUTES[element.tag]:
        if element.get(attribute):
            yield SheetText(what, _escaped(Slot(element, attribute)))


def _of_rich(element: etree._Element, _: NumberFormats) -> Iterator[SheetText]:
    """Return the text of a cell or comment across its runs; phonetic letters are a text of their own."""
    text_pieces: list[SheetTextPiece] = []
    phonetic: list[SheetTextPiece] = []
    for child in element:
        if child.tag in _T:
            text_pieces += _escaped(Slot(child))
        elif child.tag in _RUN or child.tag in _PHONETIC:
            pieces = text_pieces if child.tag in _RUN else phonetic
            for text in child.iterchildren(*_T):
                pieces += _escaped(Slot(text))
    what = _RICH[element.tag]
    yield SheetText(what, text_pieces)
    yield SheetText(what, phonetic)


def _of_itself(element: etree._Element, _: NumberFormats) -> Iterator[SheetText]:
    yield SheetText(_OWN[element.tag], _escaped(Slot(element)))


def _of_cell(element: etree._Element, formats: NumberFormats) -> Iterator[SheetText]:
    kind = element.get("t", "n")
    for value in element.iterchildren(*_VALUE):
        if kind == _WRITTEN_OUT:
            yield SheetText(CELL, _escaped(Slot(value)))
        elif kind in _NUMBERS and value.text:
            # A day in words of ISO 8601 needs no format.
            shown = value.text if kind == "d" else formats.shown(value.text, element.get("s", "0"))
            if shown is not None:
                yield SheetText(NUMBER, [SheetTextPiece(NumberSlot(element), shown, value.text, _as_string)])


def _of_item(element: etree._Element, _: NumberFormats) -> Iterator[SheetText]:
    """Return a number or date in a pivot cache (18.10.1.62, 18.10.1.23), which is a copy of a cell."""
    value = element.get("v", "")
    shown = value.partition("T")[0] if element.tag in _DAY_ITEM else shown_as(value, "")
    if shown:
        yield SheetText("pivot table", [SheetTextPiece(ItemSlot(element), shown, value, _as_string)])


def _of_link(element: etree._Element, _: NumberFormats) -> Iterator[SheetText]:
    """Return a value that comes from a link to another program (18.14.16)."""
    if element.get("t") == _WRITTEN_OUT:
        for value in element.iterchildren(*_VALUE):
            yield SheetText("data connection", _escaped(Slot(value)))


def _of_formula(element: etree._Element, _: NumberFormats) -> Iterator[SheetText]:
    slot = Slot(element)
    if '"' in slot.text:
        pieces = [
            SheetTextPiece(slot, shown, raw, _quoted if is_text else _kept)
            for raw, shown, is_text in tokenise_formula(slot.text)
        ]
        yield SheetText(FORMULA, pieces)


def _of_header(element: etree._Element, _: NumberFormats) -> Iterator[SheetText]:
    yield SheetText(HEADER, _header(Slot(element)))


def _escaped(slot: Slot) -> list[SheetTextPiece]:
    text = slot.text
    if "_x" not in text:
        return [SheetTextPiece(slot, text, text, _as_string)]
    pieces: list[SheetTextPiece] = []
    done = 0
    for match in _ESCAPE.finditer(text):
        if match.start() > done:
            pieces.append(SheetTextPiece(slot, text[done : match.start()], text[done : match.start()], _as_string))
        pieces.append(SheetTextPiece(slot, chr(int(match[1], 16)), match[0], _as_string))
        done = match.end()
    if done < len(text):
        pieces.append(SheetTextPiece(slot, text[done:], text[done:], _as_string))
    return pieces


def _header(slot: Slot) -> list[SheetTextPiece]:
    """Decode a header: sections as lines, other codes as nothing, a doubled ampersand as one."""
    text = slot.text
    pieces: list[SheetTextPiece] = []
    done = 0
    for match in _HEADER_CODE.finditer(text.replace("&&", "\0\0")):
        pieces += _plain_header(slot, text[done : match.start()])
        border = "\n" if match[0] in ("&L", "&C", "&R") else ""
        pieces.append(SheetTextPiece(slot, border, match[0], _after_code))
        done = match.end()
    pieces += _plain_header(slot, text[done:])
    return pieces


def _plain_header(slot: Slot, raw: str) -> Iterable[SheetTextPiece]:
    return [SheetTextPiece(slot, raw.replace("&&", "&"), raw, _in_header)] if raw else []


def _as_string(_: str, words: str) -> str:
    return _ESCAPE.sub(lambda match: f"_x005F{match[0]}", words)


def _in_header(_: str, words: str) -> str:
    return words.replace("&", "&&")


def _after_code(raw: str, words: str) -> str:
    return raw + _in_header("", words.replace("\n", ""))


def _quoted(_: str, words: str) -> str:
    return words.replace('"', '""')


def _kept(raw: str, _: str) -> str:
    return raw


class ElementReader(Protocol):
    """Reads one element."""

    def __call__(self, element: etree._Element, formats: NumberFormats, /) -> Iterator[SheetText]:
        """Return the texts of the element."""


def _readers() -> dict[str, ElementReader]:
    """Return the reader of each element; an element with attributes may also contain a formula."""
    readers: dict[str, ElementReader] = {
        **dict.fromkeys(_RICH, _of_rich),
        **dict.fromkeys(_OWN, _of_itself),
        **dict.fromkeys(_CELL, _of_cell),
        **dict.fromkeys(_DDE_VALUE, _of_link),
        **dict.fromkeys(ITEMS, _of_item),
        **dict.fromkeys(_HEADERS, _of_header),
        **dict.fromkeys(_FORMULAS, _of_formula),
    }
    for element in _ATTRIBUTES:
        other = readers.get(element)
        readers[element] = _of_attributes if other is None else _both(_of_attributes, other)
    return readers


def _both(first: ElementReader, second: ElementReader) -> ElementReader:
    def read(element: etree._Element, formats: NumberFormats) -> Iterator[SheetText]:
        yield from first(element, formats)
        yield from second(element, formats)

    return read


_READ = _readers()

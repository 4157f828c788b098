"""Read the cells of a workbook that contain formulas, the names they use, and the cells that are redacted."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from lxml import etree

from backend.ooxml.excel.references import Area, Cell, area_of, column_number, moved
from backend.ooxml.markup import names, sibling_name, whole_number
from backend.ooxml.opc.relationships import Parts, relationships
from backend.ooxml.string_search import StringSearch

_SHEET, _DEFINED, _TABLE, _ITEM = names("x:sheet"), names("x:definedName"), names("x:table"), names("x:si")
_ROW, _CELL, _FORMULA = names("x:row"), names("x:c"), names("x:f")
_VALUE, _INLINE, _T = names("x:v"), names("x:is"), names("x:t")
_AT = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_SHARED = "shared"
MOST_RESULTS = 100_000
"""How many results one formula may have. Beyond, every formula counts as dependent."""
_MOST_NAMES_OF_A_PART = 3
"""How many sheets may be one part at most; in Excel each has its own. Its cells are kept once for each."""


@dataclass(slots=True, eq=False)
class FormulaCell:
    """A cell with a formula: its own, or that of the first cell of its group; `fills` is where its results are."""

    part: str
    at: Cell
    cell: etree._Element
    formula: etree._Element
    fills: Area
    first: "FormulaCell | None" = None

    @property
    def text(self) -> str:
        """Return the formula as it reads in this cell."""
        own = self.formula.text or ""
        if own or self.first is None:
            return own
        return moved(
            self.first.formula.text or "", self.at.row - self.first.at.row, self.at.column - self.first.at.column
        )

    @property
    def group(self) -> tuple[str, str] | None:
        """Return what its group is known by; None if it shares no formula."""
        return (self.part, self.formula.get("si", "")) if self.formula.get("t") == _SHARED else None

    @property
    def is_table_of_results(self) -> bool:
        """Return whether this is what Excel calls a data table, which recalculates other formulas (18.3.1.40)."""
        return self.formula.get("t") == "dataTable"


@dataclass(slots=True)
class Book:
    """The cells of a workbook: by part and place, those with formulas, and the words that formulas use."""

    cells: dict[Cell, etree._Element] = field(default_factory=dict)
    formulas: dict[Cell, FormulaCell] = field(default_factory=dict)
    words: dict[str, list[str]] = field(default_factory=dict)
    """What each defined name stands for."""
    tables: dict[str, Area] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)
    """The part of each sheet, by the name of the sheet in lower case."""
    items: list[etree._Element] = field(default_factory=list)
    signs_moved: int = 0
    """The characters of all formulas that cells share, once for each cell."""
    has_other_names: bool = False
    """Whether a sheet has more names than its cells are known by, so that any formula may refer to them."""

    def shown(self, cell: etree._Element) -> str:
        """Return the text or the number in a cell."""
        value = next((each.text or "" for each in cell.iterchildren(*_VALUE)), "")
        if cell.get("t") == "s":
            index = whole_number(value) if value.isdecimal() else len(self.items)
            return _text(self.items[index]) if index < len(self.items) else ""
        return "".join([value, *(_text(each) for each in cell.iterchildren(*_INLINE))])

    def filled(self, each: FormulaCell) -> list[Cell]:
        """Return the cells with the results of a formula; of a very large area, those that the file has."""
        if each.fills.size <= MOST_RESULTS:
            return each.fills.cells()
        return list(filter(each.fills.covers, self.cells))


def read_book(roots: Mapping[str, etree._Element], contents: Parts, main_part: str) -> Book:
    """Read the cells, formulas and names of a workbook; `contents` are parts whose relationships are its own."""
    book = Book(items=[each for root in roots.values() for each in root.iter(*_ITEM)])
    arrows = relationships(contents, main_part)
    sheets = {each.id: each.part for each in arrows if each.part is not None and each.part in roots}
    names_of_part: Counter[str] = Counter()
    for root in roots.values():
        for defined in root.iter(*_DEFINED):
            book.words.setdefault(defined.get("name", "").lower(), []).append(defined.text or "")
        for sheet in root.iter(*_SHEET):
            part = next((sheets[str(each)] for each in sheet.attrib.values() if str(each) in sheets), None)
            if part is not None:
                name = sheet.get("name", "").lower()
                names_of_part[part] += name not in book.parts
                if names_of_part[part] <= _MOST_NAMES_OF_A_PART:
                    book.parts[name] = part
                else:
                    book.has_other_names = True
    for sheet_name, part in book.parts.items():
        _read_sheet(book, sheet_name, part, roots[part])
        for each in tables_of(contents, part):
            if each in roots:
                _read_tables(book, sheet_name, roots[each])
    return book


def tables_of(contents: Parts, sheet: str) -> tuple[str, ...]:
    """Return the parts of the tables in a sheet, each once, however many relationships lead to it."""
    arrows = (each.part for each in relationships(contents, sheet) if each.kind == "table")
    return tuple(dict.fromkeys(each for each in arrows if each is not None))


def _read_tables(book: Book, sheet: str, root: etree._Element) -> None:
    for table in root.iter(*_TABLE):
        area = area_of(table.get("ref", ""), sheet)
        if area is not None:
            book.tables |= dict.fromkeys((table.get(each, "").lower() for each in ("name", "displayName")), area)


def _read_sheet(book: Book, sheet: str, part: str, root: etree._Element) -> None:
    groups: dict[str, FormulaCell] = {}
    for at, cell in _places(root, sheet):
        book.cells[at] = cell
        formula = next(cell.iterchildren(*_FORMULA), None)
        if formula is None:
            continue
        fills = area_of(formula.get("ref", ""), sheet) if formula.get("t") != _SHARED else None
        found = FormulaCell(part, at, cell, formula, fills or Area(sheet, at.row, at.column, at.row, at.column))
        if formula.get("t") == _SHARED:
            found.first = groups.setdefault(formula.get("si", ""), found)
            book.signs_moved += len(found.first.formula.text or "")
        book.formulas[at] = found


def _places(root: etree._Element, sheet: str) -> Iterator[tuple[Cell, etree._Element]]:
    """Yield the cells of a sheet with their places, which a file may leave out where they follow from the order."""
    number = 0
    for row in root.iter(*_ROW):
        number = whole_number(row.get("r", "")) if row.get("r", "").isdecimal() else number + 1
        column = 0
        for cell in row.iterchildren(*_CELL):
            named = _AT.fullmatch(cell.get("r", ""))
            column = column_number(named[1]) if named else column + 1
            yield Cell(sheet, int(named[2]) if named else number, column), cell


def unshare(book: Book, groups: Collection[tuple[str, str]]) -> None:
    """Give each cell of groups that share one formula a formula of its own (18.3.1.40)."""
    for each in [each for each in book.formulas.values() if each.group in groups]:
        each.formula.text = each.text
    for each in [each for each in book.formulas.values() if each.group in groups]:
        for attribute in ("t", "si", "ref"):
            each.formula.attrib.pop(attribute, "")


def redacted_cells(book: Book, search: StringSearch) -> set[Cell]:
    """Return the cells in whose text the placeholder of a redacted string stands."""
    placeholder = search.placeholder
    if placeholder is None:
        return set()
    return {at for at, cell in book.cells.items() if placeholder.search(book.shown(cell))}


def write_text(cell: etree._Element, text: str) -> None:
    """Write a text as the result of a cell."""
    empty(cell)
    cell.set("t", "str")
    etree.SubElement(cell, sibling_name(cell, "v")).text = text


def empty(cell: etree._Element) -> bool:
    """Remove the result of a cell; return whether it had one."""
    gone = [each for each in cell if each.tag in _VALUE or each.tag in _INLINE]
    for each in gone:
        cell.remove(each)
    cell.attrib.pop("t", "")
    return bool(gone)


def _text(item: etree._Element) -> str:
    return "".join(each.text or "" for each in item.iter(*_T))

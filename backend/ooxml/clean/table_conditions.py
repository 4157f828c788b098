"""Tell which conditions of a table style hold for each cell: first row, last column, bands and so on.

A table style may format some cells in another way than the whole table (ECMA-376 part 1, 17.7.6). Where a cell
stands, and what the table turns on, decides; what Word has noted beside the cells (w:cnfStyle) is a copy of that.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lxml import etree

from backend.ooxml.clean import tree_edits as tree
from backend.ooxml.markup import names, sibling_name, whole_number

WHOLE = "wholeTable"

_PROPERTIES, _LOOK = names("w:tblPr"), names("w:tblLook")
_ROW_BAND, _COLUMN_BAND = names("w:tblStyleRowBandSize"), names("w:tblStyleColBandSize")
_BITS = {
    "firstRow": 0x20,
    "lastRow": 0x40,
    "firstColumn": 0x80,
    "lastColumn": 0x100,
    "noHBand": 0x200,
    "noVBand": 0x400,
}
"""17.4.56: what a table turns on, each with its bit in the older form."""
_OFF = frozenset({"0", "false", "off"})


class Bands(NamedTuple):
    """How many rows and columns a band has."""

    rows: int = 1
    columns: int = 1


def conditions_of(table: etree._Element, bands: Bands) -> Mapping[etree._Element, tuple[str, ...]]:
    """Return the conditions that hold for each cell of a table, of which a later one overrules an earlier one."""
    look = _look(table)
    rows = [list(_below(row, tree.CELL)) for row in _below(table, tree.ROW)]
    found: dict[etree._Element, tuple[str, ...]] = {}
    for number, cells in enumerate(rows):
        of_row = _ends(number, len(rows), "firstRow" in look, "lastRow" in look)
        row_band = "" if "noHBand" in look else _band(number, of_row, "firstRow" in look, bands.rows, "Horz")
        for column, cell in enumerate(cells):
            of_column = _ends(column, len(cells), "firstColumn" in look, "lastColumn" in look)
            first_column = "firstColumn" in look
            column_band = "" if "noVBand" in look else _band(column, of_column, first_column, bands.columns, "Vert")
            every = (WHOLE, column_band, row_band, *_edges(of_row, of_column))
            found[cell] = tuple(each for each in every if each)
    return found


class _Ends(NamedTuple):
    first: bool
    last: bool


def _ends(number: int, count: int, first: bool, last: bool) -> _Ends:  # noqa: FBT001 - what the look turns on
    return _Ends(first and number == 0, last and number == count - 1)


def _band(number: int, ends: _Ends, first: bool, size: int, direction: str) -> str:  # noqa: FBT001
    """Return the band of a row or a column; the first and the last one, where they count as such, are in none."""
    if any(ends):
        return ""
    return f"band{1 + (number - first) // max(size, 1) % 2}{direction}"


def _edges(row: _Ends, column: _Ends) -> Iterator[str]:
    """Return the edges and corners that a cell lies in; corners overrule columns, and columns rows."""
    edges = {"lastRow": row.last, "firstRow": row.first, "lastCol": column.last, "firstCol": column.first}
    yield from (name for name, holds in edges.items() if holds)
    for north_south, of_row in (("s", row.last), ("n", row.first)):
        for east_west, of_column in (("e", column.last), ("w", column.first)):
            if of_row and of_column:
                yield f"{north_south}{east_west}Cell"


def _look(table: etree._Element) -> set[str]:
    """Return what a table turns on of its style; nothing, where it does not say so."""
    for properties in table.iterchildren(*_PROPERTIES):
        for look in properties.iterchildren(*_LOOK):
            bits = _hexadecimal(look.get(sibling_name(look, "val"), ""))
            said = {name: look.get(sibling_name(look, name)) for name in _BITS}
            return {
                name
                for name, bit in _BITS.items()
                if (bits & bit if said[name] is None else str(said[name]).lower() not in _OFF)
            }
    return set()


def _hexadecimal(digits: str) -> int:
    try:
        return int(digits[:8], 16)
    except ValueError:
        return 0


def _below(element: etree._Element, wanted: frozenset[str]) -> Iterator[etree._Element]:
    """Return the rows of a table or the cells of a row, also in controls and changes, but not in inner tables."""
    waiting = list(reversed(element))
    while waiting:
        child = waiting.pop()
        if child.tag in wanted:
            yield child
        elif child.tag not in tree.PARAGRAPH and child.tag not in tree.TABLE:
            waiting += reversed(child)


def bands_in(style: etree._Element) -> tuple[int | None, int | None]:
    """Return how many rows and columns a band of a table style has; None where the style does not say so."""
    sizes: list[int | None] = [None, None]
    for properties in style.iterchildren(*_PROPERTIES):
        for at, tags in enumerate((_ROW_BAND, _COLUMN_BAND)):
            for size in properties.iterchildren(*tags):
                digits = size.get(sibling_name(size, "val"), "")
                sizes[at] = whole_number(digits) if digits.isascii() and digits.isdecimal() else None
    return sizes[0], sizes[1]

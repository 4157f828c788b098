"""How wide the cells of tables are, between their margins."""

from collections.abc import Iterator
from itertools import islice

from lxml import etree

from backend.document.tables import MOST_COLUMNS
from backend.ooxml.layout.lengths import points
from backend.ooxml.layout.styles import Styles, child, style_of_table, value
from backend.ooxml.markup import names, sibling_name

CELL = names("w:tc")
_TABLE, _ROW = names("w:tbl"), names("w:tr")
_SIDES = (("left", "start"), ("right", "end"))
"""The names of the sides in the transitional and in the strict dialect."""
_MARGIN = 5.4
"""Points at each side of a cell of which nothing says it, as in Word's own table style."""
_ROTATED = frozenset({"tbRl", "btLr", "tbRlV", "tbLrV", "rl", "lr", "rlV", "lrV"})
"""Directions in which a line of text runs along the height of its cell (ECMA-376 part 1, 17.18.93)."""
_PER_CENT = 50 * 100
"""What a width in per cent counts in without a sign: fiftieths (17.18.87)."""
_MOST_CELLS = 1_000
"""Cells of a row, those of tables in them included, whose columns are counted."""
_MOST_TABLES = 8
"""Tables in one another whose widths are shares of each other."""


class Tables:
    """The grids of tables and the columns of their cells, each read once."""

    def __init__(self) -> None:
        self._grids: dict[etree._Element, tuple[float, ...]] = {}
        self._columns: dict[etree._Element, dict[etree._Element, tuple[int, int]]] = {}

    def grid(self, table: etree._Element) -> tuple[float, ...]:
        """The widths of the columns of a table, in points."""
        if table not in self._grids:
            self._grids[table] = tuple(_grid(table))
        return self._grids[table]

    def columns(self, row: etree._Element) -> dict[etree._Element, tuple[int, int]]:
        """The first column of each cell of a row, and the column behind it."""
        if row not in self._columns:
            self._columns[row] = dict(_columns(row))
        return self._columns[row]


def width_of_cell(cell: etree._Element, styles: Styles, tables: Tables) -> float | None:
    """Return how long a line in a cell may be, in points; None where the file does not say.

    Word may widen a column for what does not break, if its table is not fixed. Then others get narrower, so the
    width in the file counts. A line of rotated text is as long as its row is high; without a height the row gets as
    high as its longest word, so there is no room for more.
    """
    if value(_property(cell, "tcPr", "textDirection")) in _ROTATED:
        row = next(cell.iterancestors(*_ROW), None)
        height = None if row is None else _property(row, "trPr", "trHeight")
        return points(value(height)) or 0.0
    return _inner_width(cell, styles, tables)


def _inner_width(cell: etree._Element, styles: Styles, tables: Tables, level: int = 0) -> float | None:
    wide = _outer_width(cell, styles, tables, level)
    return None if wide is None else wide - sum(_margins(cell, styles))


def _outer_width(cell: etree._Element, styles: Styles, tables: Tables, level: int) -> float | None:
    table = next(cell.iterancestors(*_TABLE), None)
    if table is None:
        return None
    width = _property(cell, "tcPr", "tcW")
    if (own := _length(width)) is not None:
        return own
    if (share := _share(width)) is not None and (
        whole := _width_of_table(table, styles, tables, level)
    ) is not None:
        return share * whole
    return _width_in_grid(cell, table, tables)


def _width_of_table(table: etree._Element, styles: Styles, tables: Tables, level: int) -> float | None:
    width = _property(table, "tblPr", "tblW")
    if (own := _length(width)) is not None:
        return own
    outer = next(table.iterancestors(*CELL), None)
    share = _share(width)
    if share is not None and outer is not None and level < _MOST_TABLES:
        whole = _inner_width(outer, styles, tables, level + 1)
        if whole is not None:
            return share * whole
    return sum(tables.grid(table)) or None


def _width_in_grid(cell: etree._Element, table: etree._Element, tables: Tables) -> float | None:
    row = next(cell.iterancestors(*_ROW), None)
    place = None if row is None else tables.columns(row).get(cell)
    return None if place is None else sum(tables.grid(table)[slice(*place)]) or None


def _columns(row: etree._Element) -> Iterator[tuple[etree._Element, tuple[int, int]]]:
    column = _count(_property(row, "trPr", "gridBefore"), 0)
    for cell in islice(row.iter(*CELL), _MOST_CELLS):
        if next(cell.iterancestors(*_ROW), None) is row:
            behind = column + _count(_property(cell, "tcPr", "gridSpan"), 1)
            yield cell, (column, behind)
            column = behind


def _grid(table: etree._Element) -> Iterator[float]:
    grid = child(table, "tblGrid")
    columns = grid.iterchildren(sibling_name(grid, "gridCol")) if grid is not None else ()
    for column in islice(columns, MOST_COLUMNS):
        yield points(value(column, "w")) or 0.0


def _margins(cell: etree._Element, styles: Styles) -> Iterator[float]:
    table = next(cell.iterancestors(*_TABLE), None)
    tables = None if table is None else _property(table, "tblPr", "tblCellMar")
    by_style = styles.found("table", style_of_table(cell), "tblPr", "tblCellMar")
    given = [each for each in (_property(cell, "tcPr", "tcMar"), tables, by_style) if each is not None]
    for side in _SIDES:
        said = (
            points(value(found, "w")) for each in given for name in side if (found := child(each, name)) is not None
        )
        yield next((each for each in said if each is not None), _MARGIN)


def _property(element: etree._Element, properties: str, name: str) -> etree._Element | None:
    found = child(element, properties)
    return None if found is None else child(found, name)


def _length(width: etree._Element | None) -> float | None:
    """A width that is a length; Word writes 0 for one that it works out."""
    is_length = value(width, "type") in ("dxa", "")
    return (points(value(width, "w")) or None) if is_length else None


def _share(width: etree._Element | None) -> float | None:
    """A width that is a share of the whole, 0 to 1."""
    said = value(width, "w").strip()
    if value(width, "type") != "pct" and not said.endswith("%"):
        return None
    number = points(said.removesuffix("%"), 1.0)
    return (number / (100 if said.endswith("%") else _PER_CENT) or None) if number is not None else None


def _count(element: etree._Element | None, least: int) -> int:
    said = value(element)
    return max(int(said), least) if said.isascii() and said.isdigit() and len(said) <= len("99999") else least

"""Read the tables of a story: their rows, and the columns of the grid that their cells stand in.

Rows, cells and paragraphs may lie in content controls and custom XML. Word shows tables without a paragraph between
them as one table. A table in a cell has rows and columns of its own.
"""

from collections.abc import Iterator, Mapping

from lxml import etree

from backend.document.tables import MOST_COLUMNS, CellText, Row, Table
from backend.ooxml.markup import names, sibling_name

_TABLE, _ROW, _CELL, _PARAGRAPH = names("w:tbl"), names("w:tr"), names("w:tc"), names("w:p")
_BLOCKS = _TABLE | _PARAGRAPH
_AROUND = names("w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo")
"""What may lie around tables that Word shows as one."""


class _NoGrid(Exception):
    """The columns of a table cannot be told."""


def read_tables(root: etree._Element, part: str) -> Iterator[Table]:
    """Yield each table of a story, which is named `part`."""
    found = list(root.iter(*_TABLE))
    if not found:
        return
    ordinals = {paragraph: ordinal for ordinal, paragraph in enumerate(root.iter(*_PARAGRAPH))}
    joined: dict[etree._Element, list[etree._Element]] = {}
    for table in found:
        before = _table_right_before(table)
        joined[table] = [] if before is None else joined[before]
        joined[table].append(table)
    for table, together in joined.items():
        if table is together[0]:
            yield _read(together, part, ordinals)


def _read(tables: list[etree._Element], part: str, ordinals: Mapping[etree._Element, int]) -> Table:
    try:
        return Table.of(part, *([_row(row, ordinals) for row in nearest(table, _ROW)] for table in tables))
    except _NoGrid:
        return Table.unread(part)


def _row(row: etree._Element, ordinals: Mapping[etree._Element, int]) -> Row:
    column, cells = _number(row, "trPr", "gridBefore", 0), []
    for cell in nearest(row, _CELL):
        texts = tuple(CellText(ordinals[each]) for each in nearest(cell, _PARAGRAPH))
        cells.append((texts, column, _number(cell, "tcPr", "gridSpan", 1)))
        column += cells[-1][2]
    return cells, column + _number(row, "trPr", "gridAfter", 0)


def _number(element: etree._Element, properties: str, name: str, least: int) -> int:
    """A number among the properties of a row or a cell; `least` where it is not given.

    Raises _NoGrid for one that Word does not write.
    """
    found = element.find(f"{sibling_name(element, properties)}/{sibling_name(element, name)}")
    value = None if found is None else found.get(sibling_name(found, "val"))
    if value is None:
        return least
    digits = value.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(MOST_COLUMNS))):
        raise _NoGrid
    if not least <= int(digits) <= MOST_COLUMNS:
        raise _NoGrid
    return int(digits)


def nearest(element: etree._Element, wanted: frozenset[str]) -> Iterator[etree._Element]:
    """Yield the wanted elements in another one in order, without those in tables and paragraphs in them."""
    left = list(reversed(element))
    while left:
        each = left.pop()
        if each.tag in wanted:
            yield each
        elif each.tag not in _BLOCKS:
            left.extend(reversed(each))


def _table_right_before(table: etree._Element) -> etree._Element | None:
    """The table that Word shows as one with this table: nothing that is seen stands between them."""
    at: etree._Element | None = table
    while at is not None:
        before = at.getprevious()
        while before is not None:
            block = _last_block(before)
            if block is not None:
                return block if block.tag in _TABLE else None
            before = before.getprevious()
        at = at.getparent()
        if at is None or at.tag not in _AROUND:
            return None
    return None


def _last_block(element: etree._Element) -> etree._Element | None:
    """The last paragraph or table of what stands before a table."""
    if element.tag in _BLOCKS:
        return element
    return next(reversed(list(nearest(element, _BLOCKS))), None)

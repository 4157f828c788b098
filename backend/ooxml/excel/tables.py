"""Keep table columns equal to their header cells; Excel repairs the file otherwise."""

import re
from collections.abc import Iterator, Mapping, Sequence

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.model import replaced_text
from backend.ooxml.cut_names import found_in_name, longest_name
from backend.ooxml.distinct_names import DistinctNames
from backend.ooxml.excel.formula_cells import tables_of
from backend.ooxml.excel.formulas import NewNames
from backend.ooxml.excel.references import column_number
from backend.ooxml.excel.sheet_names import update_formulas
from backend.ooxml.markup import names, sibling_name, whole_number
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.opc.relationships import Parts
from backend.ooxml.string_search import StringSearch

COLUMN = "column of a table in a sheet"

_COLUMN = names("x:tableColumn")
_ROW, _CELL, _ITEM = names("x:row"), names("x:c"), names("x:si")
_RUN, _T = names("x:r"), names("x:t")
_IS, _V = names("x:is"), names("x:v")
_FIRST_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})(?![A-Z0-9])")
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_CONTROL = re.compile(r"[\x00-\x1f]")


def rename_columns(parts: OpenParts, contents: Parts) -> Iterator[CoverageEntry]:
    """Set the name of each table column to the text of its header cell, and update the formulas.

    `contents` are the original parts, whose relationships tell which table is in which sheet. Header cells that
    have become equal are numbered, as Excel does.
    """
    roots = dict(parts.roots())
    items = [each for root in roots.values() for each in root.iter(*_ITEM)]
    new: dict[str, str] = {}
    done: set[str] = set()
    for sheet, root in roots.items():
        # Each table once, however many relationships lead to it.
        tables = [each for each in tables_of(contents, sheet) if each in roots and each not in done]
        done.update(tables)
        rows = _cells_by_row(root) if tables else {}
        for part in tables:
            renamed, distinguished = _renamed(parts.search, _headers(rows, roots[part]), items, roots[part])
            if distinguished:
                parts.changed(sheet)
            if renamed:
                parts.changed(part)
            yield CoverageEntry(part, COLUMN, Treatment.REDACTED, len(renamed))
            new |= renamed
    columns = NewNames(columns=new)
    for part, root in roots.items():
        if update_formulas(root, columns):
            parts.changed(part)


def _renamed(
    search: StringSearch,
    headers: Mapping[int, etree._Element],
    items: Sequence[etree._Element],
    table: etree._Element,
) -> tuple[dict[str, str], bool]:
    """Rename the columns of one table.

    Returns the new names by the old ones in lower case, and whether a header cell had to change for them.
    """
    distinct = DistinctNames(search)
    renamed: dict[str, str] = {}
    distinguished = False
    for i, column in enumerate(table.iter(*_COLUMN)):
        old = _decoded(column.get("name", ""))
        cell = headers.get(i)
        header = None if cell is None else _text(cell, items)
        # Without a header cell, which a table may hide, the name stands for itself.
        if header is None:
            longest = longest_name(column, "name")
            wish = replaced_text(old, found_in_name(old, longest, search.find(old), search))
        else:
            wish = header
        new = distinct.take(wish)
        if new != old:
            column.set("name", _CONTROL.sub(lambda match: f"_x{ord(match[0]):04x}_", new))
            renamed[old.lower()] = new
        if cell is not None and header is not None and new != header:
            _write(cell, new)
            distinguished = True
    return renamed, distinguished


def _cells_by_row(sheet: etree._Element) -> dict[str, dict[int, etree._Element]]:
    """Return the cells of a sheet by the number of their row, as it is written, and of their column."""
    rows: dict[str, dict[int, etree._Element]] = {}
    for row in sheet.iter(*_ROW):
        cells = rows.setdefault(row.get("r", ""), {})
        for cell in row.iterchildren(*_CELL):
            at = _FIRST_CELL.fullmatch(cell.get("r", ""))
            if at is not None:
                cells[column_number(at[1])] = cell
    return rows


def _headers(rows: Mapping[str, Mapping[int, etree._Element]], table: etree._Element) -> dict[int, etree._Element]:
    """Return the header cells of a table by the number of their column."""
    first = _FIRST_CELL.match(table.get("ref", ""))
    if first is None or table.get("headerRowCount") == "0":
        return {}
    row, left = rows.get(first[2], {}), column_number(first[1])
    return {i: row[left + i] for i, _ in enumerate(table.iter(*_COLUMN)) if left + i in row}


def _text(cell: etree._Element, items: Sequence[etree._Element]) -> str | None:
    """Return the text of a header cell; None if it is not a text cell."""
    value = next(cell.iterchildren(*_V), None)
    if cell.get("t") == "inlineStr":
        return "".join(_rich(each) for each in cell.iterchildren(*_IS))
    if value is None or value.text is None:
        return None
    if cell.get("t") == "s":
        index = whole_number(value.text) if value.text.isdecimal() else len(items)
        return _rich(items[index]) if index < len(items) else None
    return _decoded(value.text) if cell.get("t") == "str" else None


def _rich(item: etree._Element) -> str:
    """Return the text of an item without the phonetic letters."""
    direct = [child for child in item if child.tag in _T]
    in_runs = [text for child in item if child.tag in _RUN for text in child.iterchildren(*_T)]
    return _decoded("".join(each.text or "" for each in direct + in_runs))


def _write(cell: etree._Element, text: str) -> None:
    """Write a text to a cell as its own text, not as a shared one."""
    for child in list(cell):
        if child.tag in _V or child.tag in _IS:
            cell.remove(child)
    cell.set("t", "inlineStr")
    inline = etree.SubElement(cell, sibling_name(cell, "is"))
    etree.SubElement(inline, sibling_name(cell, "t")).text = text


def _decoded(text: str) -> str:
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)

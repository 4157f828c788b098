"""Remove from charts what they copied from formulas that depend on redacted cells.

A chart in a document stores the texts and numbers of its workbook a second time (ECMA-376 part 1, 21.2.2.201).
"""

from collections.abc import Callable, Iterator
from functools import cache

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.excel.chart_books import books_of
from backend.ooxml.excel.references import Area, Cell, references
from backend.ooxml.markup import names, whole_number
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.parsed_parts import OpenParts

_REFERENCES = names("c:strRef", "c:numRef", "c:multiLvlStrRef")
_FORMULA, _POINT = names("c:f"), names("c:pt")
_MOST_COMPARISONS = 1_000_000
"""How often cells are looked for in areas at most. Beyond, each area counts as one with such a cell."""


def remove_chart_results(parts: OpenParts, stale_in: Callable[[Package], set[Cell]]) -> Iterator[CoverageEntry]:
    """Remove the points of charts that show results which depend on redacted cells of their workbooks.

    `stale_in` returns the cells of a workbook with such results.
    """
    package = parts.package
    if not package.nested or not parts.search.strings.strings:
        return
    stale_in_book = cache(lambda name: stale_in(package.nested[name]))
    stale: dict[tuple[str, ...], _StaleCells] = {}
    for part, root in parts.roots():
        if next(root.iter(*_REFERENCES), None) is None:
            continue
        books = books_of(package, part)
        if books not in stale:
            stale[books] = _StaleCells(set().union(*map(stale_in_book, books)))
        removed = _points_removed(root, stale[books])
        if removed:
            parts.changed(part)
            yield CoverageEntry(part, "chart value", Treatment.REMOVED, removed)


class _StaleCells:
    """The cells of workbooks whose results depend on redacted cells."""

    def __init__(self, cells: set[Cell]) -> None:
        self._cells = cells
        self._comparisons = 0
        self._touched: dict[Area, bool] = {}

    def __len__(self) -> int:
        """Return how many they are."""
        return len(self._cells)

    def __contains__(self, cell: Cell) -> bool:
        """Return whether a cell is one of them."""
        return cell in self._cells

    def touch(self, area: Area) -> bool:
        """Return whether one of them lies in an area; of too many areas, in each of the rest."""
        if area not in self._touched:
            self._comparisons += min(area.size, len(self._cells))
            self._touched[area] = self._comparisons > _MOST_COMPARISONS or self._lie_in(area)
        return self._touched[area]

    def _lie_in(self, area: Area) -> bool:
        if area.size < len(self._cells):
            return any(cell in self._cells for cell in area.cells())
        return any(map(area.covers, self._cells))


def _points_removed(root: etree._Element, stale: _StaleCells) -> int:
    """Remove the points of these cells; of several areas or levels all points, if one of the cells is in them."""
    removed = 0
    for reference in root.iter(*_REFERENCES) if stale else ():
        formula = next((each.text or "" for each in reference.iterchildren(*_FORMULA)), "")
        areas = references(formula.strip("()"), "").areas
        line = areas[0] if len(areas) == 1 and _is_a_line(areas[0]) else None
        if line is None and not any(map(stale.touch, areas)):
            continue
        for point in list(reference.iter(*_POINT)):
            cached = point.getparent()
            if cached is not None and (line is None or _is_stale(point, line, stale)):
                cached.remove(point)
                removed += 1
    return removed


def _is_stale(point: etree._Element, line: Area, stale: _StaleCells) -> bool:
    """Return whether a point shows one of these cells; without its number, whether any of them is in its line."""
    index = point.get("idx", "")
    if not index.isdecimal():
        return stale.touch(line)
    number = whole_number(index)
    down = number if line.left == line.right else 0
    cell = Cell(line.sheet, line.top + down, line.left + number - down)
    return line.covers(cell) and cell in stale


def _is_a_line(area: Area) -> bool:
    return area.top == area.bottom or area.left == area.right

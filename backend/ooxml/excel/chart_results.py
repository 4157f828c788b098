"""Remove from charts what they copied from formulas that depend on redacted cells.

A chart in a document stores the texts and numbers of its workbook a second time (ECMA-376 part 1, 21.2.2.201).
"""

from collections.abc import Callable, Iterator

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.excel.references import Area, Cell, references
from backend.ooxml.markup import names, whole_number
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.opc.relationships import relationships

_REFERENCES = names("c:strRef", "c:numRef", "c:multiLvlStrRef")
_FORMULA, _POINT = names("c:f"), names("c:pt")


def remove_chart_results(parts: OpenParts, stale_in: Callable[[Package], set[Cell]]) -> Iterator[CoverageEntry]:
    """Remove the points of charts that show results which depend on redacted cells of their workbooks.

    `stale_in` returns the cells of a workbook with such results.
    """
    package = parts.package
    if not package.nested or not parts.search.strings.strings:
        return
    stale: dict[str, set[Cell]] = {}
    for part, root in parts.roots():
        if next(root.iter(*_REFERENCES), None) is None:
            continue
        for arrow in relationships(package.parts, part):
            book = package.nested.get(arrow.part or "")
            if book is None or arrow.part is None:
                continue
            if arrow.part not in stale:
                stale[arrow.part] = stale_in(book)
            removed = _points_removed(root, stale[arrow.part])
            if removed:
                parts.changed(part)
                yield CoverageEntry(part, "chart value", Treatment.REMOVED, removed)


def _points_removed(root: etree._Element, stale: set[Cell]) -> int:
    """Remove the points of these cells; of several areas or levels all points, if one of the cells is in them."""
    removed = 0
    for reference in root.iter(*_REFERENCES):
        formula = next((each.text or "" for each in reference.iterchildren(*_FORMULA)), "")
        areas = references(formula.strip("()"), "").areas
        hit = {cell for area in areas for cell in _stale_in(area, stale)}
        for point in list(reference.iter(*_POINT)) if hit else ():
            cache = point.getparent()
            if cache is not None and _is_of(point, areas, hit):
                cache.remove(point)
                removed += 1
    return removed


def _is_of(point: etree._Element, areas: list[Area], hit: set[Cell]) -> bool:
    index = point.get("idx", "")
    if len(areas) != 1 or not index.isdecimal() or not _is_a_line(areas[0]):
        return True
    area, number = areas[0], whole_number(index)
    down = number if area.left == area.right else 0
    return Cell(area.sheet, area.top + down, area.left + number - down) in hit


def _is_a_line(area: Area) -> bool:
    return area.top == area.bottom or area.left == area.right


def _stale_in(area: Area, stale: set[Cell]) -> set[Cell]:
    return stale.intersection(area.cells()) if area.size < len(stale) else set(filter(area.covers, stale))

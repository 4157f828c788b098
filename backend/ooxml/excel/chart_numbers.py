"""Redact numbers that charts copy from cells: dates of an axis, digits of an account.

A chart stores its numbers a second time, as they were when it was last drawn (ECMA-376 part 1, 21.2.2.121).
Redacting the workbook does not change them.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.excel.redacted_numbers import RedactedNumbers
from backend.ooxml.excel.sheet_numbers import day_of, first_day, shown_as
from backend.ooxml.markup import names
from backend.ooxml.opc.parsed_parts import OpenParts

KIND = "chart value"

_CACHES, _POINT, _VALUE = names("c:numCache", "c:numLit"), names("c:pt"), names("c:v")
_CODE, _FROM_1904 = names("c:formatCode"), names("c:date1904")


class _Kept(NamedTuple):
    """A point of a chart."""

    element: etree._Element
    value: str
    day: datetime | None
    shown: str | None


def chart_numbers(root: etree._Element) -> Iterator[str]:
    """Return the dates and the long numbers that a chart stores, as it shows them."""
    return (point.shown for point in _points(root) if point.shown)


def remove_chart_numbers(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Remove the points whose numbers were redacted elsewhere, because a point cannot hold a placeholder."""
    redacted = RedactedNumbers(parts.search)
    for part, root in parts.roots():
        points = list(_points(root))
        hits = parts.search.find_all([point.value for point in points])
        for i, point in enumerate(points):
            cache = point.element.getparent()
            is_redacted = i in hits or redacted.placeholder(point.value, point.day, point.shown or "")
            if cache is not None and is_redacted:
                cache.remove(point.element)
                parts.changed(part)
                yield CoverageEntry(part, KIND, Treatment.REDACTED, 1)


def _points(root: etree._Element) -> Iterator[_Kept]:
    start = first_day(from_1904=any(each.get("val", "1") in ("1", "true") for each in root.iter(*_FROM_1904)))
    for cache in root.iter(*_CACHES):
        code = next((each.text or "" for each in cache.iterchildren(*_CODE)), "")
        for element in cache.iterchildren(*_POINT):
            own = element.get("formatCode", code)
            for value in element.iterchildren(*_VALUE):
                text = value.text or ""
                yield _Kept(element, text, day_of(text, own, start), shown_as(text, own, start))

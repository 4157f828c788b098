"""Scrub an embedded workbook: remove redacted strings from cells and names, and update formulas."""

from collections.abc import Iterator
from itertools import chain

from backend.document.coverage import CoverageEntry, Treatment
from backend.document.model import replaced_text
from backend.ooxml.excel.chart_numbers import remove_chart_numbers
from backend.ooxml.excel.chart_results import remove_chart_results
from backend.ooxml.excel.pivot_caches import clean_pivot_caches
from backend.ooxml.excel.redacted_formulas import clean_formulas, stale_cells
from backend.ooxml.excel.redacted_numbers import RedactedNumbers
from backend.ooxml.excel.references import Cell
from backend.ooxml.excel.sheet_names import rename_sheet_names, update_charts
from backend.ooxml.excel.sheet_numbers import NumberFormats, formats_of
from backend.ooxml.excel.sheet_texts import NUMBER, NumberSlot, number_cells, sheet_texts
from backend.ooxml.excel.tables import rename_columns
from backend.ooxml.opc.package import Package, PackageKind
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.string_search import StringSearch


def clean_workbooks(parts: OpenParts) -> Iterator[CoverageEntry]:
    """Clean a workbook; in a Word document, update only the charts for its workbooks."""
    package = parts.package
    yield from remove_chart_numbers(parts)
    if package.kind is PackageKind.WORD:
        yield from remove_chart_results(parts, lambda book: _stale_cells(book, parts.search))
        yield from update_charts(parts)
        return
    formats = formats_of(root for _, root in parts.roots())
    yield from _words_replaced(parts, formats)
    yield from _numbers_replaced(parts, formats)
    yield from clean_formulas(parts, package)
    yield from clean_pivot_caches(parts)
    yield from rename_sheet_names(parts)
    yield from rename_columns(parts, package.parts)


def _stale_cells(book: Package, search: StringSearch) -> set[Cell]:
    """Return the cells of a workbook, which is not clean yet, whose results depend on cells that are redacted."""
    copy = OpenParts(book, search)
    formats = formats_of(root for _, root in copy.roots())
    for _ in chain(_words_replaced(copy, formats), _numbers_replaced(copy, formats)):
        pass
    return stale_cells(dict(copy.roots()), book, search)


def _words_replaced(parts: OpenParts, formats: NumberFormats) -> Iterator[CoverageEntry]:
    """Replace redacted strings that the writer has not replaced, because they were found elsewhere (in a link)."""
    for part, root in parts.roots():
        texts = sheet_texts(root, formats)
        hits = parts.search.find_all([each.text for each in texts])
        for i, each in enumerate(texts):
            if i in hits:
                each.replace(hits[i])
                parts.changed(part)
            yield CoverageEntry(part, each.what, Treatment.REDACTED, int(i in hits))


def _numbers_replaced(parts: OpenParts, formats: NumberFormats) -> Iterator[CoverageEntry]:
    """Replace numbers and dates that were redacted elsewhere in another spelling: 4539 5787 6362 1486.

    A term of digits may be a part of a number, as "2" is of 2.5. The cell then becomes a text as a whole, because a
    program refuses a workbook with a number that is none.
    """
    redacted = RedactedNumbers(parts.search)
    for part, root in parts.roots():
        cells = list(number_cells(root))
        hits = parts.search.find_all([value for _, value in cells])
        for i, (cell, value) in enumerate(cells):
            day = formats.day(value, cell.get("s", "0"))
            written = redacted.placeholder(value, day) or redacted.of_serial(value)
            if written is None and i in hits:
                written = replaced_text(value, hits[i])
            if written is not None:
                NumberSlot(cell).write(written)
                parts.changed(part)
                yield CoverageEntry(part, NUMBER, Treatment.REDACTED, 1)

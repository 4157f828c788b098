"""Remove formulas that hold a redacted number or day, and results that depend on redacted cells.

`=DATE(1982,6,20)` tells the date that its cell no longer shows, and `=LEFT(A1,4)` has cut four letters of the name
in A1 before it was redacted. Excel and LibreOffice calculate the results that are removed when they open the file.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from lxml import etree

from backend.document.coverage import CoverageEntry, Treatment
from backend.ooxml.excel.dependents import dependent_formulas
from backend.ooxml.excel.formula_cells import (
    Book,
    FormulaCell,
    empty,
    read_book,
    redacted_cells,
    unshare,
    write_text,
)
from backend.ooxml.excel.formulas import constants
from backend.ooxml.excel.redacted_numbers import RedactedNumbers
from backend.ooxml.excel.references import Cell, references
from backend.ooxml.human_text import Slot
from backend.ooxml.markup import names, sibling_name
from backend.ooxml.opc.package import Package
from backend.ooxml.opc.parsed_parts import OpenParts
from backend.ooxml.opc.relationships import relationships, without_parts
from backend.ooxml.string_search import Found, StringSearch

FORMULA = "text in a formula"
RESULT = "result of a formula"

_OTHER_FORMULAS = names(
    *("x:definedName", "x:formula", "x:formula1", "x:formula2", "x:calculatedColumnFormula", "x:totalsRowFormula"),
    "xm:f",
)
_WORKBOOK = names("x:workbook")
_CALCULATION = names("x:calcPr")
_BEFORE_CALCULATION = names(
    *("x:fileVersion", "x:fileSharing", "x:workbookPr", "x:workbookProtection", "x:bookViews", "x:sheets"),
    *("x:functionGroups", "x:externalReferences", "x:definedNames"),
)
"""What stands before the settings of the calculation (18.2.27)."""
_ORDER_OF_CALCULATION = "calcChain"


def clean_formulas(parts: OpenParts, package: Package) -> Iterator[CoverageEntry]:
    """Remove redacted constants and results that depend on redacted cells; `package` has the relationships."""
    if not parts.search.strings.strings:
        return
    roots = dict(parts.roots())
    redacted = RedactedNumbers(parts.search)
    book = read_book(roots, package.parts, package.main_part)
    dropped = list(_constants_removed(book, redacted, parts.search))
    stale = dependent_formulas(book, redacted_cells(book, parts.search), parts.search)
    emptied = list(_results_removed(book, stale, redacted_cells(book, parts.search)))
    for part in dropped:
        parts.changed(part)
        yield CoverageEntry(part, FORMULA, Treatment.REDACTED, 1)
    for part in emptied:
        parts.changed(part)
        yield CoverageEntry(part, RESULT, Treatment.REMOVED, 1)
    for part, root in roots.items():
        count = _elsewhere(root, redacted, parts.search)
        if count:
            parts.changed(part)
            yield CoverageEntry(part, FORMULA, Treatment.REDACTED, count)
        if (dropped or emptied) and root.tag in _WORKBOOK:
            _calculate_on_load(root)
            parts.changed(part)
    if dropped:
        _forget_order(parts)


def stale_cells(roots: Mapping[str, etree._Element], package: Package, search: StringSearch) -> set[Cell]:
    """Return the cells of a workbook with results that depend on redacted cells."""
    book = read_book(roots, package.parts, package.main_part)
    redacted = redacted_cells(book, search)
    return {at for each in dependent_formulas(book, redacted, search) for at in book.filled(each)} - redacted


def _constants_removed(book: Book, redacted: RedactedNumbers, search: StringSearch) -> Iterator[str]:
    """Remove formulas with a redacted constant, and formulas with constants whose result is redacted.

    The placeholder stays as the text of the cell. Yields the part of each.
    """
    placeholder = search.placeholder
    leaving: dict[Cell, tuple[FormulaCell, str | None]] = {}
    texts = [each.text for each in book.formulas.values()]
    hits = search.without_words.find_all(texts)
    for i, (at, each) in enumerate(book.formulas.items()):
        constants_in_it = _redacted_constants(texts[i], redacted, hits.get(i, []))
        told = next((found for found, _, _ in constants_in_it), None)
        shown = placeholder is not None and placeholder.search(book.shown(each.cell))
        if told is not None or (shown and _may_hold_constants(each)):
            leaving[at] = each, None if shown else told
    unshare(book, {each.group for each, _ in leaving.values() if each.group is not None})
    for at, (each, text) in leaving.items():
        each.cell.remove(each.formula)
        del book.formulas[at]
        for filled in book.filled(each) if each.fills.size > 1 else ():
            if filled != at and filled in book.cells and filled not in book.formulas:
                empty(book.cells[filled])
        if text is not None:
            write_text(each.cell, text)
        yield each.part


def _may_hold_constants(each: FormulaCell) -> bool:
    found = references(each.text, each.at.sheet)
    return found.has_constants or not found.is_read


def _results_removed(book: Book, stale: Iterable[FormulaCell], redacted: set[Cell]) -> Iterator[str]:
    """Empty the results of formulas; a cell whose result is a placeholder keeps it. Yields the part of each."""
    for each in stale:
        for at in book.filled(each):
            if at in book.cells and at not in redacted and empty(book.cells[at]):
                yield each.part


def _elsewhere(root: etree._Element, redacted: RedactedNumbers, search: StringSearch) -> int:
    """Write placeholders as texts for redacted constants in the formulas of formats, lists and names."""
    count = 0
    for element in root.iter(*_OTHER_FORMULAS):
        slot = Slot(element)
        text = slot.text
        found = _redacted_constants(text, redacted, search.without_words.find(text))
        for placeholder, start, end in reversed(list(found)):
            text = f'{text[:start]}"{placeholder}"{text[end:]}'
            count += 1
        if text != slot.text:
            slot.write(text)
    return count


def _redacted_constants(formula: str, redacted: RedactedNumbers, hits: Found) -> Iterator[tuple[str, int, int]]:
    """Yield the placeholder of each redacted number and day in a formula, and where it stands.

    `hits` are the redacted strings in the text of the formula; names of sheets and the like change elsewhere.
    """
    for each in constants(formula):
        if each.day is None:
            placeholder = redacted.placeholder(each.raw) or redacted.of_serial(each.raw)
        else:
            placeholder = redacted.placeholder("", _date(*each.day))
        if placeholder is None:
            overlapping = (new for span, new in hits if span.start < each.end and each.start < span.end)
            placeholder = next(overlapping, None)
        if placeholder is not None:
            yield placeholder, each.start, each.end


def _date(year: int, month: int, day: int) -> datetime | None:
    try:
        return datetime(year if year >= _FIRST_YEAR else year + _FIRST_YEAR, month, day)  # noqa: DTZ001
    except ValueError:
        return None


_FIRST_YEAR = 1900
"""DATE counts smaller years from here (18.17.7.68)."""


def _calculate_on_load(workbook: etree._Element) -> None:
    """Let Excel calculate everything when it opens the workbook (18.2.2)."""
    settings = next(workbook.iterchildren(*_CALCULATION), None)
    if settings is None:
        settings = etree.Element(sibling_name(workbook, "calcPr"))
        before = [i for i, child in enumerate(workbook) if child.tag in _BEFORE_CALCULATION]
        workbook.insert(before[-1] + 1 if before else 0, settings)
    settings.set("fullCalcOnLoad", "1")


def _forget_order(parts: OpenParts) -> None:
    """Remove the order of calculation, which must not name cells without a formula (18.6). Excel rebuilds it."""
    package = parts.package
    leaving = {
        each.part
        for each in relationships(package.parts, package.main_part)
        if each.kind == _ORDER_OF_CALCULATION and each.part is not None
    }
    if leaving:
        parts.go_on_with(package.with_parts(without_parts(package.parts, leaving), removed=leaving))

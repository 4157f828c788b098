"""Find the formulas whose results may depend on redacted cells, directly or through other formulas."""

from collections import defaultdict
from collections.abc import Collection, Iterator

from backend.ooxml.excel.formula_cells import Book, FormulaCell
from backend.ooxml.excel.references import Area, Cell, References, references
from backend.ooxml.string_search import StringSearch

_SMALL = 16
"""Cells of an area that are listed one by one."""
_MOST_COMPARISONS = 1_000_000
_MOST_SIGNS = 20_000_000
_MOST_RESULTS = 100_000
"""How often a cell is compared with an area at most, how many characters of shared formulas are read, and how many
results one formula may have. Beyond, every formula counts as dependent."""
_MOST_NAMES = 50
"""How many names may stand for each other, one in the other."""


def dependent_formulas(book: Book, redacted: Collection[Cell], search: StringSearch) -> list[FormulaCell]:
    """Return the formulas that may depend on redacted cells; one that cannot be read may depend on any.

    So may a formula with a placeholder in it, or one that uses a name for such a formula.
    """
    if not redacted and not _mentions(book, search):
        return []
    if book.signs_moved > _MOST_SIGNS:
        return list(book.formulas.values())
    graph = _Graph(book, search)
    return graph.reached_from(redacted)


def _mentions(book: Book, search: StringSearch) -> bool:
    """Return whether a formula has a placeholder in it."""
    placeholder = search.placeholder
    texts = [each.text for each in book.formulas.values()] + [text for each in book.words.values() for text in each]
    return placeholder is not None and any(placeholder.search(text) for text in texts)


class _Graph:
    """Which formulas read which cells."""

    def __init__(self, book: Book, search: StringSearch) -> None:
        self._book = book
        self._placeholder = search.placeholder
        self._words: dict[str, References] = {}
        self._depth = 0
        self._by_cell: dict[Cell, list[FormulaCell]] = defaultdict(list)
        self._by_sheet: dict[str, list[tuple[Area, FormulaCell]]] = defaultdict(list)
        self._unread: list[FormulaCell] = []
        for each in book.formulas.values():
            self._add(each)

    def reached_from(self, redacted: Collection[Cell]) -> list[FormulaCell]:
        """Return the formulas that read these cells or cells with such formulas, and those that cannot be read."""
        reached: dict[Cell, FormulaCell] = {}
        waiting = list(redacted)
        if any(each.fills.size > _MOST_RESULTS for each in self._book.formulas.values()):
            return list(self._book.formulas.values())
        for each in self._unread:
            waiting += _taken(reached, each)
        comparisons = 0
        while waiting:
            cell = waiting.pop()
            areas = self._by_sheet.get(cell.sheet, [])
            comparisons += len(areas)
            if comparisons > _MOST_COMPARISONS:
                return list(self._book.formulas.values())
            hit = [each for area, each in areas if area.covers(cell)]
            if hit:
                self._by_sheet[cell.sheet] = [(area, each) for area, each in areas if not area.covers(cell)]
            for each in (*self._by_cell.pop(cell, ()), *hit):
                waiting += _taken(reached, each)
        return list(reached.values())

    def _add(self, each: FormulaCell) -> None:
        found = self._read(each.text, each.at.sheet)
        if each.is_table_of_results or not found.is_read:
            self._unread.append(each)
            return
        for area in found.areas:
            if area.size <= _SMALL:
                for cell in area.cells():
                    self._by_cell[cell].append(each)
            else:
                self._by_sheet[area.sheet].append((area, each))

    def _read(self, text: str, sheet: str) -> References:
        """Return what a formula refers to, with what its names stand for."""
        found = references(text, sheet)
        if self._placeholder is not None and self._placeholder.search(text):
            found.is_read = False
        for word in found.words:
            meant = self._meaning(word)
            found.areas += meant.areas
            found.is_read &= meant.is_read
        return found

    def _meaning(self, word: str) -> References:
        if word not in self._words:
            self._words[word] = References(is_read=False)  # a name that refers to itself has no meaning
            self._depth += 1
            if self._depth <= _MOST_NAMES:
                self._words[word] = self._of_word(word)
            self._depth -= 1
        return self._words[word]

    def _of_word(self, word: str) -> References:
        if word in self._book.tables:
            return References([self._book.tables[word]])
        if word not in self._book.words:
            return References(is_read=False)
        meant = References()
        for text in self._book.words[word]:
            # A name of which every cell sees another place ("A1") or that is not read may refer to anything.
            each = self._read(text, _NOWHERE)
            meant.areas += each.areas
            meant.is_read &= each.is_read and not any(area.sheet == _NOWHERE for area in each.areas)
        return meant


_NOWHERE = ""
"""The sheet of a reference without one in a defined name."""


def _taken(reached: dict[Cell, FormulaCell], each: FormulaCell) -> Iterator[Cell]:
    """Add a formula, and yield the cells in which its results are."""
    if each.at not in reached:
        reached[each.at] = each
        yield each.at
        yield from each.fills.cells()

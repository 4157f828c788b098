"""Find the formulas whose results may depend on redacted cells, directly or through other formulas."""

from collections import defaultdict
from collections.abc import Collection, Iterator

from backend.ooxml.excel.formula_cells import MOST_RESULTS, Book, FormulaCell
from backend.ooxml.excel.references import Area, Cell, References, references
from backend.ooxml.string_search import StringSearch

_SMALL = 16
"""Cells of an area that are listed one by one."""
_MOST_COMPARISONS = 1_000_000
_MOST_SIGNS = 20_000_000
"""How often a cell is compared with an area at most, and how many characters of shared formulas are read. Beyond,
every formula counts as dependent."""
_MOST_NAMES = 50
"""How many names may stand for each other, one in the other."""


def dependent_formulas(book: Book, redacted: Collection[Cell], search: StringSearch) -> list[FormulaCell]:
    """Return the formulas that may depend on redacted cells; one that cannot be read may depend on any.

    So may a formula with a placeholder in it, or one that uses a name for such a formula.
    """
    if not redacted and not _mentions(book, search):
        return []
    if book.signs_moved > _MOST_SIGNS or book.has_other_names:
        return list(book.formulas.values())
    graph = _Graph(book, search)
    return graph.reached_from(redacted)


def _mentions(book: Book, search: StringSearch) -> bool:
    """Return whether a formula has a placeholder in it."""
    placeholder = search.placeholder
    texts = [each.text for each in book.formulas.values()] + [text for each in book.words.values() for text in each]
    return placeholder is not None and any(placeholder.search(text) for text in texts)


_Reader = FormulaCell | str
"""What refers to cells and names: a formula, or a defined name in lower case."""


class _Graph:
    """Which formulas and names read which cells and names.

    A name stands in it once, not in each formula with all that it means: names that use others twice would double
    with each step, and many formulas may use a name of many areas.
    """

    def __init__(self, book: Book, search: StringSearch) -> None:
        self._book = book
        self._placeholder = search.placeholder
        self._words: dict[str, bool] = {}
        """The names, and whether they are read."""
        self._depth = 0
        self._by_cell: dict[Cell, list[_Reader]] = defaultdict(list)
        self._by_sheet: dict[str, list[tuple[Area, _Reader]]] = defaultdict(list)
        self._by_word: dict[str, list[_Reader]] = defaultdict(list)
        self._unread: list[FormulaCell] = []
        for each in book.formulas.values():
            self._add(each)

    def reached_from(self, redacted: Collection[Cell]) -> list[FormulaCell]:
        """Return the formulas that read these cells or cells with such formulas, and those that cannot be read."""
        reached: dict[Cell, FormulaCell] = {}
        waiting: list[Cell | str] = list(redacted)
        if any(each.fills.size > MOST_RESULTS for each in self._book.formulas.values()):
            return list(self._book.formulas.values())
        for each in self._unread:
            waiting += _taken(reached, each)
        comparisons = 0
        while waiting:
            at = waiting.pop()
            if isinstance(at, Cell):
                comparisons += len(self._by_sheet.get(at.sheet, ()))
                if comparisons > _MOST_COMPARISONS:
                    return list(self._book.formulas.values())
            for reader in self._readers_taken(at):
                waiting += [reader] if isinstance(reader, str) else _taken(reached, reader)
        return list(reached.values())

    def _readers_taken(self, at: Cell | str) -> list[_Reader]:
        """Return what reads a cell or a name and was not returned for it before."""
        if isinstance(at, str):
            return self._by_word.pop(at, [])
        areas = self._by_sheet.get(at.sheet, [])
        hit = [each for area, each in areas if area.covers(at)]
        if hit:
            self._by_sheet[at.sheet] = [(area, each) for area, each in areas if not area.covers(at)]
        return self._by_cell.pop(at, []) + hit

    def _add(self, each: FormulaCell) -> None:
        found = self._read(each.text, each.at.sheet)
        if each.is_table_of_results or not found.is_read:
            self._unread.append(each)
        else:
            self._enter(found, each)

    def _enter(self, found: References, reader: _Reader) -> None:
        for word in dict.fromkeys(found.words):
            self._by_word[word].append(reader)
        for area in dict.fromkeys(found.areas):
            if area.size <= _SMALL:
                for cell in area.cells():
                    self._by_cell[cell].append(reader)
            else:
                self._by_sheet[area.sheet].append((area, reader))

    def _read(self, text: str, sheet: str) -> References:
        """Return what a formula refers to; it is not read if one of its names is not."""
        found = references(text, sheet)
        if self._placeholder is not None and self._placeholder.search(text):
            found.is_read = False
        for word in found.words:
            found.is_read &= self._is_read(word)
        return found

    def _is_read(self, word: str) -> bool:
        """Enter what a name stands for, and return whether all of it is known."""
        if word not in self._words:
            self._words[word] = False  # a name that refers to itself has no meaning
            self._depth += 1
            if self._depth <= _MOST_NAMES:
                self._words[word] = self._enter_word(word)
            self._depth -= 1
        return self._words[word]

    def _enter_word(self, word: str) -> bool:
        if word in self._book.tables:
            self._enter(References([self._book.tables[word]]), word)
            return True
        if word not in self._book.words:
            return False
        for text in self._book.words[word]:
            found = self._read(text, _NOWHERE)
            # A name of which every cell sees another place ("A1") or that is not read may refer to anything.
            if not found.is_read or any(area.sheet == _NOWHERE for area in found.areas):
                return False
            self._enter(found, word)
        return True


_NOWHERE = ""
"""The sheet of a reference without one in a defined name."""


def _taken(reached: dict[Cell, FormulaCell], each: FormulaCell) -> Iterator[Cell]:
    """Add a formula, and yield the cells in which its results are."""
    if each.at not in reached:
        reached[each.at] = each
        yield each.at
        yield from each.fills.cells()

"""Tables, their rows and cells: read, searched, and filled; adding and removing rows or columns is not emulated."""

from typing import TYPE_CHECKING, Any

from addin.wordhost import search as find
from addin.wordhost.errors import WordError
from addin.wordhost.names import FALLBACK, Element, w
from addin.wordhost.objects.base import Collection, WordObject
from addin.wordhost.objects.textual import Body, Textual, options_of
from addin.wordhost.story import Span, paragraphs

if TYPE_CHECKING:
    from addin.wordhost.session import Session

FURTHER_IN = {w("tbl"), w("txbxContent"), FALLBACK}
"""Where another table's rows, or another story, begin."""


class Table(Textual):
    """Word.Table, WordApi 1.3."""

    kind = "Table"

    def __init__(self, session: "Session", table: Element) -> None:
        super().__init__(session)
        self.table = table

    def span(self) -> Span:
        return _span(self.session, self.table)

    def get_rows(self) -> Collection:
        return Collection(self.session, "TableRowCollection", self._rows())

    def get_row_count(self) -> int:
        return len(self._rows())

    def get_values(self) -> list[list[str]]:
        return [row.texts() for row in self._rows()]

    def get_nesting_level(self) -> int:
        return 1 + sum(1 for _ in self.table.iterancestors(w("tbl")))

    def do_get_cell(self, row: int, cell: int) -> WordObject:
        rows = self._rows()
        if not 0 <= row < len(rows):
            raise WordError("ItemNotFound")
        return rows[row].read("cells").item(cell)

    def _rows(self) -> list["TableRow"]:
        return [TableRow(self.session, self, row) for row in _own(self.table, w("tr"))]


class TableRow(WordObject):
    """Word.TableRow."""

    kind = "TableRow"

    def __init__(self, session: "Session", table: Table, row: Element) -> None:
        super().__init__(session)
        self.table, self.row = table, row

    def cells(self) -> list["TableCell"]:
        """The cells in order."""
        return [TableCell(self.session, self, cell) for cell in _own(self.row, w("tc"))]

    def texts(self) -> list[str]:
        """What each cell says."""
        return [cell.get_value() for cell in self.cells()]

    def get_cells(self) -> Collection:
        return Collection(self.session, "TableCellCollection", self.cells())

    def get_cell_count(self) -> int:
        return len(self.cells())

    def get_values(self) -> list[list[str]]:
        """A list of one list (typings)."""
        return [self.texts()]

    def get_row_index(self) -> int:
        return _own(self.table.table, w("tr")).index(self.row)

    def get_parent_table(self) -> Table:
        return self.table

    def do_search(self, text: str, options: Any = None) -> Collection:
        """WordApi 1.3: the row alone."""
        span = _span(self.session, self.row)
        longest = self.session.profile.longest_search
        found = find.matches(self.session.stories, span, text, options_of(options), longest)
        hits = [self.session.range(span.story, paragraph, start, paragraph, end) for paragraph, start, end in found]
        return Collection(self.session, "RangeCollection", hits)


class TableCell(WordObject):
    """Word.TableCell."""

    kind = "TableCell"

    def __init__(self, session: "Session", row: TableRow, cell: Element) -> None:
        super().__init__(session)
        self.row, self.cell = row, cell

    def get_body(self) -> Body:
        return Body(self.session, self.cell, "TableCell")

    def get_value(self) -> str:
        return self.get_body().get_text()

    def set_value(self, text: str) -> None:
        self.get_body().do_insert_text(text, "Replace")

    def get_row_index(self) -> int:
        return self.row.get_row_index()

    def get_cell_index(self) -> int:
        return _own(self.row.row, w("tc")).index(self.cell)

    def get_parent_row(self) -> TableRow:
        return self.row

    def get_parent_table(self) -> Table:
        return self.row.table


def tables_in(session: "Session", span: Span) -> Collection:
    """The outermost tables that a span touches, in order; those inside them are theirs to tell."""
    found: list[Element] = []
    for paragraph, _, _ in session.stories.parts(span):
        around = [table for table in paragraph.iterancestors(w("tbl")) if span.story in table.iterancestors()]
        if around and around[-1] not in found:
            found.append(around[-1])
    return Collection(session, "TableCollection", [Table(session, table) for table in found])


def parent_cell(session: "Session", thing: Textual) -> TableCell:
    """The innermost cell that holds all of something."""
    span = thing.extent()
    for cell in span.first.iterancestors(w("tc")):
        if span.last is span.first or cell in span.last.iterancestors():
            row = next(cell.iterancestors(w("tr")))
            table = Table(session, next(row.iterancestors(w("tbl"))))
            return TableCell(session, TableRow(session, table, row), cell)
    raise WordError("ItemNotFound")


def parent_table(session: "Session", thing: Textual) -> Table:
    """The innermost table that holds all of something."""
    span = thing.extent()
    for table in span.first.iterancestors(w("tbl")):
        if span.last is span.first or table in span.last.iterancestors():
            return Table(session, table)
    raise WordError("ItemNotFound")


def _own(element: Element, name: str) -> list[Element]:
    """The rows of a table or the cells of a row, those in controls around them too."""
    found: list[Element] = []
    for child in element:
        if child.tag == name:
            found.append(child)
        elif child.tag not in FURTHER_IN and child.tag != w("tc"):
            found += _own(child, name)
    return found


def _span(session: "Session", element: Element) -> Span:
    inside = paragraphs(element)
    if not inside or element.getparent() is None:
        raise WordError("ItemNotFound")
    length = session.stories.reading(inside[-1]).length
    return session.stories.span(session.story_of(inside[0]), inside[0], 0, inside[-1], length)

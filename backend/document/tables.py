"""The tables of a document: rows of cells, and the columns of the grid that each cell stands in."""

from collections.abc import Sequence
from dataclasses import dataclass

from backend.document.spans import Span

MOST_COLUMNS = 63
"""The columns of a table in Word."""
_MOST_PLACES = 100_000
"""Columns of all cells of a table together, beyond one for each cell."""


@dataclass(frozen=True, slots=True)
class CellText:
    """A paragraph of a cell, by its ordinal; in a text file the `span` of its one block that is the cell."""

    block: int
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its paragraphs in order, and the columns of the grid that it may stand in.

    There are several columns where the cell spans them, or where its row is shorter than the table.
    """

    texts: tuple[CellText, ...]
    columns: tuple[int, ...]


Row = tuple[Sequence[tuple[tuple[CellText, ...], int, int]], int]
"""The cells of a row, each with its first column and its width, and the column where the row ends."""


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a table in one part; not `is_read` where its columns cannot be told, and then without rows."""

    part: str
    rows: tuple[tuple[Cell, ...], ...]
    is_read: bool = True

    @classmethod
    def of(cls, part: str, *tables: Sequence[Row]) -> "Table":
        """Place the cells of tables that are shown as one in the columns of their grid.

        A row that ends before the others of its table may be shifted as far as it is short: nothing says where its
        cells stand.

        >>> whole, short = ([((), 0, 1), ((), 1, 1), ((), 2, 1)], 3), ([((), 0, 1), ((), 1, 1)], 2)
        >>> [cell.columns for cell in Table.of("", [whole, short]).rows[1]]
        [(0, 1), (1, 2)]
        """
        shifts = [(rows, max((end for _, end in rows), default=0)) for rows in tables]
        wide = [
            spanned + width - end - 1 for rows, width in shifts for cells, end in rows for _, _, spanned in cells
        ]
        if max(wide, default=0) >= MOST_COLUMNS or sum(wide) > _MOST_PLACES:
            return cls.unread(part)
        placed = (
            tuple(
                Cell(texts, tuple(range(first, first + spanned + width - end))) for texts, first, spanned in cells
            )
            for rows, width in shifts
            for cells, end in rows
        )
        return cls(part, tuple(placed))

    @classmethod
    def unread(cls, part: str) -> "Table":
        """A table whose columns cannot be told."""
        return cls(part, (), is_read=False)

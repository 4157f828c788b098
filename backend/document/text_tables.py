"""Read the tables of a text file: lines of cells between vertical bars, as Markdown has them.

Every run of two or more lines with bars is a table, whether a line of dashes is below its head or not. Tables in
HTML are not read.
"""

import re
from collections.abc import Iterator

from backend.document.spans import Span
from backend.document.tables import CellText, Row, Table

_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n|\Z)")
_BAR = re.compile(r"(?<!\\)\|")
_BORDER = re.compile(r"[\s|:=+>-]*+")
"""The line below a head, and those around the rows of a drawn table."""
_QUOTED = re.compile(r"[\s>]*+\|?")
_IN_HTML = re.compile(r"<t[dr][\s>]", re.IGNORECASE)


def tables_of_text(text: str) -> tuple[Table, ...]:
    r"""Return the tables of the one block of a text file.

    >>> [row[1].texts[0].span for row in tables_of_text("| A | 1,200 |\n|---|---|\n| B | 3,400 |")[0].rows]
    [Span(start=5, end=12), Span(start=29, end=36)]
    """
    found = [] if "|" not in text else [Table.of("", rows) for rows in _runs(text)]
    if _IN_HTML.search(text):
        found.append(Table.unread(""))
    return tuple(found)


def _runs(text: str) -> Iterator[list[Row]]:
    """Yield the rows of each run of lines with bars."""
    rows: list[Row] = []
    for line in _LINE.finditer(text):
        if "|" in line.group():
            if not _BORDER.fullmatch(line.group()):
                rows.append(_row(text, line.start(), line.end()))
        elif not _is_border(line.group()):
            if len(rows) > 1:
                yield rows
            rows = []


def _is_border(line: str) -> bool:
    """Whether a line without bars belongs to a drawn table: "+-----+-----+"."""
    return "-" in line and _BORDER.fullmatch(line) is not None


def _row(text: str, start: int, end: int) -> Row:
    """The cells of a line; bars at its edges part nothing."""
    quoted = _QUOTED.match(text, start, end)
    at = start if quoted is None else quoted.end()
    cells: list[tuple[tuple[CellText, ...], int, int]] = []
    for bar in (*(match.start() for match in _BAR.finditer(text, at, end)), end):
        is_last = bar == end
        if bar > at and not (is_last and not text[at:bar].strip()):
            cells.append(((CellText(0, Span(at, bar)),), len(cells), 1))
        elif not is_last:
            cells.append(((), len(cells), 1))
        at = bar + 1
    return cells, len(cells)

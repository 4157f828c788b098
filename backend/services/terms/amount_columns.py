"""The amounts of table columns: which of them are redacted together, where a policy asks for that.

It does not matter what redacts an amount, nor what stands in its place. Columns that share an amount are one: its
cell spans both, or may stand in either. Each line of a cell may be an amount.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import dropwhile

from backend.detection.finding import Finding, FindingKind
from backend.document.model import Document, Place, StoryKind
from backend.document.placeholders import QUANTITY, REDACTED
from backend.document.spans import Span, SpanCover
from backend.document.tables import Cell, Table
from backend.messages.reasons import AmountInColumn
from backend.services.terms.amount_notation import Amount, digits_of, is_redacted_amount, lines_of, read_amount

BlockKey = tuple[str, StoryKind, int]
Paragraphs = AbstractSet[tuple[str, int]]
"""Paragraphs by their part and their ordinal."""
Covers = Mapping[BlockKey, SpanCover]
_Texts = Mapping[tuple[str, int], Sequence[tuple[StoryKind, str]]]

_OF_AMOUNTS = f"[{QUANTITY}"
_OF_WORDS = (
    *("[CLIENT", "[PERSON", "[ORGANIZATION", "[LOCATION", "[NRP", "[DEMOGRAPHIC"),
    *("[EMAIL_ADDRESS", "[HANDLE", "[URL"),
)
"""How placeholders begin of which a column is no column of amounts."""


@dataclass(frozen=True, slots=True)
class CellLine:
    """A line of a table cell: its place and its text, and the amount that is all of it."""

    place: Place
    text: str
    amount: Amount | None
    is_heading: bool = False
    """It stands in the first row, which has no amounts, or alone over several columns."""

    @property
    def digits(self) -> Span:
        """From the first digit of an amount to the last one, in its paragraph."""
        start, found = self.place.span.start, digits_of(self.text)
        return Span(start + found.start, start + found.end)


Lines = Sequence[CellLine]


@dataclass(slots=True)
class _Grid:
    """The lines of a table by rows and by columns; `group_of` has the columns that share amounts with a column."""

    rows: list[list[CellLine]] = field(default_factory=list)
    columns: dict[int, list[CellLine]] = field(default_factory=lambda: defaultdict(list))
    group_of: dict[int, set[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, table: Table, texts: _Texts) -> "_Grid":
        grid = cls()
        for row in table.rows:
            cells = [_lines(table.part, cell, texts) for cell in row]
            is_head = not grid.rows and all(_is_no_amount(line) for lines in cells for line in lines)
            if is_head or (len(row) == 1 and len(row[0].columns) > 1):
                cells = [[replace(line, is_heading=True) for line in lines] for lines in cells]
            grid.rows.append([line for cell in cells for line in cell])
            for cell, found in zip(row, cells, strict=True):
                grid._add(cell.columns, found)
        return grid

    def _add(self, columns: Sequence[int], lines: Lines) -> None:
        for column in columns:
            self.columns[column] += lines
            self.group_of.setdefault(column, {column})
        if any(line.amount for line in lines):
            together = list({id(self.group_of[each]): self.group_of[each] for each in columns}.values())
            together.sort(key=len)
            for fewer in together[:-1]:  # the largest grows, so that no column moves often
                together[-1].update(fewer)
                self.group_of.update(dict.fromkeys(fewer, together[-1]))

    def groups(self) -> Iterator[list[list[CellLine]]]:
        """Yield the columns that have amounts, with those that share one."""
        for group in {id(each): each for each in self.group_of.values()}.values():
            columns = [self.columns[each] for each in sorted(group)]
            if any(line.amount for column in columns for line in column):
                yield columns


def amounts_beside(document: Document, places: Iterable[Place]) -> Iterator[Finding]:
    """Yield the other amounts of each column in which one of these places has a part of the number of an amount."""
    places = list(places)
    covers = covers_of(places)
    for columns in _groups(document, {(place.part, place.block) for place in places}):
        amounts = _amounts(columns)
        standing = [line for line in amounts if not is_touched(line, covers)]
        if len(standing) < len(amounts):
            yield from map(_finding, standing)


def amounts_beside_placeholders(document: Document, written: Collection[str] = ()) -> Iterator[Finding]:
    """Yield the amounts of each column with a redacted one; `written` are replacements that are no placeholders.

    `[QUANTITY 1]` stands for an amount wherever it fills a cell. Another placeholder does in a column with more
    amounts than texts, where it is no heading. A heading is no text of its column, a placeholder of words is one.
    """
    own = frozenset(written)
    signs = ("[", *own)
    paragraphs = {
        (story.part, block.ordinal)
        for story, block in document.blocks()
        if document.tables and any(map(block.text.__contains__, signs))
    }
    for columns in _groups(document, paragraphs):
        if any(_has_redacted_amount(column, own) for column in columns):
            yield from map(_finding, _amounts(columns))


def _has_redacted_amount(column: Lines, written: Collection[str]) -> bool:
    filled = {id(line) for line in column if _is_filled(line, written)}
    if any(_OF_AMOUNTS in line.text for line in column if id(line) in filled):
        return True
    cells = [line for line in column if not line.is_heading]
    others = [line for line in cells if id(line) not in filled]
    amounts = sum(line.amount is not None for line in others)
    texts = len(others) - amounts + sum(any(map(line.text.__contains__, _OF_WORDS)) for line in cells)
    return len(others) < len(cells) and amounts > texts


def _is_filled(line: CellLine, written: Collection[str]) -> bool:
    """Whether a line is placeholders or replacements, with what an amount may have around it."""
    if line.text in written:
        return True
    texts = (line.text, *(line.text.replace(each, f"[{REDACTED}]") for each in written if each in line.text))
    return line.amount is None and any(map(is_redacted_amount, texts))


def amount_lines(document: Document, paragraphs: Paragraphs) -> Iterator[Lines]:
    """Yield the amounts of each row and of each column in order, as they are written now.

    Tables without any of these paragraphs are left out.
    """
    for grid in _grids(document, paragraphs):
        for lines in (*grid.rows, *grid.columns.values()):
            yield [line for line in lines if line.amount is not None and not line.place.kind.repeats]


def covers_of(places: Iterable[Place]) -> Covers:
    """Return what some places cover of each paragraph."""
    spans: dict[BlockKey, list[Span]] = defaultdict(list)
    for place in places:
        spans[_key(place)].append(place.span)
    return {key: SpanCover(found) for key, found in spans.items()}


def is_overlapped(place: Place, covers: Covers) -> bool:
    """Whether a part of a place is covered."""
    cover = covers.get(_key(place))
    return cover is not None and cover.overlaps(place.span)


def is_touched(line: CellLine, covers: Covers) -> bool:
    """Whether a part of the number of an amount is covered."""
    return line.amount is not None and is_overlapped(replace(line.place, span=line.digits), covers)


def unread_tables(document: Document) -> frozenset[str]:
    """Return the parts with tables whose columns cannot be told."""
    return frozenset(table.part for table in document.tables if not table.is_read)


def _grids(document: Document, paragraphs: Paragraphs) -> Iterator[_Grid]:
    tables = [table for table in document.tables if _has_one_of(table, paragraphs)]
    texts: dict[tuple[str, int], list[tuple[StoryKind, str]]] = defaultdict(list)
    for story, block in document.blocks() if tables else ():
        texts[story.part, block.ordinal].append((story.kind, block.text))
    yield from (_Grid.of(table, texts) for table in tables)


def _has_one_of(table: Table, paragraphs: Paragraphs) -> bool:
    cells = (cell for row in table.rows for cell in row)
    return bool(paragraphs) and any((table.part, each.block) in paragraphs for cell in cells for each in cell.texts)


def _groups(document: Document, paragraphs: Paragraphs) -> Iterator[list[list[CellLine]]]:
    for grid in _grids(document, paragraphs):
        yield from grid.groups()


def _lines(part: str, cell: Cell, texts: _Texts) -> list[CellLine]:
    found = []
    for each in cell.texts:
        for kind, text in texts.get((part, each.block), ()):
            for span in lines_of(text, each.span or Span(0, len(text))):
                said = span.of(text)
                found.append(CellLine(Place(part, kind, each.block, span), said, read_amount(said)))
    return found


def _amounts(columns: Iterable[Lines]) -> list[CellLine]:
    """The amounts of some columns; what is written as a year above all others of its column is its head."""
    found: dict[Place, CellLine] = {}
    for column in columns:
        amounts = [line for line in column if line.amount is not None]
        found.update((line.place, line) for line in dropwhile(_is_no_amount, amounts))
    return list(found.values())


def _is_no_amount(line: CellLine) -> bool:
    """Whether a line is no amount, or may be a year."""
    return line.amount is None or line.amount.is_like_year


def _key(place: Place) -> BlockKey:
    return place.part, place.kind, place.block


def _finding(line: CellLine) -> Finding:
    why = AmountInColumn()
    return Finding(FindingKind.PERSONAL, QUANTITY, line.text, line.place, 1.0, why, only_here=True)

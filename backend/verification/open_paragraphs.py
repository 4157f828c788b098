"""Paragraphs and tables while a part is read: their pieces, fields and columns."""

from dataclasses import dataclass, field
from typing import NamedTuple


class Piece(NamedTuple):
    """A piece of a paragraph's text, and whether a tracked change deleted or inserted it."""

    text: str
    deleted: bool
    inserted: bool


class ParagraphText(NamedTuple):
    """A paragraph of Word in three readings: as displayed, before the tracked changes, and everything."""

    number: int
    """Its position in the XML order of its part."""
    now: str
    before: str
    everything: str

    @property
    def changed(self) -> bool:
        """Whether it has tracked changes that change its text."""
        return not self.now == self.before == self.everything


@dataclass(slots=True)
class OpenParagraph:
    """The texts of a paragraph. Fields may be nested in instructions of others, so the open ones are a stack."""

    number: int | None = None
    """Its position among the paragraphs of Word in its part; None for other texts."""
    pieces: list[Piece] = field(default_factory=list)
    instructions: list[str] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)
    """What the codes of its symbols are as letters, whatever their font makes of them."""
    _open: list[list[str]] = field(default_factory=lambda: [[]])

    def instruct(self, text: str) -> None:
        """Add text to the instruction of the innermost field."""
        self._open[-1].append(text)

    def mark(self, kind: str) -> None:
        """Handle the mark where a field begins, its result begins, or it ends (ECMA-376 part 1, 17.18.29)."""
        if kind != "begin":
            self.instructions.append("".join(self._open.pop()))
        if kind != "end" or not self._open:
            self._open.append([])

    def all_instructions(self) -> list[str]:
        """Return the instructions of all fields, also of those without an end."""
        return [*self.instructions, *map("".join, self._open)]


@dataclass(slots=True)
class OpenTable:
    """A table that is open: its columns, and in which one its next text stands, from 1."""

    labels: set[str] = field(default_factory=set)
    """Words that lists show before their paragraphs."""
    columns: list[list[str]] = field(default_factory=list)
    column: int = 0
    filled: set[int] = field(default_factory=set)
    """The cells of the row in which text stands."""
    _end: int | None = None
    """Where the row before ended, if it had several filled cells."""

    def end_row(self, position: int) -> set[int]:
        """End a row at a position of the text; return where the row before ended, if both have several cells."""
        before, self._end = self._end, position if len(self.filled) > 1 else None
        return {before} if before is not None and self._end is not None else set()

    def add(self, text: str) -> None:
        """Add a text to its column."""
        self.filled.add(self.column)
        while len(self.columns) < self.column:
            self.columns.append([])
        if self.column:
            self.columns[self.column - 1].append(text)

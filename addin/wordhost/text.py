"""The characters of one paragraph, and the XML places they stand in.

Offsets count every character of a paragraph, deleted ones too, so that a place stays where it is when a revision is
made. What a person sees, and what Word's search sees, leaves the deleted ones out.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from addin.wordhost.names import FALLBACK, Element, w

CHARACTERS = {
    w("tab"): "\t",
    w("ptab"): "\t",
    w("br"): "\v",  # a soft break is character 11, as in VBA; unsourced for Office.js
    w("cr"): "\v",
    w("noBreakHyphen"): "\u2011",  # unsourced
    w("softHyphen"): "\u00ad",  # unsourced
    w("sym"): "(",  # VBA reads a symbol as "("; unsourced for Office.js
}
WALLS = {
    w(name)
    for name in ("footnoteReference", "endnoteReference", "drawing", "pict", "object", "footnoteRef", "endnoteRef")
}
"""What a match does not reach over: note references (#4401), and what floats or stands in the line (#4943)."""
DELETIONS = {w("del"), w("moveFrom")}
SKIPPED = {w("pPr"), w("rPr"), w("sdtPr"), w("sdtEndPr"), w("p"), FALLBACK}
TEXT = {w("t"), w("delText")}
CODE = {w("instrText"), w("delInstrText")}


@dataclass(slots=True)
class Piece:
    """One leaf of a run: a text, a tab, a break; or a wall, which has no characters."""

    leaf: Element
    run: Element
    start: int
    text: str
    deleted: bool
    wall: bool = False

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(slots=True)
class Reading:
    """What a paragraph says now."""

    pieces: list[Piece]
    length: int = field(init=False)
    starts: list[int] = field(init=False)
    _stretches: list[tuple[int, str]] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.starts = [piece.start for piece in self.pieces]
        self.length = self.pieces[-1].end if self.pieces else 0

    def between(self, start: int, end: int) -> list[Piece]:
        """The pieces with characters in a span, and the walls strictly inside it."""
        first = max(0, bisect_right(self.starts, start) - 1)
        while first > 0 and self.pieces[first - 1].end > start:
            first -= 1
        found = []
        for piece in self.pieces[first:]:
            if piece.start >= end:
                break
            if piece.end > start or (not piece.text and start < piece.start):
                found.append(piece)
        return found

    def visible(self, start: int, end: int) -> str:
        """The text of a span without what is deleted."""
        return "".join(
            piece.text[max(0, start - piece.start) : end - piece.start]
            for piece in self.between(start, end)
            if not piece.deleted
        )

    def whole(self, start: int, end: int) -> str:
        """The text of a span with what is deleted."""
        return "".join(
            piece.text[max(0, start - piece.start) : end - piece.start] for piece in self.between(start, end)
        )

    def stretches(self) -> list[tuple[int, str]]:
        """Where search may match: text between walls and deletions (#4401, #5905, #5874), with its offset."""
        if self._stretches is None:
            self._stretches = list(self._between_walls())
        return self._stretches

    def _between_walls(self) -> Iterator[tuple[int, str]]:
        start = 0
        texts: list[str] = []
        for piece in self.pieces:
            if piece.wall or piece.deleted:
                if texts:
                    yield start, "".join(texts)
                texts = []
            elif piece.text:
                if not texts:
                    start = piece.start
                texts.append(piece.text)
        if texts:
            yield start, "".join(texts)


def read(paragraph: Element) -> Reading:
    """Read a paragraph without the text boxes in it (they are stories of their own, #4943)."""
    walker = _Walker()
    walker.walk(paragraph, deleted=False)
    return Reading(walker.pieces)


class _Walker:
    """Goes through a paragraph and knows whether it stands in the code of a field."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.offset = 0
        self.fields: list[bool] = []

    def walk(self, element: Element, *, deleted: bool) -> None:
        for child in element:
            if child.tag in SKIPPED or not isinstance(child.tag, str):
                continue
            if child.tag == w("r"):
                self.run(child, deleted=deleted)
            elif child.tag == w("fldSimple"):
                self.wall(child, child)
                self.walk(child, deleted=deleted)
                self.wall(child, child)
            else:
                self.walk(child, deleted=deleted or child.tag in DELETIONS)

    def run(self, run: Element, *, deleted: bool) -> None:
        for leaf in run:
            if leaf.tag == w("fldChar"):
                self.field_character(leaf)
                self.wall(leaf, run)
            elif leaf.tag in WALLS or leaf.tag in CODE:
                self.wall(leaf, run)
            elif not any(self.fields):
                text = leaf.text or "" if leaf.tag in TEXT else CHARACTERS.get(leaf.tag, "")
                if text:
                    self.pieces.append(Piece(leaf, run, self.offset, text, deleted))
                    self.offset += len(text)

    def field_character(self, leaf: Element) -> None:
        kind = leaf.get(w("fldCharType"))
        if kind == "begin":
            self.fields.append(True)
        elif kind == "separate" and self.fields:
            self.fields[-1] = False
        elif kind == "end" and self.fields:
            self.fields.pop()

    def wall(self, leaf: Element, run: Element) -> None:
        self.pieces.append(Piece(leaf, run, self.offset, "", deleted=False, wall=True))

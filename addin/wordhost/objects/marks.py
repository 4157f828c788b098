"""Fields, text boxes, and tracked changes."""

from typing import TYPE_CHECKING, Any

from addin.wordhost import tracked
from addin.wordhost.errors import WordError
from addin.wordhost.names import FALLBACK, Element, w
from addin.wordhost.objects.base import Collection, NullObject, WordObject
from addin.wordhost.objects.range import Range
from addin.wordhost.objects.textual import Body
from addin.wordhost.story import Span, paragraphs
from addin.wordhost.text import Piece

if TYPE_CHECKING:
    from addin.wordhost.session import Session


class Field(WordObject):
    """Word.Field, from its beginning to its end in one paragraph."""

    kind = "Field"

    def __init__(self, session: "Session", paragraph: Element, pieces: list[Piece]) -> None:
        super().__init__(session)
        self.paragraph = paragraph
        self.pieces = pieces

    def get_code(self) -> str:
        simple = self.pieces[0].leaf
        if simple.tag == w("fldSimple"):
            return simple.get(w("instr"), "")
        return "".join(
            piece.leaf.text or "" for piece in self.pieces if piece.leaf.tag in {w("instrText"), w("delInstrText")}
        )

    def get_result(self) -> Range:
        start, end = self.pieces[0].start, self.pieces[-1].end
        return self.session.range(self.session.story_of(self.paragraph), self.paragraph, start, self.paragraph, end)

    def get_type(self) -> str:
        words = self.get_code().split()
        return words[0].title() if words else "Empty"

    def do_delete(self) -> None:
        """WordApi 1.5: with its code."""
        span = self.get_result().span()
        with self.session.editing(span):
            for piece in self.pieces:
                self.session.touched(piece.run)
                parent = piece.run.getparent()
                if parent is not None:
                    parent.remove(piece.run)
            self.session.stories.edited(self.paragraph, span.start, span.end, 0)

    def do_unlink(self) -> None:
        """Desktop 1.4: the result stays as plain text."""
        for piece in self.pieces:
            self.session.touched(piece.run)
            if piece.leaf.tag == w("fldSimple"):
                parent = piece.leaf.getparent()
                if parent is not None:
                    at = parent.index(piece.leaf)
                    parent[at : at + 1] = list(piece.leaf)
            elif piece.wall and piece.leaf.tag in {w("fldChar"), w("instrText")}:
                piece.run.remove(piece.leaf)
        self.session.stories.stale(self.paragraph)


def fields_in(session: "Session", span: Span) -> Collection:
    """The fields that begin in a span, in order."""
    found: list[WordObject] = []
    for paragraph, start, end in session.stories.parts(span):
        found += [
            Field(session, paragraph, pieces)
            for pieces in _fields(session.stories.reading(paragraph).pieces)
            if start <= pieces[0].start <= end
        ]
    return Collection(session, "FieldCollection", found)


def _fields(pieces: list[Piece]) -> list[list[Piece]]:
    found: list[tuple[int, list[Piece]]] = []
    open_fields: list[int] = []
    for at, piece in enumerate(pieces):
        kind = piece.leaf.get(w("fldCharType")) if piece.leaf.tag == w("fldChar") else None
        simple = piece.leaf.tag == w("fldSimple")
        if kind == "begin" or (simple and not any(pieces[start].leaf is piece.leaf for start in open_fields)):
            open_fields.append(at)
        elif (kind == "end" or simple) and open_fields:
            found.append((open_fields[-1], pieces[open_fields.pop() : at + 1]))
    return [field for _, field in sorted(found, key=lambda each: each[0])]


class Shape(WordObject):
    """Word.Shape: a text box; Desktop 1.2, so absent on the web and in LTSC 2024."""

    kind = "Shape"

    def __init__(self, session: "Session", content: Element) -> None:
        super().__init__(session)
        self.content = content

    def get_type(self) -> str:
        return "TextBox"

    def get_body(self) -> Body:
        """Reading it of an empty shape changes the document: look at `textFrame.hasText` first (typings)."""
        if not self.get_text_frame().get_has_text():
            self.session.touched(self.content)
        return Body(self.session, self.content, "Shape")

    def get_text_frame(self) -> "TextFrame":
        return TextFrame(self.session, self.content)


class TextFrame(WordObject):
    """Word.TextFrame."""

    kind = "TextFrame"

    def __init__(self, session: "Session", content: Element) -> None:
        super().__init__(session)
        self.content = content

    def get_has_text(self) -> bool:
        return any(self.session.stories.reading(paragraph).length for paragraph in paragraphs(self.content))


def shapes_in(session: "Session", span: Span) -> Collection:
    """The text boxes anchored in a span, each once: the fall-back copy of old Words is none."""
    found: list[WordObject] = []
    for paragraph, _, _ in session.stories.parts(span):
        found += [
            Shape(session, content)
            for content in paragraph.iter(w("txbxContent"))
            if next(content.iterancestors(FALLBACK), None) is None
        ]
    return Collection(session, "ShapeCollection", found)


class TrackedChange(WordObject):
    """Word.TrackedChange."""

    kind = "TrackedChange"

    def __init__(self, session: "Session", mark: Element) -> None:
        super().__init__(session)
        self.mark = mark

    def get_author(self) -> str:
        return self.mark.get(w("author"), "")

    def get_date(self) -> str:
        return self.mark.get(w("date"), tracked.DATE)

    def get_type(self) -> str:
        return tracked.kind(self.mark)

    def get_text(self) -> str:
        """Empty for deletions on the Mac (#5188), so it proves nothing."""
        if self.get_type() == "Deleted" and self.session.profile.name.endswith("Mac"):
            return ""
        return "".join(leaf.text or "" for leaf in self.mark.iter(w("t"), w("delText")))

    def do_accept(self) -> None:
        self._resolve(accept=True)

    def do_reject(self) -> None:
        self._resolve(accept=False)

    def do_get_next_or_null_object(self) -> WordObject:
        marks = tracked.revisions(self.session.body().container)
        at = marks.index(self.mark) + 1 if self.mark in marks else len(marks)
        return TrackedChange(self.session, marks[at]) if at < len(marks) else NullObject(self.session)

    def _resolve(self, *, accept: bool) -> None:
        if self.mark.getparent() is None:
            raise WordError("ItemNotFound")
        self.session.touched(self.mark)
        tracked.resolve(self.mark, self.session.stories, accept=accept)


class TrackedChanges(Collection):
    """Word.TrackedChangeCollection."""

    def do_accept_all(self) -> None:
        self._all(lambda change: change.do_accept())

    def do_reject_all(self) -> None:
        self._all(lambda change: change.do_reject())

    def _all(self, resolve: Any) -> None:
        for change in reversed(self.items):
            assert isinstance(change, TrackedChange)
            if change.mark.getparent() is not None:
                resolve(change)


def changes_in(session: "Session", span: Span) -> TrackedChanges:
    """The revisions of the paragraphs of a span."""
    found: list[WordObject] = []
    for paragraph, _, _ in session.stories.parts(span):
        found += [TrackedChange(session, mark) for mark in tracked.revisions(paragraph)]
    return TrackedChanges(session, "TrackedChangeCollection", found)

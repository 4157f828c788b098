"""Ranges and paragraphs."""

from typing import TYPE_CHECKING, Any

from addin.wordhost.errors import WordError
from addin.wordhost.names import RELATIONSHIP_ID, Element, w
from addin.wordhost.objects.base import Collection, NullObject, WordObject
from addin.wordhost.objects.textual import Body, Textual
from addin.wordhost.story import Span

if TYPE_CHECKING:
    from addin.wordhost.session import Session


BODY_TYPES = {
    w("body"): "MainDoc",
    w("hdr"): "Header",
    w("ftr"): "Footer",
    w("footnotes"): "Footnote",
    w("footnote"): "NoteItem",
    w("endnotes"): "Endnote",
    w("endnote"): "NoteItem",
    w("txbxContent"): "Shape",
}
"""Word.BodyType by the element that holds the story."""


class Range(Textual):
    """Word.Range: it moves with its text, and dies with it (#2624, #3275, #1720)."""

    kind = "Range"

    def __init__(self, session: "Session", span: Span) -> None:
        super().__init__(session)
        self._span = span

    def span(self) -> Span:
        if self._span.dead:
            raise WordError("ItemNotFound")
        return self._span

    def do_delete(self) -> None:
        """WordApi 1.1: afterwards the range is nothing to work with (#1720)."""
        super().do_delete()
        if not self.session.edits.tracking:
            self._span.dead = True

    def do_expand_to(self, other: "Range") -> "Range":
        """WordApi 1.3: from the earlier start to the later end."""
        start = min(self._place("start"), other._place("start"))
        end = max(self._place("end"), other._place("end"))
        return self._from(start, end)

    def do_intersect_with(self, other: "Range") -> "Range":
        found = self.do_intersect_with_or_null_object(other)
        if not isinstance(found, Range):
            raise WordError("ItemNotFound")
        return found

    def do_intersect_with_or_null_object(self, other: "Range") -> WordObject:
        start = max(self._place("start"), other._place("start"))
        end = min(self._place("end"), other._place("end"))
        return self._from(start, end) if start <= end else NullObject(self.session)

    def do_compare_location_with(self, other: "Range") -> str:
        """WordApi 1.3: Word.LocationRelation."""
        mine = (self._place("start"), self._place("end"))
        theirs = (other._place("start"), other._place("end"))
        if mine == theirs:
            return "Equal"
        if mine[1] <= theirs[0]:
            return "AdjacentBefore" if mine[1] == theirs[0] else "Before"
        if theirs[1] <= mine[0]:
            return "AdjacentAfter" if theirs[1] == mine[0] else "After"
        if theirs[0] <= mine[0] and mine[1] <= theirs[1]:
            return _edge("Inside", start=mine[0] == theirs[0], end=mine[1] == theirs[1])
        if mine[0] <= theirs[0] and theirs[1] <= mine[1]:
            return _edge("Contains", start=mine[0] == theirs[0], end=mine[1] == theirs[1])
        return "OverlapsBefore" if mine[0] < theirs[0] else "OverlapsAfter"

    def get_parent_body(self) -> Body:
        """WordApi 1.3: the story that the range is in."""
        story = self.span().story
        return Body(self.session, story, BODY_TYPES.get(story.tag, "Unknown"))

    def get_hyperlink(self) -> str | None:
        """WordApi 1.3: the address of the first link in the range, null where there is none."""
        for paragraph, start, end in self._parts():
            for piece in self.session.stories.reading(paragraph).between(start, end):
                for around in piece.run.iterancestors(w("hyperlink")):
                    return self.session.link_target(around.get(RELATIONSHIP_ID), around)
        return None

    def do_insert_bookmark(self, name: str) -> None:
        """WordApi 1.4."""
        self.session.bookmarks.add(name, self.span())

    def do_get_bookmarks(self, hidden: bool = False, adjacent: bool = False) -> list[str]:  # noqa: ARG002, FBT002 - as on the wire
        """WordApi 1.4: hidden ones, whose names begin with an underscore, only where asked for (typings)."""
        return self.session.bookmarks.names_in(self.span(), hidden=hidden)

    def do_get_hyperlink_ranges(self) -> Collection:
        found: list[WordObject] = []
        for paragraph, start, end in self._parts():
            seen: dict[Element, list[Any]] = {}
            for piece in self.session.stories.reading(paragraph).between(start, end):
                for around in piece.run.iterancestors(w("hyperlink")):
                    seen.setdefault(around, []).append(piece)
            for pieces in seen.values():
                story = self.extent().story
                found.append(self.session.range(story, paragraph, pieces[0].start, paragraph, pieces[-1].end))
        return Collection(self.session, "RangeCollection", found)

    def _place(self, which: str) -> tuple[int, int]:
        span = self.span()
        paragraph, offset = (span.first, span.start) if which == "start" else (span.last, span.end)
        return self.session.stories.order(span.story)[paragraph], offset

    def _from(self, start: tuple[int, int], end: tuple[int, int]) -> "Range":
        story = self.span().story
        inside = list(self.session.stories.order(story))
        return self.session.range(story, inside[start[0]], start[1], inside[end[0]], end[1])


def _edge(relation: str, *, start: bool, end: bool) -> str:
    if start:
        return f"{relation}Start"
    return f"{relation}End" if end else relation


class Paragraph(Textual):
    """Word.Paragraph."""

    kind = "Paragraph"

    def __init__(self, session: "Session", story: Element, paragraph: Element) -> None:
        super().__init__(session)
        self.story = story
        self.paragraph = paragraph

    def span(self) -> Span:
        if self.paragraph.getparent() is None:
            raise WordError("ItemNotFound")
        stories = self.session.stories
        length = stories.reading(self.paragraph).length
        return stories.span(self.story, self.paragraph, 0, self.paragraph, length)

    def do_delete(self) -> None:
        with self.session.editing(self.span()):
            self.session.edits.remove_paragraph(self.paragraph)

    def do_get_text(self, options: Any = None) -> str:
        """WordApi 1.7: with or without hidden text and text marked as deleted (typings; both are left out)."""
        wanted = {name[0].lower() + name[1:]: value for name, value in (options or {}).items()}
        kept = []
        for piece in self.session.stories.reading(self.paragraph).pieces:
            hidden = piece.run.find(f"{w('rPr')}/{w('vanish')}") is not None
            if (not piece.deleted or wanted.get("includeTextMarkedAsDeleted")) and (
                not hidden or wanted.get("includeHiddenText")
            ):
                kept.append(piece.text)
        return "".join(kept)

    def get_unique_local_id(self) -> str | None:
        """WordApi 1.6: for the session only; null in some Words (#4258)."""
        return self.session.local_id(self.paragraph) if self.session.profile.local_ids else None

    def do_get_next_or_null_object(self) -> WordObject:
        return self._beside(1) or NullObject(self.session)

    def do_get_next(self) -> WordObject:
        found = self._beside(1)
        if found is None:
            raise WordError("ItemNotFound")
        return found

    def do_get_previous_or_null_object(self) -> WordObject:
        return self._beside(-1) or NullObject(self.session)

    def do_get_previous(self) -> WordObject:
        found = self._beside(-1)
        if found is None:
            raise WordError("ItemNotFound")
        return found

    def get_style(self) -> str:
        """The style's id: the host knows no names of styles (unsourced)."""
        mark = self.paragraph.find(f"{w('pPr')}/{w('pStyle')}")
        return "Normal" if mark is None else mark.get(w("val"), "Normal")

    def get_table_nesting_level(self) -> int:
        return sum(1 for _ in self.paragraph.iterancestors(w("tbl")))

    def _beside(self, step: int) -> "Paragraph | None":
        inside = list(self.session.stories.order(self.story))
        at = inside.index(self.paragraph) + step
        return self.session.paragraph(self.story, inside[at]) if 0 <= at < len(inside) else None

"""What bodies, paragraphs, ranges and content controls share: text, search, inserting, and what stands inside."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from addin.wordhost import search as find
from addin.wordhost import tracked
from addin.wordhost.errors import HostFailure, WordError
from addin.wordhost.names import Element, new
from addin.wordhost.objects.base import Collection, NullObject, WordObject, snake
from addin.wordhost.objects.font import Font
from addin.wordhost.story import Span, paragraphs

if TYPE_CHECKING:
    from addin.wordhost.objects.range import Range

FLAGS = (
    *("match_case", "match_whole_word", "match_wildcards", "match_prefix", "match_suffix"),
    *("ignore_punct", "ignore_space"),
)
ENDS = {
    "Start": "start",
    "End": "end",
    "Before": "before",
    "After": "after",
    "Content": "content",
    "Whole": "whole",
}


BREAKS: dict[str, dict[str, str] | None] = {
    "Page": {"type": "page"},
    "Line": {},
    **dict.fromkeys(("Next", "SectionNext", "SectionContinuous", "SectionEven", "SectionOdd")),
}
"""Word.BreakType (typings); None is not emulated."""


class Textual(WordObject):
    """Something with text. Its span says where it begins and ends now."""

    def span(self) -> Span:
        """Where the object is now."""
        raise NotImplementedError

    def extent(self) -> Span:
        """The same span, for what only reads."""
        return self.span()

    # --- reading

    def get_text(self) -> str:
        """The text; a line feed between paragraphs is unsourced.

        Whether deletions are in it depends on the view (#2314).
        """
        return self._text(whole=self.session.view_shows_deletions)

    def do_get_reviewed_text(self, version: str = "Original") -> str:
        """WordApi 1.4: a string, never a range (#5874)."""
        if version not in {"Original", "Current"}:
            raise WordError("InvalidArgument")
        if version == "Current":
            return self._text(whole=False)
        kept = []
        for paragraph, start, end in self._parts():
            pieces = self.session.stories.reading(paragraph).between(start, end)
            kept.append(
                "".join(
                    piece.text[max(0, start - piece.start) : end - piece.start]
                    for piece in pieces
                    if not any(around.tag in tracked.INSERTIONS for around in piece.run.iterancestors())
                )
            )
        return "\n".join(kept)

    def get_is_empty(self) -> bool:
        return not self._text(whole=False)

    def _text(self, *, whole: bool) -> str:
        stories = self.session.stories
        return "\n".join(
            stories.reading(paragraph).whole(start, end)
            if whole
            else stories.reading(paragraph).visible(start, end)
            for paragraph, start, end in self._parts()
        )

    def _parts(self) -> list[tuple[Element, int, int]]:
        return self.session.stories.parts(self.extent())

    def get_font(self) -> Font:
        return Font(self.session, self.extent())

    # --- search

    def do_search(self, text: str, options: Any = None) -> Collection:
        """WordApi 1.1; the story of the object alone is searched (#4, #4650)."""
        span = self.extent()
        longest = self.session.profile.longest_search
        found = find.matches(self.session.stories, span, text, options_of(options), longest)
        hits = [self.session.range(span.story, paragraph, start, paragraph, end) for paragraph, start, end in found]
        return Collection(self.session, "RangeCollection", hits)

    # --- writing

    def do_insert_text(self, text: str, location: str) -> "Range":
        """WordApi 1.1: returns the range of the new text; the old range does not hold it (#1915).

        A line feed makes a new paragraph (docs-ref: Word.Range.insertText).
        """
        if location not in {"Replace", "Start", "End", "Before", "After"}:
            raise WordError("InvalidArgument")
        span = self.span()
        stories, edits = self.session.stories, self.session.edits
        with self.session.editing(span):
            like = None
            if location == "Replace":
                first, start, end = stories.parts(span)[0]
                runs = edits.runs(first, start, end)
                like = runs[0] if runs else None
            at_start = location in {"Start", "Before", "Replace"}
            paragraph, at = (span.first, span.start) if at_start else (span.last, span.end)
            if location == "Replace":
                edits.delete_span(span)
                span.dead = False
                if edits.tracking:
                    paragraph, at = span.last, span.end
            last, end = edits.insert_lines(paragraph, at, text, like)
            made = self.session.range(span.story, paragraph, at, last, end)
            if location == "Start" and span.first is paragraph:
                span.first, span.start = paragraph, at
            elif location == "End" or (location == "Start" and span.last is last and span.end < end):
                span.last, span.end = last, end
            elif location == "Before":
                span.begin_behind(paragraph, at, last, end)
        return made

    def do_insert_paragraph(self, text: str, location: str) -> WordObject:
        """WordApi 1.1: a paragraph before, after, or at the start or end of the object."""
        span = self.span()
        with self.session.editing(span):
            before = location in {"Before", "Start"}
            neighbour = span.first if before else span.last
            edits = self.session.edits
            length = self.session.stories.reading(neighbour).length
            if before:
                edits.break_paragraph(neighbour, 0)
                made = neighbour
            else:
                made = edits.break_paragraph(neighbour, length)
            edits.insert_lines(made, 0, text)
        return self.session.paragraph(span.story, made)

    def do_insert_break(self, kind: str, location: str) -> None:
        """WordApi 1.1: a page or a line; that a page's break stands in the paragraph that is there is unsourced."""
        if kind not in BREAKS or location not in {"Start", "End", "Before", "After"}:
            raise WordError("InvalidArgument")
        if BREAKS[kind] is None:
            raise HostFailure(f"{self.kind}.insertBreak of type {kind} is not emulated")
        span = self.span()
        with self.session.editing(span):
            at_start = location in {"Start", "Before"}
            paragraph, at = (span.first, span.start) if at_start else (span.last, span.end)
            self.session.edits.insert_leaf(paragraph, at, new("br", **BREAKS[kind]), length=1)
            if location == "Before":
                span.begin_behind(paragraph, at, paragraph, at + 1)

    def do_clear(self) -> None:
        """WordApi 1.1: the content goes, the object stays."""
        span = self.span()
        with self.session.editing(span):
            self.session.edits.delete_span(span)

    def do_delete(self) -> None:
        self.do_clear()

    def do_select(self, mode: str = "Select") -> None:
        """WordApi 1.1: scrolls to the object and selects it."""
        span = self.extent()
        if mode == "Start":
            span = self.session.stories.span(span.story, span.first, span.start, span.first, span.start)
        elif mode == "End":
            span = self.session.stories.span(span.story, span.last, span.end, span.last, span.end)
        self.session.select(span)

    # --- what stands inside, and ranges of it

    def do_get_range(self, location: str | None = None) -> "Range":
        """WordApi 1.3: the whole, or an empty range at its start or end."""
        location = location or "Whole"
        if location not in ENDS:
            raise WordError("InvalidArgument")
        span = self.extent()
        if location in {"Start", "Before"}:
            return self.session.range(span.story, span.first, span.start, span.first, span.start)
        if location in {"End", "After"}:
            return self.session.range(span.story, span.last, span.end, span.last, span.end)
        return self.session.range(span.story, span.first, span.start, span.last, span.end)

    def get_paragraphs(self) -> Collection:
        span = self.extent()
        items = [self.session.paragraph(span.story, paragraph) for paragraph, _, _ in self._parts()]
        return Collection(self.session, "ParagraphCollection", items)

    def get_content_controls(self) -> Collection:
        return self.session.controls_in(self.extent())

    def do_get_content_controls(self, options: Any = None) -> Collection:  # noqa: ARG002
        return self.get_content_controls()

    def do_insert_content_control(self, kind: str = "RichText") -> WordObject:
        """WordApi 1.1, saved in the file with its tag and title."""
        span = self.span()
        with self.session.editing(span):
            return self.session.new_control(span, kind)

    def get_fields(self) -> Collection:
        return self.session.fields_in(self.extent())

    def get_footnotes(self) -> Collection:
        return self.session.notes_in(self.extent(), "footnote")

    def get_endnotes(self) -> Collection:
        return self.session.notes_in(self.extent(), "endnote")

    def do_get_comments(self) -> Collection:
        return self.session.comments_in(self.extent())

    def do_insert_comment(self, text: str) -> WordObject:
        return self.session.new_comment(self.span(), text)

    def do_insert_footnote(self, text: str) -> WordObject:
        return self.session.new_note(self.span(), "footnote", text)

    def do_insert_endnote(self, text: str) -> WordObject:
        return self.session.new_note(self.span(), "endnote", text)

    def do_get_tracked_changes(self) -> Collection:
        return self.session.changes_in(self.extent())

    def get_shapes(self) -> Collection:
        return self.session.shapes_in(self.extent())

    def get_tables(self) -> Collection:
        """WordApi 1.3: the outermost tables."""
        return self.session.tables_in(self.extent())

    def get_parent_table(self) -> WordObject:
        return self.session.parent_table(self)

    def get_parent_table_or_null_object(self) -> WordObject:
        return self._or_null(self.get_parent_table)

    def get_parent_table_cell(self) -> WordObject:
        return self.session.parent_cell(self)

    def get_parent_table_cell_or_null_object(self) -> WordObject:
        return self._or_null(self.get_parent_table_cell)

    def get_parent_content_control(self) -> WordObject:
        return self.session.parent_control(self.extent())

    def get_parent_content_control_or_null_object(self) -> WordObject:
        return self._or_null(self.get_parent_content_control)

    def _or_null(self, find_it: Callable[[], WordObject]) -> WordObject:
        try:
            return find_it()
        except WordError:
            return NullObject(self.session)

    def do_get_ooxml(self) -> str:
        """A flat OPC with the document alone, as Word on the web answers (office-js-docs#583)."""
        return self.session.flat_opc()


def options_of(told: Any) -> find.Options:
    """Search options as the wire tells them: an object made before, or nothing."""
    if told is None:
        return find.Options()
    values = told.values if isinstance(told, SearchOptions) else told
    chosen = {snake(name): bool(value) for name, value in values.items()}
    return find.Options(**{name: value for name, value in chosen.items() if name in FLAGS})


class SearchOptions(WordObject):
    """Word.SearchOptions, which the client library makes and fills before it searches."""

    kind = "SearchOptions"

    def __init__(self, session: Any) -> None:
        super().__init__(session)
        self.values: dict[str, Any] = {}

    def write(self, name: str, value: Any) -> None:
        """Any option; unknown ones are refused by the client library."""
        self.values[name[0].lower() + name[1:]] = value


class Body(Textual):
    """Word.Body: one story, or what a control or cell of it holds."""

    kind = "Body"

    def __init__(self, session: Any, container: Element, kind_of: str) -> None:
        super().__init__(session)
        self.container = container
        self.kind_of = kind_of

    def span(self) -> Span:
        if self.container.getparent() is None and not self.session.is_root(self.container):
            raise WordError("ItemNotFound")
        return self.session.stories.whole(self.container)

    def get_type(self) -> str:
        """Word.BodyType."""
        return self.kind_of

    def get_paragraphs(self) -> Collection:
        items = [self.session.paragraph(self.container, paragraph) for paragraph in paragraphs(self.container)]
        return Collection(self.session, "ParagraphCollection", items)

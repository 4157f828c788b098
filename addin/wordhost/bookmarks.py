"""Bookmarks (WordApi 1.4): names of ranges that stand in the text itself and travel with it.

Word forgets an older bookmark where another range gets its name (VBA, Bookmarks.Add), and names begin with a letter
or, if hidden, with an underscore (typings, #3702). A bookmark whose text goes stays, and is empty (unsourced).
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from addin.wordhost.errors import WordError
from addin.wordhost.names import Element, new, w
from addin.wordhost.story import PARAGRAPH, Span

if TYPE_CHECKING:
    from addin.wordhost.session import Session

NAME = re.compile(r"[^\W\d]\w{0,39}")
START, END = w("bookmarkStart"), w("bookmarkEnd")


class Bookmarks:
    """The bookmarks of a document, found by their names in any story."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._known: dict[str, tuple[Element, Element]] | None = None

    def add(self, name: str, span: Span) -> None:
        """Name a range."""
        if NAME.fullmatch(name) is None:
            raise WordError("InvalidArgument")
        with self._session.editing(span):
            self.remove(name)
            number = str(self._session.number())
            opens, closes = new("bookmarkStart", id=number, name=name), new("bookmarkEnd", id=number)
            self._place(span, opens, closes)
            self._all()[name.lower()] = (opens, closes)
            for paragraph in {span.first, span.last}:
                self._session.stories.stale(paragraph)

    def remove(self, name: str) -> None:
        """Forget a name; one that is not there is no error (typings)."""
        found = self._all().pop(name.lower(), None)
        if found is None or not _stands(found):
            return
        self._session.touched(found[0])
        for mark in found:
            _take_out(mark)

    def span(self, name: str) -> Span | None:
        """Where a bookmark is; None where there is none of this name."""
        found = self._all().get(name.lower())
        if found is None or not _stands(found):
            return None
        paragraphs = [next((each for each in mark.iterancestors(PARAGRAPH)), None) for mark in found]
        first, last = paragraphs
        if first is None or last is None:
            return None  # between paragraphs, as around a table: not emulated
        offsets = [self._offset(paragraph, mark) for paragraph, mark in ((first, found[0]), (last, found[1]))]
        return self._session.stories.span(self._session.story_of(first), first, offsets[0], last, offsets[1])

    def names_in(self, span: Span, *, hidden: bool) -> list[str]:
        """The names of what lies in a range or overlaps it."""
        stories = self._session.stories
        order = stories.order(span.story)
        begin, end = (order[span.first], span.start), (order[span.last], span.end)
        found = []
        for opens, _ in list(self._all().values()):
            name = opens.get(w("name"), "")
            there = self.span(name) if hidden or not name.startswith("_") else None
            if there is None or there.first not in order or there.last not in order:
                continue
            inside = (order[there.first], there.start) <= end and begin <= (order[there.last], there.end)
            if inside:
                found.append(name)
        return found

    def _place(self, span: Span, opens: Element, closes: Element) -> None:
        edits, parts = self._session.edits, self._session.stories.parts(span)
        before = edits.runs(*parts[0])
        behind = edits.runs(*parts[-1])
        if before and behind:
            before[0].addprevious(opens)
            behind[-1].addnext(closes)
            return
        properties = span.first.find(w("pPr"))
        at = 0 if properties is None else span.first.index(properties) + 1
        span.first.insert(at, opens)
        opens.addnext(closes)

    def _offset(self, paragraph: Element, mark: Element) -> int:
        """The characters before a mark in its paragraph."""
        runs = {piece.run: piece for piece in self._session.stories.reading(paragraph).pieces}
        last = None
        for element in paragraph.iter():
            if element is mark:
                break
            last = runs.get(element, last)
        return 0 if last is None else last.end

    def _all(self) -> dict[str, tuple[Element, Element]]:
        if self._known is None:
            self._known = dict(self._read())
        return self._known

    def _read(self) -> Iterator[tuple[str, tuple[Element, Element]]]:
        for story in self._session.stories_of_text():
            ends = {mark.get(w("id")): mark for mark in story.iter(END)}
            for opens in story.iter(START):
                closes = ends.get(opens.get(w("id")))
                if closes is not None:
                    yield opens.get(w("name"), "").lower(), (opens, closes)


def _stands(marks: tuple[Element, Element]) -> bool:
    return all(mark.getparent() is not None for mark in marks)


def _take_out(mark: Element) -> None:
    parent = mark.getparent()
    if parent is not None:
        parent.remove(mark)

"""Paragraphs of all stories, and the ranges that move with their text."""

import weakref
from collections.abc import Iterator
from itertools import islice
from typing import Protocol

from addin.wordhost.errors import WordError
from addin.wordhost.joined import Joined
from addin.wordhost.names import FALLBACK, Element, w
from addin.wordhost.text import Reading, read

PARAGRAPH = w("p")


def paragraphs(container: Element) -> list[Element]:
    """The paragraphs of a story in order, those of tables and controls too, those of text boxes not."""
    return list(_paragraphs(container))


def _paragraphs(container: Element) -> Iterator[Element]:
    if container.tag == PARAGRAPH:
        yield container
        return
    for child in container:
        if child.tag == PARAGRAPH:
            yield child
        elif child.tag != FALLBACK and len(child):
            yield from _paragraphs(child)


class Span:
    """From a place in one paragraph to a place in the same or a later one, both inside one story."""

    __slots__ = ("__weakref__", "dead", "end", "first", "last", "start", "story")

    def __init__(self, story: Element, first: Element, start: int, last: Element, end: int) -> None:
        self.story, self.first, self.start, self.last, self.end = story, first, start, last, end
        self.dead = False

    def moved(self, paragraph: Element, start: int, end: int, length: int) -> None:
        """Follow an edit that put `length` characters where `start` to `end` was."""
        if self.first is self.last is paragraph and start <= self.start < self.end <= end:
            # What a range stood for is gone: Word answers ItemNotFound (#2624, #3275, #1720).
            self.dead = True
        if self.first is paragraph:
            self.start = _moved(self.start, start, end, length)
        if self.last is paragraph:
            self.end = _moved(self.end, start, end, length)

    def begin_behind(self, paragraph: Element, at: int, last: Element, end: int) -> None:
        """Leave out what was put before a place where the span begins, and ends if it is empty."""
        if self.first is paragraph and self.start == at:
            if self.last is paragraph and self.end == at:
                self.last, self.end = last, end
            self.first, self.start = last, end

    def cut(self, paragraph: Element, at: int, second: Element) -> None:
        """Follow a paragraph whose text from `at` on went into a second one."""
        if self.first is paragraph and self.start > at:
            self.first, self.start = second, self.start - at
        if self.last is paragraph and self.end > at:
            self.last, self.end = second, self.end - at

    def joined(self, gone: Element, into: Element, at: int) -> None:
        """Follow a paragraph whose text went to the end of another one."""
        if self.first is gone:
            self.first, self.start = into, self.start + at
        if self.last is gone:
            self.last, self.end = into, self.end + at


def _moved(place: int, start: int, end: int, length: int) -> int:
    if place <= start:
        return place
    if place < end:
        return start
    return place + length - (end - start)


class Watcher(Protocol):
    """Who wants to know that a paragraph was `Changed`, `Formatted`, `Added` or `Deleted`."""

    def __call__(self, happened: str, paragraph: Element) -> None: ...


class Stories:
    """Readings of paragraphs and of stories, kept until an edit, and the spans that edits move."""

    def __init__(self, *, ranges_move: bool = True) -> None:
        self._ranges_move = ranges_move
        self._readings: dict[Element, Reading] = {}
        self._orders: dict[Element, dict[Element, int]] = {}
        self._texts: dict[Element, Joined] = {}
        self._spans: dict[Element, weakref.WeakSet[Span]] = {}
        self.watchers: list[Watcher] = []

    def reading(self, paragraph: Element) -> Reading:
        """What a paragraph says now."""
        found = self._readings.get(paragraph)
        if found is None:
            found = self._readings[paragraph] = read(paragraph)
        return found

    def order(self, story: Element) -> dict[Element, int]:
        """The paragraphs of a story in order, each with its number."""
        if story not in self._orders:
            self._orders[story] = {paragraph: number for number, paragraph in enumerate(paragraphs(story))}
        return self._orders[story]

    def text(self, span: Span) -> Joined:
        """The text of the paragraphs of a span, and of the story around where it has more than one."""
        self._alive(span)
        if span.first is span.last:
            return Joined([span.first], self.reading)
        if span.story not in self._texts:
            self._texts[span.story] = Joined(self.order(span.story), self.reading)
        return self._texts[span.story]

    def span(self, story: Element, first: Element, start: int, last: Element, end: int) -> Span:
        """A span that edits will move."""
        span = Span(story, first, start, last, end)
        self._watch(span)
        return span

    def whole(self, story: Element) -> Span:
        """All of a story."""
        inside = self.order(story)
        if not inside:
            raise WordError("ItemNotFound")
        first, last = next(iter(inside)), next(reversed(inside))
        return self.span(story, first, 0, last, self.reading(last).length)

    def parts(self, span: Span) -> list[tuple[Element, int, int]]:
        """A span by paragraphs: each with the offsets that the span covers."""
        self._alive(span)
        if span.first is span.last:
            return [(span.first, span.start, span.end)]
        inside = self.order(span.story)
        parts = []
        for paragraph in islice(inside, inside[span.first], inside[span.last] + 1):
            start = span.start if paragraph is span.first else 0
            end = span.end if paragraph is span.last else self.reading(paragraph).length
            parts.append((paragraph, start, end))
        return parts

    def _alive(self, span: Span) -> None:
        inside = span.first is span.last or {span.first, span.last} <= self.order(span.story).keys()
        if span.dead or not inside:
            raise WordError("ItemNotFound")

    def stale(self, paragraph: Element) -> None:
        """The XML of a paragraph changed without its text moving."""
        self._readings.pop(paragraph, None)
        self.touched()

    def formatted(self, paragraph: Element) -> None:
        """The format of some text of a paragraph was set."""
        self._tell("Formatted", paragraph)

    def touched(self) -> None:
        """Something may have changed in a story."""
        self._orders.clear()
        self._texts.clear()

    def forget(self) -> None:
        """Something changed that is not the text of one paragraph."""
        self._readings.clear()
        self.touched()

    def edited(self, paragraph: Element, start: int, end: int, length: int) -> None:
        """The text of a paragraph changed: from `start` to `end` there are `length` characters now."""
        self.stale(paragraph)
        for span in list(self._spans.get(paragraph, ())) if self._ranges_move else ():
            span.moved(paragraph, start, end, length)
        self._tell("Changed", paragraph)

    def cut(self, paragraph: Element, at: int, second: Element) -> None:
        """A paragraph became two."""
        self.stale(paragraph)
        for span in list(self._spans.get(paragraph, ())):
            span.cut(paragraph, at, second)
            self._watch(span)
        self._tell("Changed", paragraph)
        self._tell("Added", second)

    def joined(self, gone: Element, into: Element, at: int) -> None:
        """Two paragraphs became one."""
        self.stale(gone)
        self.stale(into)
        for span in list(self._spans.pop(gone, ())):
            span.joined(gone, into, at)
            self._watch(span)
        self._tell("Changed", into)
        self._tell("Deleted", gone)

    def removed(self, paragraph: Element) -> None:
        """A paragraph is gone, and what stood in it alone with it."""
        self.stale(paragraph)
        for span in list(self._spans.pop(paragraph, ())):
            span.dead = True
        self._tell("Deleted", paragraph)

    def _tell(self, happened: str, paragraph: Element) -> None:
        for watcher in self.watchers:
            watcher(happened, paragraph)

    def _watch(self, span: Span) -> None:
        for paragraph in (span.first, span.last):
            self._spans.setdefault(paragraph, weakref.WeakSet()).add(span)

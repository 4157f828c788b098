"""The text of paragraphs as one string, so that a search reads it once."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

from addin.wordhost.names import Element
from addin.wordhost.text import Reading

WALL = "\0"
"""Stands where no match may reach over: a character that no XML has (XML 1.0, 2.2)."""


class Joined:
    """Paragraphs in order, and the stretches of their text with a wall between each two."""

    def __init__(self, paragraphs: Iterable[Element], reading: Callable[[Element], Reading]) -> None:
        self._paragraphs: list[Element] = []
        self._offsets: list[int] = []
        self._of: dict[Element, tuple[int, int]] = {}
        texts: list[str] = []
        for paragraph in paragraphs:
            before = len(texts)
            for offset, text in reading(paragraph).stretches():
                self._paragraphs.append(paragraph)
                self._offsets.append(offset)
                texts.append(text)
            self._of[paragraph] = before, len(texts)
        self.text = WALL.join(texts)
        self._starts = [0, *accumulate(len(text) + len(WALL) for text in texts)]

    def between(self, first: Element, last: Element) -> tuple[int, int] | None:
        """Where the text of some paragraphs begins and ends; None where they have none."""
        begin, end = self._of[first][0], self._of[last][1]
        return (self._starts[begin], self._starts[end] - len(WALL)) if begin < end else None

    def places(self, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[Element, int, int]]:
        """For each place in the text, which is inside a stretch, its paragraph and the offsets there."""
        for start, end in spans:
            which = bisect_right(self._starts, start) - 1
            moved = self._offsets[which] - self._starts[which]
            yield self._paragraphs[which], start + moved, end + moved

"""Half-open spans in code points, and their UTF-16 equivalents for the pane.

Python counts code points, Office.js counts UTF-16 code units: in "Zoë 👍 Ford" the word *Ford* starts at 6
for Python and at 7 for Office.js. Offsets are converted here, once, and nowhere else.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TypeVar

T = TypeVar("T")

_LAST_OF_BMP = "\uffff"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The code points from `start` up to but not including `end`; never empty, and `start` is never negative.

    >>> Span(6, 10).of("Zoë 👍 Ford")
    'Ford'
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"not a span: [{self.start}, {self.end})")

    def of(self, text: str) -> str:
        """Return the part of `text` that this span covers."""
        return text[self.start : self.end]

    def overlaps(self, other: "Span") -> bool:
        """Tell whether two spans share a code point. Spans that only touch do not overlap."""
        return self.start < other.end and other.start < self.end


def merge_overlapping(labelled: Iterable[tuple[Span, T]]) -> list[tuple[Span, T]]:
    """Merge overlapping spans; each result keeps the label of its longest span. Results are ordered by start.

    To drop one of two overlapping spans would leave a part of it in the text.

    >>> merge_overlapping([(Span(4, 9), "b"), (Span(0, 5), "a"), (Span(9, 10), "c")])
    [(Span(start=0, end=9), 'a'), (Span(start=9, end=10), 'c')]
    """
    result: list[tuple[Span, T]] = []
    longest = 0
    for span, label in sorted(labelled, key=lambda pair: (pair[0].start, -pair[0].end)):
        length = span.end - span.start
        if not result or span.start >= result[-1][0].end:
            result.append((span, label))
            longest = length
            continue
        last, winner = result[-1]
        result[-1] = (Span(last.start, max(last.end, span.end)), label if length > longest else winner)
        longest = max(longest, length)
    return result


class SpanCover:
    """A set of spans that tells whether another span lies inside one of them, or overlaps one.

    >>> cover = SpanCover([Span(0, 9), Span(2, 4)])
    >>> Span(3, 8) in cover, Span(8, 10) in cover
    (True, False)
    >>> cover.overlaps(Span(8, 10)), cover.overlaps(Span(9, 10))
    (True, False)
    """

    def __init__(self, spans: Iterable[Span]) -> None:
        ordered = sorted(spans)
        self._starts = [span.start for span in ordered]
        self._furthest = list(accumulate((span.end for span in ordered), max))

    def __contains__(self, span: Span) -> bool:
        before = bisect_right(self._starts, span.start)
        return before > 0 and self._furthest[before - 1] >= span.end

    def overlaps(self, span: Span) -> bool:
        """Tell whether one of the spans shares a code point with `span`."""
        before = bisect_left(self._starts, span.end)
        return before > 0 and self._furthest[before - 1] > span.start


@dataclass(frozen=True, slots=True)
class Utf16Offsets:
    """Convert offsets in one text between code points and UTF-16 code units.

    >>> offsets = Utf16Offsets("Zoë 👍 Ford")
    >>> offsets.to_utf16(6), offsets.from_utf16(7)
    (7, 6)
    """

    text: str
    _astral: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The offsets, in code points, of the characters that take two UTF-16 units."""

    def __post_init__(self) -> None:
        astral = () if self.text.isascii() else (i for i, char in enumerate(self.text) if char > _LAST_OF_BMP)
        object.__setattr__(self, "_astral", tuple(astral))

    def to_utf16(self, offset: int) -> int:
        """Convert a code-point offset in 0…len(text).

        Raises ValueError outside that range.
        """
        if not 0 <= offset <= len(self.text):
            raise ValueError(f"offset {offset} lies outside a text of {len(self.text)} code points")
        return offset + bisect_left(self._astral, offset)

    def from_utf16(self, offset: int) -> int:
        """Convert a UTF-16 offset to a code-point offset.

        Raises ValueError outside the text and inside a surrogate pair.
        """
        if not 0 <= offset <= len(self.text) + len(self._astral):
            raise ValueError(f"UTF-16 offset {offset} lies outside the text")
        # The i-th astral character starts at UTF-16 unit astral[i] + i.
        before = bisect_right(range(len(self._astral)), offset - 1, key=lambda i: self._astral[i] + i)
        if before and self._astral[before - 1] + before - 1 == offset - 1:
            raise ValueError(f"UTF-16 offset {offset} lies inside a character")
        return offset - before


def utf16_length(text: str) -> int:
    """Return the length of a text in UTF-16 code units.

    >>> utf16_length("👍 Ford")
    7
    """
    return len(text) if text.isascii() else len(text) + sum(char > _LAST_OF_BMP for char in text)

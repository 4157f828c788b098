"""Amounts of money as they are written: each with its sign and its unit, and two of them are two.

A pipeline cuts them at the wrong places: it finds "£4.05" in "£2.71m of £4.05m", or all of it as one.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import replace

from backend.detection.names.paragraph import NameParagraph, NameSpan

_AMOUNT = re.compile(
    r"(?<![^\W_])[+-]?[$£€¥]\s?\d+(?:[.,]\d+)*(?:\s?(?:[mk]|bn|mn|tn|million|billion|thousand)(?![^\W_]))?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*+(?:of|to|and|or|from|against|plus|vs\.?|[-–—/,;])?\s*+(?:the\s)?", re.IGNORECASE)
"""What stands between two amounts that are compared."""


def separate_amounts(block: NameParagraph) -> NameParagraph:
    """The paragraph with each amount as a name of its own, as long as it is written.

    The other one of two compared amounts is found too: a reader who knows the one looks for the other.
    """
    if not any(name.entity == "QUANTITY" for name in block.names):
        return block
    amounts = _Amounts(block.text)
    if not amounts.spans:
        return block
    made: list[NameSpan] = []
    for name in block.names:
        if name.entity == "QUANTITY" and (apart := amounts.of(name)):
            made.extend(replace(name, start=start, end=end) for start, end in apart)
        else:
            made.append(name)
    return block.with_names(_without_overlaps(made))


class _Amounts:
    """The amounts of a text, in order; a name finds its own without a look at the others."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.spans = [match.span() for match in _AMOUNT.finditer(text)]
        self._starts = [start for start, _ in self.spans]
        self._ends = [end for _, end in self.spans]

    def of(self, name: NameSpan) -> list[tuple[int, int]]:
        """The amounts that a name touches and those compared with them; none if the name has other words too."""
        first, after = bisect_right(self._ends, name.start), bisect_left(self._starts, name.end)
        if first >= after:
            return []
        rest = (self._text[name.start : self._starts[first]], self._text[self._ends[after - 1] : name.end])
        between = map(self._gap, range(first, after - 1))
        if any(text.strip() for text in rest) or not all(map(_BETWEEN.fullmatch, between)):
            return []
        if first > 0 and _is_of(self._gap(first - 1)):
            first -= 1
        if after < len(self.spans) and _is_of(self._gap(after - 1)):
            after += 1
        return self.spans[first:after]

    def _gap(self, amount: int) -> str:
        """The text between an amount and the next one."""
        return self._text[self._ends[amount] : self._starts[amount + 1]]


def _is_of(gap: str) -> bool:
    return gap.strip().lower() == "of"


def _without_overlaps(names: list[NameSpan]) -> Iterator[NameSpan]:
    """The names in order; what is found twice is told once, and an amount inside another name stays with it."""
    last = 0
    for name in sorted(names, key=lambda each: (each.start, -each.end)):
        if name.start >= last:
            yield name
            last = name.end

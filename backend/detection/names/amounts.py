"""Amounts of money as they are written: each with its sign and its unit, and two of them are two.

A pipeline cuts them at the wrong places: it finds "£4.05" in "£2.71m of £4.05m", or all of it as one.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from backend.detection.names.paragraph import NameParagraph, NameSpan

_AMOUNT = re.compile(
    r"(?<![^\W_])[+-]?[$£€¥]\s?\d+(?:[.,]\d+)*(?:\s?(?:[mk]|bn|mn|tn|million|billion|thousand)(?![^\W_]))?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*(?:of|to|and|or|from|against|plus|vs\.?|[-–—/,;])?\s*(?:the\s)?", re.IGNORECASE)
"""What stands between two amounts that are compared."""


def separate_amounts(block: NameParagraph) -> NameParagraph:
    """The paragraph with each amount as a name of its own, as long as it is written.

    The other one of two compared amounts is found too: a reader who knows the one looks for the other.
    """
    if not any(name.entity == "QUANTITY" for name in block.names):
        return block
    amounts = [match.span() for match in _AMOUNT.finditer(block.text)]
    if not amounts:
        return block
    made: list[NameSpan] = []
    for name in block.names:
        if name.entity == "QUANTITY" and (apart := _amounts_of(block, name, amounts)):
            made.extend(replace(name, start=start, end=end) for start, end in apart)
        else:
            made.append(name)
    return block.with_names(_without_overlaps(made))


def _amounts_of(block: NameParagraph, name: NameSpan, amounts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The amounts that a name touches, and those compared with them; none where the name says more than amounts."""
    touched = [at for at, (start, end) in enumerate(amounts) if start < name.end and name.start < end]
    if not touched:
        return []
    first, last = touched[0], touched[-1]
    rest = [block.text[name.start : amounts[first][0]], block.text[amounts[last][1] : name.end]]
    between = [_gap(block, amounts, at) for at in range(first, last)]
    if any(text.strip() for text in rest) or not all(map(_BETWEEN.fullmatch, between)):
        return []
    if first > 0 and _is_of(_gap(block, amounts, first - 1)):
        first -= 1
    if last + 1 < len(amounts) and _is_of(_gap(block, amounts, last)):
        last += 1
    return amounts[first : last + 1]


def _gap(block: NameParagraph, amounts: list[tuple[int, int]], at: int) -> str:
    return block.text[amounts[at][1] : amounts[at + 1][0]]


def _is_of(gap: str) -> bool:
    return gap.strip().lower() == "of"


def _without_overlaps(names: list[NameSpan]) -> Iterator[NameSpan]:
    """The names in order; what is found twice is told once, and an amount inside another name stays with it."""
    last = 0
    for name in sorted(names, key=lambda each: (each.start, -each.end)):
        if name.start >= last:
            yield name
            last = name.end

"""Redacted amounts that the amounts beside them in a table tell: the sum of two that stay, or one of its parts."""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from backend.document.model import Document, Replacement
from backend.ooxml.word.table_lines import Line

_AMOUNT = re.compile(
    r"[^\w\d(-]{0,4}(?:[A-Z]{3} ?)?[($€£ -]*(\d[\d.,' \u00a0\u202f]*\d|\d)\)?[^\w\d]{0,4}(?:[A-Z]{3})?"
)
_CENTS = re.compile(r"[.,](\d{1,2})$")
_LONGEST = 40
_FEWEST = 3
"""Amounts of a line of which one may be the sum of others."""
_MOST = 200
"""Parts of one sum that are added up; a column may have 100,000 rows."""


def computable_amounts(document: Document, replacements: Iterable[Replacement], lines: Iterable[Line]) -> int:
    """Count the redacted amounts that the visible amounts of their row or column tell by adding or subtracting.

    An amount counts as a sum of all the amounts next to it up to some cell, before it or after it, of 2 to 200.
    """
    texts = {
        (story.part, block.ordinal): block.text for story, block in document.blocks() if not story.kind.repeats
    }
    redacted = {(each.place.part, each.place.block) for each in replacements if each.placeholder}
    told: set[tuple[str, int]] = set()
    for part, ordinals in lines:
        if not any((part, ordinal) in redacted for ordinal in ordinals):
            continue
        amounts = [
            (ordinal, amount)
            for ordinal in ordinals
            if (amount := amount_of(texts.get((part, ordinal), ""))) is not None
        ]
        hidden = {ordinal for ordinal, _ in amounts if (part, ordinal) in redacted}
        told.update((part, ordinal) for ordinal in _told(amounts, hidden))
    return len(told)


def amount_of(text: str) -> Decimal | None:
    """Return the amount that is all of a cell; None for other text, years and empty cells.

    >>> amount_of("1,234.50 EUR"), amount_of("$ 7"), amount_of("7 days")
    (Decimal('1234.50'), Decimal('7'), None)
    """
    text = text.strip()
    match = _AMOUNT.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        return None
    cents = _CENTS.search(match.group(1))
    whole = match.group(1)[: cents.start()] if cents else match.group(1)
    digits = "".join(filter(str.isdigit, whole))
    return Decimal(f"{digits or '0'}.{cents.group(1)}" if cents else digits)


def _told(amounts: Sequence[tuple[int, Decimal]], hidden: set[int]) -> Iterator[int]:
    if not hidden or len(amounts) < _FEWEST:
        return
    for total in range(len(amounts)):
        before, after = amounts[max(total - _MOST, 0) : total], amounts[total + 1 : total + 1 + _MOST]
        for parts in (before[::-1], after):
            yield from _of_sum(amounts[total], parts, hidden)


def _of_sum(total: tuple[int, Decimal], parts: Sequence[tuple[int, Decimal]], hidden: set[int]) -> Iterator[int]:
    """Yield the one redacted amount among a sum and its parts, for the first run of parts that makes the sum."""
    reached = Decimal(0)
    for count, (_, amount) in enumerate(parts, 1):
        reached += amount
        if reached > total[1]:
            return
        if count > 1 and reached == total[1] != 0:
            among = [each for each in (total[0], *(ordinal for ordinal, _ in parts[:count])) if each in hidden]
            if len(among) == 1:
                yield among[0]
            return

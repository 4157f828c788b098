"""Redacted amounts that the amounts beside them in a table tell: the sum of two that stay, or one of its parts."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from backend.document.model import Document, Place, Replacement
from backend.messages.message import Message
from backend.messages.warnings import AmountsComputable
from backend.redaction.plan import RedactionPlan
from backend.services.terms.amount_columns import amount_lines, covers_of, is_touched

_FEWEST = 3
"""Amounts of a line of which one may be the sum of others."""
_MOST = 200
"""Parts of one sum that are added up; a column may have 100,000 rows."""


def computable_warning(document: Document, planned: RedactionPlan) -> tuple[Message, ...]:
    """Return the warning about redacted amounts that the amounts beside them tell."""
    count = computable_amounts(document, planned.replacements)
    return (AmountsComputable(count),) if count else ()


def computable_amounts(document: Document, replacements: Iterable[Replacement]) -> int:
    """Count the redacted amounts that the visible amounts of their row or column tell by adding or subtracting.

    An amount counts as a sum of all the amounts next to it up to some cell, before it or after it, of 2 to 200.
    """
    places = [each.place for each in replacements if each.placeholder]
    covers = covers_of(places)
    told: set[Place] = set()
    for line in amount_lines(document, {(place.part, place.block) for place in places}):
        hidden = {each.place for each in line if is_touched(each, covers)}
        if hidden:
            told.update(_told([(each.place, each.amount.value) for each in line if each.amount], hidden))
    return len(told)


def _told(amounts: Sequence[tuple[Place, Decimal]], hidden: set[Place]) -> Iterator[Place]:
    if not hidden or len(amounts) < _FEWEST:
        return
    for total in range(len(amounts)):
        before, after = amounts[max(total - _MOST, 0) : total], amounts[total + 1 : total + 1 + _MOST]
        for parts in (before[::-1], after):
            yield from _of_sum(amounts[total], parts, hidden)


def _of_sum(
    total: tuple[Place, Decimal], parts: Sequence[tuple[Place, Decimal]], hidden: set[Place]
) -> Iterator[Place]:
    """Yield the one redacted amount among a sum and its parts, for the first run of parts that makes the sum."""
    if not total[1]:
        return
    reached = Decimal(0)
    for count, (_, amount) in enumerate(parts, 1):
        reached += amount
        if reached > total[1]:
            return
        if count > 1 and reached == total[1]:
            among = [each for each in (total[0], *(place for place, _ in parts[:count])) if each in hidden]
            if len(among) == 1:
                yield among[0]
            return

"""Which placeholder stands for which term."""

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum

from backend.detection.finding import FindingKind
from backend.document.placeholders import REDACTED, spell
from backend.review.suggestions import Suggestion


class PlaceholderStyle(StrEnum):
    """How much a placeholder tells: `[PERSON 1]`, `[PERSON]`, or `[REDACTED]` for everything."""

    NUMBERED = "numbered"
    TYPED = "typed"
    REDACTED = "redacted"


def assign(suggestions: Iterable[Suggestion], style: PlaceholderStyle) -> dict[str, str]:
    """Give each suggestion, by its id, its placeholder; personal data are numbered per entity as they first appear.

    Client terms and always-terms carry no number: telling them apart would help whoever guesses.
    """
    numbers: dict[str, int] = defaultdict(int)
    placeholders = {}
    for each in suggestions:
        if style is PlaceholderStyle.NUMBERED and each.kind is FindingKind.PERSONAL:
            numbers[each.entity] += 1
            placeholders[each.id] = spell(each.entity, numbers[each.entity])
        else:
            placeholders[each.id] = unnumbered(each.entity, style)
    return placeholders


def unnumbered(entity: str, style: PlaceholderStyle) -> str:
    """The placeholder of what carries no number."""
    return spell(REDACTED if style is PlaceholderStyle.REDACTED else entity)

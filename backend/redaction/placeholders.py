"""Assign placeholders to terms."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum

from backend.detection.finding import FindingKind
from backend.document.placeholders import REDACTED, spell
from backend.redaction.person_names import same_person
from backend.review.suggestions import Suggestion

_PERSON = "PERSON"
NOTHING_WRITTEN: Mapping[str, int] = {}
"""What a document without placeholders has of them."""


class PlaceholderStyle(StrEnum):
    """How much a placeholder tells: `[PERSON 1]`, `[PERSON]`, or `[REDACTED]` for everything."""

    NUMBERED = "numbered"
    TYPED = "typed"
    REDACTED = "redacted"


def assign(
    suggestions: Iterable[Suggestion], style: PlaceholderStyle, written: Mapping[str, int] = NOTHING_WRITTEN
) -> dict[str, str]:
    """Give each suggestion, by its id, its placeholder; personal data are numbered per entity as they first appear.

    The names of one person have one number, and it is nobody's whose placeholder stands in the document already:
    numbers go on after those that are `written` there. Client terms and always-terms carry none: telling them apart
    would help whoever guesses.
    """
    given = tuple(suggestions)
    persons = [each for each in given if each.kind is FindingKind.PERSONAL and each.entity == _PERSON]
    stands_for = dict(zip((each.id for each in persons), same_person([each.term for each in persons]), strict=True))
    numbers: dict[str, dict[object, int]] = defaultdict(dict)
    placeholders = {}
    for each in given:
        if style is PlaceholderStyle.NUMBERED and each.kind is FindingKind.PERSONAL:
            known = numbers[each.entity]
            following = written.get(spell(each.entity), 0) + len(known) + 1
            placeholders[each.id] = spell(
                each.entity, known.setdefault(stands_for.get(each.id, each.id), following)
            )
        else:
            placeholders[each.id] = unnumbered(each.entity, style)
    return placeholders


def unnumbered(entity: str, style: PlaceholderStyle) -> str:
    """The placeholder of what carries no number."""
    return spell(REDACTED if style is PlaceholderStyle.REDACTED else entity)

"""Assign placeholders to terms."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum

from backend.detection.finding import FindingKind
from backend.document.placeholders import REDACTED, format_placeholder, is_placeholder
from backend.redaction.person_names import group_person_names
from backend.review.suggestions import Suggestion

_PERSON = "PERSON"
NOTHING_WRITTEN: Mapping[str, int] = {}
"""What a document without placeholders has of them."""


class PlaceholderStyle(StrEnum):
    """How much a placeholder shows: `[PERSON 1]`, `[PERSON]`, or `[REDACTED]` for everything."""

    NUMBERED = "numbered"
    TYPED = "typed"
    REDACTED = "redacted"


def assign_placeholders(
    suggestions: Iterable[Suggestion], style: PlaceholderStyle, written: Mapping[str, int] = NOTHING_WRITTEN
) -> dict[str, str]:
    """Map the id of each suggestion to its placeholder; personal data are numbered within their entity.

    Numbers follow the order of first places. All names of one person share a number. Numbers continue after those
    that are `written` in the document, so that no new placeholder repeats an old one. Client terms and always-terms
    have no number: to tell them apart would help an attacker.
    """
    listed = tuple(suggestions)
    persons = [each for each in listed if each.kind is FindingKind.PERSONAL and each.entity == _PERSON]
    stands_for = dict(
        zip((each.id for each in persons), group_person_names([each.term for each in persons]), strict=True)
    )
    numbers: dict[str, dict[object, int]] = defaultdict(dict)
    placeholders = {}
    for each in listed:
        if style is PlaceholderStyle.NUMBERED and each.kind is FindingKind.PERSONAL:
            known = numbers[each.entity]
            following = written.get(format_placeholder(each.entity), 0) + len(known) + 1
            placeholders[each.id] = format_placeholder(
                each.entity, known.setdefault(stands_for.get(each.id, each.id), following)
            )
        else:
            placeholders[each.id] = unnumbered_placeholder(each.entity, style)
    return placeholders


def unnumbered_placeholder(entity: str, style: PlaceholderStyle) -> str:
    """Return the placeholder of an entity without a number."""
    return format_placeholder(REDACTED if style is PlaceholderStyle.REDACTED else entity)


def is_in_style(text: str, suggestion: Suggestion, style: PlaceholderStyle) -> bool:
    """Tell whether a text is a placeholder of a suggestion in a style, with whatever number."""
    unnumbered = unnumbered_placeholder(suggestion.entity, style)
    if style is PlaceholderStyle.NUMBERED and suggestion.kind is FindingKind.PERSONAL:
        return is_placeholder(text) and text.startswith(f"{unnumbered[:-1]} ")
    return text == unnumbered

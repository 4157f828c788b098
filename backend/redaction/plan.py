"""The redaction plan: every place that changes, and every string that must be gone afterwards."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from backend.document.model import Place, Replacement, StoryKind
from backend.document.redacted import RedactedString
from backend.document.spans import Span, joined
from backend.redaction.placeholders import PlaceholderStyle, assign
from backend.review.decisions import Decision, Verdict
from backend.review.suggestions import Suggestion


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A term that the plan takes out: `count` places of the counted text carry its placeholder."""

    suggestion: Suggestion
    placeholder: str
    count: int


@dataclass(frozen=True, slots=True)
class RedactionPlan:
    """What will be written where; nothing of it is trusted until the output has been read again."""

    replacements: tuple[Replacement, ...]
    strings: tuple[RedactedString, ...]
    suppressed: tuple[Suppressed, ...]


def plan(decisions: Sequence[Decision], style: PlaceholderStyle = PlaceholderStyle.NUMBERED) -> RedactionPlan:
    """Plan what was accepted.

    Places that overlap become one, with the placeholder of the longest: no piece of any of them may stay.
    """
    accepted = [each.suggestion for each in decisions if each.verdict is Verdict.ACCEPTED]
    placeholders = assign(accepted, style)
    merged = _merged(accepted)
    counts = Counter(name for place, name in merged if place.kind.counted)
    return RedactionPlan(
        replacements=tuple(Replacement(place, placeholders[name]) for place, name in merged),
        strings=tuple(
            RedactedString(spelling, placeholders[each.id], each.is_word, each.case_sensitive)
            for each in accepted
            for spelling in each.spellings
        ),
        suppressed=tuple(Suppressed(each, placeholders[each.id], counts[each.id]) for each in accepted),
    )


def _merged(accepted: Sequence[Suggestion]) -> list[tuple[Place, str]]:
    """Join overlapping places; each result goes by the id of the suggestion with the longest share."""
    by_block: dict[tuple[str, StoryKind, int], list[tuple[Span, str]]] = defaultdict(list)
    for each in accepted:
        for place in each.places:
            by_block[place.part, place.kind, place.block].append((place.span, each.id))
    merged = []
    for (part, kind, block), spans in by_block.items():
        merged += [(Place(part, kind, block, span), name) for span, name in joined(spans)]
    return merged

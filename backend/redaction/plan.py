"""The redaction plan: every place that changes, and every string that must be gone afterwards."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from backend.document.model import Place, Replacement, StoryKind
from backend.document.phrases import Phrase
from backend.document.redacted import RedactedString, RedactedStrings
from backend.document.spans import Span, joined
from backend.redaction.placeholders import PlaceholderStyle, assign, unnumbered
from backend.review.decisions import Decision, Verdict
from backend.review.suggestions import Suggestion


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A term that the plan takes out: `count` places of the counted text carry its placeholder."""

    suggestion: Suggestion
    placeholder: str
    count: int


@dataclass(frozen=True, slots=True)
class Sought:
    """A name or always-term that must not stand anywhere in the file, and the label of its placeholder."""

    phrase: Phrase
    entity: str


@dataclass(frozen=True, slots=True)
class RedactionPlan:
    """What will be written where; nothing of it is trusted until the output has been read again.

    `sought` are strings that must not stand outside the text either, wherever the text has them: the client's name
    in a link target, an always-term in a property. `strings` are all that must be gone from the whole file, these
    included, but for places inside its spared phrases.
    """

    replacements: tuple[Replacement, ...]
    suppressed: tuple[Suppressed, ...]
    sought: tuple[RedactedString, ...]
    strings: RedactedStrings


def plan(
    decisions: Sequence[Decision],
    style: PlaceholderStyle = PlaceholderStyle.NUMBERED,
    sought: Sequence[Sought] = (),
    spared: Sequence[Phrase] = (),
) -> RedactionPlan:
    """Plan what was accepted and what was `sought` outside the text; nothing inside a `spared` phrase goes.

    Places that overlap become one, with the placeholder of the longest: no piece of any of them may stay.
    """
    accepted = [each.suggestion for each in decisions if each.verdict is Verdict.ACCEPTED]
    placeholders = assign(accepted, style)
    merged = _merged(accepted)
    counts = Counter(name for place, name in merged if place.kind.counted)
    found = tuple(
        RedactedString(spelling, placeholders[each.id], each.is_word, each.case_sensitive)
        for each in accepted
        for spelling in each.spellings
    )
    spelled = {string.phrase.key for string in found}
    beyond = tuple(
        RedactedString(each.phrase.text, unnumbered(each.entity, style), case_sensitive=each.phrase.case_sensitive)
        for each in sought
        if each.phrase.key not in spelled
    )
    return RedactionPlan(
        replacements=tuple(Replacement(place, placeholders[name]) for place, name in merged),
        suppressed=tuple(Suppressed(each, placeholders[each.id], counts[each.id]) for each in accepted),
        sought=beyond,
        strings=RedactedStrings(found + beyond, tuple(spared)),
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

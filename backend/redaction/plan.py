"""The redaction plan: every place that changes, and every string that must not be left afterwards."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from backend.detection.names.name_order import other_orders
from backend.detection.pii import PERSON
from backend.document.entry_validation import word_safe_text
from backend.document.model import Document, Place, Replacement, StoryKind, apply_replacements
from backend.document.phrases import Phrase, normal_form
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.document.spans import Span, SpanCover, merge_overlapping
from backend.redaction.placeholders import (
    NOTHING_WRITTEN,
    PlaceholderStyle,
    assign_placeholders,
    unnumbered_placeholder,
)
from backend.review.decisions import Decision, Verdict, rejected_spellings
from backend.review.suggestions import Suggestion
from backend.taxonomy.broader import Broader

Key = tuple[str, StoryKind, int]
"""Part, kind and ordinal of a block."""
_GONE = "\0"
"""What stands for a redacted place: nothing is found across it, and at its edges words begin and end."""


@dataclass(frozen=True, slots=True)
class RedactedTerm:
    """A redacted term; `count` is the number of places with its placeholder, without deletions and copies."""

    suggestion: Suggestion
    placeholder: str
    count: int


@dataclass(frozen=True, slots=True)
class GeneralisedTerm:
    """A redacted term with a broader form in some of its places: what is written there, and the bits it tells."""

    suggestion: Suggestion
    form: Broader
    replacements: tuple[Replacement, ...]
    bits: float


@dataclass(frozen=True, slots=True)
class SoughtString:
    """A name or always-term that must not be anywhere in the file, and the label of its placeholder."""

    phrase: Phrase
    entity: str


@dataclass(frozen=True, slots=True)
class RedactionPlan:
    """What to write at which place. The verification reads the output again and does not trust the plan.

    `sought` are strings that must also not remain outside the text: the client's name in a link target, an
    always-term in a property, a person's name with the surname first. `strings` are all strings that must not
    remain in the file, those of `sought` included, except inside spared phrases. `generalised` are the terms that
    have a broader form instead of a placeholder, with those of the `replacements` that write it. `lost_bits` is the
    information of all that is replaced; None where broader forms were not wanted.
    """

    replacements: tuple[Replacement, ...]
    suppressed: tuple[RedactedTerm, ...]
    sought: tuple[RedactedString, ...]
    strings: RedactedStrings
    generalised: tuple[GeneralisedTerm, ...] = ()
    lost_bits: float | None = None


def plan_redaction(
    decisions: Sequence[Decision],
    style: PlaceholderStyle = PlaceholderStyle.NUMBERED,
    sought: Sequence[SoughtString] = (),
    spared: Sequence[Phrase] = (),
    written: Mapping[str, int] = NOTHING_WRITTEN,
    own_kinds: frozenset[str] = frozenset(),
) -> RedactionPlan:
    """Plan the accepted decisions and the `sought` strings; nothing inside a `spared` phrase is redacted.

    Overlapping places are merged and get the placeholder of the longest, so that no part of them is left. Numbers
    continue after those that are `written` in the document (`last_numbers`). `own_kinds` are the kinds of custom
    recognisers.
    """
    accepted = [each.suggestion for each in decisions if each.verdict is Verdict.ACCEPTED]
    placeholders = assign_placeholders(accepted, style, written) | {
        each.suggestion.id: word_safe_text(each.replacement) for each in decisions if each.replacement is not None
    }
    merged = _merged(accepted)
    counts = Counter(name for place, name in merged if not place.kind.repeats)
    found = tuple(
        RedactedString(spelling, placeholders[each.id], each.is_word, each.case_sensitive)
        for each in accepted
        for spelling in each.spellings
    )
    spelled = {string.phrase.key for string in found}
    decided = spelled | {phrase.key for phrase in rejected_spellings(decisions)}
    turned = tuple(
        RedactedString(name, placeholders[each.id])
        for name, each in _surname_first(accepted).items()
        if normal_form(name) not in decided
    )
    beyond = turned + tuple(
        RedactedString(
            each.phrase.text, unnumbered_placeholder(each.entity, style), case_sensitive=each.phrase.case_sensitive
        )
        for each in sought
        if each.phrase.key not in spelled
    )
    return RedactionPlan(
        replacements=tuple(Replacement(place, placeholders[name]) for place, name in merged),
        suppressed=tuple(RedactedTerm(each, placeholders[each.id], counts[each.id]) for each in accepted),
        sought=beyond,
        strings=RedactedStrings(found + beyond, tuple(spared), own_kinds),
    )


def _surname_first(accepted: Sequence[Suggestion]) -> dict[str, Suggestion]:
    """Return people's names in the other orders that file metadata use."""
    people = [each for each in accepted if each.entity == PERSON]
    return {name: each for each in people for spelling in each.spellings for name in other_orders(spelling)}


def add_uncovered_places(planned: RedactionPlan, document: Document) -> RedactionPlan:
    """Add places where a string becomes a word of its own once the text that it was glued to is redacted.

    The recogniser does not find the year in "2016Net sales". Once "Net sales" is redacted, it does.
    """
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()}
    removed: dict[Key, list[Span]] = defaultdict(list)
    for each in planned.replacements:
        removed[each.place.part, each.place.kind, each.place.block].append(each.place.span)
    more: list[Replacement] = []
    counts: Counter[str] = Counter()
    for key, spans in removed.items():
        while found := _uncovered(texts[key], spans, planned.strings):
            spans.extend(span for span, _ in found)
            more += (Replacement(Place(*key, span), string.placeholder) for span, string in found)
            counts.update(string.text for _, string in found if key[1].counted)
    suppressed = (
        replace(each, count=each.count + sum(counts[text] for text in each.suggestion.spellings))
        for each in planned.suppressed
    )
    return replace(planned, replacements=planned.replacements + tuple(more), suppressed=tuple(suppressed))


_BESIDE = re.compile(r"(?:_[^\W\d_]+)+(?![^\W_])")
_BEFORE = re.compile(r"(?<![^\W_])(?:[^\W\d_]+_)+\Z")
_NAMES = re.compile(r"\[(?:PERSON|ORGANIZATION)\b")
_LONGEST_TOKEN = 200


def extend_over_underscores(planned: RedactionPlan, document: Document) -> RedactionPlan:
    """Extend names over the words that underscores join to them, as in names of files.

    Who reads "[ORGANIZATION 3]_Nutrition_Manuela" in a footer knows the person.
    """
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()}
    by_block: dict[Key, list[Span]] = defaultdict(list)
    for each in planned.replacements:
        by_block[each.place.part, each.place.kind, each.place.block].append(each.place.span)
    covers = {key: SpanCover(spans) for key, spans in by_block.items()}
    return replace(
        planned,
        replacements=tuple(
            _extended(each, texts, covers) if _NAMES.match(each.placeholder) else each
            for each in planned.replacements
        ),
    )


def _extended(each: Replacement, texts: Mapping[Key, str], covers: Mapping[Key, SpanCover]) -> Replacement:
    key = each.place.part, each.place.kind, each.place.block
    text, span = texts.get(key, ""), each.place.span
    after = _BESIDE.match(text, span.end, span.end + _LONGEST_TOKEN)
    before = _BEFORE.search(text[max(0, span.start - _LONGEST_TOKEN) : span.start])
    wide = Span(span.start - len(before.group() if before else ""), after.end() if after else span.end)
    beside = [Span(*ends) for ends in ((wide.start, span.start), (span.end, wide.end)) if ends[0] < ends[1]]
    if not beside or any(map(covers[key].overlaps, beside)):
        return each
    return Replacement(replace(each.place, span=wide), each.placeholder)


def _uncovered(text: str, removed: list[Span], strings: RedactedStrings) -> list[tuple[Span, RedactedString]]:
    if not any(_glued(text, span) for span in removed):
        return []
    left = apply_replacements(text, [(span, _GONE) for span in removed])
    found = merge_overlapping((span, strings.strings[position]) for position, span in strings.find(left.text))
    return [(left.back(span), string) for span, string in found]


def _glued(text: str, span: Span) -> bool:
    """Tell whether a letter or digit touches the span."""
    return any(
        char.isalnum() for char in (text[max(span.start - 1, 0) : span.start], text[span.end : span.end + 1])
    )


def _merged(accepted: Sequence[Suggestion]) -> list[tuple[Place, str]]:
    """Merge overlapping places; each result gets the id of the suggestion with the longest share."""
    by_block: dict[Key, list[tuple[Span, str]]] = defaultdict(list)
    for each in accepted:
        for place in each.places:
            by_block[place.part, place.kind, place.block].append((place.span, each.id))
    merged = []
    for (part, kind, block), spans in by_block.items():
        merged += [(Place(part, kind, block, span), name) for span, name in merge_overlapping(spans)]
    return merged

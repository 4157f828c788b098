"""Count places of redacted terms that no finding has: those where a layout keeps the letters of a term apart."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from backend.detection.client.client_terms import LEVEL_OF_NAMES
from backend.detection.finding import FindingKind
from backend.document.model import Place, Replacement
from backend.document.phrases import Phrase
from backend.document.placeholders import CLIENT, REDACTED
from backend.document.redacted_strings import RedactedString
from backend.messages.message import Message
from backend.messages.reasons import NameOfClient, OnRedactionList
from backend.redaction.plan import RedactedTerm, SoughtString
from backend.review.suggestions import Suggestion, suggestion_id

_FIXED: Mapping[str, tuple[FindingKind, int | None, Message]] = {
    CLIENT: (FindingKind.CLIENT, LEVEL_OF_NAMES, NameOfClient()),
    REDACTED: (FindingKind.ALWAYS, None, OnRedactionList()),
}
"""The kind, the level and the reason of what is sought in any case."""


def with_more_places(
    terms: Sequence[RedactedTerm],
    places: Sequence[tuple[Place, RedactedString]],
    sought: Sequence[SoughtString],
) -> tuple[RedactedTerm, ...]:
    """Return the terms with the number of places that were added, and a new term for each other sought string."""
    added: dict[str, list[Place]] = defaultdict(list)
    strings: dict[str, RedactedString] = {}
    for place, string in places:
        added[string.phrase.key].append(place)
        strings[string.phrase.key] = string
    counted = []
    for term in terms:
        keys = {Phrase(text).key for text in term.suggestion.spellings} & added.keys()
        more = sum(_count(added.pop(key)) for key in keys)
        counted.append(replace(term, count=term.count + more))
    entities = {each.phrase.key: each.entity for each in sought if each.entity in _FIXED}
    new = (_new_term(strings[key], entities[key], found) for key, found in added.items() if key in entities)
    return (*counted, *new)


def without_places(terms: Sequence[RedactedTerm], gone: Sequence[Replacement]) -> tuple[RedactedTerm, ...]:
    """Return the terms without the places that became a part of another term's place."""
    if not gone:
        return tuple(terms)
    fewer: Counter[int] = Counter()
    by_block: dict[tuple[str, str, int], list[tuple[Place, int]]] = defaultdict(list)
    blocks = {_block(each.place) for each in gone}
    for i, term in enumerate(terms):
        for place in term.suggestion.places:
            if _block(place) in blocks:
                by_block[_block(place)].append((place, i))
    for each in gone:
        inside = (
            (place.span.end - place.span.start, i)
            for place, i in by_block[_block(each.place)]
            if terms[i].placeholder == each.placeholder and place.span.overlaps(each.place.span)
        )
        if not each.place.kind.repeats and (longest := max(inside, default=None)) is not None:
            fewer[longest[1]] += 1
    return tuple(replace(term, count=max(term.count - fewer[i], 0)) for i, term in enumerate(terms))


def _block(place: Place) -> tuple[str, str, int]:
    return place.part, str(place.kind), place.block


def _count(places: Sequence[Place]) -> int:
    return sum(not place.kind.repeats for place in places)


def _new_term(string: RedactedString, entity: str, places: Sequence[Place]) -> RedactedTerm:
    kind, level, why = _FIXED[entity]
    suggestion = Suggestion(
        id=suggestion_id(kind, entity, string.text),
        term=string.text,
        spellings=(string.text,),
        kind=kind,
        entity=entity,
        from_level=level,
        score=1.0,
        why=why,
        places=tuple(places),
        is_word=False,
        case_sensitive=string.case_sensitive,
    )
    return RedactedTerm(suggestion, string.placeholder, _count(places))

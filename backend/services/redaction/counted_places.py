"""Count the places of phrases and of personal data in a file, each place once.

A text outside the stories counts as often as the file has it. What stands in the text of now and, untouched by
tracked changes, in the text before them is one place.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeVar

from backend.detection.finding import Finding
from backend.document.model import Document, Place, StoryKind, TextOutsideStories
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase
from backend.document.readings import counted_once
from backend.document.spans import Span, merge_overlapping

K = TypeVar("K")

Phrases = frozenset[int]
"""The phrases that stand in one place, by their positions."""


def findings_once(document: Document, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in a document, each place once."""
    return counted_once(document, findings, lambda each: each.place)


def places_in(document: Document, wanted: PhraseIndex) -> Counter[Phrases]:
    """The places of phrases in the stories: overlapping phrases stand in one place."""
    found = (
        (position, Place(story.part, story.kind, block.ordinal, span))
        for story, block in document.blocks()
        for position, span in wanted.find(block.text)
    )
    by_block: dict[tuple[str, StoryKind, int], list[tuple[int, Span]]] = defaultdict(list)
    for position, place in counted_once(document, found, lambda each: each[1], lambda each: each[0]):
        by_block[place.part, place.kind, place.block].append((position, place.span))
    return Counter(place for here in by_block.values() for place in _places(here))


def places_outside(outside: TextOutsideStories, wanted: PhraseIndex) -> Counter[Phrases]:
    """The places of phrases in the texts outside the stories: overlapping phrases stand in one place."""
    counts: Counter[Phrases] = Counter()
    for text, often in _texts_beside(outside):
        for place in _places(wanted.find(text)):
            counts[place] += often
    return counts


def _places(found: Iterable[tuple[int, Span]]) -> Iterator[Phrases]:
    """Group what was found in one text: what overlaps is one place.

    >>> [sorted(place) for place in _places([(0, Span(0, 9)), (1, Span(4, 9)), (1, Span(9, 14))])]
    [[0, 1], [1]]
    """
    here: set[int] = set()
    end = 0
    for position, span in sorted(found, key=lambda each: each[1]):
        if here and span.start >= end:
            yield frozenset(here)
            here = set()
        here.add(position)
        end = max(end, span.end)
    if here:
        yield frozenset(here)


def places_beside(outside: TextOutsideStories, values: Iterable[tuple[K, str]]) -> Iterator[tuple[K, int]]:
    """How many places outside the stories have a value of each kind; several spellings of one place count once.

    A value that only decoding tells stands in at least one place. What paragraphs have too is not counted.
    """
    by_kind: dict[K, dict[str, Phrase]] = defaultdict(dict)
    for kind, value in values:
        phrase = Phrase(value)
        by_kind[kind][phrase.key] = phrase
    texts = tuple(_texts_beside(outside))
    for kind, phrases in by_kind.items():
        wanted = PhraseIndex.of(phrases.values())
        found = [
            (often, spans) for text, often in texts if (spans := [(span, None) for _, span in wanted.find(text)])
        ]
        if count := sum(often * len(merge_overlapping(spans)) for often, spans in found) if found else 1:
            yield kind, count


def _texts_beside(outside: TextOutsideStories) -> Iterator[tuple[str, int]]:
    """Each text outside the stories, properties included, and how often the file has it."""
    for text in outside.texts:
        yield text, outside.often.get(text, 1)
    yield from Counter(outside.removed).items()

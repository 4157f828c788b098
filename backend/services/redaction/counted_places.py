"""Count the places of phrases and of personal data in a file, each place once.

A text outside the stories counts as often as the file has it. What stands in the text of now and, untouched by
tracked changes, in the text before them is one place.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeVar

from backend.detection.finding import Finding
from backend.document.model import Document, Place, TextOutsideStories
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase
from backend.document.readings import counted_once
from backend.document.spans import merge_overlapping

K = TypeVar("K")


def findings_once(document: Document, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in a document, each place once."""
    return counted_once(document, findings, lambda each: each.place)


def phrases_in(document: Document, wanted: PhraseIndex) -> Counter[int]:
    """How often each phrase, by its position, stands in the stories."""
    found = (
        (position, Place(story.part, story.kind, block.ordinal, span))
        for story, block in document.blocks()
        for position, span in wanted.find(block.text)
    )
    return Counter(
        position for position, _ in counted_once(document, found, lambda each: each[1], lambda each: each[0])
    )


def phrases_beside(outside: TextOutsideStories, wanted: PhraseIndex) -> Counter[int]:
    """How often each phrase, by its position, stands in the texts outside the stories."""
    counts: Counter[int] = Counter()
    for text, often in _texts_beside(outside):
        for position, _ in wanted.find(text):
            counts[position] += often
    return counts


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

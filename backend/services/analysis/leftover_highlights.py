"""Highlights that a pane left in a document when it was closed, known by their places alone.

Where nothing is suggested any more (another client was chosen, the models have changed), Word finds a highlight by
the text that stands there, and only the document knows that text.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from backend.document.model import Place, StoryKind
from backend.document.spans import Span
from backend.services.analysis.pane_analysis import AnalysedDocument, BlockKey


@dataclass(frozen=True, slots=True)
class LeftoverHighlight:
    """The place of a highlight: a paragraph, and offsets in UTF-16 units within it."""

    part: str
    kind: str
    block: int
    start: int
    end: int


def leftover_highlights(analysed: AnalysedDocument, marks: Iterable[LeftoverHighlight]) -> list[dict[str, Any]]:
    """Return the texts under highlights where nothing is suggested, each once, with their places in Word.

    A mark whose place the text has no more is passed over.
    """
    suggested = _suggested(analysed)
    by_text: dict[str, list[Place]] = defaultdict(list)
    for place in _places(analysed, marks):
        others = suggested.get((place.part, place.kind, place.block), ())
        if not any(place.span.overlaps(span) for span in others):
            by_text[analysed.texts.at(place)].append(place)
    return [
        {"expected": analysed.expected(places), "places": analysed.places_as_json(places)}
        for places in by_text.values()
    ]


def _suggested(analysed: AnalysedDocument) -> Mapping[BlockKey, list[Span]]:
    spans: dict[BlockKey, list[Span]] = defaultdict(list)
    for each in analysed.analysis.suggestions:
        for place in each.places:
            spans[place.part, place.kind, place.block].append(place.span)
    return spans


def _places(analysed: AnalysedDocument, marks: Iterable[LeftoverHighlight]) -> Iterator[Place]:
    for mark in marks:
        key = (mark.part, StoryKind(mark.kind), mark.block)
        span = analysed.texts.span(key, mark.start, mark.end)
        if span is not None:
            yield Place(*key, span)

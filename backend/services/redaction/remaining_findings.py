"""Findings of a document that are still in its redacted version, anywhere in it."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from backend.detection.finding import Finding
from backend.document.model import Document, Place, Replacement, StoryKind, replaced_text
from backend.document.spans import Span, SpanCover

BlockKey = tuple[str, StoryKind, int]


def remaining_findings(
    before: Document,
    after: Document,
    found_before: Iterable[Finding],
    replacements: Iterable[Replacement] = (),
    found_again: Sequence[Finding] = (),
) -> tuple[Finding, ...]:
    """Return the findings in `found_again`, and all earlier findings that are still in the redacted document.

    A name that only the rest of the document tells is none to whoever reads its changed paragraph alone.
    """
    spans_again: dict[BlockKey, list[Span]] = defaultdict(list)
    for finding in found_again:
        spans_again[_key(finding.place)].append(finding.place.span)
    again = {key: SpanCover(spans) for key, spans in spans_again.items()}
    none = SpanCover(())
    stands = _Standing.of(before, after, _by_block(replacements))
    still = filter(None, map(stands.now, found_before))
    return (
        *found_again,
        *(finding for finding in still if not again.get(_key(finding.place), none).overlaps(finding.place.span)),
    )


def _by_block(replacements: Iterable[Replacement]) -> dict[BlockKey, list[tuple[Span, str]]]:
    made: dict[BlockKey, list[tuple[Span, str]]] = defaultdict(list)
    for each in replacements:
        made[_key(each.place)].append((each.place.span, each.placeholder))
    return made


class _Changes:
    """The replacements in one paragraph: which spans they touch, and how far what follows has moved."""

    def __init__(self, made: Sequence[tuple[Span, str]]) -> None:
        self._replaced = SpanCover(span for span, _ in made)
        in_order = sorted((span.end, len(placeholder) - (span.end - span.start)) for span, placeholder in made)
        self._ends = [end for end, _ in in_order]
        self._moved = [0, *accumulate(moved for _, moved in in_order)]

    def moved(self, span: Span) -> Span | None:
        """The span in the redacted paragraph; None where a replacement touches it."""
        if self._replaced.overlaps(span):
            return None
        by = self._moved[bisect_right(self._ends, span.start)]
        return Span(span.start + by, span.end + by)


@dataclass(frozen=True, slots=True)
class _Standing:
    """Maps places of a document to the redacted one, by the text that each paragraph must have there.

    A clean copy has fewer paragraphs, so that one is looked for by its text where none stands at its place.
    """

    changes: Mapping[BlockKey, _Changes]
    texts: Mapping[BlockKey, str]
    after: Mapping[BlockKey, str]
    by_text: Mapping[tuple[str, StoryKind, str], BlockKey]

    @classmethod
    def of(
        cls, before: Document, after: Document, made: Mapping[BlockKey, Sequence[tuple[Span, str]]]
    ) -> "_Standing":
        texts = {
            (story.part, story.kind, block.ordinal): replaced_text(
                block.text, made.get((story.part, story.kind, block.ordinal), ())
            )
            for story, block in before.blocks()
        }
        blocks = {(story.part, story.kind, block.ordinal): block.text for story, block in after.blocks()}
        by_text = {(part, kind, text): (part, kind, at) for (part, kind, at), text in blocks.items()}
        return cls({key: _Changes(here) for key, here in made.items()}, texts, blocks, by_text)

    def now(self, finding: Finding) -> Finding | None:
        """The finding at its new place; None if it was replaced, or its paragraph has another text."""
        key, span = _key(finding.place), finding.place.span
        changes = self.changes.get(key)
        moved = changes.moved(span) if changes else span
        if moved is None:
            return None
        text = self.texts[key]
        at = key if self.after.get(key) == text else self.by_text.get((*key[:2], text))
        return None if at is None else finding.at(Place(*at, moved))


def _key(place: Place) -> BlockKey:
    return place.part, place.kind, place.block

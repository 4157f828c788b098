"""Findings of a document that still stand in its redacted version, anywhere in it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from backend.detection.finding import Finding
from backend.document.model import Document, Place, Replacement, StoryKind, apply_replacements, replaced_text
from backend.document.spans import Span

BlockKey = tuple[str, StoryKind, int]


def remaining_findings(
    before: Document,
    after: Document,
    found_before: Iterable[Finding],
    replacements: Iterable[Replacement] = (),
    found_again: Sequence[Finding] = (),
) -> tuple[Finding, ...]:
    """The findings in `found_again`, and all earlier findings that still stand in the redacted document.

    A name that only the rest of the document tells is none to whoever reads its changed paragraph alone.
    """
    made: dict[BlockKey, list[tuple[Span, str]]] = defaultdict(list)
    for each in replacements:
        made[_key(each.place)].append((each.place.span, each.placeholder))
    again: dict[BlockKey, list[Span]] = defaultdict(list)
    for finding in found_again:
        again[_key(finding.place)].append(finding.place.span)
    stands = _Standing.of(before, after, made)
    there = (stands.now(each) for each in found_before)
    return (
        *found_again,
        *(
            each
            for each in there
            if each is not None and not any(each.place.span.overlaps(span) for span in again[_key(each.place)])
        ),
    )


def found_in_original(
    before: Document, replacements: Iterable[Replacement], found: Iterable[Finding]
) -> tuple[Finding, ...]:
    """Map findings of a redacted document to the original; those that touch a placeholder are dropped."""
    made: dict[BlockKey, list[tuple[Span, str]]] = defaultdict(list)
    for each in replacements:
        made[_key(each.place)].append((each.place.span, each.placeholder))
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in before.blocks()}
    back = []
    for finding in found:
        key, now = _key(finding.place), finding.place.span
        if key not in texts:
            continue
        edit = apply_replacements(texts[key], made.get(key, ()))
        span = edit.back(now)
        if texts[key][span.start : span.end] == edit.text[now.start : now.end]:
            back.append(finding.at(Place(*key, span)))
    return tuple(back)


@dataclass(frozen=True, slots=True)
class _Standing:
    """Maps places of a document to the redacted one, by the text that each paragraph must have there.

    A clean copy has fewer paragraphs, so that one is looked for by its text where none stands at its place.
    """

    made: Mapping[BlockKey, Sequence[tuple[Span, str]]]
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
        return cls(
            made, texts, blocks, {(part, kind, text): (part, kind, at) for (part, kind, at), text in blocks.items()}
        )

    def now(self, finding: Finding) -> Finding | None:
        """The finding at its new place; None if it was replaced, or its paragraph has another text."""
        key, span = _key(finding.place), finding.place.span
        if any(span.overlaps(gone) for gone, _ in self.made.get(key, ())):
            return None
        text = self.texts[key]
        at = key if self.after.get(key) == text else self.by_text.get((*key[:2], text))
        if at is None:
            return None
        shift = sum(
            len(new) - (gone.end - gone.start) for gone, new in self.made.get(key, ()) if gone.end <= span.start
        )
        return finding.at(Place(*at, Span(span.start + shift, span.end + shift)))


def _key(place: Place) -> BlockKey:
    return place.part, place.kind, place.block

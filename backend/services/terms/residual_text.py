"""The residual text: the document without the terms that are always redacted."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from backend.detection.finding import Finding
from backend.document.model import Block, Document, EditedText, Place, StoryKind, apply_replacements
from backend.document.placeholders import REDACTED, format_placeholder
from backend.document.spans import Span, merge_overlapping

BlockKey = tuple[str, StoryKind, int]
"""Part, kind of story and ordinal: what tells one block of a document from all others."""


@dataclass(frozen=True, slots=True)
class ResidualText:
    """The document with the fixed findings replaced by placeholders, and the mapping back.

    Words are looked for here: where a name touches a digit ("30,881Boeing"), taking it out makes a new word.
    """

    document: Document
    edits: Mapping[BlockKey, EditedText]

    @classmethod
    def of(cls, document: Document, fixed: Iterable[Finding]) -> "ResidualText":
        """Replace the fixed findings in the document."""
        return cls.without(document, (each.place for each in fixed))

    @classmethod
    def without(cls, document: Document, places: Iterable[Place]) -> "ResidualText":
        """Replace what stands at these places of the document."""
        removed: dict[BlockKey, list[tuple[Span, str]]] = defaultdict(list)
        for place in places:
            removed[place.part, place.kind, place.block].append((place.span, format_placeholder(REDACTED)))
        edits = {
            (story.part, story.kind, block.ordinal): apply_replacements(
                block.text, merge_overlapping(removed[story.part, story.kind, block.ordinal])
            )
            for story, block in document.blocks()
        }
        stories = tuple(
            replace(
                story,
                blocks=tuple(
                    Block(block.ordinal, edits[story.part, story.kind, block.ordinal].text)
                    for block in story.blocks
                ),
            )
            for story in document.stories
        )
        return cls(Document(stories, document.warnings), edits)

    def back(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Map findings to their places in the original document."""
        for each in findings:
            place = each.place
            span = self.edits[place.part, place.kind, place.block].back(place.span)
            yield each.at(Place(place.part, place.kind, place.block, span))

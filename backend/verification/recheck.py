"""Run the recognisers again on the blocks that the redaction changed.

A placeholder gives the words around it a new context, and what is left of a name may read like a name of its own.
So whatever had found personal data looks for them again in the changed blocks of the written document. A term that
was accepted and is still there is left over, which `residue` tells; one that was rejected or is to stay is nobody's
business. What remains was never proposed: nobody has decided whether it may stay, so somebody has to look.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from backend.detection.finding import Finding
from backend.document.model import Block, Document, Replacement, Story
from backend.document.phrase_lookup import Phrases
from backend.document.phrases import Phrase
from backend.document.redacted_strings import RedactedStrings
from backend.document.spans import Cover, Span
from backend.verification.places import LeftPlace


@dataclass(frozen=True, slots=True, order=True)
class NewFinding:
    """Something that reads like personal data and was not proposed: its kind and its place, never itself.

    `how` is a paragraph of a story, of a text file a line.
    """

    part: str
    how: str
    entity: str

    @property
    def where(self) -> str:
        """Kind, part and paragraph in one phrase."""
        place = f"{self.how} ({self.part})" if self.part else self.how
        return f"{self.entity} in {place}"

    def as_json(self) -> dict[str, Any]:
        """The object of the report."""
        return {"part": self.part, "how": self.how, "entity": self.entity}


def changed_blocks(before: Document, after: Document) -> Document:
    """The blocks of `after` that read otherwise at the same place of `before`, or were not there."""
    known = {(story.part, story.kind, block.ordinal): block.text for story, block in before.blocks()}
    changed = (
        replace(
            story,
            blocks=tuple(
                block for block in story.blocks if known.get((story.part, story.kind, block.ordinal)) != block.text
            ),
        )
        for story in after.stories
    )
    return Document(tuple(story for story in changed if story.blocks))


def still_standing(before: Document, after: Document, replacements: Iterable[Replacement]) -> tuple[LeftPlace, ...]:
    """Where something was to be replaced, in blocks that read as before: whatever it was, it is left.

    No other check sees what was accepted at one place alone ("two years"), for elsewhere the same words may stay.
    """
    stories = {(story.part, story.kind, block.ordinal): (story, block) for story, block in after.blocks()}
    same = {
        (story.part, story.kind, block.ordinal)
        for story, block in before.blocks()
        if (there := stories.get((story.part, story.kind, block.ordinal))) and there[1].text == block.text
    }
    planned = [((each.place.part, each.place.kind, each.place.block), each.placeholder) for each in replacements]
    left = ((*stories[at], placeholder) for at, placeholder in planned if at in same)
    return tuple(
        dict.fromkeys(LeftPlace(story.part, paragraph(story, block), told, None) for story, block, told in left)
    )


def new_findings(
    changed: Document, found: Iterable[Finding], strings: RedactedStrings, rejected: Collection[Phrase] = ()
) -> tuple[NewFinding, ...]:
    """What was found in the changed blocks, as `unproposed` has it, once for each kind and place."""
    blocks = {(story.part, story.kind, block.ordinal): (story, block) for story, block in changed.blocks()}
    read: dict[tuple[str, str, int], _Read] = {}
    new: dict[NewFinding, None] = {}
    for each in unproposed(changed, found, strings, rejected):
        at = each.place.part, each.place.kind, each.place.block
        if at not in read:
            read[at] = _Read.of(*blocks[at])
        new[NewFinding(each.place.part, read[at].how(each.place.span), each.entity)] = None
    return tuple(new)


def unproposed(
    changed: Document, found: Iterable[Finding], strings: RedactedStrings, rejected: Collection[Phrase] = ()
) -> tuple[Finding, ...]:
    """What was found in the changed blocks and is neither left of `strings`, nor spared by them, nor `rejected`.

    In the order of the document.
    """
    stay = Phrases.of((*strings.spared, *rejected))
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in changed.blocks()}
    decided: dict[tuple[str, str, int], Cover] = {}
    new = []
    for each in found:
        at = each.place.part, each.place.kind, each.place.block
        if at not in decided:
            left = (span for _, span in strings.find(texts[at]))
            decided[at] = Cover((*left, *(span for _, span in stay.find(texts[at]))))
        if each.place.span not in decided[at]:
            new.append(each)
    return tuple(new)


@dataclass(frozen=True, slots=True)
class _Read:
    """A block in which something was found: what it is called, and where its lines end if it is a file."""

    name: str
    line_ends: tuple[int, ...] | None

    @classmethod
    def of(cls, story: Story, block: Block) -> "_Read":
        line_ends = None if story.part else tuple(end.start() for end in re.finditer("\n", block.text))
        return cls(paragraph(story, block), line_ends)

    def how(self, span: Span) -> str:
        return self.name if self.line_ends is None else f"line {bisect_left(self.line_ends, span.start) + 1}"


def paragraph(story: Story, block: Block) -> str:
    """How a block is called: the kind of its story and its number among the paragraphs of its part."""
    return f"{story.kind.value}, paragraph {block.ordinal + 1}"

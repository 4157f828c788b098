"""Report what the recognisers find in a document that was redacted.

A placeholder changes the context of the words around it, and the rest of a name may read like a name of its own. So
all recognisers of personal data run again on the written document. An accepted term that is
still there is reported by `residue`; a term that was rejected or is kept is not reported. What remains was never
proposed: nobody has decided whether it may stay, so a person has to check it.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from backend.detection.finding import Finding
from backend.document.articles import without_article
from backend.document.model import Block, Document, Replacement, Story
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase
from backend.document.readings import counted_once
from backend.document.redacted_strings import RedactedStrings
from backend.document.spans import Span, SpanCover
from backend.messages.found_in import FoundIn
from backend.verification.places import LeftPlace


@dataclass(frozen=True, slots=True, order=True)
class NewFinding:
    """Text that reads like personal data and was not proposed: kind, place and how often, never the text itself."""

    part: str
    found_in: FoundIn
    entity: str
    count: int = 1

    @property
    def how(self) -> str:
        """The paragraph of a story, or the line of a text file, in words."""
        return self.found_in.words

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object for the report."""
        return {"part": self.part, **self.found_in.as_json(), "entity": self.entity, "count": self.count}


def missed_replacements(
    before: Document, after: Document, replacements: Iterable[Replacement]
) -> tuple[LeftPlace, ...]:
    """Return the planned replacements in blocks that did not change: their text is left.

    No other check sees a term that was accepted at one place alone ("two years"), since elsewhere it may stay.
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
        dict.fromkeys(
            LeftPlace(story.part, paragraph_of(story, block), placeholder, None)
            for story, block, placeholder in left
        )
    )


def new_findings(
    redacted: Document, found: Iterable[Finding], strings: RedactedStrings, rejected: Collection[Phrase] = ()
) -> tuple[NewFinding, ...]:
    """Return the unproposed findings in a redacted document, once for each kind and place."""
    blocks = {(story.part, story.kind, block.ordinal): (story, block) for story, block in redacted.blocks()}
    read: dict[tuple[str, str, int], _Read] = {}
    counts: Counter[tuple[str, FoundIn, str]] = Counter()
    for each in unproposed_findings(redacted, found, strings, rejected):
        at = each.place.part, each.place.kind, each.place.block
        if at not in read:
            read[at] = _Read.of(*blocks[at])
        counts[each.place.part, read[at].found_in(each.place.span), each.entity] += 1
    return tuple(NewFinding(*at, count) for at, count in counts.items())


def unproposed_findings(
    redacted: Document, found: Iterable[Finding], strings: RedactedStrings, rejected: Collection[Phrase] = ()
) -> tuple[Finding, ...]:
    """Return the undecided findings in a redacted document, in the order of the document.

    Findings that are left of `strings`, spared by them, or `rejected` are not among them, and no place is twice.
    Neither the kind of a finding counts, nor an article before what is rejected.
    """
    stay = PhraseIndex.of((*strings.spared, *rejected))
    texts = {(story.part, story.kind, block.ordinal): block.text for story, block in redacted.blocks()}
    decided: dict[tuple[str, str, int], SpanCover] = {}
    new = []
    for each in found:
        at = each.place.part, each.place.kind, each.place.block
        if at not in decided:
            left = (span for _, span in strings.find(texts[at]))
            decided[at] = SpanCover((*left, *(span for _, span in stay.find(texts[at]))))
        if without_article(texts[at], each.place.span) not in decided[at]:
            new.append(each)
    return counted_once(redacted, new, lambda each: each.place)


@dataclass(frozen=True, slots=True)
class _Read:
    """A block with findings: which one it is, and where its lines end if it is a text file."""

    paragraph: FoundIn
    line_ends: tuple[int, ...] | None

    @classmethod
    def of(cls, story: Story, block: Block) -> "_Read":
        line_ends = None if story.part else tuple(end.start() for end in re.finditer("\n", block.text))
        return cls(paragraph_of(story, block), line_ends)

    def found_in(self, span: Span) -> FoundIn:
        if self.line_ends is None:
            return self.paragraph
        return FoundIn("line", number=bisect_left(self.line_ends, span.start) + 1)


def paragraph_of(story: Story, block: Block) -> FoundIn:
    """Return which paragraph a block is: the kind of its story, and its number among the paragraphs of its part."""
    return FoundIn("paragraph", story.kind.value, block.ordinal + 1)

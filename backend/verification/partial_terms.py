"""Check terms that were redacted in some places only: they must be removed there, and may be kept elsewhere.

A reviewer may redact a word in one paragraph and keep it in all others. Where it is kept it is no leak, but where
it was redacted it must be gone. So the check counts it paragraph by paragraph.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from backend.document.model import Block, Document, Place, Story
from backend.document.placeholders import placeholders_as_borders
from backend.document.readings import counted_once
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.document.spans import Span, merge_overlapping
from backend.messages.found_in import FoundIn
from backend.verification.places import LeftPlace
from backend.verification.recheck import paragraph_of

BlockKey = tuple[str, str, int]
"""Part, kind and ordinal of a paragraph."""


@dataclass(frozen=True, slots=True)
class PartlyRedactedTerm:
    """A partly redacted term: its spellings, and how often it may remain in paragraphs with redacted places.

    In a paragraph that `stays` does not name it may stand as often as it did before.
    """

    spellings: tuple[RedactedString, ...]
    stays: Mapping[BlockKey, int]

    @classmethod
    def of(
        cls, spellings: Iterable[RedactedString], redacted: Iterable[Place], before: Document
    ) -> "PartlyRedactedTerm":
        """Make the term from its redacted places `redacted`; its other places may be kept."""
        strings = RedactedStrings(tuple(spellings))
        went = Counter((place.part, str(place.kind), place.block) for place in redacted)
        stood = {_key(story, block): _count(strings, block.text) for story, block in before.blocks()}
        return cls(strings.strings, {key: max(0, stood.get(key, 0) - many) for key, many in went.items()})


@dataclass(frozen=True, slots=True, order=True)
class KeptTerm:
    """A paragraph in which a reviewer kept a term, and how often; `index` is the position of the term."""

    part: str
    found_in: FoundIn
    placeholder: str
    index: int
    count: int

    @property
    def how(self) -> str:
        """The paragraph in words."""
        return self.found_in.words

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object for reports."""
        return {
            "part": self.part,
            **self.found_in.as_json(),
            "placeholder": self.placeholder,
            "term": self.index,
            "count": self.count,
        }


def check_partial_terms(
    document: Document, terms: Sequence[PartlyRedactedTerm]
) -> tuple[tuple[LeftPlace, ...], tuple[KeptTerm, ...]]:
    """Return where these terms are left although they should be redacted, and where a decision keeps them."""
    left: dict[LeftPlace, None] = {}
    staying: list[KeptTerm] = []
    for index, term in enumerate(terms):
        for story, block, found in _found(document, RedactedStrings(term.spellings)):
            placeholder, paragraph = term.spellings[0].placeholder, paragraph_of(story, block)
            may_stay = term.stays.get(_key(story, block), found)
            if found > may_stay:
                left[LeftPlace(story.part, paragraph, placeholder, None, found - may_stay)] = None
            if may_stay:
                staying.append(KeptTerm(story.part, paragraph, placeholder, index, min(found, may_stay)))
    return tuple(left), tuple(staying)


def _found(document: Document, strings: RedactedStrings) -> Iterator[tuple[Story, Block, int]]:
    """Count a term in each paragraph; what tracked changes leave alone counts in the text of now only."""
    every = (
        Place(story.part, story.kind, block.ordinal, span)
        for story, block in document.blocks()
        for span in _spans(strings, block.text)
    )
    once = counted_once(document, every, lambda each: each)
    counts = Counter((place.part, str(place.kind), place.block) for place in once)
    for story, block in document.blocks():
        if found := counts[_key(story, block)]:
            yield story, block, found


def _count(strings: RedactedStrings, text: str) -> int:
    return len(_spans(strings, text))


def _spans(strings: RedactedStrings, text: str) -> list[Span]:
    """Return where a term stands in a text; two spellings that match at the same place are one."""
    shown = placeholders_as_borders(strings.readable(text))
    return [span for span, _ in merge_overlapping((span, "") for _, span in strings.find(shown))]


def _key(story: Story, block: Block) -> BlockKey:
    return story.part, str(story.kind), block.ordinal

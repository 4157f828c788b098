"""Terms that were redacted in some places only: whether they are gone there, and where they stay.

Somebody redacts a word in one paragraph and leaves it in all others. Such a term is nobody's leak where it stays,
and yet it has to be gone where it was to go; so it is counted, paragraph by paragraph.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from backend.document.model import Block, Document, Place, Story
from backend.document.placeholders import bordered
from backend.document.redacted_strings import RedactedString, RedactedStrings
from backend.document.spans import joined
from backend.verification.places import LeftPlace
from backend.verification.recheck import paragraph

BlockKey = tuple[str, str, int]
"""Part, kind and ordinal of a paragraph."""


@dataclass(frozen=True, slots=True)
class Partly:
    """A term that went from some of its places: all its spellings, and how often it may stay in those paragraphs.

    In a paragraph that `stays` does not name it may stand as often as it did before.
    """

    spellings: tuple[RedactedString, ...]
    stays: Mapping[BlockKey, int]

    @classmethod
    def of(cls, spellings: Iterable[RedactedString], gone: Iterable[Place], before: Document) -> "Partly":
        """A term that went from the places `gone`; the rest of it, counted in the document as it was, may stay."""
        strings = RedactedStrings(tuple(spellings))
        went = Counter((place.part, str(place.kind), place.block) for place in gone)
        stood = {_key(story, block): _count(strings, block.text) for story, block in before.blocks()}
        return cls(strings.strings, {key: max(0, stood.get(key, 0) - many) for key, many in went.items()})


@dataclass(frozen=True, slots=True, order=True)
class Staying:
    """A paragraph in which a term stays by somebody's decision, and how often; `index` tells which term."""

    part: str
    how: str
    placeholder: str
    index: int
    count: int

    def as_json(self) -> dict[str, Any]:
        """The object of reports."""
        return {
            "part": self.part,
            "how": self.how,
            "placeholder": self.placeholder,
            "term": self.index,
            "count": self.count,
        }


def look_for(document: Document, terms: Sequence[Partly]) -> tuple[tuple[LeftPlace, ...], tuple[Staying, ...]]:
    """What is left of these terms where they were to go, and where they stay."""
    left: dict[LeftPlace, None] = {}
    staying: list[Staying] = []
    for index, term in enumerate(terms):
        for story, block, found in _found(document, RedactedStrings(term.spellings)):
            placeholder, how = term.spellings[0].placeholder, paragraph(story, block)
            may_stay = term.stays.get(_key(story, block), found)
            if found > may_stay:
                left[LeftPlace(story.part, how, placeholder, None)] = None
            if may_stay:
                staying.append(Staying(story.part, how, placeholder, index, min(found, may_stay)))
    return tuple(left), tuple(staying)


def _found(document: Document, strings: RedactedStrings) -> Iterator[tuple[Story, Block, int]]:
    for story, block in document.blocks():
        if found := _count(strings, block.text):
            yield story, block, found


def _count(strings: RedactedStrings, text: str) -> int:
    """How often a term stands in a text: what is found twice at one place, by two spellings, is there once."""
    return len(list(joined((span, "") for _, span in strings.find(bordered(text)))))


def _key(story: Story, block: Block) -> BlockKey:
    return story.part, str(story.kind), block.ordinal

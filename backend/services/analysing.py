"""One document for somebody who waits in Word: analysed in memory, and where Word finds what was suggested.

Python counts code points and Word counts UTF-16 units; here every place gets both, and nowhere else.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from typing import Any

from backend.blocking.utility import Objective
from backend.document.model import NOTHING_OUTSIDE, Block, Document, Outside, Place, Story, StoryKind
from backend.document.placeholders import spell
from backend.document.spans import Utf16Offsets
from backend.document.tokens import Token, tokens
from backend.errors import InvalidRequest
from backend.ooxml.in_place import Obstacles, obstacles
from backend.redaction.plan import Sought
from backend.review.suggestions import Suggestion
from backend.services.analyse import Analysis, HideRequest, analyse
from backend.services.batch import Subjects
from backend.services.choosing import Subject
from backend.services.reading import WordFile, open_file
from backend.services.suggest import SuggestedFile
from backend.services.wishes import with_lists

BlockKey = tuple[str, StoryKind, int]
"""Part, kind of story and ordinal: what tells one block of a document from all others."""


@dataclass(frozen=True, slots=True)
class AnalysedDocument:
    """What should go from a document, and where Word finds it."""

    name: str
    client: str | None
    analysis: Analysis
    document: Document
    obstacles: Obstacles
    model: str | None
    _texts: "_Texts" = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_texts", _Texts.of(self.document))

    def as_json(self) -> dict[str, Any]:
        """What `suggest --json` prints for a file, with more of each suggestion, and of the document.

        `words` are all that count, so that whoever has them can ask what the document looks like without some of
        them (`services.look`); those of a suggestion go with it.
        """
        told = SuggestedFile(self.name, self.client, self.analysis).as_json()
        for each, row in zip(self.analysis.suggestions, told["suggestions"], strict=True):
            row.update(self._of_suggestion(each))
            self._add_offsets(each.places, row["places"])
        for miss, row in zip(self.analysis.near_misses, told["near_misses"], strict=True):
            self._add_offsets(miss.places, row["places"])
        del told["error"]
        return {
            **told,
            "model": self.model,
            "words": dict(self._texts.words()),
            "sought": [_sought(each) for each in self.analysis.sought],
            "obstacles": self.obstacles.as_json(),
        }

    def _of_suggestion(self, each: Suggestion) -> dict[str, Any]:
        return {
            "count": each.count,
            "spellings": list(each.spellings),
            "case_sensitive": each.case_sensitive,
            "words": dict(self._texts.words_at(each.places)),
            "expected": self._texts.expected(each.places),
        }

    def _add_offsets(self, places: Iterable[Place], rows: Iterable[dict[str, Any]]) -> None:
        for place, row in zip(places, rows, strict=True):
            key = _key(place)
            offsets = self._texts.offsets(key)
            row["text"] = place.span.of(offsets.text)
            row["utf16"] = {
                "start": offsets.to_utf16(place.span.start),
                "end": offsets.to_utf16(place.span.end),
            }
            row["obstacles"] = [each.value for each in self.obstacles.at(place, row["text"])]


def analyse_content(name: str, content: bytes, subjects: Subjects) -> AnalysedDocument:
    """Analyse a file that was sent, as `subjects.hide` asks.

    Raises a DocumentError when it cannot be read, PipelineUnusable.
    """
    opened = open_file(name, content, subjects.hide.policy)
    met = obstacles(opened.package) if isinstance(opened, WordFile) else Obstacles()
    return _analysed(name, opened.document, opened.outside, met, subjects)


def analyse_stories(document: Document, subjects: Subjects) -> AnalysedDocument:
    """Analyse text that somebody else has read out of a document.

    Raises PipelineUnusable.
    """
    return _analysed("", document, NOTHING_OUTSIDE, Obstacles(), subjects)


def _analysed(
    name: str, document: Document, outside: Outside, met: Obstacles, subjects: Subjects
) -> AnalysedDocument:
    subject = subjects.only()
    request = with_lists(subjects.hide, subject)
    analysis = analyse(document, subject, request, nested=levels_at_once(request), outside=outside)
    version = subject.model.version if subject else None
    return AnalysedDocument(name, _name_of(subject), analysis, document, met, version)


def document_of(stories: Iterable[tuple[str, str, Sequence[tuple[int, str]]]]) -> Document:
    """A document of stories: part, kind, and the paragraphs by their ordinals.

    Raises InvalidRequest when two of them are one story, or two paragraphs of a story one paragraph.
    """
    found = tuple(
        Story(part, StoryKind(kind), tuple(Block(ordinal, text) for ordinal, text in blocks if text))
        for part, kind, blocks in stories
    )
    keys = [(story.part, story.kind, block.ordinal) for story in found for block in story.blocks]
    if len({(story.part, story.kind) for story in found}) < len(found) or len(set(keys)) < len(keys):
        raise InvalidRequest(
            "a story or a paragraph is given twice; give each a part, a kind or an ordinal of its own"
        )
    return Document(found)


def levels_at_once(request: HideRequest) -> bool:
    """Whether all levels are found, each upon the one below: quick one by one, slow by a program for each."""
    return request.wish.objective is Objective.SIMPLE


def _name_of(subject: Subject | None) -> str | None:
    return None if subject is None else subject.model.clients[subject.client].name


def _sought(each: Sought) -> dict[str, Any]:
    return {
        "term": each.phrase.text,
        "placeholder": spell(each.entity),
        "case_sensitive": each.phrase.case_sensitive,
    }


@dataclass(frozen=True, slots=True)
class _Texts:
    """The text of each block, and what is asked of it more than once."""

    blocks: Mapping[BlockKey, str]
    _offsets: dict[BlockKey, Utf16Offsets] = field(default_factory=dict)
    _tokens: dict[BlockKey, list[Token]] = field(default_factory=dict)

    @classmethod
    def of(cls, document: Document) -> "_Texts":
        return cls({(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()})

    def offsets(self, key: BlockKey) -> Utf16Offsets:
        """Both kinds of offsets of a block."""
        if key not in self._offsets:
            self._offsets[key] = Utf16Offsets(self.blocks[key])
        return self._offsets[key]

    def tokens(self, key: BlockKey) -> list[Token]:
        """The terms of a block."""
        if key not in self._tokens:
            self._tokens[key] = tokens(self.blocks[key])
        return self._tokens[key]

    def words(self) -> Counter[str]:
        """Every term of the text that counts."""
        return Counter(token.term for key in self.blocks if key[1].counted for token in self.tokens(key))

    def words_at(self, places: Iterable[Place]) -> Counter[str]:
        """The terms that go when these places go; a piece of a term takes all of it along."""
        gone: Counter[str] = Counter()
        for place in places:
            if place.kind.counted:
                found = self.tokens(_key(place))
                first = bisect_right(found, place.span.start, key=_end)
                gone.update(each.term for each in takewhile(partial(_begins_before, place.span.end), found[first:]))
        return gone

    def expected(self, places: Iterable[Place]) -> list[dict[str, Any]]:
        """For each story and each way the term is written there: what a search as Word does it should find.

        `hits` counts the string wherever it stands, `places` those that are to go: a name may stand within another.
        """
        written = Counter((place.part, place.kind, place.span.of(self.blocks[_key(place)])) for place in places)
        return [
            {
                "story": {"part": part, "kind": kind.value},
                "text": text,
                "places": count,
                "hits": sum(block.count(text) for key, block in self.blocks.items() if key[:2] == (part, kind)),
            }
            for (part, kind, text), count in written.items()
        ]


def _key(place: Place) -> BlockKey:
    return place.part, place.kind, place.block


def _end(token: Token) -> int:
    return token.end


def _begins_before(end: int, token: Token) -> bool:
    return token.start < end

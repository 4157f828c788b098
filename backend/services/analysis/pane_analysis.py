"""One document for the pane: analysed in memory, with the places of every suggestion as Word counts them.

Python counts code points and Word counts UTF-16 units; this is the only module that converts places.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from backend.document.model import NOTHING_OUTSIDE, Block, Document, Place, Story, StoryKind, TextOutsideStories
from backend.document.placeholders import count_placeholders, last_numbers
from backend.document.spans import Span, Utf16Offsets
from backend.document.text_cache import cached_texts
from backend.document.tokens import terms
from backend.errors import InvalidRequest
from backend.messages.message import Message, Wording, reason_as_json
from backend.messages.problems import StoryTwice
from backend.ooxml.word.unsearchable import Obstacles, obstacles
from backend.processes.child import text_was_read
from backend.redaction.placeholders import PlaceholderStyle, assign_placeholders, unnumbered_placeholder
from backend.redaction.plan import SoughtString
from backend.review.suggestions import Suggestion
from backend.services.analysis.analyse import Analysis, analyse
from backend.services.analysis.clean_copy import copy_of
from backend.services.analysis.nested_terms import NestedTerms
from backend.services.analysis.panel_answers import with_panel
from backend.services.analysis.privacy_figures import with_privacy
from backend.services.analysis.substring_index import Hits
from backend.services.analysis.suggest import SuggestedFile, place_as_json
from backend.services.files.reading import OpenFile, WordFile, open_file
from backend.services.request.effective import EffectiveRequest

BlockKey = tuple[str, StoryKind, int]
"""Part, kind of story and ordinal: what tells one block of a document from all others."""

Written = Mapping[tuple[str, StoryKind, str], int]
"""How often a term stands in a story in each of its spellings, by part, kind and spelling."""


@dataclass(frozen=True, slots=True)
class AnalysedDocument:
    """The analysis of a document with places as Word counts them; `words` are its counted words.

    `placeholders` are those that redaction writes for the suggestions, in the `style` of the request or its policy.
    """

    name: str
    client: str | None
    analysis: Analysis
    style: PlaceholderStyle
    texts: "Texts"
    words: Counter[str]
    obstacles: Obstacles
    model: str | None
    review_policy: str
    placeholders: Mapping[str, str]
    nested: NestedTerms

    def as_json(self, worded: Wording, more: Sequence[Message] = ()) -> dict[str, Any]:
        """What `suggest --json` prints for a file, with more details of each suggestion and of the document.

        Whoever has the `words` of the document and of its suggestions can ask what it looks like without some of
        them (`services.models.guess.guess_document`). `more` are warnings
        beside those of the analysis.
        """
        analysis = replace(self.analysis, warnings=(*self.analysis.warnings, *more))
        content = SuggestedFile(self.name, self.client, analysis, self.review_policy).as_json(worded)
        for each, row in zip(self.analysis.suggestions, content["suggestions"], strict=True):
            row.update(self._of_suggestion(each), placeholder=self.placeholders[each.id])
            self._add_offsets(each.places, row["places"])
        for miss, row in zip(self.analysis.near_misses, content["near_misses"], strict=True):
            row["expected"] = self.expected(miss.places)
            self._add_offsets(miss.places, row["places"])
        del content["error"], content["earlier"]
        return {
            **content,
            "model": self.model,
            "words": dict(self.words),
            "placeholders": count_placeholders(
                text for (_, kind, _), text in self.texts.blocks.items() if not kind.repeats
            ),
            "sought": [_sought(each, self.style) for each in self.analysis.sought],
            "asked": [
                {"term": each.term, "suggestions": list(each.suggestions), "inside": list(each.inside)}
                for each in self.nested.asked
            ],
            "obstacles": self.obstacles.as_json(),
            "unexamined": [
                {"part": part, **reason_as_json(why, worded)} for part, why in self.analysis.unexamined.items()
            ],
        }

    def _of_suggestion(self, each: Suggestion) -> dict[str, Any]:
        written = self._written(each.places)
        return {
            "count": each.count,
            "spellings": list(each.spellings),
            "case_sensitive": each.case_sensitive,
            "inside": list(self.nested.inside.get(each.id, ())),
            "elsewhere": self.nested.elsewhere.get(each.id, 0),
            "words": _words_of(written),
            "expected": self._expected(written),
        }

    def expected(self, places: Iterable[Place]) -> list[dict[str, Any]]:
        """What a search in Word should find for a term at these places."""
        return self._expected(self._written(places))

    def places_as_json(self, places: Sequence[Place]) -> list[dict[str, Any]]:
        """Places with everything that Word needs of them."""
        rows = [place_as_json(each) for each in places]
        self._add_offsets(places, rows)
        return rows

    def _written(self, places: Iterable[Place]) -> Written:
        return Counter((place.part, place.kind, self.texts.at(place)) for place in places)

    def _expected(self, written: Written) -> list[dict[str, Any]]:
        """What a search in Word should find."""
        return [
            {
                "story": {"part": part, "kind": kind.value},
                "text": text,
                "places": places,
                "hits": self.texts.hits(part, kind, text),
            }
            for (part, kind, text), places in written.items()
        ]

    def _add_offsets(self, places: Sequence[Place], rows: Iterable[dict[str, Any]]) -> None:
        texts = [self.texts.at(place) for place in places]
        met = self.obstacles.of(places, texts)
        for place, row, text, there in zip(places, rows, texts, met, strict=True):
            row["text"] = text
            row["utf16"] = self.texts.utf16(place)
            row["hit"] = self.texts.hit(place)
            row["obstacles"] = [each.value for each in there]


def analyse_content(name: str, content: bytes, request: EffectiveRequest) -> AnalysedDocument:
    """Analyse the bytes of a file.

    Raises a DocumentError when it cannot be read, PipelineUnusable.
    """
    opened = open_file(name, content, request.cleaning)
    met = obstacles(opened.package) if isinstance(opened, WordFile) else Obstacles()
    copy = copy_of(name, content, request)
    return _analysed(name, opened.document, opened.outside, met, request, copy)


def analyse_stories(document: Document, request: EffectiveRequest) -> AnalysedDocument:
    """Analyse text that the caller has read out of a document.

    Raises PipelineUnusable.
    """
    return _analysed("", document, NOTHING_OUTSIDE, Obstacles(), request)


@cached_texts()
def _analysed(
    name: str,
    document: Document,
    outside: TextOutsideStories,
    met: Obstacles,
    request: EffectiveRequest,
    copy: OpenFile | None = None,
) -> AnalysedDocument:
    analysis = analyse(document, request, near_misses=True, outside=outside, copy=copy)
    analysis = with_privacy(document, request, with_panel(document, request, analysis))
    words = Counter(word for text in document.counted_texts() for word in terms(text))
    texts = Texts.of(document)
    numbers = last_numbers(texts.blocks.values())
    placeholders = assign_placeholders(analysis.suggestions, request.style, numbers)
    return AnalysedDocument(
        name,
        request.client,
        analysis,
        request.style,
        texts,
        words,
        met,
        request.model,
        request.policy_name,
        placeholders,
        NestedTerms.of(document, analysis.suggestions, placeholders, request.asked.always),
    )


def document_of(stories: Iterable[tuple[str, str, Sequence[tuple[int, str]]]]) -> Document:
    """Build a document from stories: part, kind, and the paragraphs by their numbers.

    Raises InvalidRequest when two of them are one story, or two paragraphs of a story one paragraph.
    """
    found = tuple(
        Story(part, StoryKind(kind), tuple(Block(ordinal, text) for ordinal, text in blocks if text))
        for part, kind, blocks in stories
    )
    keys = [(story.part, story.kind, block.ordinal) for story in found for block in story.blocks]
    if len({(story.part, story.kind) for story in found}) < len(found) or len(set(keys)) < len(keys):
        raise InvalidRequest(StoryTwice())
    document = Document(found)
    text_was_read(document.length)
    return document


def _sought(each: SoughtString, style: PlaceholderStyle) -> dict[str, Any]:
    return {
        "term": each.phrase.text,
        "placeholder": unnumbered_placeholder(each.entity, style),
        "case_sensitive": each.phrase.case_sensitive,
    }


def _words_of(written: Written) -> dict[str, int]:
    """The words that are redacted with a term, from counted text."""
    words: Counter[str] = Counter()
    for (_, kind, text), places in written.items():
        if kind.counted:
            for word in terms(text):
                words[word] += places
    return dict(words)


@dataclass(frozen=True, slots=True)
class Texts:
    """The text of each block, and the text of each story as Word searches it."""

    blocks: Mapping[BlockKey, str]
    stories: Mapping[tuple[str, StoryKind], str]
    _starts: Mapping[BlockKey, int]
    """Where each block begins in its story."""
    _hits: dict[tuple[str, StoryKind], Hits] = field(default_factory=dict, repr=False)
    _offsets: dict[BlockKey, Utf16Offsets] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, document: Document) -> "Texts":
        """The texts of a document."""
        return cls(
            {(story.part, story.kind, block.ordinal): block.text for story, block in document.blocks()},
            {
                (story.part, story.kind): _BETWEEN.join(block.text for block in story.blocks)
                for story in document.stories
            },
            {
                (story.part, story.kind, block.ordinal): start
                for story in document.stories
                for block, start in zip(story.blocks, _starts(story.blocks), strict=True)
            },
        )

    def at(self, place: Place) -> str:
        """The text at a place."""
        return self.blocks[place.part, place.kind, place.block][place.span.start : place.span.end]

    def hits(self, part: str, kind: StoryKind, text: str) -> int:
        """How many hits a search in Word for this string has in a story, inside longer words too."""
        return len(self._found(part, kind, text))

    def hit(self, place: Place) -> int | None:
        """The index of a place among the hits of its text; None if a search misses it (`aa` in `aaa`)."""
        found = self._found(place.part, place.kind, self.at(place))
        at = self._starts[place.part, place.kind, place.block] + place.span.start
        ordinal = bisect_left(found, at)
        return ordinal if ordinal < len(found) and found[ordinal] == at else None

    def _found(self, part: str, kind: StoryKind, text: str) -> list[int]:
        hits = self._hits.get((part, kind))
        if hits is None:
            hits = self._hits[part, kind] = Hits(self.stories[part, kind])
        return hits.of(text)

    def utf16(self, place: Place) -> dict[str, int]:
        """The offsets of a place in UTF-16 units."""
        offsets = self._offsets_of((place.part, place.kind, place.block))
        return {"start": offsets.to_utf16(place.span.start), "end": offsets.to_utf16(place.span.end)}

    def span(self, block: BlockKey, start: int, end: int) -> Span | None:
        """The span of UTF-16 offsets in a block; None if the block or the offsets do not exist."""
        if block not in self.blocks:
            return None
        offsets = self._offsets_of(block)
        try:
            return Span(offsets.from_utf16(start), offsets.from_utf16(end))
        except ValueError:
            return None

    def _offsets_of(self, block: BlockKey) -> Utf16Offsets:
        offsets = self._offsets.get(block)
        if offsets is None:
            offsets = self._offsets[block] = Utf16Offsets(self.blocks[block])
        return offsets


def _starts(blocks: Iterable[Block]) -> Iterator[int]:
    """The start of each block when all blocks are joined."""
    at = 0
    for block in blocks:
        yield at
        at += len(block.text) + len(_BETWEEN)


_BETWEEN = "\0"
"""Between two paragraphs, where no search goes across; XML cannot hold it."""

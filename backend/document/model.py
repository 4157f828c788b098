"""The document model: frozen stories, blocks and places."""

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from backend.document.spans import Span

NESTED_IN = "!/"
"""In the name of a part of a file within the document, between the names of both."""


class StoryKind(StrEnum):
    """What a stretch of text is to a person who reads the document in Word."""

    BODY = "body"
    HEADER = "header"
    FOOTER = "footer"
    FOOTNOTES = "footnotes"
    ENDNOTES = "endnotes"
    COMMENTS = "comments"
    TEXT_BOX = "text box"
    BEFORE_DELETION = "before deletion"
    """Paragraphs as they read before tracked changes; Word still keeps what was deleted."""
    COPY = "copy"
    """The second copy of a text box that Word keeps for older readers."""
    EMBEDDED = "embedded document"
    """Whatever a Word file in the document says, in all of its stories."""
    SHEET = "embedded workbook"
    """Cells, comments and other words of an Excel file in the document, each text a block."""

    @property
    def counted(self) -> bool:
        """Whether the text counts for training and for k; the rest is searched and cleaned only."""
        return self not in (StoryKind.EMBEDDED, StoryKind.SHEET) and not self.repeats

    @property
    def repeats(self) -> bool:
        """Whether the text is an earlier state or a second copy of what another story says."""
        return self in (StoryKind.BEFORE_DELETION, StoryKind.COPY)


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph; `ordinal` is its place in its part's XML order, paragraphs inside others included.

    In a workbook it is one text, by its place among the texts of its part. A text file is one block, the whole
    file, with ordinal 0.
    """

    ordinal: int
    text: str


@dataclass(frozen=True, slots=True)
class Story:
    """The blocks of one kind in one part of the package (`part` is empty for a text file)."""

    part: str
    kind: StoryKind
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A span of one block, named as the contract names it."""

    part: str
    kind: StoryKind
    block: int
    span: Span


@dataclass(frozen=True, slots=True)
class Replacement:
    """A place and the placeholder that shall stand there instead."""

    place: Place
    placeholder: str


@dataclass(frozen=True, slots=True)
class Document:
    """What a file says, story by story, and the oddities met while reading it.

    `warnings` are sentences for people, without text of the document; they travel with every result.
    """

    stories: tuple[Story, ...]
    warnings: tuple[str, ...] = ()

    def blocks(self) -> Iterator[tuple[Story, Block]]:
        """Every block with its story, in the order of the package."""
        for story in self.stories:
            for block in story.blocks:
                yield story, block

    @property
    def length(self) -> int:
        """The characters of all blocks together."""
        return sum(len(block.text) for _, block in self.blocks())

    def counted_texts(self) -> tuple[str, ...]:
        """The texts of the blocks that count for training and for k, each once."""
        return tuple(block.text for story, block in self.blocks() if story.kind.counted)

    def readable_texts(self) -> tuple[str, ...]:
        """The texts of all blocks that somebody can read, each once: of embedded files too, and with deletions.

        A paragraph with tracked changes is there as it was before them; the second copy of a text box where it
        says something else than the first.
        """
        return tuple(block.text for _, block in self._readable())

    def own_texts(self) -> tuple[str, ...]:
        """The readable texts of the document itself, without those of the files in it."""
        return tuple(block.text for story, block in self._readable() if NESTED_IN not in story.part)

    def embedded_texts(self) -> dict[str, tuple[str, ...]]:
        """The readable texts of each file in the document, with those of files in that, by its part."""
        found: dict[str, list[str]] = {}
        for story, block in self._readable():
            file, nested, _ = story.part.partition(NESTED_IN)
            if nested:
                found.setdefault(file, []).append(block.text)
        return {file: tuple(texts) for file, texts in found.items()}

    def _readable(self) -> Iterator[tuple[Story, Block]]:
        before = {
            (story.part, block.ordinal) for story, block in self.blocks() if story.kind is StoryKind.BEFORE_DELETION
        }
        boxes = {(story.part, block.text) for story, block in self.blocks() if story.kind is StoryKind.TEXT_BOX}
        for story, block in self.blocks():
            if story.kind is StoryKind.BEFORE_DELETION or (
                (story.part, block.ordinal) not in before and not _is_second(story, block, boxes)
            ):
                yield story, block


def _is_second(story: Story, block: Block, boxes: Container[tuple[str, str]]) -> bool:
    return story.kind is StoryKind.COPY and (story.part, block.text) in boxes


@dataclass(frozen=True, slots=True)
class Outside:
    """What people wrote in a file outside its stories, each text once.

    `said` are those of the `texts` that name people as prose does (authors, alt texts, words in a chart); the
    others are link targets, field instructions, names of styles and shapes. Where a file hides some of its text,
    `shown` is what of the counted texts is left to see.
    """

    texts: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    shown: tuple[str, ...] | None = None


NOTHING_OUTSIDE = Outside()


@dataclass(frozen=True, slots=True)
class Edited:
    """A text after replacements, and the way back to where its untouched stretches stood.

    `starts` and `shifts` have one entry a stretch: where it begins now, and how much further on it stood before.
    """

    text: str
    starts: tuple[int, ...]
    shifts: tuple[int, ...]

    def back(self, span: Span) -> Span:
        """Where a span of an untouched stretch stood before.

        >>> edited("Ann met Bo", [(Span(0, 3), "[PERSON 1]")]).back(Span(15, 17))
        Span(start=8, end=10)
        """
        shift = self.shifts[bisect_right(self.starts, span.start) - 1]
        return Span(span.start + shift, span.end + shift)


def edited(text: str, replacements: Iterable[tuple[Span, str]]) -> Edited:
    """Put each new text where its span is; spans must not overlap and may come in any order.

    Raises ValueError when they overlap or leave the text.
    """
    pieces: list[str] = []
    starts, shifts = [0], [0]
    done = length = 0
    for span, new in sorted(replacements, key=lambda pair: pair[0]):
        if span.start < done or span.end > len(text):
            raise ValueError("replacements overlap or leave the text")
        pieces += text[done : span.start], new
        length += span.start - done + len(new)
        done = span.end
        starts.append(length)
        shifts.append(done - length)
    return Edited("".join((*pieces, text[done:])), tuple(starts), tuple(shifts))


def replaced(text: str, replacements: Iterable[tuple[Span, str]]) -> str:
    """The text of `edited` alone; raises as it does.

    >>> replaced("Call Ann now", [(Span(5, 8), "[PERSON 1]")])
    'Call [PERSON 1] now'
    """
    return edited(text, replacements).text

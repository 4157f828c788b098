"""The document model: frozen stories, blocks and places."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from backend.document.spans import Span
from backend.document.tables import Table
from backend.messages.message import Message

NESTED_IN = "!/"
"""In the name of a part of a file within the document, between the names of both."""


class StoryKind(StrEnum):
    """The role of a story for a person who reads the document in Word."""

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
        """Whether the text counts for training and for k. Other text is only searched and cleaned."""
        return self not in (StoryKind.EMBEDDED, StoryKind.SHEET) and not self.repeats

    @property
    def repeats(self) -> bool:
        """Whether the text is an earlier state or a second copy of the text of another story."""
        return self in (StoryKind.BEFORE_DELETION, StoryKind.COPY)


Stretches: TypeAlias = tuple[tuple[int, int, int], ...]
"""What tracked changes leave alone of a paragraph: start and end before them, and where it starts now."""


def span_now(unchanged: Stretches, span: Span) -> Span | None:
    """Return where a span of the text before tracked changes stands now; None where a change touches it.

    >>> span_now(((3, 10, 0),), Span(8, 10))
    Span(start=5, end=7)
    """
    for start, end, now in unchanged:
        if start <= span.start and span.end <= end:
            return Span(span.start - start + now, span.end - start + now)
    return None


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph. `ordinal` is its position in the XML order of its part; nested paragraphs count too.

    In a workbook a block is one text, and `ordinal` is its position among the texts of its part. A text file is a
    single block with ordinal 0.

    `unchanged` are the stretches of a BEFORE_DELETION block that the tracked changes leave alone.
    """

    ordinal: int
    text: str
    unchanged: Stretches = ()


@dataclass(frozen=True, slots=True)
class Story:
    """The blocks of one kind in one part of the package (`part` is empty for a text file)."""

    part: str
    kind: StoryKind
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A span of one block. The contract names places by the same fields."""

    part: str
    kind: StoryKind
    block: int
    span: Span


@dataclass(frozen=True, slots=True)
class Replacement:
    """A place, and the placeholder that replaces its text."""

    place: Place
    placeholder: str


@dataclass(frozen=True, slots=True)
class Document:
    """The text of a file, story by story, and warnings about oddities found while reading it.

    `warnings` hold no text of the document. They travel with every result.
    """

    stories: tuple[Story, ...]
    warnings: tuple[Message, ...] = ()
    tables: tuple[Table, ...] = ()

    def blocks(self) -> Iterator[tuple[Story, Block]]:
        """Yield every block with its story, in the order of the package."""
        for story in self.stories:
            for block in story.blocks:
                yield story, block

    @property
    def length(self) -> int:
        """The number of characters in all blocks."""
        return sum(len(block.text) for _, block in self.blocks())

    def counted_texts(self) -> tuple[str, ...]:
        """The distinct texts of the blocks that count for training and for k."""
        return tuple(block.text for story, block in self.blocks() if story.kind.counted)


@dataclass(frozen=True, slots=True)
class Layers:
    """The text of one file that not every reader sees; `way` leads to its parts, and is empty for the document.

    `comments` are its parts of comments. For each way in which it keeps text out of sight, `without` has its texts
    without that. `beside` are its texts outside the stories: each kind, and its texts.
    """

    way: str = ""
    comments: frozenset[str] = frozenset()
    without: tuple[tuple[str, ...], ...] = ()
    beside: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class HeldName:
    """What a field says that holds a person or an organisation by definition, and which of them it is.

    `spelling` is the name as the field has it where codes stand inside it: `Kirsten;Gisela`.
    """

    entity: str
    text: str
    spelling: str = ""


@dataclass(frozen=True, slots=True)
class TextOutsideStories:
    """Text that people wrote in a file outside its stories, each text once.

    `said` are those of the `texts` that name people as prose does (authors, alt texts, words in a chart); the
    others are link targets, field instructions, names of styles and shapes. `layers` are those of the document and
    of each file in it. `held` are the names in fields that hold a name by definition, those of properties included.
    `removed` are texts that never stay as they are: properties, and the name of the file. `often` says of some
    `texts` how often the file has them outside its paragraphs; all others it has once.
    """

    texts: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    layers: tuple[Layers, ...] = ()
    held: tuple[HeldName, ...] = ()
    removed: tuple[str, ...] = ()
    often: Mapping[str, int] = field(default_factory=dict)


NOTHING_OUTSIDE = TextOutsideStories()


@dataclass(frozen=True, slots=True)
class EditedText:
    """A text after replacements, with a map from its unchanged stretches back to the original text.

    `starts` and `shifts` have one entry for each stretch: where it begins now, and how many characters later it
    began in the original text.
    """

    text: str
    starts: tuple[int, ...]
    shifts: tuple[int, ...]

    def back(self, span: Span) -> Span:
        """Return where a span of an unchanged stretch stood in the original text.

        >>> apply_replacements("Ann met Bo", [(Span(0, 3), "[PERSON 1]")]).back(Span(15, 17))
        Span(start=8, end=10)
        """
        shift = self.shifts[bisect_right(self.starts, span.start) - 1]
        return Span(span.start + shift, span.end + shift)


def apply_replacements(text: str, replacements: Iterable[tuple[Span, str]]) -> EditedText:
    """Replace each span by its new text. Spans must not overlap and may come in any order.

    Raises ValueError when spans overlap or lie outside the text.
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
    return EditedText("".join((*pieces, text[done:])), tuple(starts), tuple(shifts))


def replaced_text(text: str, replacements: Iterable[tuple[Span, str]]) -> str:
    """Return only the text of `apply_replacements`; raises as it does.

    >>> replaced_text("Call Ann now", [(Span(5, 8), "[PERSON 1]")])
    'Call [PERSON 1] now'
    """
    return apply_replacements(text, replacements).text

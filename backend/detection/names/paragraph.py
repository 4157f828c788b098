"""A paragraph as the name rules read it: its words, their positions, and the names found so far."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from backend.detection.patterns.readable_text import ReadableText, readable_text
from backend.detection.patterns.template import PatternMatch
from backend.document.spans import Span, SpanCover, merge_overlapping
from backend.messages.message import Message

Stories = Sequence[Sequence[str]]
"""The texts of the blocks of each story."""
Matches = Sequence[Sequence[Sequence[PatternMatch]]]
"""Per story and block, the names in it, in order and without overlaps."""
Unread = Mapping[tuple[int, int], SpanCover]
"""By story and block, the stretches of the visible text that nobody searches for names."""

_WORD = re.compile(r"([^\W_]+(?:['’](?![sS](?![^\W_]))[^\W_]+)*)(?:['’][sS](?![^\W_]))?")
_LONGEST_WORD = 64
"""Longer runs are texts without spaces; a rule that read one for each name in it would never end."""
_BEGINS_AFTER = frozenset(".!?:;\n\r\t|•")
_OPENING = " \"'(“‘„«*_>-"


@dataclass(frozen=True, slots=True)
class NameSpan:
    """A name in the visible text of a paragraph, `start` up to `end`; the other fields are as in a PatternMatch."""

    entity: str
    start: int
    end: int
    score: float
    why: Message


@dataclass(frozen=True, slots=True, eq=False)
class NameParagraph:
    """A block: `words[i]` is at `starts[i]` up to `ends[i]` of the visible text, without its possessive."""

    seen: ReadableText
    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    names: tuple[NameSpan, ...] = ()

    @classmethod
    def of(cls, text: str, matches: Iterable[PatternMatch] = ()) -> "NameParagraph":
        """Read the text of a block and the names found in it.

        >>> NameParagraph.of("Zoë O'Neill-Ross’s dog").words
        ('Zoë', "O'Neill", 'Ross', 'dog')
        """
        seen = readable_text(text)
        words, starts, ends = [], [], []
        for match in _WORD.finditer(seen.text):
            start, end = match.span(1)
            if end - start > _LONGEST_WORD:
                continue
            words.append(match[1])
            starts.append(start)
            ends.append(end)
        names = tuple(_named(seen, match) for match in matches)
        return cls(seen, tuple(words), tuple(starts), tuple(ends), names)

    @property
    def text(self) -> str:
        """The visible text."""
        return self.seen.text

    def matches(self) -> tuple[PatternMatch, ...]:
        """The names, with spans in the original text."""
        return tuple(
            PatternMatch(name.entity, self.seen.span(name.start, name.end), name.score, name.why)
            for name in self.names
        )

    def having(self, found: Iterable[NameSpan]) -> "NameParagraph":
        """Return the paragraph with more names; overlapping names become one, of the kind of the longest."""
        more = tuple(found)
        if not more:
            return self
        spans = merge_overlapping((Span(name.start, name.end), name) for name in (*self.names, *more))
        return self.with_names(
            name
            if (name.start, name.end) == (span.start, span.end)
            else replace(name, start=span.start, end=span.end)
            for span, name in spans
        )

    def with_names(self, names: Iterable[NameSpan]) -> "NameParagraph":
        """The paragraph with these names in place of its own."""
        kept = tuple(names)
        if kept == self.names:
            return self
        return NameParagraph(self.seen, self.words, self.starts, self.ends, kept)

    def outside(self, unread: SpanCover | None) -> "NameParagraph":
        """The paragraph without the names in these stretches of its visible text."""
        if unread is None:
            return self
        return self.with_names(name for name in self.names if not unread.overlaps(Span(name.start, name.end)))

    def gap(self, word: int) -> str:
        """Return the text between a word and the next one, including a possessive."""
        if word + 1 >= len(self.words):
            return self.text[self.ends[word] :]
        return self.text[self.ends[word] : self.starts[word + 1]]

    def range_of(self, name: NameSpan) -> range:
        """Return the indices of the words that overlap a name."""
        return range(bisect_right(self.ends, name.start), bisect_left(self.starts, name.end))

    def words_of(self, name: NameSpan) -> tuple[str, ...]:
        """The words of a name."""
        inside = self.range_of(name)
        return self.words[inside.start : inside.stop]

    def taken(self) -> bytearray:
        """Return for each word whether a name overlaps it."""
        taken = bytearray(len(self.words))
        for name in self.names:
            for word in self.range_of(name):
                taken[word] = 1
        return taken

    def begins(self, word: int) -> bool:
        """Tell whether a word begins a sentence, a line or an item, where any word has a capital.

        >>> paragraph = NameParagraph.of("He left. “Rook paid Ann.")
        >>> [paragraph.begins(i) for i in range(5)]
        [True, False, True, False, False]
        """
        before = self.text[max(0, self.starts[word] - 12) : self.starts[word]].rstrip(_OPENING)
        return not before or before[-1] in _BEGINS_AFTER or before.isspace()


def _named(seen: ReadableText, match: PatternMatch) -> NameSpan:
    start, end = _seen_offset(seen, match.span.start), _seen_offset(seen, match.span.end)
    return NameSpan(match.entity, start, end, match.score, match.why)


def _seen_offset(seen: ReadableText, offset: int) -> int:
    """How many characters that people see stand before an offset of the untouched text."""
    if not seen.dropped:
        return offset
    return offset - bisect_left(range(len(seen.dropped)), offset, key=lambda i: seen.dropped[i] + i)


def paragraphs(stories: Stories, matches: Matches) -> list[list[NameParagraph]]:
    """The blocks of a document as paragraphs, story by story."""
    return [
        [NameParagraph.of(text, found) for text, found in zip(story, names, strict=True)]
        for story, names in zip(stories, matches, strict=True)
    ]


def capital(word: str) -> bool:
    """Whether a word is written with a capital, as "Rook", "d'Estaing" and "McCoy" are."""
    return word[0].isupper() or (word[1:2] in ("'", "’") and word[2:3].isupper())


def initial(word: str) -> bool:
    """Whether a word is one capital letter."""
    return len(word) == 1 and word.isupper()

"""Define a pattern recogniser: an expression, a validator, and the words that must occur near it.

Every expression matches a bounded number of characters and is tried once at each position where its values may
begin. So the time is linear in the length of every text.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from backend.detection.patterns.candidate_starts import (
    AtWords,
    Begins,
    CandidateStarts,
    Labels,
    at_numbers,
    first_word,
)
from backend.detection.patterns.readable_text import readable_text
from backend.document.spans import Span
from backend.messages.message import Message
from backend.messages.patterns import Pattern
from backend.messages.reasons import MatchesPattern

Accept = Callable[[re.Match[str]], int]
"""How many characters of a match, from its start, are the value; 0 when it is none."""

LEFT = r"(?<![^\W_])(?<![^\W_]-)(?<!\d[.,/])"
"""A number begins here: it is not the inside or the later part of a longer word, code or decimal."""
RIGHT = r"(?![^\W_])(?!-[^\W_])(?![.,/]\d)"
"""A number ends here."""

_AFTER = 20
"""How many characters after a value its label may end: "123-45-6789 (SSN)"."""


@dataclass(frozen=True, slots=True)
class PatternMatch:
    """A value found in one text: its kind, span, certainty (0…1), and why it is one."""

    entity: str
    span: Span
    score: float
    why: Message


Recogniser = Callable[[str], Iterable[PatternMatch]]
"""What finds values of any kinds in the text of one block; a name recogniser takes the same seat."""


def accept_whole(match: re.Match[str]) -> int:
    """Accept the match as it is."""
    return len(match.group())


def accept_if(valid: Callable[[str], bool]) -> Accept:
    """Return a validator that accepts the whole match if `valid` returns True (mostly a check of python-stdnum)."""
    return lambda match: len(match.group()) if valid(match.group()) else 0


@dataclass(frozen=True, slots=True)
class Template:
    """One row of the table of recognisers.

    `begins` gives the positions where the expression is tried. The value is the match up to the length that
    `accept` returns. If the expression has a group called `value`, the value begins there, and the text before it
    is its label. With `context`, one of these lower-case words must stand at most `reach` characters before the
    value or right after it.
    """

    entity: str
    expression: str
    score: float
    pattern: Pattern
    accept: Accept = accept_whole
    context: tuple[str, ...] = ()
    reach: int = 60
    begins: Begins = at_numbers
    _why: Message = field(init=False, repr=False, compare=False)
    _pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _labelled: bool = field(init=False, repr=False, compare=False)
    _first_words: frozenset[str] = field(init=False, repr=False, compare=False)
    """Those of the context; most paragraphs hold none of them."""

    def __post_init__(self) -> None:
        pattern = re.compile(self.expression)
        object.__setattr__(self, "_why", MatchesPattern(self.pattern))
        object.__setattr__(self, "_pattern", pattern)
        object.__setattr__(self, "_labelled", "value" in pattern.groupindex)
        object.__setattr__(self, "_first_words", frozenset(map(first_word, self.context)))

    def matches(self, page: CandidateStarts) -> Iterator[PatternMatch]:
        """Yield each value of this template in the text, in order."""
        starts = page.places(self.begins)
        if not starts or (self.context and self._first_words.isdisjoint(page.words)):
            return
        near = Labels(page.phrases(self.context)) if self.context else None
        match_at, text, done = self._pattern.match, page.text, 0
        for start in starts:
            if start < done or not (match := match_at(text, start)):
                continue
            if near and not near.near(start, match.end(), self.reach, _AFTER):
                continue
            if kept := self.accept(match):
                done = start + kept
                begin = match.start("value") if self._labelled else start
                yield PatternMatch(self.entity, page.seen.span(begin, done), self.score, self._why)


class TemplateIndex:
    """A recogniser that tries only the templates with a candidate start in the text.

    Most templates have no candidate in most paragraphs. Those that begin at words are indexed by word, so that a
    paragraph of three words needs three look-ups, not one for each template.
    """

    def __init__(self, templates: Iterable[Template]) -> None:
        self._templates = tuple(templates)
        self._rows: dict[Begins, list[int]] = {}
        for row, template in enumerate(self._templates):
            self._rows.setdefault(template.begins, []).append(row)
        self._elsewhere = [begins for begins in self._rows if not isinstance(begins, AtWords)]
        self._at_word: dict[str, list[Begins]] = {}
        for begins in self._rows:
            for word in begins.words if isinstance(begins, AtWords) else ():
                self._at_word.setdefault(word, []).append(begins)

    def __call__(self, text: str) -> Iterator[PatternMatch]:
        """Return each value in the text of one block, in the order of the templates."""
        page = CandidateStarts(readable_text(text))
        ways = {begins for begins in self._elsewhere if page.places(begins)}
        ways.update(begins for word in page.words.keys() & self._at_word.keys() for begins in self._at_word[word])
        for row in sorted(row for begins in ways for row in self._rows[begins]):
            yield from self._templates[row].matches(page)

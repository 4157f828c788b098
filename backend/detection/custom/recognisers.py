"""Custom recognisers: regular expressions and word lists, with a time limit.

A user's expression is not checked beforehand, and one like `(a+)+b` can take exponential time. So the library
`regex`, which Presidio uses too, runs it with a timeout, and a warning names what was not searched to the end.
"""

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import regex

from backend.detection.patterns.readable_text import ReadableText, readable_text
from backend.detection.patterns.template import PatternMatch
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase, is_searchable
from backend.document.placeholders import PLACEHOLDER
from backend.document.spans import Span, SpanCover
from backend.messages.message import Message
from backend.messages.reasons import MatchesRecogniser
from backend.messages.warnings import RecogniserMatchedNothing, RecogniserNotFinished

FLAGS = int(regex.DOTALL | regex.MULTILINE | regex.IGNORECASE)
"""Presidio's, where a file says nothing else."""

SECONDS = 2.5
"""How long one recogniser may search one document, which is done twice.

What ends the work on a document comes later, for then nobody would learn which recogniser it was.
"""

# As Presidio's LemmaContextAwareEnhancer has them.
_BOOST, _LEAST_WITH_CONTEXT, _CONTEXT_WORDS = 0.35, 0.4, 5
_REACH = 100
"""Characters before a value in which its context words are looked for."""

_NOTHING = "\ufffc"
"""Stands where a placeholder stood (`legible`)."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Expression:
    """A regular expression of the library `regex`, and the certainty (0…1) of what it matches."""

    text: str
    score: float


@dataclass(frozen=True, slots=True)
class CustomRecogniser:
    """Expressions and words that find values of one entity.

    Matches with a score below `threshold`, after context words are counted, are dropped. Words of the `deny_list`
    are found as names are: as complete words, and across spaces, soft hyphens and, unless the flags are
    case-sensitive, capitals.
    """

    name: str
    entity: str
    expressions: tuple[Expression, ...] = ()
    deny_list: tuple[str, ...] = ()
    deny_list_score: float = 1.0
    context: tuple[str, ...] = ()
    flags: int = FLAGS
    threshold: float = 0.0


@dataclass(slots=True)
class CustomSearch:
    """The custom recognisers during the search of one document; a Recogniser (see `template`).

    `unfinished` names recognisers that ran out of time, `empty` those whose matches hold only white space or
    dashes.
    """

    recognisers: Sequence[CustomRecogniser]
    seconds: float = SECONDS
    unfinished: dict[str, None] = field(default_factory=dict)
    empty: dict[str, None] = field(default_factory=dict)
    _spent: dict[int, float] = field(default_factory=dict)

    def __call__(self, text: str) -> Iterator[PatternMatch]:
        """Every value in the text of one block, with the reason that it was found."""
        if not self.recognisers or not text:
            return
        seen = readable_text(text)
        placeholders = (
            SpanCover(Span(*match.span()) for match in PLACEHOLDER.finditer(text)) if "[" in text else None
        )
        for number, recogniser in enumerate(self.recognisers):
            why = MatchesRecogniser(recogniser.name)
            for span, score in self._found(number, recogniser, text, seen):
                if not is_searchable(span.of(text)):
                    self.empty[recogniser.name] = None
                elif placeholders is None or span not in placeholders:
                    yield PatternMatch(recogniser.entity, span, score, why)

    def warnings(self) -> tuple[Message, ...]:
        """Return warnings about what was not searched to the end."""
        unfinished = (RecogniserNotFinished(name, self.seconds) for name in self.unfinished)
        return (*unfinished, *map(RecogniserMatchedNothing, self.empty))

    def _found(
        self, number: int, recogniser: CustomRecogniser, text: str, seen: ReadableText
    ) -> Iterator[tuple[Span, float]]:
        for expression in recogniser.expressions:
            for start, end in self._matches(number, recogniser, expression, seen.text):
                score = _with_context(expression.score, recogniser.context, seen.text, start)
                if score > 0 and score >= recogniser.threshold and _NOTHING not in seen.text[start:end]:
                    yield seen.span(start, end), score
        if recogniser.deny_list_score > 0:
            for span in _denied(recogniser, text):
                score = _with_context(recogniser.deny_list_score, recogniser.context, text, span.start)
                if score >= recogniser.threshold:
                    yield span, score

    def _matches(
        self, number: int, recogniser: CustomRecogniser, expression: Expression, text: str
    ) -> Iterator[tuple[int, int]]:
        left = self.seconds - self._spent.get(number, 0.0)
        if left <= 0:
            self.unfinished[recogniser.name] = None
            return
        start = time.perf_counter()
        try:
            matches = _compiled(expression.text, recogniser.flags).finditer(text, timeout=left)
            found = [match.span() for match in matches if match.end() > match.start()]
        except TimeoutError:
            self.unfinished[recogniser.name] = None
            found = []
        self._spent[number] = self._spent.get(number, 0.0) + time.perf_counter() - start
        yield from found


def _with_context(score: float, context: Sequence[str], text: str, start: int) -> float:
    """The certainty, raised as Presidio raises it when one of the words before holds a word of the context."""
    if not context:
        return score
    before = _WORD.findall(text[max(0, start - _REACH) : start].lower())[-_CONTEXT_WORDS:]
    if not any(wanted.lower() in word for wanted in context for word in before):
        return score
    return min(max(score + _BOOST, _LEAST_WITH_CONTEXT), 1.0)


@lru_cache(maxsize=256)
def _compiled(expression: str, flags: int) -> "regex.Pattern[str]":
    return regex.compile(expression, flags)


def _denied(recogniser: CustomRecogniser, text: str) -> Iterator[Span]:
    phrases = _phrases(recogniser.deny_list)
    for i, span in phrases.find(text):
        if recogniser.flags & regex.IGNORECASE or readable_text(span.of(text)).text == phrases.phrases[i].text:
            yield span


@lru_cache(maxsize=64)
def _phrases(words: tuple[str, ...]) -> PhraseIndex:
    return PhraseIndex.of(map(Phrase, words))

"""The redacted strings, for the rooms that scrub and verify a file."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from backend.document.adjacent_words import are_adjacent
from backend.document.phrase_lookup import PhraseIndex
from backend.document.phrases import Phrase, normal_form
from backend.document.placeholders import custom_kind, expose_unknown_placeholders
from backend.document.spans import Span, SpanCover
from backend.document.tokens import Folded, Token, fold, terms, tokens


@dataclass(frozen=True, slots=True)
class RedactedString:
    """A string that must not remain anywhere in the output, and the placeholder that replaces it.

    With `is_word` it is a word of the model, or several adjacent ones. Then it counts as left only where the
    tokeniser yields those terms, and only in text that people wrote: the word *center* is redacted, the alignment
    "center" of a paragraph is not. Otherwise it is a name, a number or an always-term, and is found as a Phrase.
    """

    text: str
    placeholder: str
    is_word: bool = False
    case_sensitive: bool = False
    phrase: Phrase = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "phrase", Phrase(self.text, case_sensitive=self.case_sensitive))

    def spans(self, text: str, folded: Folded | None = None) -> list[Span]:
        """Return every match of this string in `text`, as if it were the only redacted string.

        >>> RedactedString("retail", "[TERM]", is_word=True).spans("Retail is not retail2")
        [Span(start=0, end=6)]
        """
        return [span for _, span in RedactedStrings((self,)).find(text, folded)]


@dataclass(frozen=True, slots=True)
class RedactedStrings:
    """All redacted strings of a file, indexed for one pass over a text; no match lies inside a `spared` phrase.

    A match that reads like a spared phrase is none either: "DocxEditor" in "DocxEditorRef", where that is spared.

    `own_kinds` are the kinds of custom recognisers. A placeholder of any other custom kind hides nothing: anyone
    can write `[CUSTOM_HALDEN_ROOK]`.

    >>> rook = RedactedString("Halden & Rook", "[CLIENT]"), RedactedString("retail", "[TERM]", is_word=True)
    >>> list(RedactedStrings(rook, (Phrase("Halden & Rook Fund"),)).find("Halden & Rook Fund, retail2, Retail"))
    [(1, Span(start=29, end=35))]
    """

    strings: tuple[RedactedString, ...]
    spared: tuple[Phrase, ...] = ()
    own_kinds: frozenset[str] = frozenset()
    _words: dict[str, list[tuple[list[str], int]]] = field(init=False, repr=False, compare=False)
    """By their first term, the terms of each string of the model and its position."""
    _others: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _phrases: PhraseIndex = field(init=False, repr=False, compare=False)
    _spared: PhraseIndex = field(init=False, repr=False, compare=False)
    _stay: frozenset[str] = field(init=False, repr=False, compare=False)
    """The spared phrases in normal form."""

    def __post_init__(self) -> None:
        words: dict[str, list[tuple[list[str], int]]] = {}
        for position, string in enumerate(self.strings):
            if string.is_word and (words_in_string := terms(string.text)):
                words.setdefault(words_in_string[0], []).append((words_in_string, position))
        others = tuple(position for position, string in enumerate(self.strings) if not string.is_word)
        object.__setattr__(self, "_words", words)
        object.__setattr__(self, "_others", others)
        object.__setattr__(self, "_phrases", _spelled([self.strings[i] for i in others]))
        object.__setattr__(self, "_spared", PhraseIndex.of(self.spared))
        object.__setattr__(self, "own_kinds", self.own_kinds | kinds_written(self.strings))
        object.__setattr__(self, "_stay", frozenset(phrase.key for phrase in self.spared))

    def readable(self, text: str) -> str:
        """Return the text with placeholders of unknown kinds as words; offsets stay the same."""
        return expose_unknown_placeholders(text, self.own_kinds)

    def find(self, text: str, folded: Folded | None = None) -> Iterator[tuple[int, Span]]:
        """Yield each match as the position of its string and a span; `folded` avoids folding the text again."""
        if (shown := self.readable(text)) != text:
            text, folded = shown, None
        folded = folded or fold(text)
        spared = SpanCover(span for _, span in self._spared.find(text, folded))
        for position, span in self._everywhere(text, folded):
            if span not in spared and not (self._stay and normal_form(span.of(text)) in self._stay):
                yield position, span

    def _everywhere(self, text: str, folded: Folded) -> Iterator[tuple[int, Span]]:
        for position, span in self._phrases.find(text, folded):
            yield self._others[position], span
        if not self._words:
            return
        found = tokens(text)
        for at, first in enumerate(found):
            for spelling, position in self._words.get(first.term, ()):
                stretch = found[at : at + len(spelling)]
                if [token.term for token in stretch] != spelling or not _side_by_side(text, stretch):
                    continue
                span = Span(first.start, stretch[-1].end)
                if self.strings[position].phrase.has_its_capitals(span.of(text)):
                    yield position, span


def kinds_written(strings: Iterable[RedactedString]) -> frozenset[str]:
    """Return the kinds of custom recognisers whose placeholders replace some of the strings."""
    return frozenset(kind for each in strings if (kind := custom_kind(each.placeholder)) is not None)


_OTHER_KIND = re.compile(r"\[(?!CLIENT|REDACTED|PERSON|TERM)[A-Z_]+(?: \d+)?\]")
"""Placeholders of what is no person, no client and no term of a list."""


def _spelled(strings: Sequence[RedactedString]) -> PhraseIndex:
    return PhraseIndex.of_spellings(
        (string.phrase for string in strings), lambda i: _OTHER_KIND.fullmatch(strings[i].placeholder) is None
    )


def _side_by_side(text: str, stretch: list[Token]) -> bool:
    return all(are_adjacent(text[one.end : other.start]) for one, other in pairwise(stretch))

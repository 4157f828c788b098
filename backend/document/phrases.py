"""Find a name or fixed term in every way of writing it.

A phrase matches across case, any kind of white space, soft hyphens and zero-width characters, trade-mark signs, `_`
and `-` in file names, dots in names of accounts, straight and curly quotes, emphasis in Markdown, and
percent-encoding in paths: "Halden & Rook" is found in "HALDEN & ROOK", "Halden® & Rook", "**Halden** &
Rook" and "Halden%20%26%20Rook".
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from backend.document.spans import Span
from backend.document.text_normalisation import GAPS, LOOSE_SIGNS, NormalisedText, normalised_texts, straight_quotes
from backend.document.tokens import Folded, fold

_PIECE = re.compile(r"[^\W_]+|[^\w\s\-\u2010-\u2015]")
_BORDER = "\0"
"""Marks the borders of what may be found (`placeholders`); alone it is nothing to look for."""

_WORDS = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A name or term to search for; with `case_sensitive`, a capitalised word matches only a capitalised one.

    Case matters for names that are ordinary words: "Target" is the company, "target" is not.

    Raises ValueError when the text holds nothing that can be searched for.

    >>> Phrase("Target", case_sensitive=True).spans("Target met its target; TARGET did too")
    [Span(start=0, end=6), Span(start=23, end=29)]
    """

    text: str
    case_sensitive: bool = False
    key: str = field(init=False, repr=False, compare=False)
    """The phrase folded and with single spaces: equal for two spellings of one thing."""
    _pieces: tuple[str, ...] = field(init=False, repr=False, compare=False)
    is_strict: bool = field(init=False, repr=False, compare=False)
    """Whether it has signs that otherwise stand between words (`LOOSE_SIGNS`)."""
    _capitals: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        pieces = _pieces(self.text)
        if not set(pieces) - {_BORDER}:
            raise ValueError("a phrase needs at least one letter, digit or sign")
        object.__setattr__(self, "key", normal_form(self.text))
        object.__setattr__(self, "_pieces", pieces)
        object.__setattr__(self, "is_strict", any(piece in LOOSE_SIGNS for piece in pieces))
        capitals = tuple(i for i, word in enumerate(_WORDS.findall(self.text)) if word[0].isupper())
        object.__setattr__(self, "_capitals", capitals if self.case_sensitive else ())

    def spans(self, text: str, folded: Folded | None = None) -> list[Span]:
        """Return every match in `text`, in order; pass `folded` when the text is folded already."""
        found = {
            reading.span(start, end)
            for reading in normalised_texts(text, folded)
            for start, end in self._matches(reading.for_phrase(self.is_strict))
        }
        return sorted(span for span in found if self.has_its_capitals(span.of(text)))

    def first_match(self, reading: NormalisedText, start: int, latest: int, end: int) -> tuple[int, int] | None:
        """Return start and end of the first match in a stretch of a reading, before capitals are checked.

        It begins at `latest` or before.
        """
        return self._first_match(reading.for_phrase(self.is_strict), start, latest, end)

    def has_its_capitals(self, found: str) -> bool:
        """Tell whether a match has the capitals that a case-sensitive phrase requires."""
        if not self._capitals:
            return True
        words = _WORDS.findall(found)
        return all(words[i][0].isupper() for i in self._capitals if i < len(words))

    def _matches(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield start and end of the matches in a normalised text; they do not overlap."""
        end = 0
        while found := self._first_match(text, end, len(text), len(text)):
            yield found
            end = found[1]

    def _first_match(self, text: str, start: int, latest: int, end: int) -> tuple[int, int] | None:
        """Compare piece by piece: to compile a regular expression takes longer than to search a page with it."""
        first, last = self._pieces[0][0], self._pieces[-1][-1]
        at = text.find(self._pieces[0], start, end)
        while 0 <= at <= latest:
            after = self._end_of_match(text, at, end)
            if (
                after
                and not _is_one_word(first, text[at - 1 : at])
                and not _is_one_word(last, text[after : min(after + 1, end)])
            ):
                return at, after
            at = text.find(self._pieces[0], at + 1, end)
        return None

    def _end_of_match(self, text: str, at: int, end: int) -> int | None:
        """Return where the pieces end that begin at `at`, or None if others stand there.

        At least one space parts two words; any number may stand around the signs in a word.
        """
        at += len(self._pieces[0])
        for before, piece in pairwise(self._pieces):
            spaced = at
            while text.startswith(" ", spaced, end):
                spaced += 1
            if spaced == at and before[0].isalnum() and piece[0].isalnum():
                return None
            if not text.startswith(piece, spaced, end):
                return None
            at = spaced + len(piece)
        return at


def without_equals(phrases: Iterable[Phrase]) -> tuple[Phrase, ...]:
    """Return the phrases without those that match exactly where an earlier one does.

    Thousands of spellings of one term would otherwise each be found at each of its places.

    >>> [phrase.text for phrase in without_equals(map(Phrase, ("Halden Rook", "HALDEN-ROOK", "Rook")))]
    ['Halden Rook', 'Rook']
    """
    unique: dict[tuple[object, ...], Phrase] = {}
    for phrase in phrases:
        unique.setdefault((phrase.key, phrase.case_sensitive and phrase.text), phrase)
    return tuple(unique.values())


def is_searchable(text: str) -> bool:
    """Tell whether a text can become a Phrase: it needs a letter, digit or sign outside of placeholders.

    >>> is_searchable("R&D"), is_searchable("---")
    (True, False)
    """
    return bool(set(_pieces(text)) - {_BORDER})


def normal_form(text: str) -> str:
    """Fold a term so that all spellings of the same term become equal.

    >>> normal_form("  Halden\u00a0&  ROOK ")
    'halden & rook'
    """
    return GAPS.sub(" ", straight_quotes(fold(text).text.strip()))


def _pieces(text: str) -> tuple[str, ...]:
    return tuple(_PIECE.findall(straight_quotes(fold(text).text)))


def _is_one_word(edge: str, beside: str) -> bool:
    """Tell whether a sign at the edge of a match and the one beside it are in one word.

    A letter may touch a digit ("Acme2024").
    """
    return edge.isalnum() and beside.isalnum() and not (edge.isalpha() and beside.isdecimal())

"""Find a name or fixed term in every way of writing it.

A phrase matches across case, any kind of white space, soft hyphens and zero-width characters, trade-mark signs, `_`
and `-` in file names, dots in names of accounts, straight and curly quotes, emphasis in Markdown, and
percent-encoding in paths: "Halden & Rook" is found in "HALDEN & ROOK", "Halden® & Rook", "**Halden** &
Rook" and "Halden%20%26%20Rook".
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
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
    _expression: str = field(init=False, repr=False, compare=False)
    is_strict: bool = field(init=False, repr=False, compare=False)
    """Whether it has signs that otherwise stand between words (`LOOSE_SIGNS`)."""
    _capitals: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        pieces = _pieces(self.text)
        if not set(pieces) - {_BORDER}:
            raise ValueError("a phrase needs at least one letter, digit or sign")
        object.__setattr__(self, "key", normal_form(self.text))
        object.__setattr__(self, "_expression", _expression(pieces))
        object.__setattr__(self, "is_strict", any(piece in LOOSE_SIGNS for piece in pieces))
        capitals = tuple(i for i, word in enumerate(_WORDS.findall(self.text)) if word[0].isupper())
        object.__setattr__(self, "_capitals", capitals if self.case_sensitive else ())

    def spans(self, text: str, folded: Folded | None = None) -> list[Span]:
        """Return every match in `text`, in order; pass `folded` when the text is folded already."""
        found = {
            reading.span(match.start(), match.end())
            for reading in normalised_texts(text, folded)
            for match in _pattern(self._expression).finditer(reading.for_phrase(self.is_strict))
        }
        return sorted(span for span in found if self.has_its_capitals(span.of(text)))

    def search(self, reading: NormalisedText, start: int, end: int) -> re.Match[str] | None:
        """Return the first match in a stretch of a reading, before capitals are checked."""
        return _pattern(self._expression).search(reading.for_phrase(self.is_strict), start, end)

    def has_its_capitals(self, found: str) -> bool:
        """Tell whether a match has the capitals that a case-sensitive phrase requires."""
        if not self._capitals:
            return True
        words = _WORDS.findall(found)
        return all(words[i][0].isupper() for i in self._capitals if i < len(words))


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


@lru_cache(maxsize=20_000)
def _pattern(expression: str) -> re.Pattern[str]:
    """Compile a pattern when it is first needed: of 10,000 terms few have their first words in a text."""
    return re.compile(expression)


def _pieces(text: str) -> list[str]:
    return _PIECE.findall(straight_quotes(fold(text).text))


def _expression(pieces: list[str]) -> str:
    """Build the pattern: at least one space between words, any number around the signs inside a word.

    Runs of spaces match possessively, without backtracking, so that the time stays linear in the length of the
    text.
    """
    parts = [re.escape(pieces[0])]
    for before, piece in pairwise(pieces):
        parts.append((" ++" if before[0].isalnum() and piece[0].isalnum() else " *+") + re.escape(piece))
    return _edge(pieces[0], before=True) + "".join(parts) + _edge(pieces[-1], before=False)


def _edge(piece: str, *, before: bool) -> str:
    """Forbid a match inside a longer word. A letter may touch a digit ("Acme2024")."""
    if not piece[0].isalnum():
        return ""
    letter = piece[0 if before else -1].isalpha()
    same_kind = r"[^\W\d_]" if letter else r"[^\W_]"
    return f"(?<!{same_kind})" if before else f"(?!{same_kind})"

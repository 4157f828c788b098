"""Finding a name or a fixed term wherever and however it is written.

A phrase matches across case, any kind of white space, soft hyphens and zero-width characters, `_` and `-` in file
names, and percent-encoding in paths: "Halden & Rook" is found in "HALDEN & ROOK", "Halden\u00a0&\u00a0Rook" and
"Halden%20%26%20Rook".
"""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from backend.document.spans import Span
from backend.document.tokens import Folded, fold

_SPACE = r"(?:[\s_+\-\u2010-\u2015]|%20|%2d|%5f|%09|%0a|%c2%a0)"
_PIECE = re.compile(r"[^\W_]+|[\s_\-\u2010-\u2015]+|[^\w\s]")
_SPACES = re.compile(r"[\s_\-\u2010-\u2015]+")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A name or term to be found; with `case_sensitive`, a word with a capital matches only with a capital.

    Case matters for names that are ordinary words: "Target" is the company, "target" is not.

    Raises ValueError when the text holds nothing that could be looked for.

    >>> Phrase("Target", case_sensitive=True).spans("Target met its target; TARGET did too")
    [Span(start=0, end=6), Span(start=23, end=29)]
    """

    text: str
    case_sensitive: bool = False
    _pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _capitals: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        pieces = _PIECE.findall(fold(self.text).text)
        if all(_SPACES.fullmatch(piece) for piece in pieces):
            raise ValueError("a phrase needs at least one letter, digit or sign")
        object.__setattr__(self, "_pattern", re.compile(_expression(pieces)))
        words = re.findall(r"[^\W_]+", self.text)
        capitals = tuple(i for i, word in enumerate(words) if word[0].isupper())
        object.__setattr__(self, "_capitals", capitals)

    @property
    def key(self) -> str:
        """The phrase folded and with single spaces: equal for two spellings of one thing."""
        return normal_form(self.text)

    def spans(self, text: str, folded: Folded | None = None) -> list[Span]:
        """Every place of the phrase in `text`, in order; `folded` saves folding the text again."""
        folded = folded or fold(text)
        found = (
            Span(folded.start(match.start()), folded.end(match.end()))
            for match in self._pattern.finditer(folded.text)
        )
        return [span for span in found if self.has_its_capitals(span.of(text))]

    def end_at(self, folded: Folded, start: int) -> int | None:
        """Where the phrase ends that begins at `start` of a folded text, whatever its case; None when none does."""
        match = self._pattern.match(folded.text, start)
        return match.end() if match else None

    def has_its_capitals(self, found: str) -> bool:
        """Whether what was found begins its words with the capitals that this phrase insists on."""
        if not self.case_sensitive:
            return True
        words = re.findall(r"[^\W_]+", found)
        return all(words[i][0].isupper() for i in self._capitals if i < len(words))


def normal_form(text: str) -> str:
    """Fold a term so that two spellings of one thing become equal.

    >>> normal_form("  Halden\u00a0&  ROOK ")
    'halden & rook'
    """
    return _SPACES.sub(" ", fold(text).text.strip())


def _expression(pieces: list[str]) -> str:
    """Spell the pieces out: one or more spaces between words, any number around the signs inside."""
    solid = [piece for piece in pieces if not _SPACES.fullmatch(piece)]
    parts = [_literal(solid[0])]
    for before, piece in pairwise(solid):
        words = before[0].isalnum() and piece[0].isalnum()
        parts.append(f"{_SPACE}{'+' if words else '*'}{_literal(piece)}")
    return _edge(solid[0], before=True) + "".join(parts) + _edge(solid[-1], before=False)


def _literal(piece: str) -> str:
    if piece[0].isalnum():
        return re.escape(piece)
    encoded = "".join(f"%{byte:02x}" for byte in piece.encode())
    return f"(?:{re.escape(piece)}|{encoded})"


def _edge(piece: str, *, before: bool) -> str:
    """A word must not be the inside of a longer word; a letter may touch a digit ("Acme2024")."""
    if not piece[0].isalnum():
        return ""
    if before:
        neighbour = r"(?<![^\W\d_])" if piece[0].isalpha() else r"(?<![^\W_])"
        return rf"(?:{neighbour}|(?<=%[0-9a-f]{{2}}))"
    return r"(?![^\W\d_])" if piece[-1].isalpha() else r"(?![^\W_])"

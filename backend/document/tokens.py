"""The tokeniser: the same for training and for redaction.

A term is a run of Unicode letters and digits after NFKC and case folding. Hyphens split words, and so do
apostrophes, except in *o'clock*. A possessive *'s* belongs to no term. Invisible characters (zero-width characters,
soft hyphens) are ignored. Superscripts and trade-mark signs end a word, because NFKC alone would turn "Acme™" into
"acmetm" and hide the name. Placeholders are never tokens. Spans refer to the original text.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

from backend.document.canonical_order import compose
from backend.document.placeholders import blank_placeholders
from backend.document.text_cache import cached_by_text, is_caching

_IGNORABLE = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F),
    (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xE0001, 0xE0001), (0xE0020, 0xE007F), (0xE0100, 0xE01EF),
)  # fmt: skip
"""First and last of each range of Unicode's Default_Ignorable_Code_Point, but for fillers of Hangul syllables."""

IGNORED = "".join(chr(code) for first, last in _IGNORABLE for code in range(first, last + 1))
"""Characters that people do not see inside a word: soft hyphen, zero-width spaces, joiners, marks, variations."""

_IGNORED = re.compile(f"[{IGNORED}]")
RAISED = "^"
"""What a superscript and a sign such as ™, ® or © become: they end a word and belong to none."""

_RAISED_SIGNS = "®©℗"
_LOOSE_MARK = re.compile("[\u0300-\u036f]")
"""A combining mark that composes with nothing, as the dot that case folding leaves of the Turkish İ."""
_ODD = frozenset(IGNORED + _RAISED_SIGNS).union(map(chr, range(0x0300, 0x0370)))
"""What the quick way cannot deal with; a set, because a regular expression is slow beyond the first plane."""
_WORD = re.compile(r"[^\W_]+")
_O_CLOCK = re.compile(r"(?<![^\W_])o['’ʼ＇]clock(?![^\W_])")
"""One word, whose parts nobody writes alone; other words keep the parts that trained models know."""
_WORD_OR_O_CLOCK = re.compile(rf"{_O_CLOCK.pattern}|{_WORD.pattern}")
_POSSESSIVE = re.compile(r"(?<=\S)['’ʼ＇]s(?![^\W_])")
# A non-ASCII run with the ASCII letter before it, which a combining mark in the run may change.
_RARE = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]+")


class Token(NamedTuple):
    """A term and the half-open span of code points it comes from."""

    term: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Folded:
    """A text after NFKC and case folding, with a map back to the original.

    `folded` and `original` hold, in ascending order, the offsets where a piece begins whose length changed. Both
    are empty when no length changed.
    """

    text: str
    folded: tuple[int, ...] = ()
    original: tuple[int, ...] = ()
    widths: tuple[int, ...] = ()
    """For each piece its length in the untouched text; -1 marks a stretch that is the same on both sides."""

    def start(self, offset: int) -> int:
        """Return the offset in the original text of the character that the folded one at `offset` came from."""
        if not self.folded:
            return offset
        piece = bisect_right(self.folded, offset) - 1
        if self.widths[piece] >= 0:
            return self.original[piece]
        return self.original[piece] + offset - self.folded[piece]

    def end(self, offset: int) -> int:
        """Return the end in the original text of the folded stretch that ends at `offset`; at least 1."""
        if not self.folded:
            return offset
        piece = bisect_right(self.folded, offset - 1) - 1
        if self.widths[piece] >= 0:
            return self.original[piece] + self.widths[piece]
        return self.original[piece] + offset - self.folded[piece]


def fold(text: str) -> Folded:
    """Compose (NFKC), fold case and drop invisible characters. Placeholders become spaces.

    >>> fold("Soft\\u00adhyphen ﬁle").text
    'softhyphen file'
    """
    text = blank_placeholders(text)
    if text.isascii():
        return Folded(text.lower())
    if unicodedata.is_normalized("NFKC", text) and _ODD.isdisjoint(set(text)):
        folded = text.casefold()
        if len(folded) == len(text):  # case folding never shortens, so no character moved
            return Folded(folded)
    return _fold_by_piece(text)


def terms(text: str) -> list[str]:
    """Return the terms of a text in order.

    >>> terms("Ford’s well-known Q3 plan, for [CLIENT]")
    ['ford', 'well', 'known', 'q3', 'plan', 'for']
    """
    if is_caching():
        return [token.term for token in tokens(text)]
    readable = _readable(fold(text).text)
    return _pattern_for(readable).findall(readable)


@cached_by_text
def tokens(text: str) -> list[Token]:
    """Return the terms of a text in order, each with its span in the original text.

    >>> tokens("Zoë’s Ford")
    [Token(term='zoë', start=0, end=3), Token(term='ford', start=6, end=10)]
    """
    folded = fold(text)
    readable = _readable(folded.text)
    words = _pattern_for(readable).finditer(readable)
    if not folded.folded:
        return [_token((word.group(), *word.span())) for word in words]
    return [_token((word.group(), folded.start(word.start()), folded.end(word.end()))) for word in words]


_token = partial(tuple.__new__, Token)
"""A Token of its three values, made without calling a function in Python: a long document has thousands."""


def _readable(folded: str) -> str:
    """The folded text without possessives, and with one apostrophe in *o'clock*."""
    without = _POSSESSIVE.sub("  ", folded)
    return _O_CLOCK.sub("o'clock", without) if "clock" in without else without


def _pattern_for(readable: str) -> re.Pattern[str]:
    return _WORD_OR_O_CLOCK if "o'clock" in readable else _WORD


def _fold_by_piece(text: str) -> Folded:
    pieces: list[str] = []
    folded, original, widths = [0], [0], [-1]
    length = done = 0
    for match in _RARE.finditer(text):
        common = text[done : match.start()].lower()
        pieces.append(common)
        length += len(common)
        at = match.start()
        for cluster in _clusters(match.group()):
            new = _fold_cluster(cluster)
            pieces.append(new)
            folded.append(length)
            original.append(at)
            widths.append(len(cluster))
            length += len(new)
            at += len(cluster)
        done = at
        folded.append(length)
        original.append(at)
        widths.append(-1)
    pieces.append(text[done:].lower())
    return Folded("".join(pieces), tuple(folded), tuple(original), tuple(widths))


def _clusters(run: str) -> Iterator[str]:
    """Split a run where NFKC cannot compose across the cut: before each character that starts a new cluster."""
    start = 0
    for i in range(1, len(run)):
        if not _continues(run[i]):
            yield run[start:i]
            start = i
    yield run[start:]


@lru_cache(maxsize=4096)
def _continues(char: str) -> bool:
    # Marks compose with what stands before them, and so do the vowels and finals of conjoining Hangul.
    return unicodedata.category(char).startswith("M") or "\u1160" <= char <= "\u11ff" or char in IGNORED


@lru_cache(maxsize=4096)
def _fold_cluster(cluster: str) -> str:
    seen = _IGNORED.sub("", cluster)
    if seen and (seen[0] in _RAISED_SIGNS or unicodedata.decomposition(seen[0]).startswith("<super>")):
        seen = RAISED + seen[1:]
    return _LOOSE_MARK.sub("", compose(seen).casefold())

"""Drop public bodies that identify nobody: "the Supreme Court", "Ministry of Justice", "the SEC".

A whole country goes before its supreme court, pays its tax office and obeys its government; who is said to have
done so is told by nothing. A body with a name of its own or of a town ("Izmir Bar", "Ankara Assize Court") is
another matter: it says where somebody lives or works. So a name is public where it is made of the words of offices
and states alone. docs/decisions/0011-names-by-a-small-encoder.md says what annotators do with either.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from backend.detection.names.name_forms import Words
from backend.detection.names.paragraph import NameParagraph, NameSpan, capital
from backend.detection.names.vocabulary import (
    BODIES_WITH_AN_ARTICLE,
    LETTERS_OF_BODIES,
    NATIONS,
    OF_PUBLIC_BODIES,
    PUBLIC_BODIES,
)

_TAKEN_FOR = frozenset(("ORGANIZATION", "LOCATION", "MISC", "PERSON"))
_POLITIES = frozenset(("republic", "kingdom", "federation"))
_OFFICES = PUBLIC_BODIES | BODIES_WITH_AN_ARTICLE | OF_PUBLIC_BODIES | NATIONS
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th)?|[IVX]{1,4}")
_ARTICLES = frozenset(("the", "The", "THE", "a", "A", "an", "An", "each", "this", "any", "every"))
_BRACKET = re.compile(r" \([\"'“‘„]?(?=[^\W\d_])")
_OF = re.compile(r" of (?:the )?(?=[^\W\d_a-z])")
_JOINS = frozenset((" ", "-", "‑", "–"))
_MAX_WORDS = 8


@dataclass(frozen=True, slots=True)
class PublicBodies:
    """The names that a document defines in brackets after its public bodies: "(Oberster Gerichtshof)", "(IAP)"."""

    called: frozenset[Words]

    @classmethod
    def of(cls, blocks: Iterable[NameParagraph]) -> "PublicBodies":
        """Read the abbreviations in brackets behind the public bodies of a document."""
        return cls(frozenset(words for block in blocks for words in _in_brackets(block)))

    def has(self, block: NameParagraph, name: NameSpan) -> bool:
        """Tell whether a name is that of a public body and identifies nobody.

        Of "Supreme Court (Oberster Gerichtshof)" the first half tells.
        """
        if name.entity not in _TAKEN_FOR:
            return False
        inside = _without_bracket(block, name)
        if len(inside) > 1 and block.words[inside.start] in _ARTICLES:
            inside = inside[1:]
        words = block.words[inside.start : inside.stop]
        if len(words) == 1 and words[0] in LETTERS_OF_BODIES:
            return True
        if words in self.called and name.entity != "PERSON":
            return True
        return _is_a_public_body(block, inside)


def _in_brackets(block: NameParagraph) -> Iterator[Words]:
    """The words of each bracket that stands right behind a public body."""
    for bracket in _BRACKET.finditer(block.text):
        start = stop = bisect_left(block.starts, bracket.start())
        while start and stop - start < _MAX_WORDS and _goes_before(block, start - 1, stop):
            start -= 1
        closed = block.text.find(")", bracket.end(), bracket.end() + 80)
        last = bisect_left(block.starts, closed)
        if stop < last <= stop + _MAX_WORDS and _is_a_public_body(block, range(start, stop)):
            yield block.words[stop:last]


def _goes_before(block: NameParagraph, word: int, stop: int) -> bool:
    """Whether a word belongs to the words of offices that follow it."""
    joins = word + 1 == stop or block.gap(word) in _JOINS
    return joins and _is_of_offices(block.words[word]) and block.words[word] not in _ARTICLES


def _without_bracket(block: NameParagraph, name: NameSpan) -> range:
    inside = block.range_of(name)
    bracket = _BRACKET.search(block.text, name.start, name.end)
    return range(inside.start, bisect_left(block.starts, bracket.start())) if bracket else inside


def _is_of_offices(word: str) -> bool:
    return word.lower() in _OFFICES or _ORDINAL.fullmatch(word) is not None


def _is_a_public_body(block: NameParagraph, inside: range) -> bool:
    """Whether words are those of an office or a state, and no name of its own goes before or follows."""
    words = block.words[inside.start : inside.stop]
    return all(map(_is_of_offices, words)) and _is_a_body(block, inside) and not _has_a_name(block, inside)


def _is_a_body(block: NameParagraph, inside: range) -> bool:
    """Whether words tell of a body; a company may be called Board or Office, but takes no article then."""
    low = {word.lower() for word in block.words[inside.start : inside.stop]}
    of_a_state = "of" in low and not (_POLITIES.isdisjoint(low) or NATIONS.isdisjoint(low))
    if of_a_state or not PUBLIC_BODIES.isdisjoint(low):
        return True
    has_article = inside.start > 0 and block.words[inside.start - 1] in _ARTICLES
    return has_article and not BODIES_WITH_AN_ARTICLE.isdisjoint(low)


def _has_a_name(block: NameParagraph, inside: range) -> bool:
    """Whether a word with a capital goes before, or behind "of": "Ankara | Assize Court", "Court | of Izmir"."""
    first, last = inside.start, inside.stop - 1
    if first and block.gap(first - 1) in _JOINS and not block.begins(first - 1):
        before = block.words[first - 1]
        if capital(before) and not _is_of_offices(before):
            return True
    behind = _OF.match(block.text, block.ends[last])
    return behind is not None and not _is_of_offices(block.words[bisect_left(block.starts, behind.end())])

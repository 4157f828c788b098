"""Features of a word for the encoder: its shape, and the lists that contain it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum, IntFlag

Gazetteer = Mapping[str, int]
"""Lower-case word → the Lists it stands in."""


class WordLists(IntFlag):
    """Lists of words that say something about a name."""

    GIVEN_NAME = 1
    SURNAME = 2
    PLACE = 4
    COMMON = 8


class Shape(IntEnum):
    """How a word is written; the encoder's own pieces are all lower case."""

    NONE = 0
    LOWER = 1
    TITLE = 2
    UPPER = 3
    MIXED = 4
    INITIAL = 5
    DIGITS = 6
    DIGITS_AND_LETTERS = 7
    PUNCTUATION = 8
    CASELESS = 9


N_SHAPES = 2 * len(Shape)
N_LISTS = 1 << len(WordLists)
_ENDS_SENTENCE = frozenset(".!?:;")
_OPENS = re.compile(r"[\"'(\[“‘„«*•·–—-]+")


def shape(word: str) -> Shape:
    """How `word` is written.

    >>> shape("McCarthy").name, shape("K").name, shape("2a").name
    ('MIXED', 'INITIAL', 'DIGITS_AND_LETTERS')
    """
    if any(char.isdigit() for char in word):
        return Shape.DIGITS if word.isdigit() else Shape.DIGITS_AND_LETTERS
    if not any(char.isalpha() for char in word):
        return Shape.PUNCTUATION
    if word.isupper():
        return Shape.INITIAL if len(word) == 1 else Shape.UPPER
    return _with_letters(word)


def _with_letters(word: str) -> Shape:
    if word.islower():
        return Shape.LOWER
    if word[:1].isupper() and word[1:].islower():
        return Shape.TITLE
    return Shape.MIXED if any(char.isupper() for char in word) else Shape.CASELESS


def shapes(words: Iterable[str]) -> list[int]:
    """Per word its shape; the second half of the numbers is for words that begin a sentence or a line.

    A word of white space with a line break in it begins a line.
    """
    found: list[int] = []
    known: dict[str, int] = {}
    begins = True
    for word in words:
        if word not in known:
            known[word] = int(shape(word))
        found.append(known[word] + (len(Shape) if begins else 0))
        if "\n" in word or word in _ENDS_SENTENCE:
            begins = True
        elif not _OPENS.fullmatch(word):
            begins = False
    return found


def in_lists(words: Sequence[str], gazetteer: Gazetteer) -> list[int]:
    """For each word the lists that contain it."""
    return [gazetteer.get(word.lower(), 0) for word in words]

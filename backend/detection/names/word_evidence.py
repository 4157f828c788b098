"""Evidence for a word from word lists and from the document itself."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from backend.detection.names.paragraph import NameParagraph
from backend.detection.names.vocabulary import CALENDAR, GROUPS, NO_NAME
from backend.detection.names.word_features import Gazetteer, WordLists

_COMMON, _PLACE = int(WordLists.COMMON), int(WordLists.PLACE)
_GIVEN, _SURNAME = int(WordLists.GIVEN_NAME), int(WordLists.SURNAME)
_PERSON = _GIVEN | _SURNAME

_GLUED = re.compile(r"@|[^\W_][._/][^\W_]")
"""In what no space parts: an address, a host, a path."""
_CONTRACTED = re.compile(r"['’](?:m|ve|ll|d|re|t)$")
"""I'm, you've, don't."""
_BEGINS_A_SENTENCE = re.compile(
    r"(?:^|[.!?][\"”’)]{0,2} {1,2})[\"“‘(]{0,2}([^\W\d_])(?=[^\W_]*,? [^\W_]+ [^\W_]+)", re.MULTILINE
)
_CAREFUL = 0.9
"""Whoever begins so many sentences with a capital writes names with one."""
_LETTERS = re.compile(r"(?<![^\W_])[^\W\d_]{2,}(?![^\W_])")
_CAPITAL_INSIDE = re.compile(r"(?<![^\W_])[^\W\dA-Z_]+,? ([^\W\d_a-z][^\W_]+(?:['’][^\W_]{2,})?)")


@dataclass(frozen=True, slots=True)
class WordUsage:
    """How a document writes its words: which in lower case, and which with a capital inside a sentence.

    `careful` tells whether the document capitalises the beginnings of sentences, and therefore names.
    """

    lower: frozenset[str]
    inside: Mapping[str, int]
    careful: bool = False

    @classmethod
    def of(cls, blocks: Iterable[NameParagraph]) -> "WordUsage":
        """Count the words of a document; addresses and names of files say nothing of how a word is written."""
        lower: set[str] = set()
        inside: Counter[str] = Counter()
        begun: Counter[bool] = Counter()
        for block in blocks:
            begun.update(map(str.isupper, _BEGINS_A_SENTENCE.findall(block.text)))
            inside.update(_CAPITAL_INSIDE.findall(block.text))
            apart = " ".join(each for each in set(block.text.split()) if not _GLUED.search(each))
            lower.update(word for word in set(_LETTERS.findall(apart)) if word.islower())
        return cls(frozenset(lower), inside, begun[True] > 0 and begun[True] >= _CAREFUL * begun.total())


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Lists of given names, surnames, places and common words; an empty lexicon knows no word."""

    lists: Gazetteer = field(default_factory=dict, repr=False)

    def __bool__(self) -> bool:
        return bool(self.lists)

    def of(self, word: str) -> int:
        """The WordLists that contain a word; a plain number, because flags of an enum are slow."""
        return int(self.lists.get(word.lower(), 0))

    def given(self, word: str) -> bool:
        """Whether a word is in lists of given names."""
        return bool(self.of(word) & _GIVEN)

    def surname(self, word: str) -> bool:
        """Whether a word is in lists of surnames."""
        return bool(self.of(word) & _SURNAME)

    def place(self, word: str) -> bool:
        """Whether a word is in lists of places."""
        return bool(self.of(word) & _PLACE)

    def common(self, word: str) -> bool:
        """Whether newspapers write a word in lower case."""
        return bool(self.of(word) & _COMMON)

    def common_plural(self, word: str) -> bool:
        """Whether a word that is in no list is a common one with the ending of many: "languages"."""
        low = word.lower()
        if not low.endswith("s") or self.of(low):
            return False
        return any(map(self.common, (low[:-1], low[:-2], f"{low[:-3]}y" if low.endswith("ies") else low[:-1])))

    def common_words(self) -> Iterator[str]:
        """The words that newspapers write in lower case."""
        return (word for word, lists in self.lists.items() if lists & _COMMON)

    def named_so(self, word: str) -> bool:
        """Tell whether a word is a given name or surname."""
        return bool(self.of(word) & _PERSON)

    def only_a_place(self, word: str) -> bool:
        """Tell whether a word is in lists of places and is no person's name."""
        return self.of(word) & (_PLACE | _PERSON) == _PLACE


@dataclass(frozen=True, slots=True)
class NameEvidence:
    """Evidence for single words from the lexicon and the document."""

    lexicon: Lexicon
    usage: WordUsage

    def ordinary(self, word: str) -> bool:
        """Whether a word is written in lower case, here or in newspapers, or is a month or a day."""
        low = word.lower()
        return low in self.usage.lower or low in CALENDAR or low in GROUPS or self.lexicon.common(low)

    def only_a_name(self, word: str) -> bool:
        """Tell whether a person's name has no meaning as an ordinary word: "Kofi", not "Will"."""
        low = word.lower()
        if not self.lexicon or low in CALENDAR or low in GROUPS:
            return False
        return not self.lexicon.common(low) and not self.lexicon.only_a_place(low)

    def stands_alone(self, word: str) -> bool:
        """Tell whether a word can be a name by itself."""
        if len(word) < 2 or word.isdigit() or word.lower() in CALENDAR:
            return False
        if word in NO_NAME and not self.lexicon.given(word):
            return False
        return not _CONTRACTED.search(word)

    def may_be_called(self, word: str) -> bool:
        """Tell whether a word may be a person's name: it is not ordinary, or lists know it as a name."""
        return not self.lexicon or not self.ordinary(word) or self.lexicon.named_so(word)

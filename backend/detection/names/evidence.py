"""What lists of words and the document itself say of a word."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from backend.detection.names.paragraph import Paragraph
from backend.detection.names.vocabulary import CALENDAR, GROUPS, NO_NAME
from backend.detection.names.words import Gazetteer, Lists

_COMMON, _PLACE = int(Lists.COMMON), int(Lists.PLACE)
_GIVEN, _SURNAME = int(Lists.GIVEN_NAME), int(Lists.SURNAME)
_PERSON = _GIVEN | _SURNAME


@dataclass(frozen=True, slots=True)
class Usage:
    """How a document writes its words: which stand in lower case, and which with a capital after such a word."""

    lower: frozenset[str]
    inside: Mapping[str, int]

    @classmethod
    def of(cls, blocks: Iterable[Paragraph]) -> "Usage":
        """Count the words of a document."""
        lower: set[str] = set()
        inside: Counter[str] = Counter()
        for block in blocks:
            small = {word for word in set(block.words) if word.islower()}
            lower |= small
            inside.update(_after_lower(block, small))
        return cls(frozenset(lower), inside)


def _after_lower(block: Paragraph, small: set[str]) -> Iterator[str]:
    previous_small = False
    for i, word in enumerate(block.words):
        if word in small:
            previous_small = True
            continue
        if previous_small and block.text[block.ends[i - 1] : block.starts[i]] in (" ", ", ", "-"):
            yield word
        previous_small = False


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Lists of given names, surnames, places and common words; an empty one says nothing of any word."""

    lists: Gazetteer = field(default_factory=dict, repr=False)

    def __bool__(self) -> bool:
        return bool(self.lists)

    def of(self, word: str) -> int:
        """The Lists that a word stands in; a plain number, because flags of an enum are slow."""
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

    def named_so(self, word: str) -> bool:
        """Whether people are called by a word."""
        return bool(self.of(word) & _PERSON)

    def only_a_place(self, word: str) -> bool:
        """Whether a word is in lists of places, and nobody is called so."""
        return self.of(word) & (_PLACE | _PERSON) == _PLACE


@dataclass(frozen=True, slots=True)
class Evidence:
    """What lists and document say of single words."""

    lexicon: Lexicon
    usage: Usage

    def ordinary(self, word: str) -> bool:
        """Whether a word is written in lower case, here or in newspapers, or is a month or a day."""
        low = word.lower()
        return low in self.usage.lower or low in CALENDAR or low in GROUPS or self.lexicon.common(low)

    def stands_alone(self, word: str) -> bool:
        """Whether a word can name anything at all by itself."""
        return len(word) > 1 and word not in NO_NAME and word.lower() not in CALENDAR and not word.isdigit()

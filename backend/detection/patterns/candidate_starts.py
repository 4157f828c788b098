"""The positions at which a value may begin; expressions are tried there only.

Most of a document is words, and nearly every value begins with a digit, stands beside a certain word, or holds a
sign such as @. These places are looked up once per text; eighty expressions that search the whole text each
would take ten times as long.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate

from backend.detection.patterns.readable_text import ReadableText

_NUMBER = re.compile(r"[0-9](?<![^\W_].)", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(rf"({_WORD.pattern})")
_LONG_NUMBER = re.compile(r"[0-9](?<![^\W_].)(?=(?:[ .()/+-]{0,3}[0-9]){6})", re.DOTALL)
_PIECE = re.compile(r"[^\s,;:()]+")
_LONGEST_WORD = 24
_DIALLED = "+("


class CandidateStarts:
    """A seen text with the places where its numbers, codes and words begin, each looked up when first asked for."""

    def __init__(self, seen: ReadableText) -> None:
        self.seen = seen
        self.text = seen.text
        self._places: dict[Begins, Sequence[int]] = {}

    def places(self, begins: "Begins") -> Sequence[int]:
        """Where values may begin that begin so, looked up once for all templates that share it."""
        found = self._places.get(begins)
        if found is None:
            found = self._places[begins] = begins(self)
        return found

    @cached_property
    def backwards(self) -> str:
        """The text from its end, for what is found by a sign in its middle."""
        return self.text[::-1]

    @cached_property
    def numbers(self) -> Sequence[int]:
        """Where a digit follows neither a letter nor a digit."""
        return [match.start() for match in _NUMBER.finditer(self.text)]

    @cached_property
    def long_numbers(self) -> Sequence[int]:
        """Where a number of at least seven digits begins, with the signs inside it: few of all numbers do."""
        return [match.start() for match in _LONG_NUMBER.finditer(self.text)]

    @cached_property
    def dialled(self) -> Sequence[int]:
        """Where a long number begins, with and without each plus sign and opening bracket before it."""
        return [place for start in self.long_numbers for place in self._from_signs(start)]

    @cached_property
    def codes(self) -> Sequence[int]:
        """Where at most six letters begin that a digit follows: DE89, AB 12, RSSMRA85."""
        return _AT_CODES(self)

    @cached_property
    def words(self) -> Mapping[str, Sequence[int]]:
        """Where each word begins, by its lower case; digits end a word."""
        words: defaultdict[str, list[int]] = defaultdict(list)
        parts = _WORDS.split(self.text)  # what is between, word, between, …, between
        starts = list(accumulate(map(len, parts)))
        for word, start in zip(parts[1::2], starts[::2], strict=False):
            words[word.lower()].append(start)
        return words

    def phrases(self, phrases: Sequence[str]) -> list[tuple[int, int]]:
        """Start and end of every place where one of these phrases in lower case stands as whole words, in order."""
        found = []
        for phrase in phrases:
            for start in self.words.get(first_word(phrase), ()):
                end = start + len(phrase)
                if self.text[start:end].lower() == phrase and not self._cuts_a_word(start, end):
                    found.append((start, end))
        return sorted(found)

    def _cuts_a_word(self, start: int, end: int) -> bool:
        return self.text[max(0, start - 1) : start].isalnum() or self.text[end : end + 1].isalnum()

    def _from_signs(self, start: int) -> range:
        first = start
        while first and start - first < 2 and self.text[first - 1] in _DIALLED:
            first -= 1
        return range(first, start + 1)


def first_word(phrase: str) -> str:
    """The word that a phrase begins with; nothing where it begins with something else."""
    first = _WORD.match(phrase)
    return first.group() if first else ""


Begins = Callable[[CandidateStarts], Sequence[int]]
"""The places of a page, ascending, at which an expression is tried."""


def at_numbers(page: CandidateStarts) -> Sequence[int]:
    """Wherever a number begins."""
    return page.numbers


def at_long_numbers(page: CandidateStarts) -> Sequence[int]:
    """Wherever a number of at least seven digits begins."""
    return page.long_numbers


def at_dialled(page: CandidateStarts) -> Sequence[int]:
    """Wherever a long number begins, with its plus sign and bracket."""
    return page.dialled


def at_codes(page: CandidateStarts) -> Sequence[int]:
    """Wherever a few letters begin that a digit follows."""
    return page.codes


@dataclass(frozen=True, slots=True, eq=False)  # it is looked up by its identity, which is quick
class AtWords:
    """Wherever one of these words in lower case begins."""

    words: frozenset[str]

    def __call__(self, page: CandidateStarts) -> Sequence[int]:
        """See Begins."""
        here = page.words
        return sorted(start for word in here.keys() & self.words for start in here[word])


@cache
def at_words(*words: str) -> Begins:
    """Wherever one of these words in lower case begins.

    >>> from backend.detection.patterns.readable_text import readable_text
    >>> at_words("case", "no")(CandidateStarts(readable_text("Case No. 7: no case")))
    [0, 5, 12, 15]
    """
    return AtWords(frozenset(words))


def either(*ways: Begins) -> Begins:
    """Wherever one of these says."""
    return lambda page: sorted(place for begins in ways for place in page.places(begins))


def before(sign: str, lead: str = "") -> Begins:
    """Wherever a run of `lead` begins that ends at a `sign`; both are expressions, the lead of bounded length.

    >>> from backend.detection.patterns.readable_text import readable_text
    >>> before("@", "[a-z]{0,64}")(CandidateStarts(readable_text("to ann@halden.example")))
    [3]
    """
    signs, leads = re.compile(sign), re.compile(lead)

    def begins(page: CandidateStarts) -> Sequence[int]:
        places = [match.start() for match in signs.finditer(page.text)]
        if not places:
            return places
        backwards, length = page.backwards, len(page.text)
        found = {place - _length(leads.match(backwards, length - place)) for place in places}
        return sorted(found)

    return begins


_AT_CODES = before(r"[ .0-9-](?<=[A-Za-z].)(?:(?<=[0-9])|(?=[0-9]))", "[A-Za-z]{1,6}")


def words_before(sign: str, most: int) -> Begins:
    """Wherever one of the last words before a `sign` begins, at most so many of them.

    >>> from backend.detection.patterns.readable_text import readable_text
    >>> words_before(r" (?=[0-9]{5})", 2)(CandidateStarts(readable_text("from Salt Lake, UT 84101")))
    [10, 16]
    """
    signs = re.compile(sign)

    def begins(page: CandidateStarts) -> Sequence[int]:
        found: list[int] = []
        for match in signs.finditer(page.text):
            place = match.start()
            first = max(0, place - _LONGEST_WORD * most)
            found += [first + word.start() for word in _PIECE.finditer(page.text[first:place])][-most:]
        return sorted(found)

    return begins


def _length(match: re.Match[str] | None) -> int:
    return len(match.group()) if match else 0


class Labels:
    """The places of the words that must stand near a value.

    >>> labels = Labels([(0, 3)])
    >>> labels.near(5, 9, 60, 20), labels.near(80, 89, 60, 20)
    (True, False)
    """

    def __init__(self, places: Sequence[tuple[int, int]]) -> None:
        self._places = places
        self._starts = [start for start, _ in places]

    def near(self, start: int, end: int, before: int, after: int) -> bool:
        """Whether a label stands at most `before` characters before the span, or ends `after` behind it."""
        first = bisect_left(self._starts, start - before)
        last = bisect_left(self._starts, end + after)
        stands = (self._places[i] for i in range(first, last))
        return any(stop <= start or (at >= end and stop <= end + after) for at, stop in stands)

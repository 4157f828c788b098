"""Find the positions where a value may begin, so that expressions are tried only there.

Most of a document is words, and nearly every value begins with a digit, stands beside a certain word, or contains a
sign such as @. These positions are found once per text. Eighty expressions that each search the whole text would
take ten times as long.
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
    """A readable text with the positions where its numbers, codes and words begin, computed on first use."""

    def __init__(self, seen: ReadableText) -> None:
        self.seen = seen
        self.text = seen.text
        self._places: dict[Begins, Sequence[int]] = {}

    def places(self, begins: "Begins") -> Sequence[int]:
        """Return the positions that `begins` gives; templates with the same `begins` share the result."""
        found = self._places.get(begins)
        if found is None:
            found = self._places[begins] = begins(self)
        return found

    @cached_property
    def backwards(self) -> str:
        """Return the reversed text, for values that are found by a sign in their middle."""
        return self.text[::-1]

    @cached_property
    def numbers(self) -> Sequence[int]:
        """Return the positions of digits that follow neither a letter nor a digit."""
        return [match.start() for match in _NUMBER.finditer(self.text)]

    @cached_property
    def long_numbers(self) -> Sequence[int]:
        """Return the positions where numbers of at least seven digits begin; signs may stand between digits."""
        return [match.start() for match in _LONG_NUMBER.finditer(self.text)]

    @cached_property
    def dialled(self) -> Sequence[int]:
        """Return where long numbers begin, with and without each plus sign and opening bracket before them."""
        return [place for start in self.long_numbers for place in self._from_signs(start)]

    @cached_property
    def codes(self) -> Sequence[int]:
        """Return the positions of one to six letters before a digit: DE89, AB 12, RSSMRA85."""
        return _AT_CODES(self)

    @cached_property
    def words(self) -> Mapping[str, Sequence[int]]:
        """Return the positions where each word begins, by the word in lower case; digits end a word."""
        words: defaultdict[str, list[int]] = defaultdict(list)
        parts = _WORDS.split(self.text)  # what is between, word, between, …, between
        starts = list(accumulate(map(len, parts)))
        for word, start in zip(parts[1::2], starts[::2], strict=False):
            words[word.lower()].append(start)
        return words

    def phrases(self, phrases: Sequence[str]) -> list[tuple[int, int]]:
        """Return start and end of each occurrence of these lower-case phrases as whole words, in order."""
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
    """Return the word that a phrase begins with; empty if it begins with something else."""
    first = _WORD.match(phrase)
    return first.group() if first else ""


Begins = Callable[[CandidateStarts], Sequence[int]]
"""The places of a page, ascending, at which an expression is tried."""


def at_numbers(page: CandidateStarts) -> Sequence[int]:
    """Return the positions where numbers begin."""
    return page.numbers


def at_long_numbers(page: CandidateStarts) -> Sequence[int]:
    """Return the positions where numbers of at least seven digits begin."""
    return page.long_numbers


def at_dialled(page: CandidateStarts) -> Sequence[int]:
    """Return the positions where long numbers begin, with their plus sign and bracket."""
    return page.dialled


def at_codes(page: CandidateStarts) -> Sequence[int]:
    """Return the positions of a few letters before a digit."""
    return page.codes


@dataclass(frozen=True, slots=True, eq=False)  # it is looked up by its identity, which is quick
class AtWords:
    """A function that returns the positions where one of these lower-case words begins."""

    words: frozenset[str]

    def __call__(self, page: CandidateStarts) -> Sequence[int]:
        """See Begins."""
        here = page.words
        return sorted(start for word in here.keys() & self.words for start in here[word])


@cache
def at_words(*words: str) -> Begins:
    """Return a function for the positions where one of these lower-case words begins.

    >>> from backend.detection.patterns.readable_text import readable_text
    >>> at_words("case", "no")(CandidateStarts(readable_text("Case No. 7: no case")))
    [0, 5, 12, 15]
    """
    return AtWords(frozenset(words))


def either(*ways: Begins) -> Begins:
    """Return a function for the positions of all these functions together."""
    return lambda page: sorted(place for begins in ways for place in page.places(begins))


def before(sign: str, lead: str = "") -> Begins:
    """Return a function for the positions of a run of `lead` that ends at a `sign`.

    Both are expressions; the lead has a bounded length.

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
    """Return a function for the positions of the last words before a `sign`, at most `most` of them.

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
    """The spans of label words, one of which must be near a value.

    >>> labels = Labels([(0, 3)])
    >>> labels.near(5, 9, 60, 20), labels.near(80, 89, 60, 20)
    (True, False)
    """

    def __init__(self, places: Sequence[tuple[int, int]]) -> None:
        self._places = places
        self._starts = [start for start, _ in places]

    def near(self, start: int, end: int, before: int, after: int) -> bool:
        """Return whether a label begins at most `before` characters before the span, or ends `after` behind it."""
        first = bisect_left(self._starts, start - before)
        last = bisect_left(self._starts, end + after)
        stands = (self._places[i] for i in range(first, last))
        return any(stop <= start or (at >= end and stop <= end + after) for at, stop in stands)

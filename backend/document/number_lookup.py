"""Find numbers however their digits are grouped: 4711-0815-22 is 4711081522 and 4711 0815 22."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from backend.document.spans import Span

_MIN_DIGITS = 7
"""Digits that tell a number in any grouping; shorter ones stand in tables by chance."""
_NUMBER = re.compile(r"[+(]?\d[\d\s()./\u2010-\u2015+-]*")
_GROUP = re.compile(r"\d+")
_GAP = re.compile(r"(?:[^\S\n]|[-./()\u2010-\u2015]){1,3}|%20|\u00a0")
_LONGEST = 20
"""Groups that one number may have."""


@dataclass(frozen=True, slots=True)
class NumberIndex:
    """An index of numbers by their digits.

    >>> list(NumberIndex.of(["4711-0815-22"]).find("4711 0815 22, wa.me/004711081522"))
    [(0, Span(start=0, end=12)), (0, Span(start=20, end=32))]
    """

    _by_digits: Mapping[str, list[int]] = field(repr=False)
    _longest: int = 0

    @classmethod
    def of(cls, terms: Iterable[str]) -> "NumberIndex":
        """Index the terms that are numbers; `find` returns each as its position among all the terms."""
        by_digits: dict[str, list[int]] = {}
        for position, term in enumerate(terms):
            digits = _digits("".join(_GROUP.findall(term)))
            if len(digits) >= _MIN_DIGITS and _NUMBER.fullmatch(term.strip()):
                by_digits.setdefault(digits.lstrip("0"), []).append(position)
        return cls(by_digits, max(map(len, by_digits), default=0))

    def find(self, text: str) -> Iterator[tuple[int, Span]]:
        """Yield each number as the position of its term and a span; zeros before it are part of it."""
        if not self._by_digits:
            return
        groups = [match.span() for match in _GROUP.finditer(text)]
        for first, (start, end) in enumerate(groups):
            digits = _digits(text[start:end])
            last = first
            while len(digits) <= self._longest + len(digits) - len(digits.lstrip("0")) and last - first < _LONGEST:
                for position in self._by_digits.get(digits.lstrip("0"), ()):
                    yield position, Span(start, groups[last][1])
                last += 1
                if last == len(groups) or not _GAP.fullmatch(text, groups[last - 1][1], groups[last][0]):
                    break
                digits += _digits(text[slice(*groups[last])])


def _digits(text: str) -> str:
    return text if text.isascii() else "".join(str(unicodedata.digit(char)) for char in text)


NO_NUMBERS = NumberIndex({})

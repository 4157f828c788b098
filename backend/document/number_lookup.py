"""Find numbers and codes however they are grouped: 4711-0815-22 is 4711081522, and KX-2291 is KX2291."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from backend.document.spans import Span

_MIN_DIGITS = 7
"""Digits that tell a number in any grouping; shorter ones stand in tables by chance."""
_NUMBER = re.compile(r"[+(]?\d[\d\s()./\u2010-\u2015+-]*")
_GROUP = re.compile(r"\d+")
_ENCODED_GAP = r"%20|&nbsp;|&#160;|\\'(?:20|a0|A0)|\\[~,]"
_GAP = re.compile(rf"(?:[^\w\n]|_){{1,3}}|{_ENCODED_GAP}")
"""Any signs, as people group digits in whichever way; the end of a line is none."""
_LONGEST = 20
"""Groups that one number may have."""
_COUNTRY_CODES_OF_ONE_DIGIT = "17"
_COUNTRY_CODES_OF_TWO_DIGITS = frozenset(
    map(str, (20, 27, *range(30, 35), 36, 39, 40, 41, *range(43, 50), *range(51, 59), *range(60, 67)))
) | frozenset(map(str, (81, 82, 84, 86, *range(90, 96), 98)))
"""All others have three (ITU-T E.164)."""
_CODE = re.compile(r"(?=.*[A-Za-z])(?:[^\W_]+[-./: \u00a0])*[^\W_]+")
_WORD = re.compile(r"[^\W_]+")
_SEAM = re.compile(rf"(?:[^\w\n]|_){{1,3}}|{_ENCODED_GAP}")
_MIN_CODE = 6
_MIN_DIGITS_OF_CODE = 4
_MIN_GLUED = 7
"""Letters and digits of a code that is found inside of a longer run of them too."""
MOST_ALIKE = 8
"""Of terms that are the same number, or have the same spelling, so many are found at its places."""
_LONGEST_GLUED = 100
"""Longer runs are no codes with a label."""


@dataclass(frozen=True, slots=True)
class NumberIndex:
    """An index of numbers by their digits.

    >>> list(NumberIndex.of(["4711-0815-22"]).find("4711 0815 22, wa.me/004711081522"))
    [(0, Span(start=0, end=12)), (0, Span(start=20, end=32))]
    """

    _by_digits: Mapping[str, list[int]] = field(repr=False)
    _longest: int = 0
    _by_code: Mapping[str, list[int]] = field(default_factory=dict, repr=False)
    """Terms of letters and digits, by both without what parts them."""
    _by_first: Mapping[str, set[int]] = field(default_factory=dict, repr=False)
    """How long the long ones of these codes are, by what stands before the first sign that parts them."""
    _first_lengths: Sequence[int] = ()

    @classmethod
    def of(cls, terms: Iterable[str]) -> "NumberIndex":
        """Index the terms that are numbers; `find` returns each as its position among all the terms."""
        by_digits: dict[str, list[int]] = {}
        by_code: dict[str, list[int]] = {}
        by_first: dict[str, set[int]] = {}
        for position, term in enumerate(terms):
            digits = _digits("".join(_GROUP.findall(term)))
            if len(digits) >= _MIN_DIGITS and _NUMBER.fullmatch(term.strip()):
                for form in (digits, *(_national(digits) if term.lstrip().startswith("+") else ())):
                    _add(by_digits, form.lstrip("0"), position)
            elif code := _code(term.strip()):
                _add(by_code, code, position)
                if len(code) >= _MIN_GLUED:
                    by_first.setdefault(_WORD.findall(term)[0].casefold(), set()).add(len(code))
        lengths = sorted(set(map(len, by_first)))
        return cls(by_digits, max(map(len, by_digits), default=0), by_code, by_first, lengths)

    def find(self, text: str) -> Iterator[tuple[int, Span]]:
        """Yield each number as the position of its term and a span; zeros before it are part of it."""
        if self._by_code:
            yield from self._codes_in(text)
        if self._by_first:
            yield from self._glued_codes_in(text)
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

    def _codes_in(self, text: str) -> Iterator[tuple[int, Span]]:
        longest = max(map(len, self._by_code))
        groups = [match.span() for match in _WORD.finditer(text)]
        for first, (start, end) in enumerate(groups):
            code = text[start:end].casefold()
            last = first
            while len(code) <= longest:
                for position in self._by_code.get(code, ()):
                    yield position, Span(start, groups[last][1])
                last += 1
                if last == len(groups) or not _SEAM.fullmatch(text, groups[last - 1][1], groups[last][0]):
                    break
                code += text[slice(*groups[last])].casefold()

    def _glued_codes_in(self, text: str) -> Iterator[tuple[int, Span]]:
        """Yield codes that begin or end inside of a run of letters and digits: "IBANDE89 3704"."""
        for match in _WORD.finditer(text):
            group = match.group().casefold()
            if len(group) > _LONGEST_GLUED or len(group) != len(match.group()):
                continue
            for length in self._first_lengths:
                for at in range(len(group) - length + 1):
                    if sizes := self._by_first.get(group[at : at + length]):
                        yield from self._glued_at(text, match.start() + at, sizes, goes_on=at > 0)

    def _glued_at(self, text: str, start: int, sizes: set[int], *, goes_on: bool) -> Iterator[tuple[int, Span]]:
        """Yield the codes that start there; those that nothing touches are found without this."""
        ahead = "".join(_WORD.findall(text[start : start + 2 * max(sizes)])).casefold()
        for code in (ahead[:size] for size in sizes):
            end = _end_of_code(text, start, code) if code in self._by_code else None
            if end is not None and (goes_on or text[end : end + 1].isalnum()):
                yield from ((position, Span(start, end)) for position in self._by_code[code])


def _add(alike: dict[str, list[int]], key: str, position: int) -> None:
    """File a term; hundreds of groupings of one number would otherwise each be found at each of its places."""
    filed = alike.setdefault(key, [])
    if len(filed) < MOST_ALIKE:
        filed.append(position)


def _end_of_code(text: str, start: int, code: str) -> int | None:
    """Return where a code that starts there ends; None where it does not stand there or another digit follows."""
    if code[0].isdecimal() and text[start - 1 : start].isdecimal():
        return None
    at = start
    for char in code:
        if at > start and (seam := _SEAM.match(text, at)):
            at = seam.end()
        if text[at : at + 1].casefold() != char:
            return None
        at += 1
    return None if code[-1].isdecimal() and text[at : at + 1].isdecimal() else at


def _national(digits: str) -> Iterator[str]:
    """Yield a phone number without its country code, and with the zero of the area code behind it."""
    code = 1 if digits[0] in _COUNTRY_CODES_OF_ONE_DIGIT else 2 if digits[:2] in _COUNTRY_CODES_OF_TWO_DIGITS else 3
    if len(digits) - code >= _MIN_DIGITS:
        yield digits[code:]
        yield f"{digits[:code]}0{digits[code:]}"


def _code(term: str) -> str:
    """Return the letters and digits of a term that is an id; nothing for other terms."""
    code = "".join(_WORD.findall(term)).casefold()
    is_id = len(code) >= _MIN_CODE and sum(map(str.isdecimal, code)) >= _MIN_DIGITS_OF_CODE
    return code if is_id and _CODE.fullmatch(term) and len(term) <= _LONGEST * 4 else ""


def _digits(text: str) -> str:
    return text if text.isascii() else "".join(str(unicodedata.digit(char)) for char in text)


NO_NUMBERS = NumberIndex({})

"""Find redacted codes that other letters touch: in "IBANDE89 3704 0044" a label is glued to an IBAN.

A name inside a longer word is mostly another word. A code of letters and digits does not come about by chance, so
it is the same code wherever it stands.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

_GROUP = re.compile(r"[^\W_]+")
_SHORTEST = 7
"""Letters and digits of a code; fewer may stand in a longer word or number by chance."""
_DIGITS = 3
_ADDRESS = "://"
_LONGEST_GAP = 3
"""Signs between two groups of a code."""
_LONGEST_GROUP = 200
"""Longer runs of letters and digits are data, which other readings decode."""


@dataclass(frozen=True, slots=True)
class GluedCodes:
    """Codes by their first groups, to be found where something is glued to their beginning or end.

    >>> codes = GluedCodes.of([(4, "de89 3704 0044 0532 0130 00")])
    >>> codes.find("ibande89 3704 0044 0532 0130 00"), codes.find("de89 3704")
    ({4}, set())
    """

    _by_first: dict[str, dict[int, dict[str, list[int]]]] = field(repr=False)
    """The numbers of the codes by their first groups, then by their lengths, then by all letters and digits."""
    _lengths: tuple[int, ...] = field(repr=False)
    """Of the first groups."""

    @classmethod
    def of(cls, strings: Iterable[tuple[int, str]]) -> "GluedCodes":
        """Index those of the normalised strings that are codes or addresses of pages."""
        by_first: dict[str, dict[int, dict[str, list[int]]]] = {}
        for number, text in strings:
            groups = _GROUP.findall(text)
            code = "".join(groups)
            has_both = any(map(str.isalpha, code)) and sum(map(str.isdecimal, code)) >= _DIGITS
            if len(code) >= _SHORTEST and (has_both or _ADDRESS in text):
                alike = by_first.setdefault(groups[0], {}).setdefault(len(code), {})
                alike.setdefault(code, []).append(number)
        return cls(by_first, tuple(sorted(set(map(len, by_first)))))

    def find(self, text: str) -> set[int]:
        """Return the numbers of the codes in a normalised text that touch another letter or digit."""
        found: set[int] = set()
        if not self._by_first:
            return found
        for match in _GROUP.finditer(text):
            group, start = match.group(), match.start()
            if len(group) > _LONGEST_GROUP:
                continue
            for length in self._lengths:
                for at in self._beginnings(group, length):
                    if alike := self._by_first.get(group[at : at + length]):
                        found.update(self._at(text, start + at, alike))
        return found

    @staticmethod
    def _at(text: str, start: int, alike: dict[int, dict[str, list[int]]]) -> Iterable[int]:
        ahead = "".join(_GROUP.findall(text[start : start + (_LONGEST_GAP + 1) * max(alike)]))
        for size, codes in alike.items():
            if (numbers := codes.get(ahead[:size])) and _goes_on(text, start, ahead[:size]):
                yield from numbers

    @staticmethod
    def _beginnings(group: str, length: int) -> range:
        """Where a first group of this length may begin: in a word at its end or its beginning, else anywhere."""
        last = len(group) - length
        return range(max(last, 0), last + 1) if group.isalpha() else range(last + 1)


def _goes_on(text: str, start: int, code: str) -> bool:
    """Tell whether the code stands there, and no digit goes on with its first or last one."""
    if code[0].isdecimal() and text[start - 1 : start].isdecimal():
        return False
    at, gap = start, 0
    for char in code:
        while at < len(text) and not text[at].isalnum() and gap < _LONGEST_GAP:
            at, gap = at + 1, gap + 1
        if text[at : at + 1] != char:
            return False
        at, gap = at + 1, 0
    return not (code[-1].isdecimal() and text[at : at + 1].isdecimal())

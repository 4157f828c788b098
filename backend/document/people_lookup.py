"""Find people whose name has more in it than their term: a middle name, an initial, a nickname or a title.

One look at each word of a text serves all people. Each word needs its capital, so that a sentence is no name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from backend.document.titles import ALL_TITLES

_SHORTEST_SURNAME = 4
_MOST_BETWEEN = 3
"""Words that may stand between a given name and a surname."""
_LONGEST_BETWEEN = 60
# "Renate M. K…", "Renate "Rena" K…", "Renate (Rena) K…", "Renate Maria K…"; a sentence may end behind a word.
_BETWEEN = re.compile(
    r"(?:[^\S\n]{1,2}(?:(?:[^\W\d_][.-]?){1,3}|[\"'\u2018\u201a\u201c\u201e\u00ab(]?[^\W\d_]+(?:[-'\u2019][^\W\d_]+)*"
    r"[\"'\u2019\u201c\u201d\u00bb)]?))+?,?[^\S\n]{1,2}"
)
_BEHIND_A_TITLE = re.compile(r"\.?[^\S\n]{1,2}")
_TITLES_BETWEEN = re.compile(
    rf",[^\S\n]{{0,2}}(?:(?:{'|'.join(sorted(ALL_TITLES))})(?:\.[^\S\n]*|[^\S\n]+))+", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+")
_PARTED = re.compile(r"[;|\t\n\0]")


@dataclass(frozen=True, slots=True)
class PeopleIndex:
    """People by their given name and their surname, both folded, and by each spelling of them."""

    _surnames: Mapping[str, Mapping[str, Sequence[int]]] = field(repr=False)
    """By the given name, the positions of the people with each surname."""
    _given: Mapping[str, Mapping[str, Sequence[int]]] = field(repr=False)
    """By the surname, the positions of the people with each given name."""

    @classmethod
    def of(cls, people: Iterable[tuple[int, str, str]]) -> "PeopleIndex":
        """Index people by the position of their term, their given name and their surname."""
        surnames: dict[str, dict[str, list[int]]] = {}
        given: dict[str, dict[str, list[int]]] = {}
        for position, first, last in people:
            if len(last) >= _SHORTEST_SURNAME:
                surnames.setdefault(first, {}).setdefault(last, []).append(position)
                given.setdefault(last, {}).setdefault(first, []).append(position)
        return cls(surnames, given) if surnames else NO_PEOPLE

    def find(self, level: str, texts: Sequence[str], starts: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Yield the position, start and end of each person in a folded text, which is cut into runs of letters."""
        surnames, given = self._surnames, self._given
        for at in [i for i, run in enumerate(texts) if run in surnames or run in given or run in ALL_TITLES]:
            first, start = texts[at], starts[at]
            for others, gap in ((surnames.get(first), _BETWEEN), (given.get(first), _TITLES_BETWEEN)):
                last = _next_of(others, texts, at) if others else at
                if others and last > at + 1 and gap.fullmatch(level, start + len(first), starts[last]):
                    yield from ((each, start, starts[last] + len(texts[last])) for each in others[texts[last]])
            if first in ALL_TITLES and at + 1 < len(texts):
                yield from self._behind_title(level, start + len(first), texts[at + 1], starts[at + 1])

    def _behind_title(self, level: str, end: int, surname: str, start: int) -> Iterator[tuple[int, int, int]]:
        """Yield the first person with the surname behind a title. Several people may have this surname."""
        people = self._given.get(surname)
        if people and _BEHIND_A_TITLE.fullmatch(level, end, start):
            yield next(iter(people.values()))[0], start, start + len(surname)


def _next_of(others: Mapping[str, Sequence[int]], texts: Sequence[str], at: int) -> int:
    """Return where the first other half of a name stands behind one half, which is `at` if there is none.

    No later one is sought: two names that stand together are not one.
    """
    behind = range(at + 1, min(at + _MOST_BETWEEN + 2, len(texts)))
    return next((last for last in behind if texts[last] in others), at)


def is_one_name(written: str) -> bool:
    """Tell whether each word of what may be a name has its capital, and nothing in it begins another one.

    >>> is_one_name('Renate "Rena" Krüger'), is_one_name("Renate and Krüger"), is_one_name("Renate Abt; Krüger")
    (True, False, False)
    """
    return _PARTED.search(written) is None and all(word[0].isupper() for word in _WORD.findall(written))


NO_PEOPLE = PeopleIndex({}, {})

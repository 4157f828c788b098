"""Find people whose name has more in it than their term: a middle name, an initial, a nickname or a title.

One look at each word of a text serves all people. Each word needs its capital, so that a sentence is no name.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from backend.document.surnames import is_particle
from backend.document.titles import ALL_TITLES

_SHORTEST_SURNAME = 4
_SHORTEST_WITH_TITLE = 2
_MOST_BETWEEN = 3
"""Words that may stand between a given name and a surname."""
_LONGEST_BETWEEN = 60
# "Renate M. K…", "Renate "Rena" K…", "Renate (Rena) K…", "Renate Maria K…"; a sentence may end behind a word.
_BETWEEN = re.compile(
    r"(?:[^\S\n]{1,2}(?:(?:[^\W\d_][.-]?){1,3}|[\"'\u2018\u201a\u201c\u201e\u00ab(]?[^\W\d_]+(?:[-'\u2019][^\W\d_]+)*"
    r"[\"'\u2019\u201c\u201d\u00bb)]?))+?,?[^\S\n]{1,2}"
)
_BEHIND_A_TITLE = re.compile(r"\.?[^\S\n]{1,2}(?:[^\W\d_]+(?:[^\S\n]|['\u2019-]){1,2}){0,4}")
_MOST_BEFORE = 4
"""Runs of letters before the last one of a surname: "van der", "O'"."""
_TITLES_BETWEEN = re.compile(
    rf",[^\S\n]{{0,2}}(?:(?:{'|'.join(sorted(ALL_TITLES))})(?:\.[^\S\n]*|[^\S\n]+))+", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+")
_LETTER = re.compile(r"[^\W\d_]")
_MOST_INITIALS = 3
_BETWEEN_INITIALS = re.compile(r"(?:x\.?[^\S\n]?){1,3}")
_PARTED = re.compile(r"[;|\t\n\0]")
_SEMITIC = re.compile("[\u05d0-\u05ea\u0610-\u065f]+")
_MIDDLE = re.compile(r"\A(?:(?:بن|ابن|بنت|בן|בת) )?\w+\Z")
"""One name between two words in letters without capitals, so that not every sentence between them is a name."""
_BORN = frozenset(("geb", "geborene", "geborener", "née", "nee", "né", "born", "roz", "rozená"))
"""What stands between the names of a person before and after a marriage."""


@dataclass(frozen=True, slots=True)
class PeopleIndex:
    """People by their given name and their surname, both folded, and by each spelling of them."""

    _surnames: Mapping[str, Mapping[str, Sequence[int]]] = field(repr=False)
    """By the given name, the positions of the people with each surname."""
    _given: Mapping[str, Mapping[str, Sequence[int]]] = field(repr=False)
    """By the last word of the surname, the positions of the people with each given name."""
    _before: Mapping[str, Collection[tuple[str, ...]]] = field(repr=False)
    """By the last word of the surname, the words that may stand before it."""
    _initials: Mapping[str, Mapping[str, Sequence[int]]] = field(default_factory=dict, repr=False)
    """By the first letter of the given name, the positions of the people with each surname."""

    @classmethod
    def of(cls, people: Iterable[tuple[int, str, tuple[str, ...], str]]) -> "PeopleIndex":
        """Index people: the position of their term, the given name, the words before the surname, and that."""
        surnames: dict[str, dict[str, list[int]]] = {}
        given: dict[str, dict[str, list[int]]] = {}
        before: dict[str, set[tuple[str, ...]]] = {}
        initials: dict[str, dict[str, list[int]]] = {}
        for position, first, words, last in people:
            given.setdefault(last, {}).setdefault(first, []).append(position)
            before.setdefault(last, set()).add(words)
            initials.setdefault(first[0], {}).setdefault(last, []).append(position)
            if len(last) >= _SHORTEST_SURNAME:
                surnames.setdefault(first, {}).setdefault(last, []).append(position)
        return cls(surnames, given, before, initials) if given else NO_PEOPLE

    def find(self, level: str, texts: Sequence[str], starts: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Yield the position, start and end of each person in a folded text, which is cut into runs of letters."""
        surnames, given = self._surnames, self._given
        for at in [i for i, run in enumerate(texts) if run in surnames or run in given or run in ALL_TITLES]:
            first, start = texts[at], starts[at]
            for others, gap in ((surnames.get(first), _BETWEEN), (given.get(first), _TITLES_BETWEEN)):
                last = _next_of(others, texts, at) if others else at
                if others and last > at + 1 and gap.fullmatch(level, start + len(first), starts[last]):
                    if others is surnames.get(first) and self._is_other_surname(texts, at, last):
                        continue
                    yield from ((each, start, starts[last] + len(texts[last])) for each in others[texts[last]])
            if first in ALL_TITLES:
                yield from self._behind_title(level, at, texts, starts)

    def behind_initials(
        self, level: str, texts: Sequence[str], starts: Sequence[int]
    ) -> Iterator[tuple[int, int, int]]:
        """Yield people behind several initials: "R. M. Krüger", "RM Krüger"."""
        for last, run in enumerate(texts):
            if not last or run not in self._given:
                continue
            at = last - 1
            while at > 0 and len(texts[at]) == 1 and len(texts[at - 1]) == 1 and last - at < _MOST_INITIALS:
                at -= 1
            letters = "".join(texts[at:last])
            is_near = _BETWEEN_INITIALS.fullmatch(_LETTER.sub("x", level[starts[at] : starts[last]]))
            if 1 < len(letters) <= _MOST_INITIALS and (at < last - 1 or len(texts[at]) > 1) and is_near:
                for position in self._initials.get(letters[0], {}).get(run, ()):
                    yield position, starts[at], starts[last] + len(run)

    def _is_other_surname(self, texts: Sequence[str], at: int, last: int) -> bool:
        """Tell whether the words that a surname needs before it ("O'") do not stand there."""
        return not any(
            list(words) == list(texts[max(last - len(words), at + 1) : last]) for words in self._before[texts[last]]
        )

    def _behind_title(
        self, level: str, at: int, texts: Sequence[str], starts: Sequence[int]
    ) -> Iterator[tuple[int, int, int]]:
        """Yield the first person with the surname behind a title. Several people may have this surname."""
        for last in range(at + 1, min(at + _MOST_BEFORE + 2, len(texts))):
            people = self._given.get(texts[last])
            words = tuple(texts[at + 1 : last])
            if people and words in self._before[texts[last]] and len(texts[last]) >= _SHORTEST_WITH_TITLE:
                if _BEHIND_A_TITLE.fullmatch(level, starts[at] + len(texts[at]), starts[last]):
                    yield next(iter(people.values()))[0], starts[at + 1], starts[last] + len(texts[last])
                return


def _next_of(others: Mapping[str, Sequence[int]], texts: Sequence[str], at: int) -> int:
    """Return where the first other half of a name stands behind one half, which is `at` if there is none.

    No later one is sought: two names that stand together are not one.
    """
    left = _MOST_BETWEEN
    for last in range(at + 1, len(texts)):
        if texts[last] in others:
            return last
        left -= not is_particle(texts[last])
        if left < 0 or last - at > _MOST_BETWEEN + _MOST_BEFORE:
            break
    return at


def is_one_name(written: str) -> bool:
    """Tell whether each word of what may be a name has its capital, and nothing in it begins another one.

    >>> is_one_name('Renate "Rena" Krüger'), is_one_name("Renate and Krüger"), is_one_name("Renate Abt; Krüger")
    (True, False, False)
    """
    words = _WORD.findall(written)
    if _SEMITIC.fullmatch(words[0]):
        return _PARTED.search(written) is None and _MIDDLE.search(" ".join(words[1:-1])) is not None
    return _PARTED.search(written) is None and all(
        word[0].isupper() or is_particle(word) or word in _BORN for word in words
    )


def has_initials(written: str) -> bool:
    """Tell whether capitals stand before a surname: "R. M. Krüger", "RM Krüger", but not "Rm Krüger"."""
    *initials, surname = _WORD.findall(written)
    if _SEMITIC.fullmatch(surname):
        return written.count(".") >= len(initials) > 1 and all(len(each) == 1 for each in initials)
    return surname[0].isupper() and all(each.isupper() for each in initials)


NO_PEOPLE = PeopleIndex({}, {}, {})

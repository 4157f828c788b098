"""Group the names of one person, so that each person has one number.

"Ms Gisela Kirsten", "G. Kirsten", "Ms Kirsten" and "Gisela" are one person, as long as the document holds only one
Kirsten and one Gisela. An ambiguous name stays a group of its own, because a wrong number would mislead readers.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from backend.detection.names.vocabulary import HONORIFICS, ROLES

_MALE = frozenset(("mr", "sir", "lord", "herr", "monsieur"))
_FEMALE = frozenset(("ms", "mrs", "miss", "dame", "lady", "frau", "mme", "mlle"))
_TITLES = _MALE | _FEMALE | {title.casefold() for title in HONORIFICS | ROLES}
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_POSSESSIVE = re.compile(r"['’]s$")


@dataclass(frozen=True, slots=True)
class _Name:
    """A name in lower case without its titles, and the sex that the titles imply."""

    words: tuple[str, ...]
    sex: str

    @classmethod
    def of(cls, term: str) -> "_Name":
        """Parse a name, also when it is written "Kirsten, Gisela"."""
        if "," in term:
            surname, _, given_names = term.partition(",")
            term = f"{given_names} {surname}"
        words = [_POSSESSIVE.sub("", word).casefold() for word in _WORD.findall(term)]
        sex = "m" if _MALE.intersection(words) else "f" if _FEMALE.intersection(words) else ""
        return cls(tuple(word for word in words if word not in _TITLES), sex)

    def may_be(self, full: "_Name") -> bool:
        """Tell whether this can be short for `full`: surname, given name, or an initial with the surname."""
        if not self.words or len(self.words) > len(full.words) or {self.sex, full.sex} == {"m", "f"}:
            return False
        if len(self.words) == 1:
            return self.words[0] in (full.words[-1], full.words[0])
        if self.words[-1] != full.words[-1]:
            return False
        return all(map(_agree, self.words[:-1], full.words[:-1]))


def _agree(one: str, other: str) -> bool:
    """Tell whether two given names are equal, or one is the initial of the other."""
    return one == other or (min(len(one), len(other)) == 1 and one[0] == other[0])


def group_person_names(terms: Sequence[str]) -> list[int]:
    """Return for each name the position of the longest name of the same person.

    A name that fits several people stays a group of its own.

    >>> group_person_names(["Ms Kirsten", "Ms Gisela Kirsten", "G. Kirsten", "Gisela", "Bo Halden"])
    [1, 1, 1, 1, 4]
    """
    names = [_Name.of(term) for term in terms]
    people = _People()
    longest_first = sorted(range(len(names)), key=lambda i: (-sum(map(len, names[i].words)), i))
    for i in longest_first:
        if not people.fitting(names[i]):
            people.add(i, names[i])
    owners = [people.fitting(name) for name in names]
    return [i if i in people.known or len(who) != 1 else who[0] for i, who in enumerate(owners)]


_MAX = 50
"""People with one surname and one given name, or initial; among more of them nobody knows who is meant."""


class _People:
    """The full names, one for each person, indexed by the parts that a short form may have."""

    def __init__(self) -> None:
        self.known: dict[int, _Name] = {}
        self._filed: dict[tuple[str, ...], list[int]] = defaultdict(list)

    def add(self, position: int, name: _Name) -> None:
        """Add the name of a new person."""
        self.known[position] = name
        for key in dict.fromkeys((word,) for word in name.words[:1] + name.words[-1:]):
            self._filed[key].append(position)
        if len(name.words) > 1:
            given_name, surname = name.words[0], name.words[-1]
            self._filed[surname, given_name].append(position)
            self._filed[surname, given_name[0], _INITIAL].append(position)

    def fitting(self, name: _Name) -> list[int]:
        """Return the people that the name may mean, at most two of them."""
        filed = self._filed_for(name)
        if len(name.words) > 1 and len(filed) > _MAX:
            return filed[:2]
        return list(islice((position for position in filed if name.may_be(self.known[position])), 2))

    def _filed_for(self, name: _Name) -> list[int]:
        if len(name.words) < 2:
            return self._filed.get(name.words, [])
        given_name, surname = name.words[0], name.words[-1]
        if len(given_name) == 1:
            return self._filed.get((surname, given_name, _INITIAL), [])
        return self._filed.get((surname, given_name), []) + self._filed.get((surname, given_name[0]), [])


_INITIAL = "."
"""Stands behind an initial where everybody is filed who has it."""

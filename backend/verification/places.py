"""The rows of a verification: where something is left, and what was examined."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from backend.document.spans import Span
from backend.messages.found_in import FoundIn
from backend.messages.message import Message, Wording, reason_as_json

WHOLE_FILE = "the file"
"""The name of what has no parts: a text file, or a package that cannot be opened."""


@dataclass(frozen=True, slots=True, order=True)
class LeftPlace:
    """A place where a redacted string is left. It contains the placeholder and position, never the string.

    `part` is the part of the package. Parts of embedded files follow after `!/`, as in
    `word/embeddings/a.xlsx!/xl/workbook.xml`; it is empty for the file itself. `index` is the position among the
    strings that the caller passed, so that only the caller can tell which string it is. It is None for a
    replacement at this place alone that was not made.

    `count` is how many places of the file the row stands for. A place in which several strings or several spellings
    of one are found counts in one row alone, so that the sum over all rows of a part is right; 0 says that all
    places of the row count in other rows.
    """

    part: str
    found_in: FoundIn
    placeholder: str
    index: int | None
    count: int = field(default=1, compare=False)

    @property
    def how(self) -> str:
        """Where in the part it was found, in words."""
        return self.found_in.words

    @property
    def where(self) -> str:
        """The part and the kind of text as one phrase."""
        return f"{self.part}: {self.how}" if self.part else self.how

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object of the contract."""
        return {
            "part": self.part,
            **self.found_in.as_json(),
            "placeholder": self.placeholder,
            "string": self.index,
            "count": self.count,
        }


_TEXT_OF_A_PART = frozenset({"text", "glued_words", "dotted_words"})


def places_once(places: Iterable[LeftPlace]) -> tuple[LeftPlace, ...]:
    """Leave out what the bytes of a part repeat of its paragraphs, so that the counts are of places of the file."""
    every = tuple(places)
    told = {(each.part, each.index) for each in every if each.found_in.code == "paragraph"}
    return tuple(
        each for each in every if each.found_in.code not in _TEXT_OF_A_PART or (each.part, each.index) not in told
    )


def number_of_places(places: Iterable[LeftPlace]) -> int:
    """Return the number of places of the file in which strings are left, each place once; 0 without rows."""
    every = tuple(places)
    return max(sum(each.count for each in places_once(every)), 1 if every else 0)


@dataclass(frozen=True, slots=True)
class PartStatus:
    """A part of the file, whether all of its text was examined, and if not, why.

    `name` is the part's name, or WHOLE_FILE. A part that was not examined is `accepted` when the user has confirmed
    it: this applies to pictures, which only people can read, and only without metadata.
    """

    name: str
    examined: bool
    reason: Message | None = None
    accepted: bool = False

    def as_json(self, worded: Wording) -> dict[str, Any]:
        """Return the JSON object of the contract, in the words of a surface."""
        return {
            "part": self.name,
            "examined": self.examined,
            **reason_as_json(self.reason, worded),
            "accepted": self.accepted,
        }


def count_places(found: Iterable[tuple[int, Span]]) -> dict[int, int]:
    """Count the places of one text by the position of their string; overlapping finds are one place, of the first.

    >>> count_places([(1, Span(0, 10)), (0, Span(4, 10)), (1, Span(20, 30))])
    {1: 1, 0: 1}
    """
    counts: dict[int, int] = {}
    end = 0
    owner = -1
    for position, span in sorted(found, key=lambda each: each[1]):
        counts.setdefault(position, 0)
        if span.start >= end:
            owner = position
            counts[owner] += 1
        elif position < owner:
            counts[owner] -= 1
            owner = position
            counts[owner] += 1
        end = max(end, span.end)
    return counts

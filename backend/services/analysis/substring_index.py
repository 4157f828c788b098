"""Substring search as Word does it: every occurrence in a text, inside longer words too."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import numpy as np

_GONE_THROUGH = 20_000_000
"""Characters that are gone through for single strings, before all places of the text are sorted."""

_OFTEN = 8
"""What stands at so large a share of the places (one in so many) is found quicker by going through the text."""


class Hits:
    """The hits of many strings in one text, ascending and without overlaps.

    Going through a text for each of as many strings as it holds would take the square of its length. So the first
    strings are searched for, and for more of them the text is sorted once.

    >>> Hits("the shares of a shareholder, a share").of("share")
    [4, 16, 31]
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._gone_through = 0
        self._sorted: SortedPlaces | None = None
        self._found: dict[str, list[int]] = {}

    def of(self, wanted: str) -> list[int]:
        """The start of each hit of a string."""
        if wanted not in self._found:
            self._found[wanted] = self._search(wanted)
        return self._found[wanted]

    def _search(self, wanted: str) -> list[int]:
        if self._sorted is None:
            self._gone_through += len(self._text)
            if self._gone_through <= _GONE_THROUGH:
                return _begins(wanted, self._text)
            self._sorted = SortedPlaces(self._text)
        places = self._sorted.of(wanted)
        if len(places) * _OFTEN > len(self._text):
            return _begins(wanted, self._text)
        return _without_overlaps(sorted(places), len(wanted))


class SortedPlaces:
    """A suffix array: all places of a text, sorted by the text that follows, so that equal beginnings are adjacent.

    The order is found by doubling: once places are sorted by so many characters, two neighbouring ranks sort them
    by twice as many. That is done as far as the longest string that was asked for reaches.

    >>> sorted(SortedPlaces("banana").of("an"))
    [1, 3]
    """

    def __init__(self, text: str) -> None:
        self._text = text
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
        self._ranks = codes.astype(np.int64) + 1  # 0 is the end
        self._order = np.argsort(self._ranks)
        self._reach = 1
        self._is_done = False
        self._places = self._order.data

    def of(self, wanted: str) -> Sequence[int]:
        """Every start of a string, overlapping ones included, in no particular order."""
        size = len(wanted)
        while self._reach < size and not self._is_done:
            self._double()
        found = self._places
        begin = bisect_left(found, wanted, key=lambda at: self._text[at : at + size])
        end = bisect_right(found, wanted, begin, key=lambda at: self._text[at : at + size])
        return found[begin:end].tolist()

    def _double(self) -> None:
        following = np.zeros_like(self._ranks)
        following[: -self._reach] = self._ranks[self._reach :]
        both = self._ranks * (self._ranks.max(initial=0) + 1) + following
        self._order = np.argsort(both)
        ordered = both[self._order]
        differs = np.ones(len(ordered), np.int64)
        differs[1:] = ordered[1:] != ordered[:-1]
        self._ranks = np.empty_like(both)
        self._ranks[self._order] = np.cumsum(differs)
        self._reach *= 2
        self._is_done = bool(differs.all())
        self._places = self._order.data


def _without_overlaps(places: Sequence[int], size: int) -> list[int]:
    found: list[int] = []
    end = 0
    for at in places:
        if at >= end:
            found.append(at)
            end = at + size
    return found


def _begins(wanted: str, text: str) -> list[int]:
    found = []
    at = text.find(wanted)
    while at >= 0:
        found.append(at)
        at = text.find(wanted, at + len(wanted))
    return found

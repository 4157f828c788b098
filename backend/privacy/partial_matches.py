"""Partial matching of documents: a redacted document is partly its original (FORMULAS, privacy index).

The paper leaves this open (Section 4). A released document counts as its original by the cosine of their words, and
by the rest as another document.
"""

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from backend.document.tokens import terms


class _Original(NamedTuple):
    words: Mapping[str, int]
    element: int
    sensitivity: float


@dataclass(slots=True)
class PartialMatches:
    """Keeps the words of originals until their releases have been compared with them."""

    _originals: dict[Hashable, _Original] = field(default_factory=dict, init=False, repr=False)

    def keep(self, key: Hashable, text: str, element: int, sensitivity: float) -> None:
        """Keep the words of an original; of two with the same key the first is kept."""
        self._originals.setdefault(key, _Original(Counter(terms(text)), element, sensitivity))

    def shares(
        self, key: Hashable, text: str, element: int, sensitivity: float
    ) -> tuple[tuple[int, float, float], ...]:
        """Return which elements a released document is, each with its sensitivity and its share."""
        original = self._originals.get(key)
        if original is None or original.element == element:
            return ((element, sensitivity, 1.0),)
        same = cosine(original.words, Counter(terms(text)))
        return ((original.element, original.sensitivity, same), (element, sensitivity, 1 - same))


def cosine(one: Mapping[str, int], other: Mapping[str, int]) -> float:
    """Return the cosine of two vectors of counts, from 0 to 1; 0 where one is empty.

    >>> cosine({"crane": 3, "ship": 4}, {"ship": 2})
    0.8
    """
    product = sum(count * other.get(word, 0) for word, count in one.items())
    lengths = sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))
    return min(product / lengths, 1.0) if lengths else 0.0

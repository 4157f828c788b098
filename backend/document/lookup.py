"""Which of many phrases can stand in a text at all, told by the runs of letters and of digits in it.

Looking for three hundred phrases one by one in every paragraph would take a second for a long document; nearly
all of them can be ruled out by the first look at the words that are there.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from backend.document.tokens import fold

_RUN = re.compile(r"[^\W\d_]+|\d+")
_RUN_OR_ESCAPE = re.compile(r"(%[0-9a-f]{2})|[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True)
class Lookup:
    """Phrases by the runs they are made of; `by_run` files each under its longest one.

    >>> lookup_of(["Halden & Rook", "Rook Street", "Acme"]).possible("halden and rook")
    [0]
    """

    runs: tuple[frozenset[str], ...]
    by_run: dict[str, tuple[int, ...]]

    def possible(self, folded: str) -> list[int]:
        """The positions, ascending, of the phrases whose runs all occur in the folded text."""
        there = set(_RUN.findall(folded))
        if "%" in folded:  # in "my%2dhalden" the escape ends before the h
            there.update(match.group() for match in _RUN_OR_ESCAPE.finditer(folded))
        candidates = list(self.by_run.get("", ()))
        for run in there & self.by_run.keys():
            candidates += (i for i in self.by_run[run] if self.runs[i] <= there)
        return sorted(candidates)


def lookup_of(phrases: Iterable[str]) -> Lookup:
    """File the phrases; those without a letter or digit are always possible."""
    runs = tuple(frozenset(_RUN.findall(fold(phrase).text)) for phrase in phrases)
    filed: dict[str, list[int]] = defaultdict(list)
    for i, of_phrase in enumerate(runs):
        filed[max(sorted(of_phrase), key=len, default="")].append(i)
    return Lookup(runs, {run: tuple(positions) for run, positions in filed.items()})

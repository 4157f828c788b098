"""Many phrases found in one pass over a text.

Looking for three hundred phrases one by one in every paragraph takes a second for a long document, and for
thousands in a text file of millions of characters minutes. Nearly everywhere the first word rules all of them out.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from backend.document.phrases import Phrase
from backend.document.spans import Span
from backend.document.tokens import Folded, fold

_RUN = re.compile(r"[^\W\d_]+|\d+")
# In "my%2dhalden" the escape ends before the h; in "100%added" there is none.
_RUN_BEHIND_ESCAPE = re.compile(r"(?<=%[0-9a-f]{2})(?:[^\W\d_]+|\d+)")


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases by their first run of letters or of digits.

    >>> list(Phrases.of([Phrase("Halden & Rook"), Phrase("Acme")]).find("acme, halden&rook"))
    [(1, Span(start=0, end=4)), (0, Span(start=6, end=17))]
    """

    phrases: tuple[Phrase, ...]
    _by_run: dict[str, tuple[int, ...]] = field(repr=False)
    _by_sign: tuple[tuple[int, frozenset[str]], ...] = field(repr=False)
    """Phrases that begin with a sign, with all their runs: they are looked for only where all of these occur."""

    @classmethod
    def of(cls, phrases: Iterable[Phrase]) -> "Phrases":
        """File the phrases; their positions are what `find` tells them by."""
        filed: dict[str, list[int]] = defaultdict(list)
        signs = []
        kept = tuple(phrases)
        for i, phrase in enumerate(kept):
            key = phrase.key
            first = _RUN.match(key)
            if first:
                filed[first.group()].append(i)
            else:
                signs.append((i, frozenset(_RUN.findall(key))))
        return cls(kept, {run: tuple(positions) for run, positions in filed.items()}, tuple(signs))

    def find(self, text: str, folded: Folded | None = None) -> Iterator[tuple[int, Span]]:
        """Each place of each phrase, with the position of the phrase; those that begin with a sign come last."""
        folded = folded or fold(text)
        ends: dict[int, int] = defaultdict(int)
        runs = list(_RUN.finditer(folded.text))
        for run in self._known(runs, folded.text):
            for i in self._by_run[run.group()]:
                # A phrase does not overlap itself: "a a" stands once in "a a a".
                end = self.phrases[i].end_at(folded, run.start()) if run.start() >= ends[i] else None
                if end is not None:
                    ends[i] = end
                    span = Span(folded.start(run.start()), folded.end(end))
                    if self.phrases[i].has_its_capitals(span.of(text)):
                        yield i, span
        there = {run.group() for run in runs} if self._by_sign else set()
        for i, needed in self._by_sign:
            if needed <= there:
                yield from ((i, span) for span in self.phrases[i].spans(text, folded))

    def _known(self, runs: list[re.Match[str]], folded: str) -> list[re.Match[str]]:
        """The runs that a phrase begins with, those right behind a percent escape included, in order."""
        known = [run for run in runs if run.group() in self._by_run]
        if "%" not in folded:
            return known
        starts = {run.start() for run in known}
        behind = _RUN_BEHIND_ESCAPE.finditer(folded)
        known += (run for run in behind if run.group() in self._by_run and run.start() not in starts)
        return sorted(known, key=re.Match.start)

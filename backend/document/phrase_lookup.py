"""Find many phrases in one pass over a text.

To search a long text for thousands of phrases one by one takes minutes. Here the phrases are indexed by their runs
of letters and of digits, so that the next run of the text decides which phrases can match, even when all of them
begin with "https".
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from backend.document.phrases import Phrase
from backend.document.spans import Span
from backend.document.text_cache import cached_by_text
from backend.document.text_normalisation import NormalisedText, normalised_texts
from backend.document.tokens import Folded

_RUN = re.compile(r"([^\W\d_]+|\d+)")
_SIGN = re.compile(r"([^\W_]+|[^\w\s\-\u2010-\u2015])")
"""A sign, or letters and digits that part it from the next one."""


@dataclass(slots=True)
class _Node:
    """The runs that may follow those that led to this node, and the positions of the phrases that end here."""

    following: dict[str, "_Node"] = field(default_factory=dict)
    phrases: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PhraseIndex:
    """An index of phrases by their runs of letters and of digits.

    >>> list(PhraseIndex.of([Phrase("Halden & Rook"), Phrase("Acme")]).find("acme, halden&rook"))
    [(1, Span(start=0, end=4)), (0, Span(start=6, end=17))]
    """

    phrases: tuple[Phrase, ...]
    _root: _Node = field(repr=False)
    _signs: Mapping[bool, _Node] = field(repr=False)
    """The same of phrases of signs alone, sign after sign; those with LOOSE_SIGNS apart."""

    @classmethod
    def of(cls, phrases: Iterable[Phrase]) -> "PhraseIndex":
        """Index the phrases; `find` returns each one as its position in this order."""
        kept = tuple(phrases)
        root = _Node()
        signs: dict[bool, _Node] = {}
        for position, phrase in enumerate(kept):
            runs = _RUN.findall(phrase.key)
            node = root if runs else signs.setdefault(phrase.is_strict, _Node())
            for run in runs or _SIGN.findall(phrase.key):
                node = node.following.setdefault(run, _Node())
            node.phrases.append(position)
        return cls(kept, root, signs)

    def find(self, text: str, folded: Folded | None = None) -> Iterator[tuple[int, Span]]:
        """Yield each match as the position of its phrase and a span; `folded` avoids folding the text again."""
        if not self.phrases:
            return
        found: dict[tuple[int, Span], None] = {}
        ways = normalised_texts(text, folded)
        runs = {parted: _runs(parted) for parted in {reading.parted for reading in ways}}
        for reading in ways:
            filed = [(self._root, runs[reading.parted])]
            filed += [(root, _cut(reading.for_phrase(strict), _SIGN)) for strict, root in self._signs.items()]
            for root, cut in filed:
                for position, start, end in self._filed(reading, root, cut):
                    found[position, reading.span(start, end)] = None
        for position, span in found:
            if self.phrases[position].has_its_capitals(span.of(text)):
                yield position, span

    def _filed(self, reading: NormalisedText, root: _Node, runs: "_Runs") -> Iterator[tuple[int, int, int]]:
        """Yield the position, start and end in the reading of each phrase below a root that matches."""
        ends: dict[int, int] = defaultdict(int)  # a phrase does not overlap itself: "a a" stands once in "a a a"
        following = root.following
        for first in [i for i, run in enumerate(runs.texts) if run in following]:
            before, start = runs.end_before(first), runs.starts[first]
            for position, last in _candidates(root, runs.texts, first):
                if ends[position] > start:
                    continue
                # What follows is seen one character deep, which is all that the edge of a phrase asks for.
                after = runs.starts[last + 1] + 1 if last + 1 < len(runs.texts) else len(reading.level)
                match = self.phrases[position].search(reading, max(before, ends[position]), after)
                if match and match.start() <= start:
                    ends[position] = match.end()
                    yield position, match.start(), match.end()


def _candidates(root: _Node, runs: Sequence[str], first: int) -> Iterator[tuple[int, int]]:
    """Yield the phrases whose runs begin at run `first`, each with the index of its last run."""
    node = root
    for at in range(first, len(runs)):
        following = node.following.get(runs[at])
        if following is None:
            return
        node = following
        for position in node.phrases:
            yield position, at


@dataclass(frozen=True, slots=True)
class _Runs:
    """The runs of a text and their offsets, in plain lists: match objects would slow down the garbage collector."""

    texts: list[str]
    starts: list[int]

    def end_before(self, run: int) -> int:
        """Return where the run before this one ends; 0 for the first."""
        return self.starts[run - 1] + len(self.texts[run - 1]) if run else 0


@cached_by_text
def _runs(text: str) -> _Runs:
    """Cut a text into its runs.

    >>> _runs("  halden & rook 7")
    _Runs(texts=['halden', 'rook', '7'], starts=[2, 11, 16])
    """
    return _cut(text, _RUN)


def _cut(text: str, run: re.Pattern[str]) -> _Runs:
    parts = run.split(text)  # gap, run, gap, …, gap
    return _Runs(parts[1::2], list(accumulate(map(len, parts)))[:-1:2])

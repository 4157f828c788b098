"""Find many phrases in one pass over a text.

To search a long text for thousands of phrases one by one takes minutes. Here the phrases are indexed by their runs
of letters and of digits, so that the next run of the text decides which phrases can match, even when all of them
begin with "https".
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

from backend.document.company_names import without_legal_form
from backend.document.declensions import declined
from backend.document.false_matches import is_something_else
from backend.document.number_lookup import MOST_ALIKE, NO_NUMBERS, NumberIndex
from backend.document.other_scripts import NO_NAMES, ScriptIndex
from backend.document.people_lookup import NO_PEOPLE, PeopleIndex, has_initials, is_one_name
from backend.document.phrases import Phrase, is_searchable, normal_form
from backend.document.spans import Span, SpanCover
from backend.document.spellings import names_of_person, other_spellings
from backend.document.text_cache import cached_by_text
from backend.document.text_normalisation import (
    NormalisedText,
    normalised_texts,
    spelled_texts,
    texts_with_endings_apart,
)
from backend.document.text_readings import MIN_HEAD, MIN_TAIL, without_labels
from backend.document.tokens import Folded

_RUN = re.compile(r"([^\W\d_]+|\d+)")
_SIGN = re.compile(r"([^\W_]+|[^\w\s\-\u2010-\u2015])")
"""A sign, or letters and digits that part it from the next one."""


@dataclass(slots=True)
class _Node:
    """The runs that may follow those that led to this node, and the positions of the phrases that end here."""

    following: dict[str, "_Node"] = field(default_factory=dict)
    phrases: list[int] = field(default_factory=list)


class _Spelled(NamedTuple):
    """A phrase to search for: the position of the phrase that it spells, and whether it has no white space."""

    phrase: Phrase
    position: int
    unspaced: bool = False


_MIN_INNER = 4
_LAST_WORD = re.compile(r"[^\W\d_]+\Z")
"""Of a name; a hyphen or an apostrophe may stand before it."""


@dataclass(frozen=True, slots=True)
class PhraseIndex:
    """An index of phrases by their runs of letters and of digits.

    >>> list(PhraseIndex.of([Phrase("Halden & Rook"), Phrase("Acme")]).find("acme, halden&rook"))
    [(1, Span(start=0, end=4)), (0, Span(start=6, end=17))]
    """

    phrases: tuple[Phrase, ...]
    _spelled: tuple[_Spelled, ...] = field(repr=False)
    _root: _Node = field(repr=False)
    _signs: Mapping[bool, _Node] = field(repr=False)
    """The same of phrases of signs alone, sign after sign; those with LOOSE_SIGNS apart."""
    _stems: frozenset[str] | None = field(default=None, repr=False)
    """The last words of names, which may have case endings; None where only the phrases themselves are found."""
    _inner: frozenset[str] = field(default=frozenset(), repr=False)
    """The words before the last ones of these names, which may have case endings, too."""
    _heads: frozenset[str] = field(default=frozenset(), repr=False)
    """Long names of one word, to which another word may be joined."""
    _numbers: NumberIndex = field(default=NO_NUMBERS, repr=False)
    _people: PeopleIndex = field(default=NO_PEOPLE, repr=False)
    _scripts: ScriptIndex = field(default=NO_NAMES, repr=False)
    _declined: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The words of names that have such case forms, by these."""

    @classmethod
    def of(cls, phrases: Iterable[Phrase]) -> "PhraseIndex":
        """Index the phrases as they are; `find` returns each one as its position in this order."""
        kept = tuple(phrases)
        spelled = tuple(_Spelled(phrase, position) for position, phrase in enumerate(kept))
        return cls(kept, spelled, *_tree(spelled))

    @classmethod
    def of_spellings(
        cls, phrases: Iterable[Phrase], of_people: Callable[[int], bool] = lambda _: True
    ) -> "PhraseIndex":
        """Index the phrases and every other spelling of them (`spellings`); texts are read in every way as well.

        Of phrases that have the same spelling, the first `MOST_ALIKE` are found at its places.
        `of_people` tells, by its position, whether a phrase may be the name of a person.

        >>> list(PhraseIndex.of_spellings([Phrase("Renate Krüger")]).find("Krueger;Renate, rkrueger7"))
        [(0, Span(start=16, end=24)), (0, Span(start=0, end=14))]
        """
        kept = tuple(phrases)
        spelled = [_Spelled(phrase, position) for position, phrase in enumerate(kept)]
        cased = {phrase.key for phrase in kept if phrase.case_sensitive}
        for position, phrase in enumerate(kept):
            spelled += (
                _Spelled(other, position, unspaced)
                for other, unspaced in _others(phrase.text, phrase.case_sensitive, of_people(position))
                if other.case_sensitive or other.key not in cased
            )
        bare = (Phrase(found[0]) for each in kept if (found := without_legal_form(each.text)) and not found[1])
        inflected = [each.key for each in (*kept, *bare) if not each.case_sensitive and _may_be_inflected(each)]
        stems = frozenset(last.group() for key in inflected if (last := _LAST_WORD.search(key)))
        inner = frozenset(word for key in inflected for word in key.split()[:-1] if len(word) >= _MIN_INNER)
        heads = frozenset(key for key in inflected if len(key) >= MIN_HEAD and key.isalpha())
        numbers = NumberIndex.of(phrase.text for phrase in kept)
        people = PeopleIndex.of(
            (position, *names)
            for position, phrase in enumerate(kept)
            if of_people(position)
            for names in dict.fromkeys(names_of_person(phrase.text))
        )
        scripts = ScriptIndex.of((i, each.text) for i, each in enumerate(kept) if not each.case_sensitive)
        words = dict.fromkeys(word for key in inflected for word in key.split() if len(word) >= _MIN_INNER)
        cases = {case: word for word in words for case in declined(word) if case not in words}
        root, signs = _tree(spelled, MOST_ALIKE)
        return cls(
            kept, tuple(spelled), root, signs, stems, inner, heads, numbers, people, scripts, _declined=cases
        )

    def find(self, text: str, folded: Folded | None = None) -> Iterator[tuple[int, Span]]:
        """Yield each match as the position of its phrase and a span; `folded` avoids folding the text again."""
        if not self.phrases:
            return
        found = dict.fromkeys(self._as_written(text, normalised_texts(text, folded)))
        if self._stems is not None:
            found.update(dict.fromkeys(self._numbers.find(text)))
            places: dict[int, list[Span]] = defaultdict(list)
            for position, span in found:
                places[position].append(span)
            covers = {position: SpanCover(spans) for position, spans in places.items()}
            spelled = self._as_written(text, spelled_texts(text), otherwise=True)
            others = chain(self._inflected(text), self._named(text, folded), self._scripts.find(text))
            for position, span in chain(spelled, others):
                if position not in covers or not _is_torn(span, covers[position]):
                    found[position, span] = None
        yield from found

    def _as_written(
        self, text: str, ways: Sequence[NormalisedText], *, otherwise: bool = False
    ) -> Iterator[tuple[int, Span]]:
        """Yield the matches in some readings that have the capitals and the spaces of their spelling.

        `otherwise` tells that these are other readings, in which a term itself may be something else.
        """
        for at, span in self._in(ways):
            phrase, position, unspaced = self._spelled[at]
            written = span.of(text)
            if not phrase.has_its_capitals(written) or (
                unspaced and any(map(str.isspace, without_labels(written)))
            ):
                continue
            term = self.phrases[position]
            if (phrase is term and not otherwise) or not is_something_else(term.text, text, span):
                yield position, span

    def _inflected(self, text: str) -> Iterator[tuple[int, Span]]:
        """Yield names with a case ending, and names without a word that is joined to them; both need a capital."""
        if not self._stems:
            return
        for at, span in self._in(self._with_endings_apart(text)):
            phrase, position, _ = self._spelled[at]
            if self.phrases[position].case_sensitive or not phrase.has_its_capitals(span.of(text)):
                continue
            if _may_be_inflected(phrase) and span.of(text)[0].isupper():
                is_joined = phrase.key in self._heads and len(span.of(text)) >= len(phrase.key) + MIN_TAIL
                yield position, Span(span.start, span.start + len(phrase.key)) if is_joined else span

    def _with_endings_apart(self, text: str) -> Sequence[NormalisedText]:
        return texts_with_endings_apart(text, self._stems or frozenset(), self._inner, self._heads, self._declined)

    def _named(self, text: str, folded: Folded | None) -> Iterator[tuple[int, Span]]:
        """Yield people with more in their name than the phrase has; each word needs its capital."""
        if self._people is NO_PEOPLE:
            return
        in_cases = self._with_endings_apart(text) if self._declined else ()
        for reading in (normalised_texts(text, folded)[0], *spelled_texts(text)[:2], *in_cases):
            runs = _runs(reading.parted)
            for position, start, end in self._people.find(reading.level, runs.texts, runs.starts):
                span = reading.span(start, end)
                if is_one_name(span.of(text)):
                    yield position, span
            for position, start, end in self._people.behind_initials(reading.level, runs.texts, runs.starts):
                span = reading.span(start, end)
                if has_initials(span.of(text)):
                    yield position, span

    def _in(self, ways: Sequence[NormalisedText]) -> Iterator[tuple[int, Span]]:
        """Yield the matches in some readings of a text, by the positions of the spelled phrases."""
        runs = {parted: _runs(parted) for parted in {reading.parted for reading in ways}}
        for reading in ways:
            filed = [(self._root, runs[reading.parted])]
            filed += [(root, _cut(reading.for_phrase(strict), _SIGN)) for strict, root in self._signs.items()]
            for root, cut in filed:
                for at, start, end in self._filed(reading, root, cut):
                    yield at, reading.span(start, end)

    def _filed(self, reading: NormalisedText, root: _Node, runs: "_Runs") -> Iterator[tuple[int, int, int]]:
        """Yield the position, start and end in the reading of each phrase below a root that matches."""
        ends: dict[int, int] = defaultdict(int)  # a phrase does not overlap itself: "a a" stands once in "a a a"
        following = root.following
        for first in [i for i, run in enumerate(runs.texts) if run in following]:
            before, start = runs.end_before(first), runs.starts[first]
            for at, last in _candidates(root, runs.texts, first):
                if ends[at] > start:
                    continue
                # What follows is seen one character deep, which is all that the edge of a phrase asks for.
                after = runs.starts[last + 1] + 1 if last + 1 < len(runs.texts) else len(reading.level)
                match = self._spelled[at].phrase.first_match(reading, max(before, ends[at]), start, after)
                if match:
                    ends[at] = match[1]
                    yield at, *match


def _is_torn(span: Span, found: SpanCover) -> bool:
    """Tell whether a match takes the end of one place of its phrase or the beginning of the next: "A, B; A B"."""
    if span in found:
        return False
    starts_inside = span.start > 0 and Span(span.start - 1, span.start + 1) in found
    return starts_inside or Span(span.end - 1, span.end + 1) in found


def _tree(spelled: Iterable[_Spelled], most_alike: int | None = None) -> tuple[_Node, dict[bool, _Node]]:
    root = _Node()
    signs: dict[bool, _Node] = {}
    alike: dict[object, int] = defaultdict(int)
    for at, (phrase, _, unspaced) in enumerate(spelled):
        spelling = (phrase.key, phrase.case_sensitive and phrase.text, phrase.is_strict, unspaced)
        alike[spelling] += 1
        if most_alike is not None and alike[spelling] > most_alike:
            continue
        runs = _RUN.findall(phrase.key)
        node = root if runs else signs.setdefault(phrase.is_strict, _Node())
        for run in runs or _SIGN.findall(phrase.key):
            node = node.following.setdefault(run, _Node())
        node.phrases.append(at)
    return root, signs


@lru_cache(maxsize=20_000)
def _others(text: str, case_sensitive: bool, of_people: bool) -> tuple[tuple[Phrase, bool], ...]:  # noqa: FBT001
    """Return the other spellings of a phrase, each with whether it has no white space."""
    found: dict[tuple[str, bool], tuple[Phrase, bool]] = {}
    for each in other_spellings(text, of_people=of_people):
        if is_searchable(each.text):
            phrase = Phrase(each.text, case_sensitive=case_sensitive or each.cased)
            if each.cased or each.unspaced or phrase.key != normal_form(text):
                found.setdefault((phrase.key, phrase.case_sensitive), (phrase, each.unspaced))
    return tuple(found.values())


def _may_be_inflected(phrase: Phrase) -> bool:
    return phrase.text[0].isalpha() and phrase.text[0].isupper()


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

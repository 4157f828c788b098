"""Earlier releases and public originals, to compare a release with: whoever has both may read what was redacted."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from backend.learning.arrays import Booleans, Integers, Sparse
from backend.privacy.profile_distances import PostingLists, shares_of_texts
from backend.privacy.word_runs import Runs, RunsInOrder, runs_in, shared_runs

NEAR = 0.5
"""The distance below which two texts are versions of one document; texts of one author are about 0.8 apart."""

SHARED = 0.5
"""From this share of the shorter text on, common passages say that one text is an excerpt of the other."""

MOST_TEXTS = 5
"""How many earlier texts a comparison names: those that reveal most, then the closest ones."""


@dataclass(frozen=True, slots=True)
class EarlierText:
    """An earlier text, and what it has of a release.

    `distance` is from 0 (the same words) to 1, and `shared` (see `shared_runs`) from 0 to 1 (the shorter text is a
    part of the longer one): each to the document or its release, whichever has more in common. `terms` are how many
    of the redacted terms it has, word by word; `quoted` are those that stand in a passage of the document that it
    has too.
    """

    name: str
    distance: float
    shared: float
    terms: int
    quoted: int

    @property
    def is_version(self) -> bool:
        """Whether its words are those of the document, as a whole."""
        return self.distance <= NEAR

    @property
    def revealed(self) -> int:
        """How many redacted terms it reveals: of a version or an excerpt all that it has, else those it quotes."""
        return self.terms if self.is_version or self.shared >= SHARED else self.quoted

    @property
    def reveals(self) -> bool:
        """Whether a reader of both can tell redacted terms."""
        return self.revealed > 0


@dataclass(frozen=True, eq=False)
class ComparableText:
    """The words of a text with their counts, and its distinct runs of words."""

    words: Mapping[str, int]
    runs: Runs

    @classmethod
    def of(cls, words: Sequence[str]) -> "ComparableText":
        """Return the text with these words in their order."""
        return cls(Counter(words), np.unique(runs_in(words)))


@dataclass(frozen=True, eq=False)
class EarlierTexts:
    """The words of earlier texts; `shares` [text, word] has rows with the sum 1."""

    names: tuple[str, ...]
    vocabulary: tuple[str, ...]
    shares: Sparse
    runs: tuple[Runs, ...]

    @classmethod
    def of(cls, names: Sequence[str], texts: Sequence[ComparableText]) -> "EarlierTexts":
        """Return the texts with these names."""
        words = [text.words for text in texts]
        vocabulary = tuple(sorted(set().union(*words)))
        column = {word: at for at, word in enumerate(vocabulary)}
        shares = shares_of_texts(words, column, known_alone=True)
        return cls(tuple(names), vocabulary, shares, tuple(text.runs for text in texts))

    def compared(
        self, versions: Sequence[Sequence[str]], terms: Sequence[Sequence[str]]
    ) -> tuple[EarlierText, ...]:
        """Compare a document and its release: the texts that reveal most redacted terms first.

        The others follow, the closest first. The version that is closer to a text counts: where a release hides
        much, its own original is far from it. `versions` are the words of each in their order, `terms` those of
        each redacted term.
        """
        if not self.names:
            return ()
        texts = [ComparableText.of(version) for version in versions]
        rows = shares_of_texts([text.words for text in texts], self._column, known_alone=False)
        distances = np.sqrt(np.min([*self._lists.squared_distances(rows)], axis=0))
        shared = [max(shared_runs(runs, text.runs) for text in texts) for runs in self.runs]
        quoted = self._quoting(versions, terms, shared)
        found = [
            EarlierText(*each)
            for each in zip(self.names, distances.tolist(), shared, self._having(terms), quoted, strict=True)
        ]
        found.sort(key=lambda each: (-each.revealed, each.distance, each.name))
        return tuple(found[:MOST_TEXTS])

    def _quoting(
        self, versions: Sequence[Sequence[str]], terms: Sequence[Sequence[str]], shared: Sequence[float]
    ) -> list[int]:
        """Return how many of the terms stand in passages of the versions that each text has."""
        quoted: list[set[int]] = [set() for _ in self.runs]
        for version in versions:
            numbers, starts, ends = _places(version, terms)
            ordered = RunsInOrder.of(version)
            for found, runs, share in zip(quoted, self.runs, shared, strict=True):
                if share > 0:
                    before = np.concatenate([[0], np.cumsum(ordered.words_in_passages(runs))])
                    found.update(numbers[before[ends] - before[starts] == ends - starts].tolist())
        return [len(each) for each in quoted]

    def _having(self, terms: Sequence[Sequence[str]]) -> list[int]:
        """Return how many of the terms each text has."""
        known = [term for term in terms if term and all(word in self._column for word in term)]
        columns = sorted({self._column[word] for term in known for word in term})
        place = {column: at for at, column in enumerate(columns)}
        present: Booleans = self.shares[:, columns].toarray() > 0
        having = np.zeros(len(self.names), dtype=np.int64)
        for term in known:
            having += present[:, [place[self._column[word]] for word in term]].all(axis=1)
        return [int(each) for each in having]

    @cached_property
    def _column(self) -> Mapping[str, int]:
        return {word: at for at, word in enumerate(self.vocabulary)}

    @cached_property
    def _lists(self) -> PostingLists:
        return PostingLists(self.shares)


def _places(words: Sequence[str], terms: Sequence[Sequence[str]]) -> Integers:
    """Return where the terms stand among the words: numbers of terms, starts and ends, [each, place]."""
    terms_from = _Beginning()
    for number, term in enumerate(terms):
        if term:
            terms_from.add(number, term)
    places = [(number, at, end) for at in range(len(words)) for number, end in terms_from.standing(words, at)]
    return np.array(places, dtype=np.int64).reshape(-1, 3).T


class _Beginning:
    """Words that terms begin with: the terms that are just these words, and longer beginnings by their next word.

    Terms that begin alike are compared with a text once, and no further than it goes.
    """

    __slots__ = ("longer", "terms")

    def __init__(self) -> None:
        self.terms: list[int] = []
        self.longer: dict[str, _Beginning] = {}

    def add(self, number: int, term: Sequence[str]) -> None:
        """Add a term to the beginning without words."""
        reached = self
        for word in term:
            reached = reached.longer.setdefault(word, _Beginning())
        reached.terms.append(number)

    def standing(self, words: Sequence[str], start: int) -> Iterator[tuple[int, int]]:
        """Yield the terms that stand at a place among the words, each with its end."""
        reached = self
        for at in range(start, len(words)):
            if (longer := reached.longer.get(words[at])) is None:
                return
            reached = longer
            for number in reached.terms:
                yield number, at + 1

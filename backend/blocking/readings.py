"""The readings of a text: what the tokenisers of attackers make of the same words.

Attackers who do not split words as the product does have other features, which identify a client although none of
the product's words does. Each reading has a vocabulary, the training documents in it, and the features of a
document to redact.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

import numpy as np
from scipy.sparse import hstack

from backend.blocking.contests import SeenFeatures, SplitWords
from backend.document.compounds import words_of
from backend.learning.arrays import Counts, counts_from_rows

_LETTERS = re.compile(r"[^\W\d_]+")


class Reading(StrEnum):
    """How a tokeniser splits a text."""

    WORDS = "words"
    """As the product does: letters and digits, compounds split."""
    COMPOUNDS = "compounds"
    """Compounds are kept as one word: "long-term", "Ford's", "4.37"."""
    LETTERS = "letters"
    """Letters alone: "q3" is "q", and numbers are gone."""


@dataclass(frozen=True, slots=True, eq=False)
class FeatureCounts:
    """Training documents in a reading: its vocabulary, and counts [document, feature]."""

    reading: Reading
    vocabulary: tuple[str, ...]
    counts: Counts
    column: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.counts.shape[1] != len(self.vocabulary):
            raise ValueError("counts must be [document, feature]")
        columns = {feature: column for column, feature in enumerate(self.vocabulary)}
        object.__setattr__(self, "column", MappingProxyType(columns))

    def seen_in(self, words: SplitWords) -> SeenFeatures:
        """The features of a document, by the words that they consist of."""
        return SeenFeatures.of(
            (
                (self.column[feature], count, parts)
                for feature, count, parts in _FEATURES[self.reading](words)
                if feature in self.column
            ),
            words,
        )


def read_compounds(words: FeatureCounts, compounds: tuple[str, ...], compound_counts: Counts) -> FeatureCounts:
    """Return documents, given as words and compounds [document, compound], with compounds kept as one word."""
    column = words.column
    pairs = [
        (place, column[word])
        for place, compound in enumerate(compounds)
        for word in words_of(compound)
        if word in column
    ]
    both = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    starts = np.searchsorted(both[:, 0], np.arange(len(compounds) + 1))
    # A word that a compound says twice has two entries, which the product adds up.
    inside = counts_from_rows(np.ones(len(both), np.int32), both[:, 1], starts, len(words.vocabulary))
    alone = words.counts - compound_counts @ inside
    alone.data = np.maximum(alone.data, 0)
    alone.eliminate_zeros()
    joined: Counts = hstack((alone, compound_counts), "csr", dtype=np.int32)
    joined.sort_indices()
    return FeatureCounts(Reading.COMPOUNDS, (*words.vocabulary, *compounds), joined)


def read_letters(words: FeatureCounts) -> FeatureCounts:
    """Return documents, given as words, with their runs of letters alone."""
    number: dict[str, int] = {}
    columns, starts = [], [0]
    for word in words.vocabulary:
        columns += [number.setdefault(run, len(number)) for run in _LETTERS.findall(word)]
        starts.append(len(columns))
    ones = np.ones(len(columns), np.int32)
    runs = counts_from_rows(ones, np.array(columns, dtype=np.int64), np.array(starts), len(number))
    counts: Counts = (words.counts @ runs).astype(np.int32)
    counts.sort_indices()
    return FeatureCounts(Reading.LETTERS, tuple(number), counts)


_Features = Iterator[tuple[str, int, tuple[str, ...]]]
"""A feature, its occurrences, and the words that it consists of."""


def _as_words(words: SplitWords) -> _Features:
    for word, count in words.said.items():
        yield word, count, (word,)


def _as_compounds(words: SplitWords) -> _Features:
    inside: Counter[str] = Counter()
    for compound, count in words.compounds.items():
        parts = words_of(compound)
        for word in parts:
            inside[word] += count
        yield compound, count, parts
    for word, count in words.said.items():
        if count > inside[word]:
            yield word, count - inside[word], (word,)


def _as_letters(words: SplitWords) -> _Features:
    for word, count in words.said.items():
        for run, times in Counter(_LETTERS.findall(word)).items():
            yield run, count * times, (word,)


_FEATURES = MappingProxyType(
    {Reading.WORDS: _as_words, Reading.COMPOUNDS: _as_compounds, Reading.LETTERS: _as_letters}
)

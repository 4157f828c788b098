"""A document as a classifier reads it: groups of occurrences that are there while certain words stay.

Features are what a tokeniser makes of a text. "Long-term" is there while both of its words stay, and "long" alone
is there once "term" is gone. A constraint of a program is a sum over the words that stay, and such a product of
conditions is not; so it is bounded by a sum (`SeenFeatures.by_word`).
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

import numpy as np
from scipy.sparse import csc_array, csr_array

from backend.document.forms import words_of
from backend.learning.arrays import Booleans, Floats, Integers, Sparse
from backend.learning.features import grammatical_words

_HALF = 0.5


@dataclass(frozen=True, slots=True)
class SplitWords:
    """The words of a document: those that may be suppressed, ascending with `counts`, and those that are kept.

    `forms` are the occurrences of each form of which no word is suppressed yet. `going` [word] is the share, 0…1,
    that an earlier solution suppresses of each word; bounds are tight for solutions near to it.
    """

    words: tuple[str, ...]
    counts: Integers
    stays: Mapping[str, int]
    forms: Mapping[str, int] = field(default_factory=dict)
    going: Floats | None = None
    place: Mapping[str, int] = field(init=False, repr=False, compare=False)
    """The position of each word in `words`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", {word: place for place, word in enumerate(self.words)})

    @classmethod
    def of(
        cls,
        word_counts: Mapping[str, int],
        known: Iterable[AbstractSet[str]],
        keep: AbstractSet[str],
        forms: Mapping[str, int] | None = None,
    ) -> "SplitWords":
        """Split `word_counts` (occurrences by word): known words may go, but none of grammar and none of `keep`.

        Of the `forms` (occurrences by form), those with a word that is no longer there are left out.
        """
        may_go = set().union(*(word_counts.keys() & words for words in known)) - keep - grammatical_words()
        words = tuple(sorted(may_go))
        counts = np.array([word_counts[word] for word in words], dtype=np.int64)
        intact = {
            form: count
            for form, count in (forms or {}).items()
            if all(word in word_counts for word in words_of(form))
        }
        stays = {word: count for word, count in word_counts.items() if word not in may_go}
        return cls(words, counts, stays, intact)

    @property
    def said(self) -> Mapping[str, int]:
        """All words with their occurrences."""
        return {**self.stays, **dict(zip(self.words, self.counts.tolist(), strict=True))}

    def looked_up(self, column: Mapping[str, int]) -> tuple[Integers, Integers]:
        """The suppressible words that a classifier knows: their positions here, and its columns."""
        known = [(place, column[word]) for place, word in enumerate(self.words) if word in column]
        both = np.array(known, dtype=np.int64).reshape(-1, 2)
        return both[:, 0], both[:, 1]

    def as_features(self, column: Mapping[str, int]) -> "SeenFeatures":
        """The document as a classifier reads it whose features are words, in `column`."""
        known = ((word, count) for word, count in self.said.items() if word in column)
        return SeenFeatures.of([Group(column[word], count, (word,)) for word, count in known], self)

    def part(self, word_counts: Mapping[str, int], forms: Mapping[str, int]) -> "SplitWords":
        """Return a part of the document, with the same words that may be suppressed.

        `word_counts` and `forms` are the occurrences in that part; words that are gone from the document do not
        count.
        """
        stays = {word: count for word, count in word_counts.items() if word in self.stays}
        counts = np.array([word_counts.get(word, 0) for word in self.words], dtype=np.int64)
        intact = {form: count for form, count in forms.items() if form in self.forms}
        return replace(self, counts=counts, stays=stays, forms=intact)

    def expected(self, going: Floats) -> "SplitWords":
        """Return the same words with bounds for solutions near to one that suppresses these shares of them."""
        return replace(self, going=going)

    @property
    def gone(self) -> frozenset[str]:
        """The words that an earlier solution suppresses."""
        if self.going is None:
            return frozenset()
        return frozenset(self.words[place] for place in np.flatnonzero(self.going > _HALF).tolist())


@dataclass(frozen=True, slots=True)
class Group:
    """Occurrences of a feature, by its column, that are there while the words of `stay` stay and `go` are gone."""

    column: int
    count: int
    stay: tuple[str, ...]
    go: tuple[str, ...] = ()


class Parts(Protocol):
    """A classifier whose scores are sums over the features."""

    def parts(self, words: Integers, counts: Integers) -> Floats:
        """What each feature adds to each class's score with all its occurrences, [feature, class]."""


@dataclass(frozen=True, eq=False)
class SeenFeatures:
    """The groups of a document.

    `columns` [group] are the classifier's columns, `counts` [group] the occurrences, and `parts` [group, word] is 1
    for each suppressible word that must stay for the group to be there, and -1 for each that must be gone. `going`
    [word] is what an earlier solution suppresses, if there is one.
    """

    columns: Integers
    counts: Integers
    parts: Sparse
    going: Floats | None = None

    @classmethod
    def of(cls, groups: Iterable[Group], words: SplitWords) -> "SeenFeatures":
        """Make it of groups; words that cannot be suppressed always stay."""
        columns, counts, places, signs, starts = [], [], [], [], [0]
        for group in groups:
            columns.append(group.column)
            counts.append(group.count)
            stay = [words.place[word] for word in group.stay if word in words.place]
            if len(stay) > 1:
                stay = sorted(set(stay))
            places += stay
            signs += [1.0] * len(stay)
            if group.go:
                go = sorted({words.place[word] for word in group.go})
                places += go
                signs += [-1.0] * len(go)
            starts.append(len(places))
        parts = csr_array(
            (np.array(signs), np.array(places, dtype=np.int64), starts), shape=(len(columns), len(words.words))
        )
        return cls(np.array(columns, dtype=np.int64), np.array(counts, dtype=np.int64), parts, words.going)

    def values(self, classifier: Parts) -> Floats:
        """What each group adds to each class's score, [group, class]; groups of one feature share its value."""
        distinct, totals, place, shares = self._features
        return np.asarray(classifier.parts(distinct, totals)[place] * shares[:, None], dtype=np.float64)

    def by_word(self, gains: Floats) -> tuple[Floats, Floats]:
        """Bound what the groups add by a sum over kept words, [word, row], and a constant, [row].

        `gains` [group, row] is what each group adds while it is there, else 0. The bound is from above: a group is
        there at most as much as each of its conditions holds, and at least as much as all of them together exceed
        all but one. It is exact where no word is gone, and where the words of `going` are.
        """
        bounds = self._bounds
        gained, lost = np.clip(gains, 0, None), np.clip(gains, None, 0)
        lost[bounds.never_lost] = 0
        lead = bounds.gained @ gained + bounds.lost @ lost
        return np.asarray(lead, dtype=np.float64), bounds.of_gains @ gained + bounds.of_losses @ lost

    # What follows depends on no classifier, and many read the same document.

    @cached_property
    def _features(self) -> tuple[Integers, Integers, Integers, Floats]:
        """The features, how often each occurs, the feature of each group, and its share of the occurrences."""
        distinct, place = np.unique(self.columns, return_inverse=True)
        totals = np.bincount(place, weights=self.counts, minlength=len(distinct)).astype(np.int64)
        return distinct, totals, place, np.asarray(self.counts / totals[place], dtype=np.float64)

    @cached_property
    def _bounds(self) -> "_Bounds":
        conditions = np.diff(self.parts.indptr)
        of_group = np.repeat(np.arange(len(conditions)), conditions)
        signs, fails = self.parts.data, self._failing()
        # "Is gone" is 1 - stays.
        gone = (signs < 0).astype(np.float64)
        shares = _shares(fails, of_group, len(conditions))
        upper: Sparse = csr_array((shares * signs, self.parts.indices, self.parts.indptr), shape=self.parts.shape)
        return _Bounds(
            upper.T,
            self.parts.T,
            np.bincount(of_group, weights=shares * gone, minlength=len(conditions)) + (conditions == 0),
            np.bincount(of_group, weights=gone, minlength=len(conditions)) - (conditions - 1),
            np.bincount(of_group, weights=fails, minlength=len(conditions)) > 1,
        )

    def _failing(self) -> Floats:
        """How much each condition fails in the earlier solution, 0…1; 0 without one."""
        if self.going is None:
            return np.zeros(len(self.parts.data))
        going = self.going[self.parts.indices]
        return np.where(self.parts.data > 0, going, 1 - going)


@dataclass(frozen=True, slots=True, eq=False)
class _Bounds:
    """What bounds the gains and losses of groups: sums over words, both [word, group], and constants, both [group].

    Groups that are `never_lost` [group] are not there in the earlier solution for two reasons or more.
    """

    gained: csc_array
    lost: csc_array
    of_gains: Floats
    of_losses: Floats
    never_lost: Booleans


def _shares(fails: Floats, of_group: Integers, groups: int) -> Floats:
    """How much of a gain each condition bounds: those that fail most, else all of a group alike."""
    most = np.zeros(groups)
    np.maximum.at(most, of_group, fails)
    bounds = fails == most[of_group]
    return np.asarray(bounds / np.bincount(of_group, weights=bounds, minlength=groups)[of_group], dtype=np.float64)

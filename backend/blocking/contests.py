"""The true client against each rival, in one classifier: how much each word separates the two.

The model is one such classifier, and every attacker that is linear in its features is another. Features are what
the attacker's tokeniser makes of a text; a feature is gone when one of its words is suppressed.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from scipy.sparse import csr_array

from backend.document.compounds import words_of
from backend.learning.arrays import Floats, Integers, Sparse
from backend.learning.features import stop_words
from backend.learning.naive_bayes import NaiveBayes


@dataclass(frozen=True, slots=True)
class SplitWords:
    """The words of a document: those that may be suppressed, ascending with `counts`, and those that are kept.

    `compounds` are the occurrences of each compound of which no word is suppressed yet.
    """

    words: tuple[str, ...]
    counts: Integers
    stays: Mapping[str, int]
    compounds: Mapping[str, int] = field(default_factory=dict)
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
        compounds: Mapping[str, int] | None = None,
    ) -> "SplitWords":
        """Split `word_counts` (occurrences by word): known words may go, but no stop words and none of `keep`.

        Of the `compounds` (occurrences by compound), those with a word that is no longer there are left out.
        """
        may_go = set().union(*(word_counts.keys() & words for words in known)) - keep - stop_words()
        words = tuple(sorted(may_go))
        counts = np.array([word_counts[word] for word in words], dtype=np.int64)
        intact = {
            compound: count
            for compound, count in (compounds or {}).items()
            if all(word in word_counts for word in words_of(compound))
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
        return SeenFeatures.of(
            [(column[word], count, (word,)) for word, count in self.said.items() if word in column], self
        )


@dataclass(frozen=True, slots=True, eq=False)
class SeenFeatures:
    """A document as a classifier reads it: groups of occurrences, each of one feature and of the same words.

    `columns` [group] are the classifier's columns, `counts` [group] the occurrences, and `parts` [group, word] is 1
    for each suppressible word that the feature consists of.
    """

    columns: Integers
    counts: Integers
    parts: Sparse

    @classmethod
    def of(cls, groups: Iterable[tuple[int, int, Iterable[str]]], words: SplitWords) -> "SeenFeatures":
        """Make it of a column, a count and the words of each group."""
        columns, counts, places, starts = [], [], [], [0]
        for column, count, parts in groups:
            columns.append(column)
            counts.append(count)
            places += sorted({words.place[word] for word in parts if word in words.place})
            starts.append(len(places))
        ones = np.ones(len(places))
        parts_of = csr_array(
            (ones, np.array(places, dtype=np.int64), starts), shape=(len(columns), len(words.words))
        )
        return cls(np.array(columns, dtype=np.int64), np.array(counts, dtype=np.int64), parts_of)

    def values(self, classifier: "LinearClassifier") -> Floats:
        """What each group adds to each class's score, [group, class]; groups of one feature share its value."""
        distinct, place = np.unique(self.columns, return_inverse=True)
        totals = np.bincount(place, weights=self.counts, minlength=len(distinct)).astype(np.int64)
        values = classifier.parts(distinct, totals)
        shares = self.counts / totals[place]
        return np.asarray(values[place] * shares[:, None], dtype=np.float64)

    def by_word(self, gains: Floats) -> tuple[Floats, Floats]:
        """Bound what the groups add by a sum over kept words, [word, row], and a constant, [row].

        `gains` [group, row] is what each group adds while all of its words are kept, else 0. The bound is from
        above, and exact where all words are kept: a gain is shared among the words; of a loss, each word takes all,
        and the constant gives back what is taken twice.
        """
        size = np.asarray(self.parts.sum(axis=1), dtype=np.float64)
        shared = np.where(gains > 0, gains / np.maximum(size, 1)[:, None], gains)
        surplus = np.where(gains < 0, gains, 0.0) * np.maximum(size - 1, 0)[:, None]
        fixed = gains[size == 0].sum(axis=0) - surplus.sum(axis=0)
        return np.asarray(self.parts.T @ shared, dtype=np.float64), fixed


class LinearClassifier(Protocol):
    """A classifier whose scores are sums over the features."""

    @property
    def bias(self) -> Floats:
        """[class], its scores for an empty document."""

    def parts(self, words: Integers, counts: Integers) -> Floats:
        """What each feature adds to each class's score with all its occurrences, [feature, class]."""


@dataclass(frozen=True, slots=True, eq=False)
class LinearNaiveBayes:
    """Naive Bayes as a linear classifier, in nats, in a contest against `true_class`."""

    model: NaiveBayes
    true_class: int

    @property
    def bias(self) -> Floats:
        """See LinearClassifier."""
        return self.model.log_prior

    def parts(self, words: Integers, counts: Integers) -> Floats:
        """See LinearClassifier."""
        spoken: Floats = self.model.spoken_against(words, self.true_class) * counts[:, None]
        return spoken


@dataclass(frozen=True, slots=True, eq=False)
class ClassMargins:
    """The lead of the true class over every other class, as a sum over the kept words.

    `lead` [word, class] is what each word adds while it stays, `fixed` [class] is what no suppression can change.
    Both are in the classifier's own unit, and 0 for the true class.
    """

    name: str
    true_class: int
    lead: Floats
    fixed: Floats
    scale: float = field(init=False)
    """The largest step that a single word makes, so that contests in different units can be compared."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", float(np.abs(self.lead).max(initial=0.0)) or 1.0)

    @classmethod
    def of(cls, name: str, classifier: LinearClassifier, seen: SeenFeatures, true_class: int) -> "ClassMargins":
        """Make the margins of a document as a classifier reads it; for features of several words, upper bounds."""
        values = seen.values(classifier)
        lead, fixed = seen.by_word(values[:, [true_class]] - values)
        bias = classifier.bias
        return cls(name, true_class, lead, bias[true_class] - bias + fixed)

    def among(self, classes: Integers) -> "ClassMargins":
        """Return the contest against these classes alone, ascending, of which the true class is one."""
        place = int(np.searchsorted(classes, self.true_class))
        return ClassMargins(self.name, place, self.lead[:, classes], self.fixed[classes])

    def leads(self, shares: Floats) -> Floats:
        """[class]: the lead of the true class when these `shares` [word], 0…1, of the words are kept."""
        return np.asarray(self.fixed + shares @ self.lead, dtype=np.float64)

    def left(self, shares: Floats) -> "ClassMargins":
        """Return the contest over what these `shares` [word], 0…1, leave, without entirely removed words."""
        stays = shares > 0
        return replace(self, lead=self.lead[stays] * shares[stays, None])

    def prices(self, occurrences: Integers | Floats, classes: Integers, by: float = 0.0) -> Floats:
        """The fewest occurrences that must go until each of `classes` leads by that much, parts of words allowed.

        [class]; infinite where nothing helps. This is the optimum of the relaxed program with that one rival alone
        (Dantzig 1957, for knapsacks): words go in the order of lead lost for each occurrence.
        """
        lead, fixed = self.lead[:, classes], self.fixed[classes] + by
        if not len(lead):
            return np.where(fixed <= 0, 0.0, np.inf)
        order = np.argsort(-lead / occurrences[:, None], axis=0)
        removed = np.cumsum(occurrences[order], axis=0)
        left = fixed + lead.sum(axis=0) - np.cumsum(np.take_along_axis(lead, order, 0), axis=0)
        won = left <= 0
        step = won.argmax(axis=0)
        reached = won.any(axis=0)
        at = np.arange(len(classes))
        last = np.take_along_axis(lead, order, 0)[step, at]
        # Of the last word only the part is needed that brings the lead to 0.
        over = np.divide(-left[step, at], last, out=np.zeros(len(classes)), where=reached & (last > 0))
        price = removed[step, at] - np.clip(over, 0, 1) * occurrences[order[step, at]]
        price[~reached] = np.inf
        price[fixed + lead.sum(axis=0) <= 0] = 0
        return np.asarray(price, dtype=np.float64)

"""The true client against each rival, in one classifier: how much each word separates the two.

The model is one such classifier, and every attacker that is linear in its features is another.
"""

from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from backend.blocking.seen_features import SeenFeatures
from backend.learning.arrays import Floats, Integers
from backend.learning.naive_bayes import NaiveBayes


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
    _priced: "_Prices | None" = field(init=False, default=None, repr=False)
    """The prices that were asked for last: programs of several levels ask for the same."""

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
        priced = self._priced
        if priced is None or priced.occurrences is not occurrences or priced.by != by:
            priced = _Prices(occurrences, by, np.full(len(self.fixed), np.nan))
            object.__setattr__(self, "_priced", priced)
        known = priced.prices
        new = classes[np.isnan(known[classes])]
        if len(new):
            known[new] = self._prices_of(occurrences, new, by)
        return known[classes]

    def _prices_of(self, occurrences: Integers | Floats, classes: Integers, by: float) -> Floats:
        lead, fixed = self.lead[:, classes], self.fixed[classes] + by
        if not len(lead):
            return np.where(fixed <= 0, 0.0, np.inf)
        total = fixed + lead.sum(axis=0)
        price = np.zeros(len(classes))
        behind = total > 0
        if behind.any():
            price[behind] = _prices(lead[:, behind], total[behind], occurrences)
        return price


@dataclass(frozen=True, slots=True, eq=False)
class _Prices:
    """`ClassMargins.prices` for these occurrences, [class]; NaN where nobody has asked."""

    occurrences: Integers | Floats
    by: float
    prices: Floats


def _prices(lead: Floats, total: Floats, occurrences: Integers | Floats) -> Floats:
    """Return `ClassMargins.prices` of classes that the true class leads by `total` [class] with all words."""
    order = np.argsort(-lead / occurrences[:, None], axis=0)
    lost = np.take_along_axis(lead, order, 0)
    removed = np.cumsum(occurrences[order], axis=0)
    left = total - np.cumsum(lost, axis=0)
    won = left <= 0
    step = won.argmax(axis=0)
    reached = won.any(axis=0)
    at = np.arange(len(total))
    last = lost[step, at]
    # Of the last word only the part is needed that brings the lead to 0.
    over = np.divide(-left[step, at], last, out=np.zeros(len(total)), where=reached & (last > 0))
    price = removed[step, at] - np.clip(over, 0, 1) * occurrences[order[step, at]]
    price[~reached] = np.inf
    return np.asarray(price, dtype=np.float64)

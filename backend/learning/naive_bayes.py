"""Multinomial naive Bayes as frozen arrays (the paper's eq. 1)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

import numpy as np

from backend.learning.arrays import Booleans, Counts, Floats, Integers, Sparse
from backend.learning.capped_counts import SEVERAL


class Prior(StrEnum):
    """The attacker's prior: uniform, or proportional to the number of documents of each client."""

    UNIFORM = "uniform"
    EMPIRICAL = "empirical"


@dataclass(frozen=True, slots=True, eq=False)
class LimitedLikelihoods:
    """Likelihoods that are hidden or lowered for some classes.

    `cells` [feature, class] hold the visible log-likelihood where it is lower than the true one; `silent` [class]
    is that of a feature that a class never uses. A word that `may_be` left out entirely is no feature of the view,
    but may be one of the model. `hidden` [class] are the classes that the caller may not see.

    Features beyond those of the model are the unsure ones, of which the caller may not learn whether they are
    features of the model (see `unsure_features`). Classes use them as `cells` say, and others never do. The number
    of words of a class would tell which of its words are features. So it is told smaller by a drawn share (see
    `drawn_sizes`): `larger` [class] is by how much the class seems likelier therefore, and `smaller` [class] by how
    much more it could with another share; both are in nats for each word, and 0 for hidden classes and where no
    class is hidden.
    """

    cells: Sparse
    silent: Floats
    may_be: Callable[[str], bool]
    hidden: Booleans
    larger: Floats
    smaller: Floats

    @property
    def leading_together(self) -> int:
        """How many hidden classes must lead before any of them counts: SEVERAL, or all where there are fewer."""
        return min(SEVERAL, int(self.hidden.sum()))

    def capped(self, scores: Floats) -> Floats:
        """Return scores, [..., class], in which no hidden class is ahead of the fifth-highest of them.

        Otherwise a caller who asks about the text of a company would see one hidden class far ahead of all others
        where the company is a client.
        """
        together = self.leading_together
        if not together:
            return scores
        of_hidden = scores[..., self.hidden]
        most = np.partition(of_hidden, -together, axis=-1)[..., -together, None]
        return np.asarray(np.where(self.hidden, np.minimum(scores, most), scores), dtype=np.float64)

    def left_out_of(self, log_likelihood: Floats, features: Integers) -> Floats:
        """Return the visible log-likelihoods of these features, [feature, class], from all those of the model."""
        known = features < log_likelihood.shape[1]
        without = np.tile(self.silent, (len(features), 1))
        without[known] = log_likelihood.T[features[known]]
        cells = self.cells[features].tocoo()
        without[cells.row, cells.col] = cells.data
        return without + self.larger

    def behind(self, true_class: int) -> Floats:
        """[class], nats for each word: how much less likely the others are assumed to be than they seem."""
        less = self.larger + self.smaller
        less[true_class] = 0.0
        return less

    def doubt(self, word_counts: Mapping[str, int], true_class: int) -> Floats:
        """[class], nats: by how much each class may lead less than it seems to, since words may be left out.

        The model makes a word that nobody else says likelier for a class that has less text.
        """
        many = sum(count for word, count in word_counts.items() if self.may_be(word))
        silent = self.silent + self.larger - self.behind(true_class)
        return np.asarray(many * np.maximum(silent[true_class] - silent, 0.0), dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class NaiveBayes:
    """Smoothed word probabilities of each class, in nats.

    `log_likelihood` is [class, feature] and lies in memory feature by feature, because a document needs few
    features of all classes; `log_prior` is [class] and sums to 1 as probabilities. Both are read-only.
    """

    classes: tuple[str, ...]
    vocabulary: tuple[str, ...]
    log_likelihood: Floats
    log_prior: Floats
    unsaid: LimitedLikelihoods | None = None
    """What is left out of the log-likelihoods, where several views of a model share one array."""
    column: Mapping[str, int] = field(init=False, repr=False)
    """The feature of a word."""

    def __post_init__(self) -> None:
        if self.log_likelihood.shape != (len(self.classes), len(self.vocabulary)):
            raise ValueError("log_likelihood must be [class, feature]")
        if self.log_prior.shape != (len(self.classes),):
            raise ValueError("log_prior must be [class]")
        by_feature = np.asfortranarray(self.log_likelihood, dtype=np.float64)
        object.__setattr__(self, "log_likelihood", _read_only(by_feature))
        object.__setattr__(self, "log_prior", _read_only(np.array(self.log_prior, dtype=np.float64)))
        columns = {word: column for column, word in enumerate(self.vocabulary)}
        object.__setattr__(self, "column", MappingProxyType(columns))

    @classmethod
    def from_counts(
        cls,
        classes: tuple[str, ...],
        vocabulary: tuple[str, ...],
        counts: Floats,
        *,
        alpha: float,
        log_prior: Floats | None = None,
    ) -> "NaiveBayes":
        """Learn from how often each class uses each word, [class, feature].

        `P(w|c) = (n_cw + alpha) / (n_c + alpha * features)`; without `log_prior` all classes are equally likely.
        """
        total = counts.sum(axis=1) + alpha * len(vocabulary)
        log_likelihood = np.log(np.asfortranarray(counts) + alpha) - np.log(total)[:, None]
        if log_prior is None:
            log_prior = np.full(len(classes), -np.log(max(len(classes), 1)))
        return cls(classes, vocabulary, log_likelihood, log_prior)

    def spoken(self, features: Integers) -> Floats:
        """`log P(w|c)` of these features, [feature, class], without the hidden part."""
        if self.unsaid is not None:
            return self.unsaid.left_out_of(self.log_likelihood, features)
        found: Floats = self.log_likelihood.T[features]
        return found

    def spoken_against(self, features: Integers, true_class: int) -> Floats:
        """`spoken`, but no class is likelier than the true one by a word that may be no feature of the model."""
        found = self.spoken(features)
        if self.unsaid is not None:
            found -= self.unsaid.behind(true_class)
            unsure = features >= self.log_likelihood.shape[1]
            found[unsure] = np.minimum(found[unsure], found[unsure][:, [true_class]])
        return found

    def doubt(self, word_counts: Mapping[str, int], true_class: int) -> Floats:
        """[class], nats: by how much each class may lead less than its score says; 0 where nothing is unsaid."""
        return np.zeros(len(self.classes)) if self.unsaid is None else self.unsaid.doubt(word_counts, true_class)

    def capped(self, scores: Floats) -> Floats:
        """Return scores or leads, [..., class], as the caller may know them; see `LimitedLikelihoods.capped`."""
        return scores if self.unsaid is None else self.unsaid.capped(scores)

    def rank_to_reach(self, k: int) -> int:
        """The rank that makes k hold for this caller: above k where hidden classes only count together."""
        return k if self.unsaid is None or k == 1 else max(k, self.unsaid.leading_together + 1)

    def scores(self, counts: Counts | Floats | Integers) -> Floats:
        """`log P(c) + SUM_w x_w log P(w|c)`, [document, class], of documents given as [document, feature]."""
        return np.asarray(counts @ self.log_likelihood.T + self.log_prior, dtype=np.float64)


def log_prior(prior: Prior, documents: Integers) -> Floats:
    """The logarithm of a prior over classes with so many `documents` each, [class]."""
    if prior is Prior.UNIFORM:
        return np.full(len(documents), -np.log(max(len(documents), 1)))
    return np.asarray(np.log(documents / documents.sum()), dtype=np.float64)


def _read_only(array: Floats) -> Floats:
    array.setflags(write=False)
    return array

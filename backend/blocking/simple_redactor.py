"""SIMPLEREDACTOR: suppress words greedily until k - 1 other clients are likelier than the true one.

The rivals are the k - 1 best classes of the original document. A word counts by how much likelier the true class
makes it than its rivals do, on average; words go one by one, the worst first, until any k - 1 classes lead.

Source: Cumby & Ghani 2011, "SIMPLEREDACTOR", as FORMULAS reads it.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np

from backend.blocking.confusability import TIE, ModelWordCounts, k_reached, nearest_rivals
from backend.errors import ImpossibleK, InvalidRequest
from backend.learning.arrays import Floats, Integers
from backend.learning.naive_bayes import NaiveBayes

_CHUNK = 64
"""Words that are tried together; most levels are reached long before their list runs out."""

_NEAR_MISSES = 10

_DECIMALS = 12
"""Beyond these, differences of the metric are noise of the sums, and the words decide."""


@dataclass(frozen=True, slots=True)
class Suppression:
    """A suppressed word, and its metric for the true class against its rivals, in nats."""

    word: str
    metric: float


@dataclass(frozen=True, slots=True)
class Level:
    """The words that hide the client at k, and the k that they reach.

    `suppressed` stand in the order in which they were taken; `near_misses` are the words that would have been next.
    `rivals` are the classes that the words were ranked against, the likeliest first. When the list ran out
    (`reached` is False), it is cut where the most classes lead, as short as that can be.
    """

    k: int
    k_reached: int
    rivals: tuple[int, ...]
    suppressed: tuple[Suppression, ...]
    near_misses: tuple[Suppression, ...]

    @property
    def reached(self) -> bool:
        """Whether at least k - 1 other classes are strictly likelier than the true one."""
        return self.k_reached >= self.k

    @property
    def words(self) -> tuple[str, ...]:
        """The suppressed words alone."""
        return tuple(each.word for each in self.suppressed)


def simple_levels(
    original: ModelWordCounts,
    client: int,
    k_max: int,
    *,
    nested: bool,
    keep: AbstractSet[str] = frozenset(),
    remaining: ModelWordCounts | None = None,
) -> tuple[Level, ...]:
    """All levels from k = 1, which changes nothing, to `k_max`; level k is at index k - 1.

    `client` is an index into the model's classes. The rivals come from `original`; words are suppressed in
    `remaining`, what other redactions have left of it (without one: all). Words in `keep` are never suppressed.
    With `nested` each level starts from the words of the one before, so that a raised slider only adds.
    For a caller from whom classes are hidden, all other classes are the rivals of every level: the nearest ones
    would tell which hidden classes the document is like.

    Raises InvalidRequest when `k_max` is below 1, ImpossibleK when there are fewer than k_max - 1 other classes.
    """
    model = original.model
    refuse_impossible(k_max, len(model.classes))
    search = _Search.of(remaining or original, client, keep)
    if model.unsaid is None:
        rivals = nearest_rivals(original.scores(), client, k_max - 1)
        metric_at = metrics(model, client, rivals, search.features)
        rivals_at = [tuple(rivals[: k - 1].tolist()) for k in range(1, k_max + 1)]
    else:
        rivals = np.delete(np.arange(len(model.classes)), client)
        metric_at = np.tile(metrics(model, client, rivals, search.features)[-1], (k_max, 1))
        rivals_at = [tuple(rivals.tolist())] * k_max
    found: list[Level] = []
    start: tuple[Suppression, ...] = ()
    for k in range(1, k_max + 1):
        level = search.level(k, rivals_at[k - 1], metric_at[k - 1], start)
        found.append(level)
        if nested:
            start = level.suppressed
    return tuple(found)


def refuse_impossible(k: int, classes: int) -> None:
    """Refuse a k that is too high for this number of classes, the true one included.

    Raises InvalidRequest when k is below 1, ImpossibleK when it is above `classes`.
    """
    if k < 1:
        raise InvalidRequest(f"k is {k}. Set it to 1 or more.")
    if k > classes:
        raise ImpossibleK(
            f"k = {k} needs {k - 1} other clients, and the model has {classes - 1}. Lower k to {classes}."
        )


def metrics(model: NaiveBayes, client: int, rivals: Integers, features: Integers) -> Floats:
    """`m(w)` for each k from 1, [k, word], nats: the paper's metric, priors renormalised over R and the true class.

    `rivals` stand the nearest first; row k - 1 looks at the first k - 1 of them.
    `m(w) = SUM_{c in R} P'(c) * [log P(w|s) - log P(w|c)]`; a level has one rival more than the one below it.
    """
    spoken = model.spoken(features)
    prior = np.exp(model.log_prior)
    apart = spoken[:, [client]] - spoken[:, rivals]
    sums = np.cumsum((apart * prior[rivals]).T, axis=0)
    mass = prior[client] + np.cumsum(prior[rivals])
    every = np.vstack((np.zeros((1, len(features))), sums / mass[:, None]))
    return np.asarray(np.round(every, _DECIMALS), dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """A document's words as steps of a search: what each one's suppression does to the lead of every class."""

    seen: ModelWordCounts
    client: int
    features: Integers
    """[word]: those that may be suppressed, ascending, so that their order breaks ties by the word."""
    steps: Floats
    """[word, class], nats: how far the class falls back against the true one when the word goes."""
    leads: Floats
    """[class], nats: how far the class is ahead of the true one while all words stand."""

    @classmethod
    def of(cls, seen: ModelWordCounts, client: int, keep: AbstractSet[str]) -> "_Search":
        kept = [seen.model.column[word] for word in keep if word in seen.model.column]
        free = ~np.isin(seen.features, kept)
        features, counts = seen.features[free], seen.counts[free]
        spoken = seen.model.spoken_against(features, client)
        steps = (spoken - spoken[:, [client]]) * counts[:, None]
        scores = seen.uncapped_against(client)
        return cls(seen, client, features, steps, scores - scores[client])

    def level(self, k: int, rivals: tuple[int, ...], metric: Floats, start: tuple[Suppression, ...]) -> Level:
        """Suppress words by their metric, beginning with those of `start`, until k - 1 classes lead."""
        column = self.seen.model.column
        taken = np.searchsorted(self.features, [column[each.word] for each in start]).astype(np.int64)
        ranked = np.lexsort((self.features, -metric))
        order = ranked[~np.isin(ranked, taken)]
        leads = self.leads - self.steps[taken].sum(axis=0)
        length = self._shortest(order, leads, k - 1)
        suppressed = start + self._named(order[:length], metric)
        final = self.seen.without(each.word for each in suppressed)
        return Level(
            k=k,
            k_reached=k_reached(final.scores_against(self.client), self.client),
            rivals=rivals,
            suppressed=suppressed,
            near_misses=self._named(order[length : length + _NEAR_MISSES], metric),
        )

    def _shortest(self, order: Integers, leads: Floats, wanted: int) -> int:
        """How many words of `order` must go until `wanted` classes lead; else where most classes do."""
        capped = self.seen.model.capped
        best, length = int((capped(leads) > TIE).sum()), 0
        for start in range(0, len(order), _CHUNK):
            if best >= wanted:
                break
            after = leads - np.cumsum(self.steps[order[start : start + _CHUNK]], axis=0)
            leading = (capped(after) > TIE).sum(axis=1)
            # argmax gives the first of equals: the first step that suffices, else the first of the best.
            step = int(np.minimum(leading, wanted).argmax())
            if leading[step] > best:
                best, length = int(leading[step]), start + step + 1
            leads = after[-1]
        return length

    def _named(self, words: Integers, metric: Floats) -> tuple[Suppression, ...]:
        vocabulary = self.seen.model.vocabulary
        names = (vocabulary[feature] for feature in self.features[words].tolist())
        return tuple(Suppression(*pair) for pair in zip(names, metric[words].tolist(), strict=True))

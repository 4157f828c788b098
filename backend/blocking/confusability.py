"""How a document looks to the client model: the ranking of clients, and how many are likelier than the true one."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from backend.document.tokens import terms
from backend.learning.arrays import Floats, Integers
from backend.learning.calibration import probabilities
from backend.learning.model import ClientModel
from backend.learning.naive_bayes import NaiveBayes
from backend.learning.visible_clients import EVERYBODY, VisibleClients

TIE = 1e-6
"""Nats. A lead that small is a tie: sums over a document of 50,000 characters are exact to about 1e-9."""


@dataclass(frozen=True, slots=True, eq=False)
class ModelWordCounts:
    """The words of a document that a model knows, with their counts.

    `features` [n] ascend and are indices into the model's vocabulary; `counts` [n] are above 0.
    """

    model: NaiveBayes
    features: Integers
    counts: Integers
    unknown: Mapping[str, int] = field(default_factory=dict)
    """The words that are no features, where something is unsaid to whoever asks."""

    @property
    def words(self) -> frozenset[str]:
        """The words that the model knows."""
        vocabulary = self.model.vocabulary
        return frozenset(vocabulary[feature] for feature in self.features.tolist())

    def scores(self) -> Floats:
        """`log P(c) + SUM_w x_w log P(w|c)`, [class], in nats."""
        spoken = self.counts @ self.model.spoken(self.features)
        return np.asarray(spoken + self.model.log_prior, dtype=np.float64)

    def scores_against(self, true_class: int) -> Floats:
        """The scores, [class]; where clients are hidden from the caller, the other classes get lower bounds."""
        return self.model.capped(self.uncapped_against(true_class))

    def uncapped_against(self, true_class: int) -> Floats:
        """The same before hidden clients are capped: sums over the words, as a search needs them."""
        spoken = self.counts @ self.model.spoken_against(self.features, true_class)
        scores = spoken + self.model.log_prior - self.model.doubt(self.unknown, true_class)
        return np.asarray(scores, dtype=np.float64)

    def under(self, model: NaiveBayes) -> "ModelWordCounts":
        """Return the same words for another model with the same vocabulary.

        Raises ValueError when the vocabularies differ.
        """
        if model.vocabulary != self.model.vocabulary:
            raise ValueError("the models look at different words")
        return ModelWordCounts(model, self.features, self.counts)

    def without(self, words: Iterable[str]) -> "ModelWordCounts":
        """Return the counts after these words are suppressed everywhere; words that are absent change nothing."""
        words, column = frozenset(words), self.model.column
        removed = [column[word] for word in words if word in column]
        stays = np.ones(len(self.features), dtype=bool)
        if removed and len(stays):
            at = np.minimum(np.searchsorted(self.features, removed), len(stays) - 1)
            stays[at[self.features[at] == removed]] = False
        unknown = {word: count for word, count in self.unknown.items() if word not in words}
        return ModelWordCounts(self.model, self.features[stays], self.counts[stays], unknown)


def count_model_words(model: NaiveBayes, texts: Iterable[str]) -> ModelWordCounts:
    """Count the words of a document, given as its blocks of text; placeholders do not count."""
    word_counts: Counter[str] = Counter()
    for text in texts:
        word_counts.update(terms(text))
    return from_word_counts(model, word_counts)


def from_word_counts(model: NaiveBayes, word_counts: Mapping[str, int]) -> ModelWordCounts:
    """Return the counts of the words that the model knows, from the counts of all words."""
    column = model.column
    known = sorted((column[word], count) for word, count in word_counts.items() if word in column)
    both = np.array(known, dtype=np.int64).reshape(-1, 2)
    unknown = (
        {} if model.unsaid is None else {word: count for word, count in word_counts.items() if word not in column}
    )
    return ModelWordCounts(model, both[:, 0], both[:, 1], unknown)


def strict_leads(scores: Floats, true_class: int) -> Integers:
    """Return the classes strictly likelier than the true one; differences within rounding error are ties.

    >>> strict_leads(np.array([-7.0, -5.0, -7.0 + 1e-12]), 0).tolist()
    [1]
    """
    return np.flatnonzero(scores > scores[true_class] + TIE)


def k_reached(scores: Floats, true_class: int) -> int:
    """`1 + #{c : LL_c > LL_true}`: the rank of the true class, and the k that the document reaches.

    Ties never count for us. Source: Cumby & Ghani 2011, Definition 1, in the k of their algorithms.
    """
    return 1 + len(strict_leads(scores, true_class))


def ranking(scores: Floats) -> Integers:
    """The classes, the likeliest first; ties are in the order of their names."""
    return np.argsort(-np.round(scores / TIE), kind="stable")


def nearest_rivals(scores: Floats, true_class: int, how_many: int) -> Integers:
    """The likeliest classes other than the true one, the best first; fewer where there are no more."""
    order = ranking(scores)
    rivals: Integers = order[order != true_class]
    return rivals[:how_many]


@dataclass(frozen=True, slots=True)
class Guess:
    """A class that a reader might guess, with a calibrated probability, 0…1."""

    name: str
    probability: float


@dataclass(frozen=True, slots=True)
class ClientGuesses:
    """The clients and utility classes that a reader would guess for a document, the likeliest first.

    `utilities` is empty when the model knows no utility classes.
    """

    clients: tuple[Guess, ...]
    utilities: tuple[Guess, ...]


def guess_client(model: ClientModel, seen: ModelWordCounts, visible: VisibleClients = EVERYBODY) -> ClientGuesses:
    """Return what a reader with this model would guess; ties are in the order of names.

    When some clients are hidden, only the `visible` ones are compared with each other, and a single one gets no
    guess. The likeliest utility class is returned when a visible client has it; the others are not.
    """
    names = [client.name for client in model.clients]
    among = None if visible.sees_all else visible.of(model.clients)
    clients = _guesses(seen.under(model.by_client), model.temperatures.client, names, among)
    if model.by_utility is None:
        return ClientGuesses(clients, ())
    utilities = _guesses(seen.under(model.by_utility), model.temperatures.utility, model.by_utility.classes)
    if not visible.sees_all:
        known = visible.utilities(model.clients)
        utilities = tuple(Guess(each.name, 1.0) for each in utilities[:1] if each.name in known)
    return ClientGuesses(clients, utilities)


def _guesses(
    seen: ModelWordCounts, temperature: float, names: Sequence[str], among: Sequence[int] | None = None
) -> tuple[Guess, ...]:
    """`among` are the classes that are weighed; None: all. A single one is no guess."""
    scores = seen.scores()
    if among is not None:
        if len(among) < _MIN:
            return ()
        scores, names = scores[list(among)], [names[i] for i in among]
    likely = probabilities(scores, int(seen.counts.sum()), temperature)
    return tuple(Guess(names[i], float(likely[i])) for i in ranking(scores).tolist())


_MIN = 2
"""Clients to choose between."""

"""The client model: everything that serving needs, and nothing that names a document."""

from dataclasses import dataclass, field

import numpy as np

from backend.errors import InvalidRequest
from backend.learning.arrays import Counts, Integers
from backend.learning.client_frequency import NOBODY, ClientsByWord
from backend.learning.clients import Client, find_client, utilities_of
from backend.learning.features import DEFAULT_FEATURES, class_sums
from backend.learning.naive_bayes import NaiveBayes, Prior, log_prior

DEFAULT_ALPHA = 0.1
"""The smoothing; docs/decisions/0002-smoothing.md says why."""


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """What can be chosen: `features` (None: all), `alpha` (added to every count), and the prior.

    Raises InvalidRequest when no model could come of it.
    """

    features: int | None = DEFAULT_FEATURES
    alpha: float = DEFAULT_ALPHA
    prior: Prior = Prior.UNIFORM

    def __post_init__(self) -> None:
        if self.features is not None and self.features < 1:
            raise InvalidRequest("A model needs at least one feature. Give a number from 1, or all.")
        if not 0 < self.alpha < np.inf:
            raise InvalidRequest("Smoothing must be a number above 0.")


@dataclass(frozen=True, slots=True)
class Temperatures:
    """The divisors of the scores, for each word of a document, before scores become probabilities.

    With 1, all words of a document together weigh as much as a single one would: the result is very uncertain.
    """

    client: float = 1.0
    utility: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class ClientModel:
    """Two Naive Bayes models over one vocabulary, derived from how often each client uses each word.

    `by_utility` is None when fewer than two utility classes are known; documents of clients without one are not in
    it. `version` is empty until the registry has given a name.
    """

    clients: tuple[Client, ...]
    """Ascending by name."""
    vocabulary: tuple[str, ...]
    counts: Counts
    """[client, feature]."""
    presence: Counts
    """[client, feature], how many documents say it; stored where `counts` is."""
    documents: Integers
    """[client], how many each has."""
    ordinary: tuple[frozenset[str], ...]
    """[client], the folded words of its name and aliases that other clients say too; see `ordinary_words`."""
    options: TrainingOptions = TrainingOptions()
    temperatures: Temperatures = Temperatures()
    speakers: ClientsByWord = NOBODY
    """Who says the words that are no features."""
    version: str = ""
    by_client: NaiveBayes = field(init=False, repr=False)
    by_utility: NaiveBayes | None = field(init=False, repr=False)
    utility_of: Integers = field(init=False, repr=False)
    """[client], an index into `utilities`; -1 where the class is unknown."""

    def __post_init__(self) -> None:
        names = tuple(client.name for client in self.clients)
        object.__setattr__(self, "utility_of", utilities_of(self.clients))
        object.__setattr__(self, "by_client", self._learn(names, self.counts, self.documents))
        object.__setattr__(self, "by_utility", self._learn_utilities())

    def find(self, name: str) -> int:
        """The index of a client by its name or an alias.

        Raises UnknownClient, which names the nearest clients.
        """
        return find_client(self.clients, name)

    @property
    def utilities(self) -> tuple[str, ...]:
        """The utility classes, ascending."""
        return tuple(sorted({client.utility for client in self.clients if client.utility is not None}))

    def _learn_utilities(self) -> NaiveBayes | None:
        utilities, utility_of = self.utilities, self.utility_of
        if len(utilities) < 2:
            return None
        labelled = np.flatnonzero(utility_of >= 0)
        counts = class_sums(self.counts[labelled], utility_of[labelled], len(utilities))
        documents = np.bincount(utility_of[labelled], weights=self.documents[labelled]).astype(np.int64)
        return self._learn(utilities, counts, documents)

    def _learn(self, classes: tuple[str, ...], counts: Counts, documents: Integers) -> NaiveBayes:
        return NaiveBayes.from_counts(
            classes,
            self.vocabulary,
            counts.toarray().astype(np.float64),
            alpha=self.options.alpha,
            log_prior=log_prior(self.options.prior, documents),
        )

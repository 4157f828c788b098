"""Train the panel of held-out attackers on texts, and let them rank the clients of other texts."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from backend.panel.attackers import ATTACKERS, Attacker, Characters, Runs, Windows
from backend.panel.classifiers import Fitted, Floats, Integers, fit
from backend.panel.features import Counter, Counts, learn_counter
from backend.panel.rankings import Ranking
from backend.panel.windows import WindowIndex


@dataclass(frozen=True, slots=True, eq=False)
class _Reader:
    """Attackers that count the same features."""

    counter: Counter
    fitted: tuple[tuple[Attacker, Fitted], ...]

    def scores(self, texts: Sequence[str]) -> Iterator[tuple[Attacker, Floats]]:
        counts = self.counter.count(texts)
        for attacker, each in self.fitted:
            yield attacker, each.scores(counts)


@dataclass(frozen=True, slots=True, eq=False)
class _Index:
    """An attacker that looks windows up."""

    attacker: Attacker
    index: WindowIndex

    def scores(self, texts: Sequence[str]) -> Iterator[tuple[Attacker, Floats]]:
        yield self.attacker, self.index.scores(texts)


@dataclass(frozen=True, slots=True)
class _Ignorant:
    """Attackers that found nothing to learn in the training texts: all clients are equally likely to them."""

    attackers: tuple[Attacker, ...]
    clients: int

    def scores(self, texts: Sequence[str]) -> Iterator[tuple[Attacker, Floats]]:
        for attacker in self.attackers:
            yield attacker, np.zeros((len(texts), self.clients))


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """Attackers that learnt from the same texts; `clients` are in the order of the columns of their scores."""

    clients: tuple[str, ...]
    attackers: tuple[Attacker, ...]
    _readers: tuple[_Reader | _Index | _Ignorant, ...]

    @classmethod
    def learn(
        cls, texts: Sequence[str], clients: Sequence[str], attackers: Sequence[Attacker] = ATTACKERS
    ) -> "Panel":
        """Train the attackers on texts of known clients; one text at least. A single client is always named."""
        names = tuple(sorted(set(clients)))
        place = {name: number for number, name in enumerate(names)}
        client_of = np.array([place[client] for client in clients], np.int64)
        readers: list[_Reader | _Index | _Ignorant] = []
        for reads in dict.fromkeys(each.reads for each in attackers):
            alike = [each for each in attackers if each.reads == reads]
            readers.extend(_learn(reads, alike, texts, client_of, len(names)))
        return cls(names, tuple(attackers), tuple(readers))

    def rank(self, texts: Sequence[str], among: Sequence[Collection[str]] | None = None) -> tuple[Ranking, ...]:
        """Return the ranking of each attacker, in the order of the panel.

        `among` are the clients that the attackers consider for each text; without it, they consider all.
        """
        found = dict(each for reader in self._readers for each in reader.scores(texts))
        rankings = tuple(Ranking(attacker, self.clients, found[attacker]) for attacker in self.attackers)
        return rankings if among is None else tuple(each.among(among) for each in rankings)


def _learn(
    reads: Runs | Characters | Windows,
    attackers: Sequence[Attacker],
    texts: Sequence[str],
    client_of: Integers,
    clients: int,
) -> Iterator[_Reader | _Index | _Ignorant]:
    if clients < 2:
        yield _Ignorant(tuple(attackers), clients)
    elif isinstance(reads, Windows):
        for attacker in attackers:
            yield _Index(attacker, WindowIndex.learn(reads, texts, client_of, clients))
    elif isinstance(reads, Runs | Characters):
        learnt = learn_counter(reads, texts)
        if learnt is None:
            yield _Ignorant(tuple(attackers), clients)
        else:
            yield _Reader(learnt[0], tuple(_fitted(attackers, learnt[1], client_of, clients)))


def _fitted(
    attackers: Sequence[Attacker], counts: Counts, client_of: Integers, clients: int
) -> Iterator[tuple[Attacker, Fitted]]:
    for attacker in attackers:
        yield attacker, fit(attacker, counts, client_of, clients)

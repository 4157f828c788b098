"""Attackers that have learnt, grouped by what they read of a text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from backend.panel.attackers import Attacker
from backend.panel.features import Counter
from backend.panel.fitted import Floats, Learnt
from backend.panel.windows import WindowIndex


@dataclass(frozen=True, slots=True, eq=False)
class Reader:
    """Attackers that count the same features."""

    counter: Counter
    fitted: tuple[tuple[Attacker, Learnt], ...]

    def scores(self, texts: Sequence[str]) -> Iterator[tuple[Attacker, Floats]]:
        """Yield the scores of each attacker, [document, client]."""
        counts = self.counter.count(texts)
        for attacker, each in self.fitted:
            yield attacker, each.scores(counts)


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """An attacker that looks windows up."""

    attacker: Attacker
    index: WindowIndex

    def scores(self, texts: Sequence[str]) -> Iterator[tuple[Attacker, Floats]]:
        """Yield its scores, [document, client]."""
        yield self.attacker, self.index.scores(texts)


@dataclass(frozen=True, slots=True)
class Ignorant:
    """Attackers that found nothing to learn in the training texts: all clients are equally likely to them."""

    attackers: tuple[Attacker, ...]
    clients: int

    def scores(self, texts: Sequence[str]) -> Iterator[tuple[Attacker, Floats]]:
        """Yield a score of 0 for every client, [document, client]."""
        for attacker in self.attackers:
            yield attacker, np.zeros((len(texts), self.clients))

"""Rank clients by the scores of an attacker; ties never name anybody."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from backend.panel.attackers import Attacker
from backend.panel.fitted import Floats, Integers

TIE = 1e-9
"""Scores that differ by less, as a share of the largest, are equal: their sums are rounded in another order."""


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """The scores of one attacker, [document, client]; −∞ for a client that it does not consider."""

    attacker: Attacker
    clients: tuple[str, ...]
    scores: Floats

    def among(self, clients: Sequence[Collection[str]]) -> "Ranking":
        """Return the ranking of an attacker who knows of each document that its client is one of these."""
        considered = np.array([[client in each for client in self.clients] for each in clients], bool)
        return replace(self, scores=np.where(considered, self.scores, -np.inf))

    def named(self) -> tuple[str | None, ...]:
        """Return the client that the attacker names for each document; None where several are equally likely."""
        best = self.scores.argmax(axis=1)
        ranks = self.ranks_at(best)
        return tuple(
            self.clients[client] if rank == 1 else None
            for client, rank in zip(best.tolist(), ranks.tolist(), strict=True)
        )

    def ranks(self, true: Sequence[str]) -> Integers:
        """Return the rank of the true client of each document: how many clients are at least as likely.

        The attacker must list so many clients to be sure that the true one is among them; 1 means that it is
        named.
        """
        place = {client: number for number, client in enumerate(self.clients)}
        return self.ranks_at(np.array([place[client] for client in true], np.int64))

    def ranks_at(self, client_of: Integers) -> Integers:
        """Return the ranks of clients that are given by their places in `clients`."""
        own = self.scores[np.arange(len(client_of)), client_of][:, None]
        finite = np.where(np.isfinite(self.scores), np.abs(self.scores), 0.0)
        slack = TIE * finite.max(axis=1, initial=0.0, keepdims=True)
        return np.asarray((self.scores >= own - slack).sum(axis=1), dtype=np.int64)

"""Train the panel of held-out attackers on texts, and let them rank the clients of other texts."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from backend.panel.attackers import ATTACKERS, Attacker
from backend.panel.rankings import Ranking
from backend.panel.readers import Ignorant, Index, Reader


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """Attackers that learnt from the same texts; `clients` are in the order of the columns of their scores."""

    clients: tuple[str, ...]
    attackers: tuple[Attacker, ...]
    readers: tuple[Reader | Index | Ignorant, ...]

    @classmethod
    def learn(
        cls, texts: Sequence[str], clients: Sequence[str], attackers: Sequence[Attacker] = ATTACKERS
    ) -> "Panel":
        """Train the attackers on texts of known clients; one text at least. A single client is always named."""
        names = tuple(sorted(set(clients)))
        place = {name: number for number, name in enumerate(names)}
        client_of = np.array([place[client] for client in clients], np.int64)
        # scikit-learn takes three seconds to import, and a stored panel ranks without it.
        from backend.panel.learning import learn_readers

        return cls(names, tuple(attackers), tuple(learn_readers(texts, client_of, len(names), attackers)))

    def rank(self, texts: Sequence[str], among: Sequence[Collection[str]] | None = None) -> tuple[Ranking, ...]:
        """Return the ranking of each attacker, in the order of the panel.

        `among` are the clients that the attackers consider for each text; without it, they consider all.
        """
        found = dict(each for reader in self.readers for each in reader.scores(texts))
        rankings = tuple(Ranking(attacker, self.clients, found[attacker]) for attacker in self.attackers)
        return rankings if among is None else tuple(each.among(among) for each in rankings)

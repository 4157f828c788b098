"""Say which attackers of a panel identify the client of a text, and which comes nearest."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from backend.panel.attackers import Group
from backend.panel.panel import Panel
from backend.panel.rankings import Ranking


@dataclass(frozen=True, slots=True)
class GroupAnswer:
    """The answer of the attackers of one group: how many there are, and which of them name the client.

    `worst` is the attacker to which the client is likeliest, with the client's rank (1: named); None without any.
    """

    attackers: int
    named_by: tuple[str, ...]
    worst: tuple[str, int] | None

    @classmethod
    def of(cls, ranks: Sequence[tuple[str, int]]) -> "GroupAnswer":
        """Return the answer of attackers, each given by its name and the rank of the client."""
        named = tuple(name for name, rank in ranks if rank == 1)
        return cls(len(ranks), named, min(ranks, key=lambda each: each[1], default=None))

    def as_json(self) -> dict[str, Any]:
        """The object of a group in the answer of a panel."""
        worst = None if self.worst is None else {"attacker": self.worst[0], "rank": self.worst[1]}
        return {"attackers": self.attackers, "named_by": list(self.named_by), "worst": worst}


@dataclass(frozen=True, slots=True)
class PanelAnswer:
    """The answer of a panel about one text; `others` are the attackers for which there is no goal.

    `clients` is the number of clients that they have considered.
    """

    clients: int
    content_words: GroupAnswer
    others: GroupAnswer

    def as_json(self) -> dict[str, Any]:
        """The object `panel` of a level, of a report and of a verification."""
        return {
            "clients": self.clients,
            "content_words": self.content_words.as_json(),
            "others": self.others.as_json(),
        }


def ask_panel(
    panel: Panel, texts: Sequence[str], client: str, among: Sequence[Collection[str] | None]
) -> tuple[PanelAnswer, ...]:
    """Return the answer about each text of a client; empty if the panel has learnt from no text of this client.

    `among` are the clients that the attackers consider for each text, such as those of its industry; None: all.
    """
    if client not in panel.clients:
        return ()
    everyone = frozenset(panel.clients)
    considered = [everyone if each is None else everyone & {client, *each} for each in among]
    rankings = panel.rank(texts, considered)
    groups = [
        [each for each in rankings if (each.attacker.group is Group.CONTENT_WORDS) is of_content]
        for of_content in (True, False)
    ]
    ranks = [[_ranks(each, client, len(texts)) for each in group] for group in groups]
    return tuple(
        PanelAnswer(
            len(considered[text]),
            *(GroupAnswer.of([(name, found[text]) for name, found in group]) for group in ranks),
        )
        for text in range(len(texts))
    )


def _ranks(ranking: Ranking, client: str, texts: int) -> tuple[str, list[int]]:
    return ranking.attacker.name, ranking.ranks([client] * texts).tolist()

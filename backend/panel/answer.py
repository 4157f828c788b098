"""Say which attackers of a panel identify the client of a text, and which comes nearest."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from backend.panel.attackers import Attacker, Group
from backend.panel.panel import Panel


@dataclass(frozen=True, slots=True)
class GroupAnswer:
    """The ranks that the attackers of one group give the client of a text, by their names; 1: named.

    >>> answer = GroupAnswer((("pairs", 1), ("style", 4)))
    >>> answer.named_by, answer.worst
    (('pairs',), ('pairs', 1))
    """

    ranks: tuple[tuple[str, int], ...]

    @property
    def attackers(self) -> int:
        """How many attackers there are."""
        return len(self.ranks)

    @property
    def named_by(self) -> tuple[str, ...]:
        """The attackers that name the client."""
        return tuple(name for name, rank in self.ranks if rank == 1)

    @property
    def worst(self) -> tuple[str, int] | None:
        """The attacker to which the client is likeliest, with the rank of the client; None without any attacker."""
        return min(self.ranks, key=lambda each: each[1], default=None)

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
    found = [(each.attacker, each.ranks([client] * len(texts)).tolist()) for each in rankings]
    return tuple(
        PanelAnswer(len(clients), *(_group(found, text, of_content=each) for each in (True, False)))
        for text, clients in enumerate(considered)
    )


def _group(found: Sequence[tuple[Attacker, Sequence[int]]], text: int, *, of_content: bool) -> GroupAnswer:
    return GroupAnswer(
        tuple(
            (attacker.name, ranks[text])
            for attacker, ranks in found
            if (attacker.group is Group.CONTENT_WORDS) is of_content
        )
    )

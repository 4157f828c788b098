"""Which clients a reader may see by name; the names of the others are confidential."""

from collections.abc import Sequence
from dataclasses import dataclass

from backend.learning.clients import Client, find_client


@dataclass(frozen=True, slots=True)
class VisibleClients:
    """The clients that a caller may see, by their names in the model; None: all of them.

    Every answer that names, ranks or weighs clients asks here. To somebody who does not see all of them, the others
    have no name, no rank and no probability: docs/decisions/0023-hidden-clients.md.

    >>> VisibleClients(frozenset({"Ford"})).of((Client("Danone"), Client("Ford")))
    (1,)
    """

    names: frozenset[str] | None = None

    @property
    def sees_all(self) -> bool:
        """Whether no client is hidden, so that ranks and probabilities may be shown."""
        return self.names is None

    def __contains__(self, client: Client) -> bool:
        return self.names is None or client.name in self.names

    def of(self, clients: Sequence[Client]) -> tuple[int, ...]:
        """The indices of the visible clients, ascending."""
        return tuple(index for index, client in enumerate(clients) if client in self)

    def utilities(self, clients: Sequence[Client]) -> frozenset[str]:
        """The utility classes that visible clients have."""
        return frozenset(client.utility for client in clients if client in self and client.utility is not None)

    def name_of(self, client: Client) -> str:
        """Return the name; for a hidden client, only that it is another client, and its utility class if known."""
        if client in self:
            return client.name
        return "another client" if client.utility is None else f"another client, {client.utility}"

    def find(self, clients: Sequence[Client], name: str) -> int:
        """Return the index of the visible client of that name or alias; hidden clients are never found.

        Raises UnknownClient, which names visible clients only.
        """
        seen = self.of(clients)
        return seen[find_client([clients[index] for index in seen], name)]


EVERYBODY = VisibleClients()
"""For whoever owns the registry."""

"""Which clients a reader may see by name: the names of the others are as confidential as the one to be hidden."""

from collections.abc import Sequence
from dataclasses import dataclass

from backend.learning.clients import Client, find_client


@dataclass(frozen=True, slots=True)
class Visible:
    """The clients that somebody may see, by their names as the model has them; None: all of them.

    Whatever names a client to a reader asks here: rivals in reasons, guesses, and the look-up of a client by name.

    >>> Visible(frozenset({"Ford"})).name_of(Client("Danone", "Food"))
    'another client, Food'
    """

    names: frozenset[str] | None = None

    def __contains__(self, client: Client) -> bool:
        return self.names is None or client.name in self.names

    def name_of(self, client: Client) -> str:
        """The name, or what may be told instead: that it is another client, and its utility class if known."""
        if client in self:
            return client.name
        return "another client" if client.utility is None else f"another client, {client.utility}"

    def find(self, clients: Sequence[Client], name: str) -> int:
        """The index of the client of that name or alias, for a reader to whom the others do not exist.

        Raises UnknownClient, which names visible clients alone.
        """
        seen = [index for index, client in enumerate(clients) if client in self]
        return seen[find_client([clients[index] for index in seen], name)]


EVERYBODY = Visible()
"""For whoever owns the registry."""

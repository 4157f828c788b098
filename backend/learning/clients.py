"""Clients with their utility class and aliases, and finding a client by name."""

import difflib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from backend.errors import CorpusError, UnknownClient
from backend.learning.arrays import Integers
from backend.messages.problems import ClientNotInModel


@dataclass(frozen=True, slots=True)
class Client:
    """A client; `utility` is the class that a reader may still tell (the industry), None when it is unknown."""

    name: str
    utility: str | None = None
    aliases: tuple[str, ...] = ()


def merge_clients(clients: Iterable[Client]) -> tuple[Client, ...]:
    """Merge clients of the same name, in the order of the names, with all their aliases.

    A client without a utility class takes the one that another corpus gives it.

    Raises CorpusError when two utility classes are given for one client.

    >>> merge_clients([Client("Ford"), Client("Ford", "Automobiles", ("F",))])
    (Client(name='Ford', utility='Automobiles', aliases=('F',)),)
    """
    same: defaultdict[str, list[Client]] = defaultdict(list)
    for client in clients:
        same[client.name].append(client)
    return tuple(_merge(name, same[name]) for name in sorted(same))


def _merge(name: str, clients: list[Client]) -> Client:
    utilities = sorted({client.utility for client in clients if client.utility is not None})
    if len(utilities) > 1:
        raise CorpusError(
            f"Client {name!r} has two industries, {utilities[0]!r} and {utilities[1]!r}. Give it one."
        )
    aliases = sorted({alias for client in clients for alias in client.aliases})
    return Client(name, utilities[0] if utilities else None, tuple(aliases))


def utilities_of(clients: Sequence[Client]) -> Integers:
    """Return the utility class of each client as an index into the classes, ascending; -1 where it is unknown.

    >>> utilities_of([Client("Danone", "Food"), Client("Ford", "Cars"), Client("Novo")]).tolist()
    [1, 0, -1]
    """
    classes = sorted({client.utility for client in clients if client.utility is not None})
    index = {utility: i for i, utility in enumerate(classes)}
    return np.array([index[client.utility] if client.utility else -1 for client in clients], np.int64)


def find_client(clients: Sequence[Client], name: str) -> int:
    """Return the index of a client by its exact name, else ignoring case, else by an alias.

    Raises UnknownClient, which names the nearest clients, or the candidates when several have the alias.

    >>> find_client((Client("Danone"), Client("Ford", None, ("FoMoCo",))), "fomoco")
    1
    """
    wanted = name.strip()
    folded = wanted.casefold()
    rules = (
        lambda client: client.name == wanted,
        lambda client: client.name.casefold() == folded,
        lambda client: folded in (alias.casefold() for alias in client.aliases),
    )
    for fits in rules:
        found = [index for index, client in enumerate(clients) if fits(client)]
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(repr(clients[index].name) for index in found)
            raise UnknownClient(f"{name!r} matches several clients: {names}. Give the full name.")
    near = _nearest(clients, folded)
    if not near:
        raise UnknownClient(ClientNotInModel(name))
    raise UnknownClient(f"No client {name!r} is in the model. Did you mean {' or '.join(map(repr, near))}?")


def _nearest(clients: Sequence[Client], folded: str) -> list[str]:
    spelled = {
        spelling.casefold(): client.name for client in clients for spelling in (client.name, *client.aliases)
    }
    near = difflib.get_close_matches(folded, spelled, n=3, cutoff=0.5)
    near += [spelling for spelling in spelled if folded and folded in spelling]
    return list(dict.fromkeys(spelled[spelling] for spelling in near))[:3]

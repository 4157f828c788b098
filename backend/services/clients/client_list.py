"""The clients to choose from, of the model and of the store, searched by parts of their names."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from backend.document.phrases import normal_form
from backend.services.clients.visible_models import ModelsInView
from backend.storage.clients.dictionaries import StoredClient, unshared_aliases


@dataclass(frozen=True, slots=True)
class ListedClient:
    """A client; `documents` is None if the model does not know it, `stored` if it has no dictionary.

    `unshared` are its other names that no other client has, seen or not: only these find what is noted of it.
    """

    name: str
    utility: str | None
    documents: int | None
    stored: StoredClient | None = None
    unshared: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the client."""
        return (self.name, *(self.stored.dictionary.aliases if self.stored else ()))

    def as_json(self) -> dict[str, Any]:
        """The client as JSON of the service."""
        stored = self.stored
        return {
            "name": self.name,
            "utility": self.utility,
            "documents": self.documents,
            "aliases": list(self.names[1:]) if self.documents is None else [],
            "id": stored.id if stored else None,
            "group": stored.dictionary.group if stored else None,
        }


@dataclass(frozen=True, slots=True)
class ClientList:
    """The clients that a caller may see, by name, and the number of others."""

    clients: tuple[ListedClient, ...]
    others: int

    @property
    def known_names(self) -> frozenset[str]:
        """The normal forms of all names that stand for one of these clients and for no other."""
        return frozenset(normal_form(name) for each in self.clients for name in (each.name, *each.unshared))

    def called(self, piece: str, most: int) -> tuple[ListedClient, ...]:
        """The clients that match a part of a name: first names that begin with it, then names with such a word."""
        wanted = normal_form(piece)
        ranked = ((_rank(each.names, wanted), each) for each in self.clients)
        found = sorted(((rank, each) for rank, each in ranked if rank is not None), key=lambda pair: pair[0])
        return tuple(each for _, each in found[:most])


def list_clients(
    models: ModelsInView | None, stored: Collection[StoredClient], groups: Collection[str] | None
) -> ClientList:
    """List the clients for a caller with these groups; None: all."""
    unshared = unshared_aliases(stored)
    by_name = {normal_form(each.dictionary.name): each for each in stored}
    listed: list[ListedClient] = []
    others = 0
    if models is not None:
        model = models.model
        for client, documents in zip(model.clients, model.documents.tolist(), strict=True):
            own = by_name.pop(normal_form(client.name), None)
            if client in models.visible:
                aliases = () if own is None else unshared[own.id]
                listed.append(ListedClient(client.name, client.utility, documents, own, aliases))
            else:
                others += 1
    renamed = _names_of_dictionaries(models)
    for name, own in by_name.items():
        dictionary = own.dictionary
        if groups is None or dictionary.group in groups:
            listed.append(ListedClient(dictionary.name, dictionary.utility, None, own, unshared[own.id]))
        elif name not in renamed:
            others += 1
    listed.sort(key=lambda each: each.name.casefold())
    return ClientList(tuple(listed), others)


def _names_of_dictionaries(models: ModelsInView | None) -> frozenset[str]:
    """The stored names of the clients that the model knows, by whatever name it knows them."""
    stored = () if models is None else models.known.dictionaries.values()
    return frozenset(normal_form(each.name) for each in stored)


def _rank(names: Sequence[str], wanted: str) -> int | None:
    forms = [normal_form(name) for name in names]
    if any(form.startswith(wanted) for form in forms):
        return 0
    if any(f" {wanted}" in form for form in forms):
        return 1
    return 2 if any(wanted in form for form in forms) else None

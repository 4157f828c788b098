"""The stored policies as they apply to documents."""

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from backend.document.phrases import normal_form
from backend.services.request.policy_book import NO_POLICIES, Named, PolicyBook
from backend.storage.clients.dictionaries import StoredClient, unshared_aliases
from backend.storage.clients.policies import StoredPolicy, counting_together
from backend.storage.store import Store


@dataclass(frozen=True, slots=True)
class StoredPolicyBook:
    """The stored policies that are set: the default, None where none is set, and those of clients by normal form.

    All names of a stored client that no other client has are found with the same policy. A client without a policy
    is not in `by_client`, unless it has such aliases: then with the default.
    """

    for_all: StoredPolicy | None = None
    by_client: Mapping[str, StoredPolicy | None] = field(default_factory=dict)

    @classmethod
    def of(cls, policies: Iterable[StoredPolicy], clients: Iterable[StoredClient]) -> "StoredPolicyBook":
        """The policies that are set; a client's policy is found by each of its names that no other client has.

        Policies may be set for several of its names: a renamed client has that of its former name too. Then all of
        them count, or what was set for one name would count for documents that are known by the other.
        """
        for_all: StoredPolicy | None = None
        by_client: dict[str, StoredPolicy] = {}
        for each in policies:
            if each.policy is not None and each.client is None:
                for_all = each
            elif each.policy is not None and each.client is not None:
                by_client[normal_form(each.client)] = each
        stored = tuple(clients)
        unshared = unshared_aliases(stored)
        known: dict[str, StoredPolicy | None] = dict(by_client)
        for client in stored:
            own, *others = (normal_form(name) for name in (client.dictionary.name, *unshared[client.id]))
            counting = [by_client[name] for name in (own, *others) if name in by_client]
            known |= dict.fromkeys([own, *others] if counting else others, counting_together(counting) or for_all)
        return cls(for_all, known)

    def policy_for(self, client: str | None) -> StoredPolicy | None:
        """The policy that applies to a client's documents; None where none is set."""
        return self.for_all if client is None else self.by_client.get(normal_form(client), self.for_all)

    def rules(self) -> PolicyBook:
        """The rules alone, with the names of the policies."""
        return PolicyBook(_named(self.for_all), {key: _named(each) for key, each in self.by_client.items()})


def _named(stored: StoredPolicy | None) -> Named:
    if stored is None or stored.policy is None:
        return NO_POLICIES.for_all
    return stored.policy, stored.named


def book_of(policies: Iterable[StoredPolicy], clients: Iterable[StoredClient]) -> PolicyBook:
    """The rules of the policies that are set."""
    return StoredPolicyBook.of(policies, clients).rules()


class PoliciesInForce:
    """The stored policies, cached in one process and read again when they change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looking = threading.Lock()
        self._revisions: tuple[str, str] | None = None
        self._stored = StoredPolicyBook()
        self._book = NO_POLICIES

    def book(self) -> PolicyBook:
        """The rules of all policies, as they are now.

        Raises StoreUnavailable.
        """
        return self._read()[1]

    def stored_for(self, client: str | None) -> StoredPolicy | None:
        """The stored policy that applies to a client's documents now; None where none is set.

        Raises StoreUnavailable.
        """
        return self._read()[0].policy_for(client)

    def _read(self) -> tuple[StoredPolicyBook, PolicyBook]:
        with self._looking:
            # Read the revision first: a change while the rows are read is noticed by the next call.
            revisions = self._store.policies.revision(), self._store.clients.revision()
            if revisions != self._revisions:
                self._stored = StoredPolicyBook.of(self._store.policies.current(), self._store.clients.all())
                self._book = self._stored.rules()
                self._revisions = revisions
            return self._stored, self._book

    def policy_for(self, client: str | None) -> Named:
        """The policy that applies to a client's documents now, with its name and version.

        Raises StoreUnavailable.
        """
        return self.book().policy_for(client)

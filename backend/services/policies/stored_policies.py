"""The stored policies as they apply to documents."""

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from backend.document.phrases import normal_form
from backend.services.request.policy_book import NO_POLICIES, Named, PolicyBook
from backend.storage.clients.dictionaries import StoredClient, unshared_aliases
from backend.storage.clients.policies import StoredPolicy
from backend.storage.store import Store


@dataclass(frozen=True, slots=True)
class StoredPolicyBook:
    """The stored policies that are set: the default, None where none is set, and those of clients by normal form.

    A client without a policy of its own is not in `by_client`, unless one of its aliases is: then with the default.
    """

    for_all: StoredPolicy | None = None
    by_client: Mapping[str, StoredPolicy | None] = field(default_factory=dict)

    @classmethod
    def of(cls, policies: Iterable[StoredPolicy], clients: Iterable[StoredClient]) -> "StoredPolicyBook":
        """The policies that are set; a client's policy is found by each of its names that no other client has."""
        for_all: StoredPolicy | None = None
        by_client: dict[str, StoredPolicy | None] = {}
        for each in policies:
            if each.policy is not None and each.client is None:
                for_all = each
            elif each.policy is not None and each.client is not None:
                by_client[normal_form(each.client)] = each
        stored = tuple(clients)
        unshared = unshared_aliases(stored)
        known = {
            normal_form(alias): by_client.get(normal_form(each.dictionary.name), for_all)
            for each in stored
            for alias in unshared[each.id]
        }
        return cls(for_all, {**known, **by_client})

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

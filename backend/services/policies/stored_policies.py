"""The stored policies as they apply to documents."""

import threading
from collections import defaultdict
from collections.abc import Iterable

from backend.document.phrases import normal_form
from backend.services.request.policy_book import NO_POLICIES, Named, PolicyBook
from backend.storage.clients.dictionaries import StoredClient
from backend.storage.clients.policies import StoredPolicy
from backend.storage.store import Store


def book_of(policies: Iterable[StoredPolicy], clients: Iterable[StoredClient]) -> PolicyBook:
    """The policies that are set; a client's policy is found by each of its names that no other client has."""
    for_all = NO_POLICIES.for_all
    by_client: dict[str, Named] = {}
    for each in policies:
        if each.policy is not None and each.client is None:
            for_all = each.policy, each.named
        elif each.policy is not None and each.client is not None:
            by_client[normal_form(each.client)] = each.policy, each.named
    aliases: defaultdict[str, list[Named]] = defaultdict(list)
    names = set()
    for client in clients:
        own = normal_form(client.dictionary.name)
        names.add(own)
        for alias in client.dictionary.aliases:
            aliases[normal_form(alias)].append(by_client.get(own, for_all))
    known = {key: found[0] for key, found in aliases.items() if len(found) == 1 and key not in names}
    return PolicyBook(for_all, {**known, **by_client})


class PoliciesInForce:
    """The stored policies, cached in one process and read again when they change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looking = threading.Lock()
        self._revisions: tuple[str, str] | None = None
        self._book = NO_POLICIES

    def book(self) -> PolicyBook:
        """All policies, as they are now.

        Raises StoreUnavailable.
        """
        with self._looking:
            # Read the revision first: a change while the rows are read is noticed by the next call.
            revisions = self._store.policies.revision(), self._store.clients.revision()
            if revisions != self._revisions:
                self._book = book_of(self._store.policies.current(), self._store.clients.all())
                self._revisions = revisions
            return self._book

    def policy_for(self, client: str | None) -> Named:
        """The policy that applies to a client's documents now, with its name and version.

        Raises StoreUnavailable.
        """
        return self.book().policy_for(client)

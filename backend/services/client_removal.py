"""Remove a client, and before it its documents from the index of released documents."""

from collections.abc import Iterable

from backend.document.phrases import normal_form
from backend.errors import NoIndex
from backend.reporting.index_reports import RemoveReport
from backend.services.audit.index_removals import record_removal
from backend.services.index.changes import remove_of
from backend.services.index.released_index import ReleasedIndex
from backend.storage.clients.dictionaries import StoredClient, unshared_aliases
from backend.storage.store import Store


def remove_client(
    store: Store, index: ReleasedIndex, client: StoredClient, known: Iterable[str], by: str
) -> RemoveReport | None:
    """Remove a client and, before it, its documents from the index; None where it has none there.

    `known` are the names of the clients of the model, by which documents are indexed. The audit trail says what is
    about to go, the documents go together, the trail says so, then the client goes. Wherever this stops, repeat it:
    as long as documents are left, the client is there.

    Raises StaleVersion, PolicyStillCounts, IndexBusy, IndexUnusable, KeyUnusable: then the client is still there.
    """
    removed = None
    wanted = {normal_form(each): each for each in _own_names(store, client)}
    owners = sorted({*wanted.values(), *(each for each in known if normal_form(each) in wanted)})
    try:
        with index.opened() as opened:
            if documents := opened.count_of(owners):
                store.clients.begin_removal(client.id, client.version, documents, by=by)
                removed = remove_of(opened, owners)
    except NoIndex:
        pass
    if removed is not None:
        record_removal(store, by, removed)
    store.clients.remove(client.id, client.version, by=by)
    return removed


def _own_names(store: Store, client: StoredClient) -> tuple[str, ...]:
    """Its name, and those other names that no other client has; none of a client that is gone meanwhile."""
    return (client.dictionary.name, *unshared_aliases(store.clients.all()).get(client.id, ()))

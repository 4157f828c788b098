"""Remove documents from the index, for those who may ask for that, and those of a client that is removed."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext

from backend.document.phrases import normal_form
from backend.errors import NoIndex, NotIndexed
from backend.reporting.index_reports import RemoveReport
from backend.services.index.changes import remove_entries
from backend.services.index.released_index import ReleasedIndex
from backend.storage.index.stored_index import StoredIndex

LooksAfter = Callable[[str | None], bool]
"""Whether someone is an administrator who sees this client; None: a document that names none."""


def remove_document(index: ReleasedIndex, document: str, who: str, looks_after: LooksAfter) -> RemoveReport:
    """Remove a document for `who`, as far as they are its contact or look after its client.

    Others may have indexed the same file: theirs stays.

    Raises NotIndexed for a document that is not there, and for one that is only others'; NoIndex, IndexUnusable.
    """
    with index.opened() as opened:
        own = [each for each in opened.entries_of(document) if each.contact == who or looks_after(each.owner)]
        if not own:
            raise NotIndexed("The index has no such document, or it is not yours to remove.")
        return remove_entries(opened, own)


def opened_if_any(index: ReleasedIndex) -> AbstractContextManager[StoredIndex | None]:
    """Open the index before a client is removed; None where there is none.

    Raises IndexUnusable, KeyUnusable: then nothing is removed.
    """
    try:
        return index.opened()
    except NoIndex:
        return nullcontext()


def remove_client(opened: StoredIndex | None, names: Iterable[str], known: Iterable[str]) -> RemoveReport | None:
    """Remove all documents of a client with these names; None where there are none.

    `known` are the names of the clients of the model, by which documents are indexed.
    """
    wanted = {normal_form(each): each for each in names}
    owners = {*wanted.values(), *(each for each in known if normal_form(each) in wanted)}
    if opened is None:
        return None
    entries = [each for owner in sorted(owners) for each in opened.entries_of_owner(owner)]
    return remove_entries(opened, entries) if entries else None

"""Remove documents from the index, for those who may ask for that, and those of a client that is removed."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext

from backend.document.phrases import normal_form
from backend.errors import NoIndex, NotIndexed
from backend.reporting.index_reports import RemoveReport
from backend.services.index.changes import remove
from backend.services.index.released_index import ReleasedIndex
from backend.storage.index.stored_index import StoredIndex

LooksAfter = Callable[[str | None], bool]
"""Whether someone is an administrator who sees this client; None: a document that names none."""


def remove_document(index: ReleasedIndex, document: str, who: str, looks_after: LooksAfter) -> RemoveReport:
    """Remove a document for `who`, if they are its contact or look after its client.

    Raises NotIndexed for a document that is not there, and for anybody else's; NoIndex, IndexUnusable.
    """
    with index.opened() as opened:
        entry = opened.entry(document)
        if entry is None or not (entry.contact == who or looks_after(entry.owner)):
            raise NotIndexed("The index has no such document, or it is not yours to remove.")
        return remove(opened, [document])


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
    documents = [] if opened is None else [each for owner in sorted(owners) for each in opened.documents_of(owner)]
    return remove(opened, documents) if opened is not None and documents else None

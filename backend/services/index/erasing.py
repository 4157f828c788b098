"""Remove documents from the index, for those who may ask for that."""

from collections.abc import Callable

from backend.errors import NotIndexed
from backend.reporting.index_reports import RemoveReport
from backend.services.index.changes import remove
from backend.services.index.released_index import ReleasedIndex

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

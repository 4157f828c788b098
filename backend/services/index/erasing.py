"""Remove documents from the index, for those who may ask for that."""

from collections.abc import Callable

from backend.errors import NotIndexed
from backend.reporting.index_reports import RemoveReport
from backend.services.index.changes import remove_entries
from backend.services.index.released_index import ReleasedIndex

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

"""Record that documents were removed from the index."""

from backend.reporting.index_reports import RemoveReport
from backend.services.audit.index_events import of_removal
from backend.storage.store import Store


def record_removal(store: Store, who: str, report: RemoveReport) -> None:
    """Record a removal in the audit trail; the documents are deleted from the requests for them too.

    Raises StoreUnavailable.
    """
    store.index_requests.forget_documents(report.removed, of_removal(who, report))

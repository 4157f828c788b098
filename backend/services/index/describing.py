"""Say how large an index is, what it protects, and whether it should be built again."""

from backend.reporting.index_reports import IndexInfo
from backend.storage.index.stored_index import StoredIndex


def describe(index: StoredIndex) -> IndexInfo:
    """Describe an index, and check it completely."""
    groups = list(index.groups().values())
    certificate, built = index.certificate(), index.header.built_error
    documents = sum(each.documents for each in groups)
    error = sum(each.squares for each in groups) / documents if documents else 0.0
    return IndexInfo(
        documents=documents,
        k=index.k,
        shared_by=index.header.shared_by,
        groups=len(groups),
        smallest=min((each.core_owners for each in groups), default=0),
        largest=max((each.owners for each in groups), default=0),
        largest_documents=max((each.documents for each in groups), default=0),
        largest_share=max(index.largest_shares().values(), default=0.0),
        sse_per_document=error,
        drift=error / built - 1 if built > 0 else 0.0,
        weighting=index.header.weighting,
        changes=certificate.change,
        held=certificate.smallest >= index.k,
        faults=tuple(index.faults()),
    )

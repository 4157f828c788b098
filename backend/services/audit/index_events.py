"""Audit events about the anonymous index: counts, hashes of editions, and the state that a change has left.

The state of an index is the document of an event; `unsaid audit verify` looks for it in the index.
"""

from backend.privacy.edition import Edition
from backend.reporting.index_reports import AddReport, BuildReport, RemoveReport
from backend.services.index.released_index import PublishedEdition
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event


def of_build(who: str, report: BuildReport) -> Event:
    """The event of an index that was built."""
    counts = {"documents": report.documents, "groups": report.groups, "k": report.k}
    return Event(who, Action.INDEX_BUILT, counts=counts, document=report.state)


def of_addition(who: str, report: AddReport) -> Event:
    """The event of documents that were added."""
    counts = {"documents": len(report.added), "skipped": len(report.problems)}
    return Event(who, Action.INDEX_ADDED, counts=counts, document=report.state)


def of_removal(who: str, report: RemoveReport) -> Event:
    """The event of documents that were removed."""
    counts = {"documents": len(report.removed), "dissolved": report.dissolved, "k_held": int(report.held)}
    return Event(who, Action.INDEX_REMOVED, counts=counts, document=report.state)


def of_edition(who: str, edition: Edition, state: str) -> Event:
    """The event of an edition that was published, with the state of its index."""
    counts = {"documents": int(edition.sizes.sum()), "groups": len(edition.sizes), "k": edition.k}
    return Event(who, Action.INDEX_PUBLISHED, counts=counts, document=state)


def of_published(who: str, action: Action, published: PublishedEdition) -> Event:
    """The event of an edition of the service that was published or downloaded: its counts and its hash.

    One that was published has the state of its index too.
    """
    counts = {"documents": published.documents, "groups": published.groups, "k": published.edition.k}
    return Event(who, action, counts=counts, document=published.state, result=published.id)


def of_search(who: str, published: PublishedEdition, found: int) -> Event:
    """The event of a search that has found some groups of an edition."""
    return Event(who, Action.INDEX_SEARCHED, counts={"groups": found}, document=published.id)

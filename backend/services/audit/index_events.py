"""Audit events about the anonymous index: counts alone."""

from backend.privacy.edition import Edition
from backend.reporting.index_reports import AddReport, BuildReport, RemoveReport
from backend.services.index.released_index import PublishedEdition
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event


def of_build(who: str, report: BuildReport) -> Event:
    """The event of an index that was built."""
    counts = {"documents": report.documents, "groups": report.groups, "k": report.k}
    return Event(who, Action.INDEX_BUILT, counts=counts)


def of_addition(who: str, report: AddReport) -> Event:
    """The event of documents that were added."""
    counts = {"documents": len(report.groups), "skipped": len(report.problems)}
    return Event(who, Action.INDEX_ADDED, counts=counts)


def of_removal(who: str, report: RemoveReport) -> Event:
    """The event of documents that were removed."""
    counts = {"documents": len(report.removed), "dissolved": report.dissolved, "k_held": int(report.held)}
    return Event(who, Action.INDEX_REMOVED, counts=counts)


def of_edition(who: str, edition: Edition) -> Event:
    """The event of an edition that was published."""
    counts = {"documents": int(edition.sizes.sum()), "groups": len(edition.sizes), "k": edition.k}
    return Event(who, Action.INDEX_PUBLISHED, counts=counts)


def of_published(who: str, action: Action, published: PublishedEdition) -> Event:
    """The event of an edition of the service that was published or downloaded: its counts and its hash."""
    counts = {"documents": published.documents, "groups": published.groups, "k": published.edition.k}
    return Event(who, action, counts=counts, result=published.id)


def of_search(who: str, published: PublishedEdition, found: int) -> Event:
    """The event of a search that has found some groups of an edition."""
    return Event(who, Action.INDEX_SEARCHED, counts={"groups": found}, document=published.id)

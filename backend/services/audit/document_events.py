"""Audit events about documents: hashes, counts and versions."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from backend.reporting.indexed import IndexResult
from backend.reporting.report import FileReport
from backend.services.models.training import TrainedVersion
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event

MarkOf = Callable[[str], str]
"""What the trail calls a client, as `Audit.mark_of`."""


def of_analysis(who: str, response: Mapping[str, Any], content: bytes | None, mark_of: MarkOf) -> Event:
    """The event of an analysis, from its response; text that the caller has read has no hash."""
    return Event(
        who,
        Action.DOCUMENT_ANALYSED,
        None if response["client"] is None else mark_of(response["client"]),
        {"suggestions": len(response["suggestions"]), "levels": len(response["levels"])},
        model=response["model"],
        policy=response["review_policy"],
        document=None if content is None else sha256(content).hexdigest(),
    )


def of_report(who: str, action: Action, report: FileReport, mark_of: MarkOf) -> Event:
    """The event of a document that was redacted or copied, or for which this failed."""
    found = report.verification
    counts = {"terms": len(report.suppressed), "places": sum(each.count for each in report.suppressed)}
    if report.k is not None and report.k_held is not None:
        # Auditors who may not see all clients read these rows too, so the trail keeps no rank of anybody.
        counts |= {"k": report.k, "k_held": int(report.k_held)}
    if found is not None:
        counts |= {"left": len(found.places), "new": sum(each.count for each in found.new)}
    return Event(
        who,
        action,
        None if report.client is None else mark_of(report.client),
        counts,
        model=report.model,
        policy=report.review_policy,
        document=report.source_sha256,
        result=report.result_sha256,
        code=None if report.error is None else "failed",
    )


def of_release(who: str, report: FileReport, mark_of: MarkOf) -> tuple[Event, ...]:
    """The event of a redacted file that was to be indexed; its code says why it is not in the index."""
    if report.index is None or report.result_sha256 is None:
        return ()
    client = None if report.client is None else mark_of(report.client)
    return (of_indexing(who, report.index, report.result_sha256, client, report.review_policy),)


def of_indexing(who: str, result: IndexResult, document: str, client: str | None, policy: str | None) -> Event:
    """The event of a document, by its SHA-256, that was to be indexed; `client` is the mark of its client."""
    return Event(
        who,
        Action.INDEX_ADDED,
        client,
        {"documents": int(result.indexed), "skipped": int(not result.indexed)},
        policy=policy,
        result=document,
        code=None if result.refusal is None else result.refusal.value,
    )


def of_training(who: str, done: TrainedVersion) -> Event:
    """The event of a trained version, and whether it was promoted at once."""
    version = done.version
    counts = {"clients": version.clients, "documents": version.documents, "promoted": int(version.promoted)}
    return Event(who, Action.VERSION_TRAINED, version.name, counts)


def of_verification(who: str, response: Mapping[str, Any], content: bytes) -> Event:
    """The event of a verification, from its response."""
    counts = {
        "left": len(response["places"]),
        "new": len(response["new"]),
        "not_examined": sum(not each["examined"] for each in response["parts"]),
    }
    return Event(who, Action.DOCUMENT_VERIFIED, None, counts, document=sha256(content).hexdigest())

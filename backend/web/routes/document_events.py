"""Record what is done with a document in the audit trail, before the response is sent."""

from dataclasses import replace
from typing import Any

from backend.reporting.report import FileReport
from backend.services.audit import document_events
from backend.services.index.releasing import released
from backend.services.redaction.redact import RedactedFile
from backend.storage.audit.actions import Action
from backend.storage.in_force import InForce
from backend.web.auth.current_caller import caller
from backend.web.service import service


def record_analysis(response: dict[str, Any], content: bytes | None) -> None:
    """Record an analysis in the audit trail, from its response.

    Raises StoreUnavailable.
    """
    audit = service().store.audit
    audit.record(document_events.of_analysis(caller().id, response, content, audit.mark_of))


def record_redaction(action: Action, report: FileReport, made_by: InForce | None = None) -> None:
    """Record that a document was redacted or copied, or that this failed.

    Raises StoreUnavailable; as `InForce.check`, so that nothing is released by what counts no more.
    """
    audit = service().store.audit
    audit.record(document_events.of_report(caller().id, action, report, audit.mark_of), made_by=made_by)


def release(done: RedactedFile) -> RedactedFile:
    """Add a redacted document to the index if it is to go there, and record that; its report has the result.

    Raises StoreUnavailable.
    """
    report = released(service().index, done.report, done.to_index, caller().id)
    if report.index is not None:
        audit = service().store.audit
        audit.record(*document_events.of_release(caller().id, report, audit.mark_of))
    return replace(done, report=report)


def record_verification(response: dict[str, Any], content: bytes) -> None:
    """Record a verification in the audit trail, from its response.

    Raises StoreUnavailable.
    """
    service().store.audit.record(document_events.of_verification(caller().id, response, content))

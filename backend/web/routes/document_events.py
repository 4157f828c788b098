"""Record what is done with a document in the audit trail, before the response is sent."""

from dataclasses import replace
from hashlib import sha256
from typing import Any

from backend.reporting.indexed import IndexResult
from backend.reporting.report import FileReport
from backend.services.audit import document_events
from backend.services.index.releasing import add_released, refusal_of, released
from backend.services.redaction.redact import RedactedFile
from backend.services.redaction.verify import Judged
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


def release_finished(judged: Judged, content: bytes, policy: str | None, *, redacted: bool) -> IndexResult | None:
    """Add a document that was redacted in Word itself to the index if it is to go there, and record that.

    Raises StoreUnavailable.
    """
    wanted, document = judged.to_index, sha256(content).hexdigest()
    if wanted is None:
        return None
    refusal = refusal_of(wanted, judged.outcome, redacted=redacted and judged.placeholders > 0)
    if refusal is None:
        result = add_released(service().index, document, wanted, caller().id)
    else:
        result = IndexResult(refusal)
    audit = service().store.audit
    client = None if wanted.owner is None else audit.mark_of(wanted.owner)
    audit.record(document_events.of_indexing(caller().id, result, document, client, policy))
    return result


def record_verification(response: dict[str, Any], content: bytes) -> None:
    """Record a verification in the audit trail, from its response.

    Raises StoreUnavailable.
    """
    service().store.audit.record(document_events.of_verification(caller().id, response, content))

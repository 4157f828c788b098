"""Record what is done with a document in the audit trail, before the response is sent."""

from typing import Any

from backend.reporting.report import FileReport
from backend.services.audit import document_events
from backend.storage.audit.actions import Action
from backend.web.auth.current_caller import caller
from backend.web.service import service


def note_analysed(told: dict[str, Any], content: bytes | None) -> None:
    """Note an analysis by its answer.

    Raises StoreUnavailable.
    """
    audit = service().store.audit
    audit.note(document_events.of_analysis(caller().id, told, content, audit.mark_of))


def note_made(action: Action, report: FileReport) -> None:
    """Note a document that was redacted or copied, or of which nothing came.

    Raises StoreUnavailable.
    """
    audit = service().store.audit
    audit.note(document_events.of_report(caller().id, action, report, audit.mark_of))


def note_verified(told: dict[str, Any], content: bytes) -> None:
    """Note a verification by its answer.

    Raises StoreUnavailable.
    """
    service().store.audit.note(document_events.of_verification(caller().id, told, content))

"""`/v1/copies`: make a clean copy of a document, with its text unchanged."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from apiflask import APIBlueprint
from apiflask.fields import Nested
from flask import Response

from backend.document.redacted_strings import RedactedStrings
from backend.reporting.outcome import Outcome
from backend.reporting.report import Expected
from backend.services.redaction.redact import RedactedFile, redact_content
from backend.services.redaction.verify import judge_content
from backend.services.request.request import NO_TERMS
from backend.services.request.resolve import Purpose
from backend.storage.audit.actions import Action
from backend.web.routes.document_events import record_redaction
from backend.web.schemas.document_bytes import AS_BYTES
from backend.web.schemas.documents_in import DocumentIn, DocumentRequest, takes_document
from backend.web.schemas.documents_out import RedactedOut, document_answer
from backend.web.schemas.redaction_options import CleanIn, resolved_of, resolver_of

blueprint = APIBlueprint("copies", __name__, tag="Documents")


class CopyIn(DocumentIn):
    """A document, and what to clean: by default tracked changes, comments, hidden text and traces."""

    clean = Nested(CleanIn)


@blueprint.post("/v1/copies")
@takes_document(CopyIn)
@blueprint.output(RedactedOut)
@blueprint.doc(operation_id="copy", responses=AS_BYTES)
def copy(sent: DocumentRequest) -> Response:
    """Make a clean copy: accept or remove tracked changes, comments, hidden text and editing traces."""
    content, name = sent.document, Path(sent.name)
    options = {"pii": [], "clean": sent.values.get("clean", {}), "clean_copy": True}
    resolved = resolved_of(options, Purpose.COPY)
    request = replace(resolved.request, listed=NO_TERMS)  # no word goes, whatever a list says
    done = redact_content(name, name, content, request)
    done = replace(done, report=replace(done.report, outcome=_held(done, options)))
    resolved.record(partial(record_redaction, Action.DOCUMENT_COPIED, done.report))
    return document_answer(done, request)


def _held(done: RedactedFile, options: dict[str, Any]) -> Outcome | None:
    """The outcome of a copy under the default policy and the lists: it may not pass as redacted."""
    verification = done.report.verification
    if verification is None:
        return done.report.outcome
    nothing_went = Expected(RedactedStrings(()), pictures_accepted=False)
    resolved = resolver_of(options, Purpose.VERIFY).only()
    return judge_content(done.name.name, done.content, nothing_went, verification, resolved).outcome

"""`/v1/copies`: a clean copy of a document, in which no word of its text has changed."""

from pathlib import Path

from apiflask import APIBlueprint
from apiflask.fields import Nested
from flask import Response

from backend.services.redact import redact_content
from backend.storage.actions import Action
from backend.web.documents_in import DocumentIn, Sent, takes_document
from backend.web.documents_out import AS_BYTES, RedactedOut, document_answer
from backend.web.hiding import CleanIn, subjects_of
from backend.web.noted import note_made

blueprint = APIBlueprint("copies", __name__, tag="Documents")


class CopyIn(DocumentIn):
    """A document, and what of it goes: tracked changes, comments, hidden text and traces, unless said otherwise."""

    clean = Nested(CleanIn)


@blueprint.post("/v1/copies")
@takes_document(CopyIn)
@blueprint.output(RedactedOut)
@blueprint.doc(operation_id="copy", responses=AS_BYTES)
def copy(sent: Sent) -> Response:
    """Make a clean copy: what a document keeps of its making is resolved or taken out."""
    return _copied(sent)


def _copied(sent: Sent) -> Response:
    content, name = sent.document, Path(sent.name)
    hide = subjects_of({"pii": [], "clean": sent.values.get("clean", {})}, clean=True).hide
    done = redact_content(name, name, content, None, hide, None)
    note_made(Action.DOCUMENT_COPIED, done.report)
    return document_answer(done, hide)

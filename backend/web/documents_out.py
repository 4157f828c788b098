"""A document in an answer: base64 in JSON with its report, or its bytes alone for whoever accepts nothing else."""

import base64
from typing import Any

from apiflask import Schema
from apiflask.fields import Boolean, Float, Integer, List, Nested, String
from flask import Response, request
from werkzeug.http import dump_options_header

from backend.services.redact import RedactedFile
from backend.web.documents_in import DOCX, JSON
from backend.web.shapes import GuessOut, PromiseOut, SoughtOut, answer
from backend.wiring.choices import COMMENTS, IMAGES, REVISIONS

VERIFICATION = "Unsaid-Verification"
"""The header of an answer that is a document: what the verification came to."""


class LeftOut(Schema):
    """A place where something is left that had to go."""

    part = String(required=True)
    how = String(required=True)
    placeholder = String(required=True)
    string = Integer(required=True, metadata={"description": "Its position among the strings that had to go."})


class PartOut(Schema):
    """A part of the file, and whether all of it was examined."""

    part = String(required=True)
    examined = Boolean(required=True)
    why = String(required=True, allow_none=True)
    accepted = Boolean(required=True)


class NewOut(Schema):
    """Something like personal data that nobody had proposed."""

    part = String(required=True)
    how = String(required=True)
    entity = String(required=True)


class VerificationOut(Schema):
    """What two independent checks of the file come to."""

    status = String(required=True, metadata={"enum": ["clean", "left", "not_examined"]})
    places = List(Nested(LeftOut), required=True)
    parts = List(Nested(PartOut), required=True)
    new = List(Nested(NewOut), required=True)


class SuppressedOut(Schema):
    """A term that went."""

    term = String(required=True)
    kind = String(required=True)
    placeholder = String(required=True)
    count = Integer(required=True)
    entity = String(required=True)
    spellings = List(String(), required=True)
    case_sensitive = Boolean(required=True)
    why = String(required=True)


class CoveredOut(Schema):
    """What was done with one kind of text in one part."""

    part = String(required=True)
    kind = String(required=True)
    treatment = String(required=True)
    count = Integer(required=True)


class PolicyOut(Schema):
    """What of the file was cleaned."""

    images = String(required=True, metadata={"enum": list(IMAGES)})
    revisions = String(required=True, metadata={"enum": list(REVISIONS)})
    comments = String(required=True, metadata={"enum": list(COMMENTS)})
    remove_hidden_text = Boolean(required=True)
    remove_traces = Boolean(required=True)


class ReportOut(Schema):
    """What `redact --json` prints for a file. It holds originals: keep it from whoever gets the document."""

    path = String(required=True)
    output = String(required=True, allow_none=True)
    source_sha256 = String(required=True, allow_none=True)
    result_sha256 = String(required=True, allow_none=True)
    client = String(required=True, allow_none=True)
    k = Integer(required=True, allow_none=True)
    k_reached = Integer(required=True, allow_none=True)
    rank_before = Integer(required=True, allow_none=True)
    rank_after = Integer(required=True, allow_none=True)
    guess_before = List(Nested(GuessOut), required=True)
    guess_after = List(Nested(GuessOut), required=True)
    suppressed = List(Nested(SuppressedOut), required=True)
    sought = List(Nested(SoughtOut), required=True)
    spared = List(String(), required=True)
    kept_share = Float(required=True, allow_none=True)
    utility_before = String(required=True, allow_none=True)
    utility_after = String(required=True, allow_none=True)
    lp_gap = Float(required=True, allow_none=True)
    objective = String(required=True, allow_none=True)
    robust = Boolean(required=True)
    promise = Nested(PromiseOut, required=True, allow_none=True)
    policy = Nested(PolicyOut, required=True)
    review_policy = String(
        required=True,
        allow_none=True,
        metadata={"description": "The policy that counted, and its version.", "example": "client@3"},
    )
    verification = Nested(VerificationOut, required=True, allow_none=True)
    coverage = List(Nested(CoveredOut), required=True)
    warnings = List(String(), required=True)
    error = String(required=True, allow_none=True)


class RedactedOut(Schema):
    """A document as it may leave the house, and its report, which may not."""

    name = String(required=True, metadata={"description": "The name to save it under; without what was redacted."})
    document = String(required=True, metadata={"format": "byte"})
    report = Nested(ReportOut, required=True)


AS_BYTES: dict[int | str, Any] = {
    200: {
        "content": {DOCX: {"schema": {"type": "string", "format": "binary"}}},
        "headers": {
            VERIFICATION: {
                "description": "Of an answer that is the document alone: clean, left or not_examined.",
                "schema": {"type": "string"},
            }
        },
    }
}
"""What an operation says of its other form of answer."""


def document_answer(done: RedactedFile) -> Response:
    """The answer in the form that the request accepts."""
    if request.accept_mimetypes.best_match([JSON, DOCX], JSON) == JSON:
        return answer(as_json(done))
    found = done.report.verification
    disposition = dump_options_header("attachment", {"filename": done.name.name})
    headers = {VERIFICATION: found.status.value if found else "not_examined", "Content-Disposition": disposition}
    return Response(done.content, mimetype=DOCX, headers=headers)


def as_json(done: RedactedFile) -> dict[str, Any]:
    """A redacted document and its report."""
    return {
        "name": done.name.name,
        "document": base64.b64encode(done.content).decode(),
        "report": done.report.as_json(),
    }

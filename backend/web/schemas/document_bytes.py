"""A response that is a document alone; its headers say what the report would."""

from typing import Any
from urllib.parse import quote

from flask import Response
from werkzeug.http import dump_options_header

from backend.services.redaction.redact import RedactedFile
from backend.web.schemas.documents_in import DOCX

VERIFICATION = "Unsaid-Verification"
OUTCOME = "Unsaid-Outcome"
INDEX = "Unsaid-Index"
"""The headers of a response that is a document: the verification status, the outcome, and whether it is indexed."""


AS_BYTES: dict[int | str, Any] = {
    200: {
        "content": {DOCX: {"schema": {"type": "string", "format": "binary"}}},
        "headers": {
            VERIFICATION: {
                "description": "Of a response that is the document alone: clean, left or not_examined.",
                "schema": {"type": "string"},
            },
            OUTCOME: {
                "description": "Of a response that is the document alone: met, met_with_exceptions or not_met.",
                "schema": {"type": "string"},
            },
            INDEX: {
                "description": "Of a response that is the document alone, if it was to be indexed: indexed, or the "
                "`reason` why it is not in the index.",
                "schema": {"type": "string"},
            },
        },
    }
}
"""The OpenAPI description of the response that is a document alone."""


def bytes_answer(done: RedactedFile) -> Response:
    """Return the bytes of a redacted document, with headers."""
    found = done.report.verification
    headers = {
        VERIFICATION: found.status.value if found else "not_examined",
        "Content-Disposition": _attachment(done.name.name),
    }
    if done.report.outcome is not None:
        headers[OUTCOME] = done.report.outcome.status.value
    if done.report.index is not None:
        headers[INDEX] = done.report.index.stored
    return Response(done.content, mimetype=DOCX, headers=headers)


def _attachment(name: str) -> str:
    """The header that names a file: in ASCII, because servers send no other letters, and in full (RFC 6266)."""
    plain = "".join(letter if letter.isascii() else "_" for letter in name)
    in_full = {} if plain == name else {"filename*": f"UTF-8''{quote(name, safe='')}"}
    return dump_options_header("attachment", {"filename": plain, **in_full})

"""Documents in responses: base64 in JSON with the report, or the bytes alone if the caller accepts no JSON."""

import base64
from typing import Any

from apiflask import Schema
from apiflask.fields import Boolean, Date, Float, Integer, List, Nested, String
from flask import Response, request
from werkzeug.http import dump_options_header

from backend.reporting.certificate import SignedCertificate
from backend.reporting.certificate_file import ALGORITHM, FORMAT
from backend.services.redaction.certificates import certified
from backend.services.redaction.redact import RedactedFile
from backend.services.request.effective import EffectiveRequest
from backend.web.auth.current_caller import caller
from backend.web.schemas.common import HELD, RANK, GuessOut, PromiseOut, SoughtOut, StoryOut, answer, one_of
from backend.web.schemas.documents_in import DOCX, JSON
from backend.web.service import service
from backend.wiring.choices import APPROVERS, COMMENTS, IMAGES, OUTCOMES, REVISIONS, SHORTFALLS

VERIFICATION = "Unsaid-Verification"
OUTCOME = "Unsaid-Outcome"
"""The headers of an answer that is a document: what was found in it, and whether all that was asked holds."""


class LeftOut(Schema):
    """A place where something is left that had to go."""

    part = String(required=True)
    how = String(required=True)
    placeholder = String(required=True)
    string = Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "Its position among the strings that had to go; null of what had to go there alone."
        },
    )


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


class StayingOut(Schema):
    """A paragraph in which a term stays by decision: it went from other places alone."""

    part = String(required=True)
    how = String(required=True)
    placeholder = String(required=True)
    term = Integer(required=True, metadata={"description": "Its position among the terms that went partly."})
    count = Integer(required=True, metadata={"description": "How often it stands there."})


class VerificationOut(Schema):
    """What two independent checks of the file come to."""

    status = String(required=True, metadata={"enum": ["clean", "left", "not_examined"]})
    places = List(Nested(LeftOut), required=True)
    parts = List(Nested(PartOut), required=True)
    new = List(Nested(NewOut), required=True)
    stays = List(Nested(StayingOut), required=True)


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


class StaysOut(Schema):
    """A paragraph from which a term went, and how many of its places stay there."""

    story = Nested(StoryOut, required=True)
    block = Integer(required=True)
    stays = Integer(required=True)


class PartlyOut(Schema):
    """A term that went from some of its places alone, and stays in the others."""

    spellings = List(String(), required=True)
    placeholder = String(required=True)
    entity = String(required=True, allow_none=True)
    case_sensitive = Boolean(required=True)
    blocks = List(Nested(StaysOut), required=True)


class UnexaminedOut(Schema):
    """A part that was not searched for all that was asked, and why."""

    part = String(required=True)
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


class ExceptionOut(Schema):
    """Something against what was asked for that somebody named as an exception."""

    kind = String(required=True, metadata={"enum": list(SHORTFALLS)})
    count = Integer(required=True)
    role = String(required=True, metadata={"enum": list(APPROVERS), "description": "Of the person who named it."})


class UnmetOut(Schema):
    """Something against what was asked for, or against the policy."""

    kind = String(required=True, metadata={"enum": list(SHORTFALLS)})
    count = Integer(required=True, metadata={"description": "In how many places, or 1."})


class OutcomeOut(Schema):
    """Whether what was asked for, and the policy, hold on the document; only `met` is clean."""

    outcome = String(
        required=True,
        allow_none=True,
        metadata={"enum": [*OUTCOMES, None], "description": "Null where no document came of it."},
    )
    exceptions = List(Nested(ExceptionOut), required=True)
    unmet = List(Nested(UnmetOut), required=True)


class AskedForOut(Schema):
    """What was asked for besides a client and a k, so that `unsaid verify` computes the outcome again."""

    personal = List(String(), required=True)
    always = List(String(), required=True)
    never = List(String(), required=True)
    left = List(
        String(), required=True, metadata={"description": "All spellings of what somebody has decided to leave."}
    )


class ReportOut(OutcomeOut):
    """What `redact --json` prints for a file. It holds originals: keep it from whoever gets the document."""

    path = String(required=True)
    output = String(required=True, allow_none=True)
    source_sha256 = String(required=True, allow_none=True)
    result_sha256 = String(required=True, allow_none=True)
    client = String(required=True, allow_none=True)
    k = Integer(required=True, allow_none=True)
    k_reached = Integer(required=True, allow_none=True, metadata={"description": RANK})
    k_held = Boolean(required=True, allow_none=True, metadata={"description": HELD})
    rank_before = Integer(required=True, allow_none=True)
    rank_after = Integer(required=True, allow_none=True)
    guess_before = List(Nested(GuessOut), required=True)
    guess_after = List(Nested(GuessOut), required=True)
    suppressed = List(Nested(SuppressedOut), required=True)
    sought = List(Nested(SoughtOut), required=True)
    spared = List(String(), required=True)
    partly = List(Nested(PartlyOut), required=True)
    unexamined = List(Nested(UnexaminedOut), required=True)
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
    asked = Nested(AskedForOut, required=True, allow_none=True)
    opening = String(
        required=True,
        allow_none=True,
        metadata={
            "description": "What opens the source, policy and model that the certificate only seals; keep it with "
            "the report."
        },
    )
    verification = Nested(VerificationOut, required=True, allow_none=True)
    coverage = List(Nested(CoveredOut), required=True)
    warnings = List(String(), required=True)
    error = String(required=True, allow_none=True)


class AskedOut(Schema):
    """What was looked for and cleaned."""

    personal = List(String(), required=True)
    names = Boolean(required=True)
    cleaning = Nested(PolicyOut, required=True)


class KHeldOut(Schema):
    """How well the client had to be hidden, and whether that holds; no rank, and nobody's name."""

    required = Integer(required=True)
    held = Boolean(required=True)


class TakenOutOut(Schema):
    """From how many places something was taken out, by the kind that its placeholder shows."""

    kind = String(required=True)
    places = Integer(required=True)


class MetOut(Schema):
    """What was done with one kind of text."""

    kind = String(required=True)
    treatment = String(required=True)


class CheckedOut(Schema):
    """What the verification came to, in numbers of parts."""

    status = String(required=True, metadata=one_of(("clean", "left", "not_examined")))
    examined = Integer(required=True)
    not_examined = Integer(required=True)
    stays = Integer(
        required=True, metadata={"description": "Places left by decision of terms that went elsewhere."}
    )


class SignedByOut(Schema):
    """The key that has signed."""

    algorithm = String(required=True, metadata={"enum": [ALGORITHM]})
    key = String(required=True, metadata={"description": "Its id; see /v1/certificate-keys."})


_SEALED = "An HMAC under the opening of the report, so that nobody can confirm a guess by it."


class CertificateOut(Schema):
    """What `redact --certificate` writes as JSON: what may be shown of a redaction. It names nobody.

    Of a document that does not meet what was asked for it says just that: the fields from `exceptions` to
    `verification` are missing.
    """

    certificate = Integer(required=True, metadata={"enum": [FORMAT]})
    version = String(required=True)
    made = Date(required=True, metadata={"description": "The day, in UTC."})
    result_sha256 = String(required=True, metadata={"description": "Of the document of this answer."})
    page_sha256 = String(required=True, metadata={"description": "Of the page of this answer."})
    source = String(required=True, metadata={"description": _SEALED})
    policy = String(required=True, metadata={"description": _SEALED})
    model = String(required=True, metadata={"description": _SEALED})
    outcome = String(required=True, metadata=one_of(OUTCOMES))
    exceptions = List(Nested(ExceptionOut))
    k = Nested(KHeldOut, allow_none=True)
    industry = String(allow_none=True)
    asked = Nested(AskedOut)
    taken_out = List(Nested(TakenOutOut))
    coverage = List(Nested(MetOut))
    verification = Nested(CheckedOut, allow_none=True)
    signed_by = Nested(SignedByOut, required=True)
    signature = String(
        required=True, metadata={"description": "Ed25519, in hex, of the rest in one spelling: docs/security.md."}
    )


class RedactedOut(Schema):
    """A document as it may leave the house with its certificate, and its report, which may not."""

    name = String(required=True, metadata={"description": "The name to save it under; without what was redacted."})
    document = String(required=True, metadata={"format": "byte"})
    report = Nested(ReportOut, required=True)
    certificate = Nested(CertificateOut, required=True)
    certificate_page = String(
        required=True,
        metadata={"format": "byte", "description": "The certificate for people: a Word file of one A4 page."},
    )


AS_BYTES: dict[int | str, Any] = {
    200: {
        "content": {DOCX: {"schema": {"type": "string", "format": "binary"}}},
        "headers": {
            VERIFICATION: {
                "description": "Of an answer that is the document alone: clean, left or not_examined.",
                "schema": {"type": "string"},
            },
            OUTCOME: {
                "description": "Of an answer that is the document alone: met, met_with_exceptions or not_met.",
                "schema": {"type": "string"},
            },
        },
    }
}
"""What an operation says of its other form of answer."""


def document_answer(done: RedactedFile, asked: EffectiveRequest) -> Response:
    """The answer in the form that the request accepts."""
    if request.accept_mimetypes.best_match([JSON, DOCX], JSON) == JSON:
        signer = service().store.certificate_keys.signer(caller().id)
        return answer(as_json(*certified(done, asked, signer)))
    found = done.report.verification
    disposition = dump_options_header("attachment", {"filename": done.name.name})
    headers = {VERIFICATION: found.status.value if found else "not_examined", "Content-Disposition": disposition}
    if done.report.outcome is not None:
        headers[OUTCOME] = done.report.outcome.status.value
    return Response(done.content, mimetype=DOCX, headers=headers)


def as_json(done: RedactedFile, certificate: SignedCertificate) -> dict[str, Any]:
    """A redacted document, its report and its certificate."""
    return {
        "name": done.name.name,
        "document": base64.b64encode(done.content).decode(),
        "report": done.report.as_json(),
        "certificate": certificate.content,
        "certificate_page": base64.b64encode(certificate.page).decode(),
    }

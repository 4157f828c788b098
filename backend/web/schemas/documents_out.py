"""Documents in responses: base64 in JSON with the report, or the bytes alone if the caller accepts no JSON."""

import base64
from typing import Any, get_args

from apiflask import Schema
from apiflask.fields import Boolean, Date, Float, Integer, List, Nested, String
from flask import Response, request

from backend.messages.found_in import StoryName, TextSource
from backend.reporting.certificate import SignedCertificate
from backend.reporting.certificate_file import ALGORITHM, FORMAT
from backend.services.files.reading import highlights_like_marks_in
from backend.services.redaction.certificates import certified
from backend.services.redaction.redact import RedactedFile
from backend.services.request.effective import EffectiveRequest
from backend.web.auth.current_caller import caller
from backend.web.message_words import HTTP
from backend.web.schemas.common import (
    HELD,
    PANEL,
    RANK,
    GuessOut,
    PanelOut,
    PromiseOut,
    SearchedStringOut,
    StoryOut,
    answer,
    one_of,
)
from backend.web.schemas.document_bytes import bytes_answer
from backend.web.schemas.documents_in import DOCX, JSON
from backend.web.schemas.indexed import IndexResultOut
from backend.web.schemas.messages import MessageOut, ReasonOut
from backend.web.schemas.privacy import ReleaseFiguresOut
from backend.web.schemas.untold_terms import report_for_caller
from backend.web.service import service
from backend.wiring.choices import APPROVERS, COMMENTS, IMAGES, OUTCOMES, REVISIONS, SHORTFALLS


class FoundInOut(Schema):
    """The kind of text in which something was found; `how` has the words for it."""

    code = String(required=True, metadata=one_of(get_args(TextSource)))
    story = String(required=True, allow_none=True, metadata=one_of(get_args(StoryName)))
    number = Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The number of the paragraph or the line, counted from 1."},
    )


class LeftPlaceOut(Schema):
    """A place where a redacted string is left."""

    part = String(required=True)
    how = String(required=True)
    found_in = Nested(FoundInOut, required=True)
    placeholder = String(required=True)
    string = Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "Index of the string among the redacted strings; null if it was redacted only there."
        },
    )
    count = Integer(
        required=True,
        metadata={
            "description": "How many places of the file this row counts. A place that is found in several ways "
            "counts in one row; 0: all places of this row count in others."
        },
    )


class PartOut(Schema):
    """A part of the file, and whether all of it was examined."""

    part = String(required=True)
    examined = Boolean(required=True)
    why = String(required=True)
    reason = Nested(ReasonOut, metadata={"description": "Missing where the part was examined."})
    accepted = Boolean(required=True)


class NewFindingOut(Schema):
    """Possible personal data that was never suggested."""

    part = String(required=True)
    how = String(required=True)
    found_in = Nested(FoundInOut, required=True)
    entity = String(required=True)
    count = Integer(required=True, metadata={"description": "How often it is found there."})


class KeptTermOut(Schema):
    """A paragraph in which a term was kept by decision while it was redacted elsewhere."""

    part = String(required=True)
    how = String(required=True)
    found_in = Nested(FoundInOut, required=True)
    placeholder = String(required=True)
    term = Integer(required=True, metadata={"description": "Index of the term in `partly`."})
    count = Integer(required=True, metadata={"description": "The number of places in the paragraph."})


class DamagedPlaceOut(Schema):
    """A placeholder whose neighbouring words are not those of the original: changed since the analysis."""

    part = String(required=True)
    how = String(required=True)
    found_in = Nested(FoundInOut, required=True)
    placeholder = String(required=True)


class VerificationOut(Schema):
    """The result of two independent checks of the file."""

    status = String(required=True, metadata={"enum": ["clean", "left", "not_examined"]})
    places = List(Nested(LeftPlaceOut), required=True)
    parts = List(Nested(PartOut), required=True)
    new = List(Nested(NewFindingOut), required=True)
    stays = List(Nested(KeptTermOut), required=True)


class SuppressedOut(Schema):
    """A redacted term."""

    term = String(required=True)
    kind = String(required=True)
    placeholder = String(required=True)
    count = Integer(required=True)
    entity = String(required=True)
    spellings = List(String(), required=True)
    case_sensitive = Boolean(required=True)
    why = String(required=True)
    reason = Nested(ReasonOut, required=True)


class KeptPlacesOut(Schema):
    """A paragraph in which a term was redacted, and how many of its places there were kept."""

    story = Nested(StoryOut, required=True)
    block = Integer(required=True)
    stays = Integer(required=True)


class PartlyRedactedTermOut(Schema):
    """A term that was redacted in some places and kept in others."""

    spellings = List(String(), required=True)
    placeholder = String(required=True)
    entity = String(required=True, allow_none=True)
    case_sensitive = Boolean(required=True)
    blocks = List(Nested(KeptPlacesOut), required=True)


class UnexaminedOut(Schema):
    """A part that was not searched completely, and why."""

    part = String(required=True)
    why = String(required=True)
    reason = Nested(ReasonOut, required=True)


class CoverageOut(Schema):
    """How one kind of text in one part was treated."""

    part = String(required=True)
    kind = String(required=True)
    treatment = String(required=True)
    count = Integer(required=True)


class PolicyOut(Schema):
    """What was cleaned in the file."""

    images = String(required=True, metadata={"enum": list(IMAGES)})
    revisions = String(required=True, metadata={"enum": list(REVISIONS)})
    comments = String(required=True, metadata={"enum": list(COMMENTS)})
    remove_hidden_text = Boolean(required=True)
    remove_traces = Boolean(required=True)


class ExceptionOut(Schema):
    """A shortfall that an approver accepted as an exception."""

    kind = String(required=True, metadata={"enum": list(SHORTFALLS)})
    count = Integer(required=True)
    role = String(
        required=True, metadata={"enum": list(APPROVERS), "description": "The role of the person who accepted it."}
    )


class UnmetOut(Schema):
    """A shortfall: something that does not meet the request or the policy."""

    kind = String(required=True, metadata={"enum": list(SHORTFALLS)})
    count = Integer(required=True, metadata={"description": "The number of places, or 1."})


class OutcomeOut(Schema):
    """Whether the document meets the request and the policy; only `met` is clean."""

    outcome = String(
        required=True,
        allow_none=True,
        metadata={"enum": [*OUTCOMES, None], "description": "Null if there is no document."},
    )
    exceptions = List(Nested(ExceptionOut), required=True)
    unmet = List(Nested(UnmetOut), required=True)


class ReportedRequestOut(Schema):
    """The request besides client and k, so that `unsaid verify` can compute the outcome again."""

    personal = List(String(), required=True)
    always = List(String(), required=True)
    never = List(String(), required=True)
    left = List(String(), required=True, metadata={"description": "All spellings of rejected terms."})


class ReportOut(OutcomeOut):
    """The output of `redact --json` for a file. It contains the redacted terms, so do not share it."""

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
    rank_guess = Float(
        required=True,
        allow_none=True,
        metadata={
            "description": "The chance of a reader who knows the method and answers with the client of one rank, "
            "0…1: 1 where no key draws the rank. Null without a client, and if the caller may not see all clients."
        },
    )
    panel = Nested(PanelOut, required=True, allow_none=True, metadata={"description": f"About the output. {PANEL}"})
    privacy = Nested(
        ReleaseFiguresOut,
        required=True,
        allow_none=True,
        metadata={"description": "What the output gives away; null if the document has no words."},
    )
    guess_before = List(Nested(GuessOut), required=True)
    guess_after = List(Nested(GuessOut), required=True)
    suppressed = List(Nested(SuppressedOut), required=True)
    sought = List(Nested(SearchedStringOut), required=True)
    spared = List(String(), required=True)
    partly = List(Nested(PartlyRedactedTermOut), required=True)
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
        metadata={"description": "The policy that applied, and its version.", "example": "client@3"},
    )
    asked = Nested(ReportedRequestOut, required=True, allow_none=True)
    opening = String(
        required=True,
        allow_none=True,
        metadata={
            "description": "The key that opens the commitments of the certificate to source, policy and model; "
            "keep it with the report."
        },
    )
    index = Nested(IndexResultOut, required=True, allow_none=True)
    verification = Nested(VerificationOut, required=True, allow_none=True)
    coverage = List(Nested(CoverageOut), required=True)
    warnings = List(String(), required=True)
    messages = List(Nested(MessageOut), required=True)
    error = String(required=True, allow_none=True)


class CertifiedRequestOut(Schema):
    """What was searched for and cleaned."""

    personal = List(String(), required=True)
    names = Boolean(required=True)
    cleaning = Nested(PolicyOut, required=True)


class KHeldOut(Schema):
    """The required k, and whether it was reached; without a rank or a name."""

    required = Integer(required=True)
    held = Boolean(required=True)


class RedactedCountOut(Schema):
    """The number of redacted places of one kind, as the placeholder shows it."""

    kind = String(required=True)
    places = Integer(required=True)


class CertifiedCoverageOut(Schema):
    """How one kind of text was treated."""

    kind = String(required=True)
    treatment = String(required=True)


class VerificationSummaryOut(Schema):
    """The result of the verification, in numbers of parts."""

    status = String(required=True, metadata=one_of(("clean", "left", "not_examined")))
    examined = Integer(required=True)
    not_examined = Integer(required=True)
    stays = Integer(
        required=True,
        metadata={
            "description": "Places that someone decided not to redact, of terms that were redacted elsewhere."
        },
    )


class SignedByOut(Schema):
    """The key that signed."""

    algorithm = String(required=True, metadata={"enum": [ALGORITHM]})
    key = String(required=True, metadata={"description": "The id of the key; see /v1/certificate-keys."})


_SEALED = "A commitment: an HMAC under the `opening` of the report. Without the report it confirms no guess."


class CertificateOut(Schema):
    """The JSON of a certificate, as `redact --certificate` writes it. It names no client and no term.

    For a document that does not meet the request it says only that: the fields from `exceptions` to `verification`
    are missing.
    """

    certificate = Integer(required=True, metadata={"enum": [FORMAT]})
    version = String(required=True)
    made = Date(required=True, metadata={"description": "The date, in UTC."})
    result_sha256 = String(required=True, metadata={"description": "The SHA-256 of the document in this response."})
    page_sha256 = String(required=True, metadata={"description": "The SHA-256 of the page in this response."})
    source = String(required=True, metadata={"description": _SEALED})
    policy = String(required=True, metadata={"description": _SEALED})
    model = String(required=True, metadata={"description": _SEALED})
    outcome = String(required=True, metadata=one_of(OUTCOMES))
    exceptions = List(Nested(ExceptionOut))
    k = Nested(KHeldOut, allow_none=True)
    industry = String(allow_none=True)
    asked = Nested(CertifiedRequestOut)
    taken_out = List(Nested(RedactedCountOut))
    coverage = List(Nested(CertifiedCoverageOut))
    verification = Nested(VerificationSummaryOut, allow_none=True)
    signed_by = Nested(SignedByOut, required=True)
    signature = String(
        required=True,
        metadata={"description": "The Ed25519 signature, in hex, of the other fields; see docs/security.md."},
    )


class RedactedOut(Schema):
    """A redacted document with its certificate, which may be shared, and its report, which may not."""

    name = String(required=True, metadata={"description": "The name to save it under, without redacted terms."})
    document = String(required=True, metadata={"format": "byte"})
    highlights = Integer(
        required=True,
        metadata={
            "description": "Stretches of its text with a yellow or bright green highlight, as the pane marks "
            "terms. Marks that are known as such are removed, so these are its authors' own, or could not be "
            "recognised."
        },
    )
    report = Nested(ReportOut, required=True)
    certificate = Nested(CertificateOut, required=True)
    certificate_page = String(
        required=True,
        metadata={"format": "byte", "description": "The printable certificate: a Word file of one A4 page."},
    )


def document_answer(done: RedactedFile, request_in_force: EffectiveRequest) -> Response:
    """Return the document in the form that the request accepts."""
    if request.accept_mimetypes.best_match([JSON, DOCX], JSON) == JSON:
        signer = service().store.certificate_keys.signer(caller().id)
        return answer(as_json(*certified(done, request_in_force, signer)))
    return bytes_answer(done)


def as_json(done: RedactedFile, certificate: SignedCertificate) -> dict[str, Any]:
    """A redacted document, its report and its certificate, as JSON."""
    return {
        "name": done.name.name,
        "document": base64.b64encode(done.content).decode(),
        "highlights": highlights_like_marks_in(done.name.name, done.content),
        "report": report_for_caller(done.report).as_json(HTTP),
        "certificate": certificate.content,
        "certificate_page": base64.b64encode(certificate.page).decode(),
    }

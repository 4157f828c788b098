"""`/v1/verifications`: check that no redacted term is left in any part of a document."""

from hashlib import sha256
from typing import Any

from apiflask import APIBlueprint
from apiflask.fields import Integer, Nested, String
from apiflask.validators import Length, OneOf, Range
from flask import Response
from marshmallow import EXCLUDE, Schema

from backend.reporting.release_figures import crowd_as_json
from backend.reporting.report import Expected, panel_as_json
from backend.services.redaction.verify import damaged_in, expected_in_report, judge_content, verify_content
from backend.services.request.resolve import Purpose
from backend.services.review.source_identity import digest_of_document
from backend.web.message_words import HTTP
from backend.web.routes.document_events import record_verification, release_finished
from backend.web.schemas.common import PANEL, PanelOut, answer
from backend.web.schemas.documents_in import UNNAMED, Base64, DocumentIn, DocumentRequest, takes_document
from backend.web.schemas.documents_out import DamagedPlaceOut, OutcomeOut, VerificationOut
from backend.web.schemas.fields import List
from backend.web.schemas.indexed import IndexResultOut
from backend.web.schemas.privacy import CROWD, CrowdOut
from backend.web.schemas.redaction_options import MAX_TERMS, Flag, HidingIn, choice, resolver_of
from backend.wiring.choices import IMAGES, STORY_KINDS

blueprint = APIBlueprint("verifications", __name__, tag="Documents")

MAX_STRINGS = 50_000
"""As many as there can be decisions: a report of ours is never refused."""
MAX_BLOCK = 1_000_000_000
LONGEST_STRING = 10_000
"""What stands in a document may be longer than what somebody types."""


def text(**more: Any) -> String:
    """A string that had to be redacted, or its replacement."""
    return String(validate=Length(1, LONGEST_STRING), **more)


class Lenient(Schema):
    """A part of a report: only the fields named here are read."""

    class Meta:
        """Ignore all other fields."""

        unknown = EXCLUDE


class RedactedTermIn(Lenient):
    """A redacted term with all its spellings."""

    spellings = List(text(), required=True, validate=Length(max=MAX_TERMS))
    placeholder = text(required=True)
    entity = String(
        allow_none=True,
        validate=Length(max=100),
        metadata={"description": "TERM is found word by word, everything else exactly as it is written."},
    )
    case_sensitive = Flag(load_default=False)


class SearchedStringIn(Lenient):
    """A string that must not be outside the text either."""

    term = text(required=True)
    placeholder = text(required=True)
    case_sensitive = Flag(load_default=False)


class ReportedStoryIn(Lenient):
    """A story, as the analysis returned it."""

    part = String(required=True, validate=Length(max=300))
    kind = String(required=True, validate=OneOf(STORY_KINDS))


class KeptPlacesIn(Lenient):
    """A paragraph in which a term was redacted, and how many of its places there were kept."""

    story = Nested(ReportedStoryIn, required=True)
    block = Integer(required=True, strict=True, validate=Range(0, MAX_BLOCK))
    stays = Integer(required=True, strict=True, validate=Range(0, MAX_BLOCK))


class PartlyRedactedTermIn(RedactedTermIn):
    """A term that was redacted in some places only. It may be in every paragraph that is not listed."""

    spellings = List(text(), required=True, validate=Length(1, MAX_TERMS))
    blocks = List(Nested(KeptPlacesIn), required=True, validate=Length(max=MAX_STRINGS))


class ReasonIn(Lenient):
    """Why the analysis did not search a part, as a code."""

    code = String(required=True, validate=Length(max=100))


class UnexaminedIn(Lenient):
    """A part that the analysis did not search, and why; `reason` counts where its code is known."""

    part = String(required=True, validate=Length(max=300))
    why = String(required=True, validate=Length(max=300))
    reason = Nested(ReasonIn)


class AppliedCleaningIn(Lenient):
    """What was cleaned in the file."""

    images = choice(IMAGES, "keep: a person has checked the pictures.")


class GivenReport(Lenient):
    """The report of a redaction; after redacting in Word itself, the accepted suggestions."""

    suppressed = List(Nested(RedactedTermIn), required=True, validate=Length(max=MAX_STRINGS))
    sought = List(Nested(SearchedStringIn), load_default=(), validate=Length(max=MAX_STRINGS))
    spared = List(text(), load_default=(), validate=Length(max=MAX_STRINGS))
    partly = List(Nested(PartlyRedactedTermIn), load_default=(), validate=Length(max=MAX_TERMS))
    unexamined = List(Nested(UnexaminedIn), load_default=(), validate=Length(max=MAX_STRINGS))
    policy = Nested(AppliedCleaningIn, load_default=dict)
    left = List(
        text(),
        load_default=(),
        validate=Length(max=MAX_STRINGS),
        metadata={"description": "All spellings of rejected terms; see `asked`."},
    )


class VerificationIn(DocumentIn):
    """A document, and what had to be redacted in it."""

    original = Base64(
        metadata={
            "format": "byte",
            "description": "The document as it was analysed, in base64. With it, the words beside each placeholder "
            "are compared.",
        }
    )
    report = Nested(GivenReport, required=True)
    asked = Nested(
        HidingIn,
        metadata={
            "description": "The options of the analysis. Without them the outcome is about the verification and "
            "the default policy only."
        },
    )

    index = Flag(
        metadata={
            "description": "Add the document to the index of released documents, if the policy allows it without "
            "approvals, and the outcome is met. Send it once, when the document is finished in Word."
        }
    )


class VerifiedOut(VerificationOut, OutcomeOut):
    """The result of two independent checks of the document, and its outcome."""

    digest = String(required=True, metadata={"description": "The digest of the document; see analyses."})
    panel = Nested(
        PanelOut, required=True, allow_none=True, metadata={"description": f"About the document. {PANEL}"}
    )
    crowd = Nested(CrowdOut, required=True, allow_none=True, metadata={"description": CROWD})
    index = Nested(IndexResultOut, required=True, allow_none=True)
    document_sha256 = String(
        required=True,
        metadata={"description": "The SHA-256 of the document that was sent, by which an index calls it."},
    )
    damaged = List(
        Nested(DamagedPlaceOut),
        metadata={"description": "Missing where no `original` was sent. It does not change the outcome."},
    )


@blueprint.post("/v1/verifications")
@takes_document(VerificationIn)
@blueprint.output(VerifiedOut)
@blueprint.doc(operation_id="verify")
def verify(sent: DocumentRequest) -> Response:
    """Verify that no redacted term is left in the text and in the bytes of every part."""
    return answer(_verified(sent))


_OF_NO_WORDS = "_.docx"
"""Stands for the name of a document that was sent without one: "document" may be a redacted word."""


def _verified(sent: DocumentRequest) -> dict[str, Any]:
    expected, requested = expected_in_report(sent.values["report"]), sent.values.get("asked", {"pii": []})
    name = _OF_NO_WORDS if sent.name == UNNAMED else sent.name
    found = verify_content(name, sent.document, expected)
    values = {**requested, "index": sent.values.get("index", False)}
    request = resolver_of(values, Purpose.VERIFY).only()
    judged = judge_content(name, sent.document, expected, found, request)
    response = {
        **judged.verification.as_json(HTTP),
        **judged.outcome.as_json(),
        "panel": panel_as_json(judged.panel),
        "crowd": crowd_as_json(judged.crowd),
        "digest": digest_of_document(sent.name, sent.document),
        "document_sha256": sha256(sent.document).hexdigest(),
        **_compared(sent, expected),
    }
    record_verification(response, sent.document)
    redacted = bool(expected.strings.strings or expected.partly)
    indexed = release_finished(judged, sent.document, request.policy_name, redacted=redacted)
    return {**response, "index": None if indexed is None else indexed.as_json()}


def _compared(sent: DocumentRequest, expected: Expected) -> dict[str, Any]:
    """Return the list of changed neighbours, where the original was sent."""
    original = sent.values.get("original")
    if original is None:
        return {}
    return {"damaged": [each.as_json() for each in damaged_in(sent.name, sent.document, original, expected)]}

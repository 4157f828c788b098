"""`/v1/redactions`: redact a document as it was decided, and verify the result."""

from functools import partial
from pathlib import Path
from typing import Any

from apiflask import APIBlueprint
from apiflask.fields import Integer, Nested, String
from apiflask.validators import Length, OneOf, Range, Regexp
from flask import Response
from marshmallow import ValidationError, validates_schema

from backend.services.redaction.redact import GivenDecisions, redact_content
from backend.services.request.resolve import Purpose
from backend.services.review.approvals import ToRedact, approved_version, redact_by_review
from backend.storage.audit.actions import Action
from backend.web.routes.document_events import record_redaction, release
from backend.web.routes.reviews import reviews_of_caller
from backend.web.schemas.document_bytes import AS_BYTES
from backend.web.schemas.documents_in import DocumentIn, DocumentRequest, does_not_fit, takes_document
from backend.web.schemas.documents_out import RedactedOut, document_answer
from backend.web.schemas.earlier_texts import compared, earlier_documents
from backend.web.schemas.fields import List, replacement
from backend.web.schemas.redaction_options import (
    MAX_K,
    CleanIn,
    HidingIn,
    StoryRefIn,
    Strict,
    choice,
    resolved_of,
    to_index,
)
from backend.web.schemas.reviews import review_id
from backend.wiring.choices import PLACEHOLDER_STYLES, placeholder_style
from backend.wiring.reviews import decided_places, decided_words

blueprint = APIBlueprint("redactions", __name__, tag="Documents")

MAX_DECISIONS = 50_000
MAX_BLOCK = 1_000_000_000


class PlaceIn(Strict):
    """A place of a suggestion, as the analysis returned it."""

    story = Nested(StoryRefIn, required=True)
    block = Integer(required=True, strict=True, validate=Range(0, MAX_BLOCK))
    start = Integer(required=True, strict=True, validate=Range(0, MAX_BLOCK))


class DecisionIn(Strict):
    """The decision on one suggestion."""

    id = String(
        required=True, validate=Regexp("^[0-9a-f]{16}$"), metadata={"description": "The id of the suggestion."}
    )
    verdict = String(
        required=True,
        validate=OneOf(("accepted", "edited", "rejected")),
    )
    replacement = replacement(
        metadata={"description": "Text in place of the placeholder; ignored if the suggestion is rejected."},
    )
    places = List(
        Nested(PlaceIn),
        validate=Length(1, MAX_DECISIONS),
        metadata={
            "description": "The places to redact, if not all. Someone has decided not to redact the other places."
        },
    )

    @validates_schema
    def _check(self, data: dict[str, Any], **_more: Any) -> None:
        if data.get("verdict") == "rejected" and "places" in data:
            raise ValidationError("What is rejected stays everywhere.", "places")


class OptionsIn(DocumentIn, HidingIn):
    """A document and what to hide in it: the options of its analysis, and those of the result."""

    analysed_k = Integer(
        strict=True,
        validate=Range(1, MAX_K),
        metadata={"description": "The k of the analysis with the decided suggestions, if it is not k."},
    )
    copy = Nested(
        CleanIn,
        metadata={
            "description": "Return a clean copy: after redaction, tracked changes, comments, hidden text and "
            "editing traces are removed too, unless the options here keep them. The option `clean` removes the "
            "same content before the document is read."
        },
    )
    placeholder = choice(PLACEHOLDER_STYLES, "[PERSON 1], [PERSON], or [REDACTED] for everything.")


class RedactionIn(OptionsIn):
    """A document, what to hide in it, and the decisions."""

    decisions = List(
        Nested(DecisionIn),
        validate=Length(max=MAX_DECISIONS),
        metadata={
            "description": "Only accepted suggestions are redacted. Without decisions: all terms needed at k.",
        },
    )
    review = review_id(
        metadata={"description": "A review whose decisions are used. Send either this or `decisions`."}
    )
    against = earlier_documents()
    index = to_index()


@blueprint.post("/v1/redactions")
@takes_document(RedactionIn)
@blueprint.output(RedactedOut)
@blueprint.doc(operation_id="redact", responses=AS_BYTES)
def redact(sent: DocumentRequest) -> Response:
    """Redact a document, and verify the result independently.

    The response is JSON, or the document alone if the caller accepts nothing else. Nothing is stored.
    """
    values, request_to_redact = sent.values, compared(to_redact(sent), sent.values)
    given, review = values.get("decisions"), values.get("review")
    if given is not None and review is not None:
        raise does_not_fit({"_schema": ["Either decisions or review."]})
    approved = None
    if review is not None:
        stored = reviews_of_caller().to_redact_by(review, request_to_redact.request.client)
        done = redact_by_review(stored, reviews_of_caller().versions, request_to_redact)
        approved = approved_version(stored)
    else:
        decided = None
        if given is not None:
            decided = GivenDecisions(decided_words(given), request_to_redact.k, decided_places(given))
        done = redact_content(*request_to_redact.file, request_to_redact.request, decided)
    request_to_redact.resolved.record(partial(record_redaction, Action.DOCUMENT_REDACTED, done.report), approved)
    return document_answer(release(done), request_to_redact.request)


def to_redact(sent: DocumentRequest) -> ToRedact:
    """Return the document of a request, with its options.

    Raises as `resolved_of`, and PolicyNotMet.
    """
    resolved = resolved_of(sent.values, Purpose.REDACT)
    style = placeholder_style(sent.values["placeholder"]) if sent.values.get("placeholder") else None
    return ToRedact(Path(sent.name), sent.document, resolved, style, sent.values.get("analysed_k"))

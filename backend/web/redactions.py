"""`/v1/redactions`: a document redacted as somebody decided, and proved to be."""

from pathlib import Path
from typing import Any

from apiflask import APIBlueprint
from apiflask.fields import Integer, List, Nested, String
from apiflask.validators import Length, OneOf, Range, Regexp
from flask import Response

from backend.services.redact import Decided, Deciding, redact_content
from backend.services.reviewed import DecidedInReview
from backend.storage.actions import Action
from backend.web.documents_in import DocumentIn, Sent, does_not_fit, takes_document
from backend.web.documents_out import AS_BYTES, RedactedOut, document_answer
from backend.web.hiding import MOST_K, HidingIn, Strict, choice, subjects_of
from backend.web.noted import note_made
from backend.web.review_shapes import printable, review_id
from backend.web.reviews import reviewing
from backend.web.service import service
from backend.wiring.asked import asked_style
from backend.wiring.choices import PLACEHOLDER_STYLES
from backend.wiring.reviews import decided_words

blueprint = APIBlueprint("redactions", __name__, tag="Documents")

MOST_DECISIONS = 50_000


class DecisionIn(Strict):
    """What was decided of one suggestion."""

    id = String(required=True, validate=Regexp("^[0-9a-f]{16}$"), metadata={"description": "The suggestion's."})
    verdict = String(
        required=True,
        validate=OneOf(("accepted", "edited", "rejected")),
    )
    replacement = String(
        validate=(Length(1, 200), printable),
        metadata={"description": "What stands there instead of a placeholder; of no use with rejected."},
    )


class RedactionIn(DocumentIn, HidingIn):
    """A document, what to hide in it (the same options as for its analysis), and what was decided."""

    decisions = List(
        Nested(DecisionIn),
        validate=Length(max=MOST_DECISIONS),
        metadata={
            "description": "What nobody has accepted stays. Without any decisions, all goes that level k needs.",
        },
    )
    review = review_id(metadata={"description": "In place of decisions: what was decided there."})
    analysed_k = Integer(
        strict=True,
        validate=Range(1, MOST_K),
        metadata={"description": "The k of the analysis that was decided on, where it is not k itself."},
    )
    placeholder = choice(PLACEHOLDER_STYLES, "[PERSON 1], [PERSON], or [REDACTED] for everything.")


@blueprint.post("/v1/redactions")
@takes_document(RedactionIn)
@blueprint.output(RedactedOut)
@blueprint.doc(operation_id="redact", responses=AS_BYTES)
def redact(sent: Sent) -> Response:
    """Redact a document and check the result as if somebody else had made it.

    Answers with JSON, or with the document alone where nothing else is accepted. Nothing is kept.
    """
    return service().gate.run(lambda: _redacted(sent))


def _decided(values: dict[str, Any], client: str | None) -> Deciding | None:
    """What was decided: said in the request, or in a review."""
    decisions, review, k = values.get("decisions"), values.get("review"), values.get("analysed_k")
    if decisions is not None and review is not None:
        raise does_not_fit({"_schema": ["Either decisions or review."]})
    if review is not None:
        return DecidedInReview(reviewing().to_redact_by(review, client), reviewing().versions, k)
    return None if decisions is None else Decided(decided_words(decisions), k)


def _redacted(sent: Sent) -> Response:
    values = sent.values
    content, name = sent.document, Path(sent.name)
    subjects = subjects_of(values)
    decided = _decided(values, subjects.hide.client)
    style = asked_style(values)
    subject = subjects.only()
    done = redact_content(name, name, content, subject, subjects.hide, style, decided)
    note_made(Action.DOCUMENT_REDACTED, done.report, subject.model.version if subject else None)
    return document_answer(done)

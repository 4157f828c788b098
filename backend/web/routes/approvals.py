"""`/v1/reviews/…/approve`: approve a review, for exactly the document that is sent along."""

from typing import Any

from apiflask import APIBlueprint
from apiflask.fields import Integer, Nested, String
from apiflask.validators import Length, OneOf, Range
from flask import Response

from backend.services.review.approvals import approve as approved
from backend.services.review.approvals import shortfalls
from backend.web.routes.redactions import OptionsIn, to_redact
from backend.web.routes.reviews import review_response, reviews_of_caller
from backend.web.schemas.documents_in import DocumentRequest, takes_document
from backend.web.schemas.fields import List
from backend.web.schemas.redaction_options import Strict
from backend.web.schemas.reviews import ReviewOut, version_read
from backend.wiring.choices import SHORTFALLS

blueprint = APIBlueprint("approvals", __name__, tag="Reviews")

MAX_COUNT = 1_000_000_000


class ExceptionIn(Strict):
    """A shortfall that the approver accepts."""

    kind = String(required=True, validate=OneOf(SHORTFALLS))
    count = Integer(
        required=True,
        strict=True,
        validate=Range(1, MAX_COUNT),
        metadata={"description": "The number of places, as in `unmet`."},
    )


class ApprovalIn(OptionsIn):
    """The document of a review, the options that it is redacted with, and the accepted exceptions."""

    version = version_read()
    exceptions = List(
        Nested(ExceptionIn),
        load_default=(),
        validate=Length(max=len(SHORTFALLS)),
        metadata={
            "description": "All shortfalls that the approver accepts. The author of the review and the person who "
            "submitted it cannot accept any."
        },
    )


@blueprint.post("/v1/reviews/<review>/approve")
@takes_document(ApprovalIn)
@blueprint.output(ReviewOut)
@blueprint.doc(operation_id="approveReview")
def approve(review: str, sent: DocumentRequest) -> Response:
    """Approve a review of this document; if the policy requires two approvers, the first passes it on.

    The document is redacted for the approval. It is refused with `outcome_not_met` if it has a shortfall that
    `exceptions` do not name. Nothing of the document is stored.
    """
    values: dict[str, Any] = sent.values
    request_to_redact, named = to_redact(sent), shortfalls(values["exceptions"])
    return review_response(approved(reviews_of_caller(), review, values["version"], request_to_redact, named))

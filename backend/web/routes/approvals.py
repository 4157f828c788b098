"""`/v1/reviews/…/approve`: approve a review, for exactly the document that is sent along."""

from typing import Any

from apiflask import APIBlueprint
from apiflask.fields import Integer, List, Nested, String
from apiflask.validators import Length, OneOf, Range
from flask import Response

from backend.services.review.approvals import approve as approved
from backend.services.review.approvals import shortfalls
from backend.web.routes.redactions import OptionsIn, to_redact
from backend.web.routes.reviews import reviewing, told
from backend.web.schemas.documents_in import Sent, takes_document
from backend.web.schemas.redaction_options import Strict
from backend.web.schemas.reviews import ReviewOut, version_read
from backend.wiring.choices import SHORTFALLS

blueprint = APIBlueprint("approvals", __name__, tag="Reviews")

MOST_COUNT = 1_000_000_000


class ExceptionIn(Strict):
    """Something that may stay although it stands against what was asked for or the policy."""

    kind = String(required=True, validate=OneOf(SHORTFALLS))
    count = Integer(
        required=True,
        strict=True,
        validate=Range(1, MOST_COUNT),
        metadata={"description": "In how many places: what `unmet` tells."},
    )


class ApprovalIn(OptionsIn):
    """The document of a review, with the options that it is redacted with, and what may stay."""

    version = version_read()
    exceptions = List(
        Nested(ExceptionIn),
        load_default=(),
        validate=Length(max=len(SHORTFALLS)),
        metadata={"description": "All that does not hold, as somebody else than the author allows it."},
    )


@blueprint.post("/v1/reviews/<review>/approve")
@takes_document(ApprovalIn)
@blueprint.output(ReviewOut)
@blueprint.doc(operation_id="approveReview")
def approve(review: str, sent: Sent) -> Response:
    """Approve a review of this document; where the policy wants two approvers, the first passes it on to another.

    The document is redacted for it, and refused with `outcome_not_met` where something does not hold that
    `exceptions` do not name. Nothing of the document is kept.
    """
    values: dict[str, Any] = sent.values
    asked, named = to_redact(sent), shortfalls(values["exceptions"])
    return told(approved(reviewing(), review, values["version"], asked, named))

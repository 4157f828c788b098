"""The requirements of policies for a document before it is redacted: it need not be sent."""

from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import Boolean, DateTime, Integer, Nested, String
from flask import Response

from backend.services.policies.policy_list import client_in_view
from backend.services.request.policy_book import NO_POLICIES
from backend.services.request.resolve import Purpose
from backend.web.routes.clients import listed_clients
from backend.web.routes.policies import RulesOut
from backend.web.routes.reviews import reviews_of_caller
from backend.web.schemas.common import answer
from backend.web.schemas.fields import term
from backend.web.schemas.redaction_options import CleanIn, Flag, HidingIn, Strict, resolver_of
from backend.web.schemas.reviews import review_id
from backend.web.service import service

blueprint = APIBlueprint("requirements", __name__, tag="Documents")


class EffectivePolicyIn(Strict):
    """The client of the document. It is sent in the body, because URLs are logged by proxies."""

    client = term(allow_none=True, load_default=None, metadata={"description": "Null: no client is chosen."})


class EffectivePolicyOut(Schema):
    """The policy that applies to a document of the client."""

    name = String(required=True, metadata={"description": "The name in reports.", "example": "client@3"})
    of_client = Boolean(required=True, metadata={"description": "Whether it is the client's own policy."})
    since = DateTime(
        required=True, allow_none=True, metadata={"description": "When it was set; null where no policy is set."}
    )
    rules = Nested(RulesOut, required=True)


class CheckIn(HidingIn):
    """The options of a redaction, without the document."""

    copy = Nested(CleanIn)
    decided = Flag(
        load_default=False, metadata={"description": "Whether the caller decides, without an approved review."}
    )
    review = review_id(metadata={"description": "The review by which the document is to be redacted."})


class CheckOut(Schema):
    """The redaction would be allowed."""

    review_policy = String(required=True, metadata={"example": "client@3"})
    model = String(required=True, allow_none=True, metadata={"description": "The model version in use."})
    k = Integer(required=True, allow_none=True)


@blueprint.post("/v1/policies/effective")
@blueprint.input(EffectivePolicyIn)
@blueprint.output(EffectivePolicyOut)
@blueprint.doc(operation_id="getEffectivePolicy")
def effective(json_data: dict[str, Any]) -> Response:
    """Get the policy that applies to documents of a client, or of no client."""
    name = json_data["client"]
    stored = service().policies.stored_for(None if name is None else client_in_view(name, listed_clients()))
    if stored is None or stored.policy is None:
        rules, name = NO_POLICIES.for_all
        return answer({"name": name, "of_client": False, "since": None, "rules": rules.as_json()})
    return answer(
        {
            "name": stored.named,
            "of_client": stored.client is not None,
            "since": stored.created.isoformat(),
            "rules": stored.policy.as_json(),
        }
    )


@blueprint.post("/v1/redactions/check")
@blueprint.input(CheckIn)
@blueprint.output(CheckOut)
@blueprint.doc(operation_id="checkRedaction")
def check(json_data: dict[str, Any]) -> Response:
    """Check whether a redaction with these options would be refused, before anything is written.

    It is refused with the error that `/v1/redactions` would give.
    """
    decided, review = json_data.pop("decided"), json_data.pop("review", None)
    request = resolver_of(json_data, Purpose.CHECK, asks=False).only()
    if review is not None:
        reviews_of_caller().to_redact_by(review, request.client)
    elif decided or request.asked.never:
        request.policy.refuse_decided_alone(request.policy_name)
    return answer({"review_policy": request.policy_name, "model": request.model, "k": request.k})

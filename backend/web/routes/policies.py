"""`/v1/admin/policies`: the policies of clients. A client's name is never part of a URL."""

from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import Boolean, DateTime, Float, Integer, Nested, String
from apiflask.validators import Length, Range
from flask import Response

from backend.errors import InvalidRequest, NotOfAllGroups
from backend.services.policies.policy_list import (
    client_in_view,
    listed_in_view,
    policies_in_view,
    policy_of,
    stored_client_in_view,
)
from backend.storage.clients.policies import ReadClient
from backend.web.auth.current_caller import caller
from backend.web.routes.clients import listed_clients
from backend.web.schemas.common import answer, one_of
from backend.web.schemas.documents_out import PolicyOut
from backend.web.schemas.fields import List, term
from backend.web.schemas.redaction_options import MAX_K, Flag, Strict, choice, lists_in_view
from backend.web.service import service
from backend.wiring.choices import COMMENTS, IMAGES, INDEXING, OBJECTIVES, PLACEHOLDER_STYLES, REVISIONS
from backend.wiring.requests import kinds_known

blueprint = APIBlueprint("policies", __name__, tag="Administration")

EVERY_KIND = "ALL"


class MinimumCleaningIn(Strict):
    """The minimum cleaning of a Word file; what is not named may be kept."""

    images = choice(IMAGES, "Pictures: keep them, report them as not examined (tell), or remove them.")
    revisions = choice(REVISIONS, "Tracked changes.")
    comments = choice(COMMENTS, "Comments.")
    remove_hidden_text = Flag()
    remove_traces = Flag()


class RulesIn(Strict):
    """The rules of a policy; what is not named is left to each request."""

    least_k = Integer(strict=True, validate=Range(1, MAX_K), load_default=1)
    personal = List(
        String(validate=Length(1, 100)),
        validate=Length(max=200),
        load_default=(),
        metadata={"description": f"Kinds of personal data that must be redacted; {EVERY_KIND}: every kind."},
    )
    objective = choice(OBJECTIVES, "How words are selected.", allow_none=True, load_default=None)
    placeholder = choice(PLACEHOLDER_STYLES, "The style of the placeholders.", allow_none=True, load_default=None)
    second_approver = Flag(load_default=False, metadata={"description": "Whether a review needs two approvers."})
    blind_share = Float(
        validate=Range(0, 1),
        load_default=0.0,
        metadata={
            "description": "Share of suggestions, 0…1, that a reviewer who took no part in the review must judge "
            "blindly before an approval."
        },
    )
    amounts_together = Flag(
        load_default=False,
        metadata={"description": "Whether the amounts of a table column are redacted together, or none of them."},
    )
    index = choice(
        INDEXING,
        "Which redacted documents are added to the index of released documents: none, those for which a request "
        "asks, or all.",
        load_default=INDEXING[0],
    )
    index_with_exceptions = Flag(
        load_default=False,
        metadata={"description": "Whether documents with accepted exceptions (met_with_exceptions) are added too."},
    )
    clean = Nested(MinimumCleaningIn, load_default=dict)


def _whose() -> Any:
    return term(
        allow_none=True, load_default=None, metadata={"description": "A client; null for the default policy."}
    )


class PolicyIn(Strict):
    """The new policy, and the version that it replaces: 0 if none is set."""

    client = _whose()
    version = Integer(required=True, strict=True, validate=Range(0, 2**31 - 1))
    rules = Nested(RulesIn, required=True)


class RemovePolicyIn(Strict):
    """The policy to remove, and the version that was read before."""

    client = _whose()
    version = Integer(required=True, strict=True, validate=Range(1, 2**31 - 1))


class PolicyClientIn(Strict):
    """The client whose policy to get. It is sent in the body, because URLs are logged by proxies."""

    client = _whose()


class RulesOut(Schema):
    """The rules of a policy."""

    least_k = Integer(required=True)
    personal = List(String(), required=True)
    objective = String(required=True, allow_none=True)
    placeholder = String(required=True, allow_none=True)
    second_approver = Boolean(required=True)
    blind_share = Float(required=True)
    amounts_together = Boolean(required=True)
    index = String(required=True, metadata=one_of(INDEXING))
    index_with_exceptions = Boolean(required=True)
    clean = Nested(PolicyOut, required=True)


class StoredPolicyOut(Schema):
    """A version of a policy. A version without rules means that the policy was removed."""

    client = String(required=True, allow_none=True)
    name = String(required=True, metadata={"description": "The name in reports.", "example": "client@3"})
    version = Integer(required=True)
    created = DateTime(required=True)
    by = String(required=True, metadata={"description": "The pseudonym of the person who set it."})
    rules = Nested(RulesOut, required=True, allow_none=True)


class SetPolicyOut(StoredPolicyOut):
    """The policy as it was set."""


class RemovedPolicyOut(StoredPolicyOut):
    """The version that records the removal."""


class PoliciesOut(Schema):
    """All policies that are set, the default policy first."""

    policies = List(Nested(StoredPolicyOut), required=True)


class PolicyVersionsOut(Schema):
    """All versions of one policy, oldest first."""

    versions = List(Nested(StoredPolicyOut), required=True)


@blueprint.get("/v1/admin/policies")
@blueprint.output(PoliciesOut)
@blueprint.doc(operation_id="listPolicies")
def list_all() -> Response:
    """List the default policy and the policies of the clients that the caller may see."""
    seen = policies_in_view(service().store.policies.current(), listed_clients(), caller().groups)
    return answer({"policies": [each.as_json() for each in seen]})


@blueprint.post("/v1/admin/policies/versions")
@blueprint.input(PolicyClientIn)
@blueprint.output(PolicyVersionsOut)
@blueprint.doc(operation_id="listPolicyVersions")
def versions(json_data: dict[str, Any]) -> Response:
    """List all versions of one policy.

    Use it to read the version that a report names.
    """
    found = service().store.policies.versions(_client(json_data))
    return answer({"versions": [each.as_json() for each in found]})


@blueprint.post("/v1/admin/policies")
@blueprint.input(PolicyIn)
@blueprint.output(SetPolicyOut)
@blueprint.doc(operation_id="setPolicy")
def set_policy(json_data: dict[str, Any]) -> Response:
    """Set the policy of a client or the default policy, unless someone else has set it in the meantime.

    It applies from the next request on.
    """
    rules = json_data["rules"]
    if not kinds_known([each for each in rules["personal"] if each.upper() != EVERY_KIND], lists_in_view()):
        raise InvalidRequest("personal names an unknown kind of personal data. Use names such as US_SSN.")
    client, of = _client_to_change(json_data)
    stored = service().store.policies.set(client, json_data["version"], policy_of(rules), caller().id, of)
    return answer(stored.as_json())


@blueprint.post("/v1/admin/policies/remove")
@blueprint.input(RemovePolicyIn)
@blueprint.output(RemovedPolicyOut)
@blueprint.doc(operation_id="removePolicy")
def remove(json_data: dict[str, Any]) -> Response:
    """Remove a policy, so that the default policy applies to its client; or remove the default policy."""
    client, of = _client_to_change(json_data)
    removed = service().store.policies.remove(client, json_data["version"], caller().id, of)
    return answer(removed.as_json())


def _client(values: dict[str, Any]) -> str | None:
    name = values["client"]
    return None if name is None else client_in_view(name, listed_clients())


def _client_to_change(values: dict[str, Any]) -> tuple[str | None, ReadClient | None]:
    """Whose policy is changed, and what is stored of the client.

    The default is a floor for clients that a caller with limited groups may not see.
    """
    limited, name = caller().groups is not None, values["client"]
    if name is None and limited:
        raise NotOfAllGroups(
            "Only people who see all groups may set the policy for all. Ask one of them, or name a client."
        )
    if name is None:
        return None, None
    found = (stored_client_in_view if limited else listed_in_view)(name, listed_clients())
    stored = found.stored
    if stored is None:
        return found.name, None
    return found.name, ReadClient(stored.id, stored.dictionary.name, stored.dictionary.group, found.unshared)

"""`/v1/admin/users`: users who have signed in, and what was granted to them here in addition to their tokens."""

from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import DateTime, Nested, String
from apiflask.validators import Length, OneOf
from flask import Response

from backend.web.auth.current_caller import caller
from backend.web.schemas.common import answer, one_of
from backend.web.schemas.fields import List, label, term
from backend.web.schemas.redaction_options import Flag, Strict
from backend.web.service import service
from backend.wiring.choices import ROLES, role

blueprint = APIBlueprint("users", __name__, tag="Administration")

MAX_GROUPS = 1_000


def _groups(**more: Any) -> Any:
    return List(term(), validate=Length(max=MAX_GROUPS), **more)


class GrantIn(Strict):
    """The user and what to grant. The user need not have signed in yet."""

    issuer = label(
        required=True,
        metadata={"description": "The issuer: `iss` of the user's tokens.", "example": "https://login.example"},
    )
    subject = label(required=True, metadata={"description": "The user: `sub` of the user's tokens."})
    roles = List(String(validate=OneOf(ROLES)), validate=Length(max=len(ROLES)), load_default=())
    groups = _groups(load_default=(), metadata={"description": "Client groups that the user may see by name."})
    every_group = Flag(load_default=False)


class RevokeIn(Strict):
    """What to revoke; everything that was granted here if neither is named."""

    roles = List(String(validate=OneOf(ROLES)), validate=Length(max=len(ROLES)), load_default=None)
    groups = _groups(load_default=None)


class RoleInGroupsOut(Schema):
    """A role with the groups that it covers."""

    role = String(required=True, metadata=one_of(ROLES))
    groups = List(String(), required=True, allow_none=True, metadata={"description": "Null for every group."})


class UserOut(Schema):
    """A user of the issuer."""

    id = String(
        required=True, metadata={"description": "The pseudonym of the user in logs and in the audit trail."}
    )
    issuer = String(required=True)
    subject = String(required=True)
    called = String(
        required=True,
        allow_none=True,
        metadata={"description": "The display name from the token; for people only, since anybody can choose it."},
    )
    roles = List(
        String(metadata=one_of(ROLES)),
        required=True,
        metadata={"description": "Roles granted here, in addition to those of the tokens."},
    )
    groups = List(
        String(),
        required=True,
        allow_none=True,
        metadata={"description": "Client groups granted here; null for every group."},
    )
    apart = List(
        Nested(RoleInGroupsOut),
        required=True,
        metadata={"description": "Roles that are limited to certain groups."},
    )
    created = DateTime(required=True)
    changed = DateTime(required=True)


class GrantedOut(UserOut):
    """A user, with what is granted to them now."""


class RevokedOut(UserOut):
    """A user, with what remains granted."""


class UsersOut(Schema):
    """All known users, by the time they were first seen."""

    users = List(Nested(UserOut), required=True)


@blueprint.get("/v1/admin/users")
@blueprint.output(UsersOut)
@blueprint.doc(operation_id="listUsers")
def list_all() -> Response:
    """List the users who have signed in or were granted something.

    A caller who is limited to groups sees only users of these groups.
    """
    seen = service().store.users.in_view(caller().id, caller().groups)
    return answer({"users": [each.as_json() for each in seen]})


@blueprint.post("/v1/admin/users")
@blueprint.input(GrantIn)
@blueprint.output(GrantedOut)
@blueprint.doc(operation_id="grant")
def grant(json_data: dict[str, Any]) -> Response:
    """Grant roles and client groups to a user, from the next request on.

    A caller can only grant what they hold. Roles that are granted together with groups cover only these groups.
    """
    groups = None if json_data["every_group"] else json_data["groups"]
    roles = [role(each) for each in json_data["roles"]]
    users = service().store.users
    granted = users.grant(json_data["issuer"], json_data["subject"], roles, groups, caller().id)
    return answer(granted.as_json())


@blueprint.post("/v1/admin/users/<user>/revoke")
@blueprint.input(RevokeIn)
@blueprint.output(RevokedOut)
@blueprint.doc(operation_id="revoke")
def revoke(user: str, json_data: dict[str, Any]) -> Response:
    """Revoke what was granted here, from the next request on.

    Roles and groups from the user's tokens remain.
    """
    named = json_data["roles"]
    roles = None if named is None else [role(each) for each in named]
    return answer(service().store.users.revoke(user, roles, json_data["groups"], caller().id).as_json())


@blueprint.delete("/v1/admin/users/<user>")
@blueprint.output({}, status_code=204)
@blueprint.doc(operation_id="forgetUser")
def forget(user: str) -> Response:
    """Delete the identity behind a pseudonym, and its grants; the audit trail keeps the pseudonym."""
    service().store.users.forget(user, caller().id)
    return Response(status=204)

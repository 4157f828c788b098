"""`/v1/admin/users`: users who have signed in, and what was granted to them here in addition to their tokens."""

from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import DateTime, List, Nested, String
from apiflask.validators import Length, OneOf
from flask import Response

from backend.web.auth.current_caller import caller
from backend.web.schemas.common import answer, one_of
from backend.web.schemas.fields import label, term
from backend.web.schemas.redaction_options import Flag, Strict
from backend.web.service import service
from backend.wiring.choices import ROLES, role

blueprint = APIBlueprint("users", __name__, tag="Administration")

MOST_GROUPS = 1_000


def _groups(**more: Any) -> Any:
    return List(term(), validate=Length(max=MOST_GROUPS), **more)


class GrantIn(Strict):
    """Whom to let do what. They need not have signed in yet."""

    issuer = label(
        required=True,
        metadata={"description": "As `iss` of their tokens has it.", "example": "https://login.example"},
    )
    subject = label(required=True, metadata={"description": "As `sub` has it."})
    roles = List(String(validate=OneOf(ROLES)), validate=Length(max=len(ROLES)), load_default=())
    groups = _groups(load_default=(), metadata={"description": "Of clients, which they then see by name."})
    every_group = Flag(load_default=False)


class RevokeIn(Strict):
    """What to take back; all that was granted where neither is named."""

    roles = List(String(validate=OneOf(ROLES)), validate=Length(max=len(ROLES)), load_default=None)
    groups = _groups(load_default=None)


class ApartOut(Schema):
    """A role that counts for some groups alone."""

    role = String(required=True, metadata=one_of(ROLES))
    groups = List(String(), required=True, allow_none=True, metadata={"description": "null: every one."})


class UserOut(Schema):
    """Somebody whom the issuer knows."""

    id = String(required=True, metadata={"description": "The pseudonym in logs and in the audit trail."})
    issuer = String(required=True)
    subject = String(required=True)
    called = String(required=True, allow_none=True, metadata={"description": "By their token; to be read alone."})
    roles = List(
        String(metadata=one_of(ROLES)),
        required=True,
        metadata={"description": "Granted here; what tokens say counts beside."},
    )
    groups = List(String(), required=True, allow_none=True, metadata={"description": "Likewise; null: every one."})
    apart = List(
        Nested(ApartOut), required=True, metadata={"description": "Those of them that count for each other alone."}
    )
    created = DateTime(required=True)
    changed = DateTime(required=True)


class GrantedOut(UserOut):
    """Somebody, with what is granted to them now."""


class RevokedOut(UserOut):
    """Somebody, with what is left to them."""


class UsersOut(Schema):
    """All who are known, by when they were first seen."""

    users = List(Nested(UserOut), required=True)


@blueprint.get("/v1/admin/users")
@blueprint.output(UsersOut)
@blueprint.doc(operation_id="listUsers")
def list_all() -> Response:
    """List who has signed in, or was granted something.

    Whoever is limited to groups sees people of these groups alone.
    """
    seen = service().store.users.in_view(caller().id, caller().groups)
    return answer({"users": [each.as_json() for each in seen]})


@blueprint.post("/v1/admin/users")
@blueprint.input(GrantIn)
@blueprint.output(GrantedOut)
@blueprint.doc(operation_id="grant")
def grant(json_data: dict[str, Any]) -> Response:
    """Let somebody have roles and groups, from their next request on: none that the caller does not hold.

    Roles and groups that are granted together count for each other alone.
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
    """Take back what was granted here, from the next request on; what their tokens say they keep."""
    named = json_data["roles"]
    roles = None if named is None else [role(each) for each in named]
    return answer(service().store.users.revoke(user, roles, json_data["groups"], caller().id).as_json())


@blueprint.delete("/v1/admin/users/<user>")
@blueprint.output({}, status_code=204)
@blueprint.doc(operation_id="forgetUser")
def forget(user: str) -> Response:
    """Forget who a pseudonym is, and what was granted; the audit trail keeps the pseudonym."""
    service().store.users.forget(user, caller().id)
    return Response(status=204)

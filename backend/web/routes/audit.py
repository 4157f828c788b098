"""`/v1/admin/audit`: search, verify and export the audit trail."""

from collections.abc import Callable, Iterator
from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import Boolean, DateTime, Dict, Integer, List, Nested, Raw, String
from apiflask.schemas import FileSchema
from apiflask.validators import Length, Range, Regexp
from flask import Response, stream_with_context

from backend.services.audit.audit_trail import Sought, find_rows, subjects_in_view
from backend.services.policies.policy_list import client_in_view
from backend.storage.audit.trail import Noted
from backend.storage.audit.trail_file import lines
from backend.web.auth.current_caller import caller
from backend.web.routes.clients import listed_clients
from backend.web.schemas.common import answer, one_of
from backend.web.schemas.fields import term
from backend.web.schemas.redaction_options import Strict
from backend.web.service import service
from backend.wiring.choices import ACTIONS, FAULTS, STORED_FAULTS

blueprint = APIBlueprint("audit", __name__, tag="Administration")

MOST_ROWS = 1_000
LINES = "application/jsonl"
_AT_ONCE = 500


class AuditSearchIn(Strict):
    """Which rows; the client's name stands in a body, for addresses are logged on the way."""

    before = Integer(strict=True, validate=Range(1, 2**62), metadata={"description": "Rows below this number."})
    most = Integer(strict=True, validate=Range(1, MOST_ROWS), load_default=100)
    who = String(validate=Regexp("^[!-~]{1,128}$"), metadata={"description": "A pseudonym, or an API key's id."})
    action = String(validate=Length(1, 100), metadata={"example": "client.changed"})
    subject = String(validate=Regexp("^[!-~]{1,128}$"), metadata={"description": "The id of what it was done to."})
    client = term(metadata={"description": "A client's name: what was done with its documents and dictionary."})
    document = String(
        validate=Regexp("^[0-9a-f]{64}$"), metadata={"description": "The SHA-256 of what came in or went out."}
    )


class RowOut(Schema):
    """What somebody did."""

    number = Integer(required=True)
    moment = DateTime(required=True, metadata={"description": "Never before that of an earlier row."})
    clock = DateTime(
        required=True, allow_none=True, metadata={"description": "What the clock said, where it was set back."}
    )
    who = String(required=True)
    action = String(required=True, metadata={"description": f"One of {', '.join(ACTIONS)}."})
    subject = String(required=True, allow_none=True)
    counts = Dict(keys=String(), values=Integer(), required=True)
    model = String(required=True, allow_none=True)
    policy = String(required=True, allow_none=True)
    document = String(required=True, allow_none=True)
    result = String(required=True, allow_none=True)
    code = String(required=True, allow_none=True, metadata={"description": "Of an error, where it failed."})
    rows = List(
        List(Raw()),
        metadata={
            "description": "The rows of other tables that have changed: the table, the row's key, and its version "
            "from now on, 0 where it was deleted. Rows of earlier versions of Unsaid lack this."
        },
    )
    state = String(metadata={"description": "What the versions of all those rows come to after this one."})
    previous = String(required=True)
    hash = String(required=True)


class RowsOut(Schema):
    """The newest rows that were asked for, the newest first."""

    rows = List(Nested(RowOut), required=True)


class FaultOut(Schema):
    """Something that is wrong with the trail."""

    number = Integer(required=True, metadata={"description": "Of the row."})
    wrong = String(required=True, metadata=one_of(FAULTS))
    last = Integer(required=True, metadata={"description": "Where several in a row are missing, the last of them."})


class StoredFaultOut(Schema):
    """A row that grants, approves or constrains something, and is not what was stored last."""

    table = String(required=True)
    row = String(required=True, metadata={"description": "Its key; empty where it cannot be told which one."})
    version = Integer(
        required=True, allow_none=True, metadata={"description": "Which it should have, where that is known."}
    )
    wrong = String(required=True, metadata=one_of(STORED_FAULTS))


class VerdictOut(Schema):
    """What a check of the whole trail, and of the rows whose versions it tells, came to."""

    holds = Boolean(required=True)
    rows = Integer(required=True)
    number = Integer(required=True, metadata={"description": "Of the last row that was noted."})
    hash = String(required=True, metadata={"description": "Of that row; keep it elsewhere, too."})
    faults = List(Nested(FaultOut), required=True)
    stored = List(Nested(StoredFaultOut), required=True)


@blueprint.post("/v1/admin/audit/search")
@blueprint.input(AuditSearchIn)
@blueprint.output(RowsOut)
@blueprint.doc(operation_id="searchAudit")
def search(json_data: dict[str, Any]) -> Response:
    """Find rows of the audit trail.

    Whoever is limited to groups finds what they have done themselves, and what was done with clients, reviews and
    people of these groups.
    """
    before, most = json_data.pop("before", None), json_data.pop("most")
    if "client" in json_data and caller().groups is not None:
        # Whoever is limited to groups learns of no other client by trying names.
        json_data["client"] = client_in_view(json_data["client"], listed_clients())
    rows = find_rows(service().store.audit, Sought(**json_data), before, most, _may_see())
    return answer({"rows": [each.as_json() for each in rows]})


def _may_see() -> Callable[[Noted], bool]:
    """Which rows are the caller's to see."""
    who, groups = caller().id, caller().groups
    if groups is None:
        return lambda _: True
    subjects = subjects_in_view(service().store, listed_clients(), who, groups)
    return lambda row: row.content["who"] == who or row.content["subject"] in subjects


@blueprint.get("/v1/admin/audit/verification")
@blueprint.output(VerdictOut)
@blueprint.doc(operation_id="verifyAudit")
def verify() -> Response:
    """Look at every row of the trail, its end, and the rows it tells of, for whatever somebody may have changed.

    `stored` tells of rows that grant, approve or constrain something: API keys, users, policies, dictionaries,
    reviews with their decisions, proposals, and jobs.
    """
    return answer(service().store.audit.verify().as_json())


@blueprint.get("/v1/admin/audit/export")
@blueprint.output(FileSchema(type="string", format="binary"), content_type=LINES)
@blueprint.doc(operation_id="exportAudit")
def export() -> Response:
    """All rows, one a line, with the end in the last line: `unsaid audit verify FILE` checks it anywhere."""
    headers = {"Content-Disposition": 'attachment; filename="audit.jsonl"'}
    return Response(stream_with_context(_exported()), mimetype=LINES, headers=headers)


def _exported() -> Iterator[bytes]:
    with service().store.audit.opened() as (links, head):
        some: list[bytes] = []
        for line in lines(links, head):
            some.append(line)
            if len(some) == _AT_ONCE:
                yield b"".join(some)
                some.clear()
        yield b"".join(some)

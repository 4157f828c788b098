"""`/v1/admin/audit`: search, verify and export the audit trail."""

from collections.abc import Callable, Iterator
from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import Boolean, DateTime, Dict, Integer, List, Nested, Raw, String
from apiflask.schemas import FileSchema
from apiflask.validators import Length, Range, Regexp
from flask import Response, stream_with_context

from backend.services.audit.audit_trail import AuditQuery, find_rows, subjects_in_view
from backend.services.index.tampering import verify_with_index
from backend.services.policies.policy_list import client_in_view
from backend.storage.audit.trail import AuditEntry
from backend.storage.audit.trail_file import export_lines
from backend.web.auth.current_caller import caller
from backend.web.routes.clients import listed_clients
from backend.web.schemas.common import answer, one_of
from backend.web.schemas.fields import term
from backend.web.schemas.redaction_options import Strict
from backend.web.service import service
from backend.wiring.choices import ACTIONS, FAULTS, STORED_FAULTS

blueprint = APIBlueprint("audit", __name__, tag="Administration")

MAX_ROWS = 1_000
LINES = "application/jsonl"
_AT_ONCE = 500


class AuditSearchIn(Strict):
    """Which rows to find. A client's name is sent in the body, because URLs are logged by proxies."""

    before = Integer(
        strict=True, validate=Range(1, 2**62), metadata={"description": "Only rows with a lower number than this."}
    )
    most = Integer(strict=True, validate=Range(1, MAX_ROWS), load_default=100)
    who = String(
        validate=Regexp("^[!-~]{1,128}$"), metadata={"description": "A pseudonym, or the id of an API key."}
    )
    action = String(validate=Length(1, 100), metadata={"example": "client.changed"})
    subject = String(
        validate=Regexp("^[!-~]{1,128}$"), metadata={"description": "The id of the object of the action."}
    )
    client = term(metadata={"description": "A client's name: only actions on its documents and its dictionary."})
    document = String(
        validate=Regexp("^[0-9a-f]{64}$"),
        metadata={"description": "The SHA-256 of a file that was read or written."},
    )


class AuditRowOut(Schema):
    """One row: who did what."""

    number = Integer(required=True)
    moment = DateTime(required=True, metadata={"description": "Never earlier than that of the previous row."})
    clock = DateTime(
        required=True, allow_none=True, metadata={"description": "The time of the clock, if it was set back."}
    )
    who = String(required=True)
    action = String(required=True, metadata={"description": f"One of {', '.join(ACTIONS)}."})
    subject = String(required=True, allow_none=True)
    counts = Dict(keys=String(), values=Integer(), required=True)
    model = String(required=True, allow_none=True)
    policy = String(required=True, allow_none=True)
    document = String(required=True, allow_none=True)
    result = String(required=True, allow_none=True)
    code = String(required=True, allow_none=True, metadata={"description": "The error code, if the action failed."})
    rows = List(
        List(Raw()),
        metadata={
            "description": "The rows of other tables that this action changed: the table, the key of the row, and "
            "its new version (0 if it was deleted). Rows written by earlier versions of Unsaid do not have it. A "
            "caller who is limited to groups gets only the row that `subject` names."
        },
    )
    state = String(
        metadata={"description": "The state hash over the versions of all authenticated rows, after this row."}
    )
    previous = String(required=True)
    hash = String(required=True)


class AuditRowsOut(Schema):
    """The rows that were found, newest first."""

    rows = List(Nested(AuditRowOut), required=True)


class FaultOut(Schema):
    """A fault in the trail."""

    number = Integer(required=True, metadata={"description": "The number of the row."})
    wrong = String(required=True, metadata=one_of(FAULTS))
    last = Integer(
        required=True, metadata={"description": "The last row, if several consecutive rows are missing."}
    )


class StoredFaultOut(Schema):
    """A stored row that grants, approves or constrains something, and was changed from outside Unsaid."""

    table = String(required=True)
    row = String(required=True, metadata={"description": "The key of the row; empty if it is unknown."})
    version = Integer(
        required=True, allow_none=True, metadata={"description": "The expected version, if it is known."}
    )
    wrong = String(required=True, metadata=one_of(STORED_FAULTS))


class AuditVerdictOut(Schema):
    """The result of verifying the whole trail and the stored rows that it covers."""

    holds = Boolean(required=True)
    rows = Integer(required=True)
    number = Integer(required=True, metadata={"description": "The number of the last row."})
    hash = String(required=True, metadata={"description": "The hash of the last row; keep a copy somewhere else."})
    faults = List(Nested(FaultOut), required=True)
    stored = List(Nested(StoredFaultOut), required=True)
    index = List(
        String(),
        required=True,
        metadata={"description": "Sentences about what is wrong with the index of released documents."},
    )


@blueprint.post("/v1/admin/audit/search")
@blueprint.input(AuditSearchIn)
@blueprint.output(AuditRowsOut)
@blueprint.doc(operation_id="searchAudit")
def search(json_data: dict[str, Any]) -> Response:
    """Search the audit trail.

    A caller who is limited to groups finds their own actions, and actions on clients, reviews and users of these
    groups.
    """
    before, most = json_data.pop("before", None), json_data.pop("most")
    if "client" in json_data and caller().groups is not None:
        # A caller who is limited to groups must not learn of other clients by trying names.
        json_data["client"] = client_in_view(json_data["client"], listed_clients())
    rows = find_rows(service().store.audit, AuditQuery(**json_data), before, most, _may_see())
    return answer({"rows": [_told(each) for each in rows]})


def _told(row: AuditEntry) -> dict[str, Any]:
    """A row of the trail; a caller who is limited to groups is told of no other rows that the action changed.

    An action on one proposal changes equal ones of other groups, which the caller may not even count.
    """
    content = row.as_json()
    if caller().groups is not None and "rows" in content:
        content["rows"] = [each for each in content["rows"] if each[1] == content["subject"]]
    return content


def _may_see() -> Callable[[AuditEntry], bool]:
    """Return a check for which rows the caller may see."""
    who, groups = caller().id, caller().groups
    if groups is None:
        return lambda _: True
    subjects = subjects_in_view(service().store, listed_clients(), who, groups)
    return lambda row: row.content["who"] == who or row.content["subject"] in subjects


@blueprint.get("/v1/admin/audit/verification")
@blueprint.output(AuditVerdictOut)
@blueprint.doc(operation_id="verifyAudit")
def verify() -> Response:
    """Verify the audit trail: every row, the end of the chain, and the stored rows that it covers.

    `stored` lists rows that grant, approve or constrain something and were changed: API keys, users, policies,
    dictionaries, reviews with their decisions, proposals, and jobs. `index` says whether somebody has changed the
    index of released documents outside of Unsaid, or put an earlier state of it back.
    """
    return answer(verify_with_index(service().store.audit, service().index).as_json())


@blueprint.get("/v1/admin/audit/export")
@blueprint.output(FileSchema(type="string", format="binary"), content_type=LINES)
@blueprint.doc(operation_id="exportAudit")
def export() -> Response:
    """Export all rows, one per line, the end of the chain last.

    `unsaid audit verify FILE` verifies the export anywhere.
    """
    headers = {"Content-Disposition": 'attachment; filename="audit.jsonl"'}
    return Response(stream_with_context(_exported()), mimetype=LINES, headers=headers)


def _exported() -> Iterator[bytes]:
    with service().store.audit.opened() as (links, head):
        some: list[bytes] = []
        for line in export_lines(links, head):
            some.append(line)
            if len(some) == _AT_ONCE:
                yield b"".join(some)
                some.clear()
        yield b"".join(some)

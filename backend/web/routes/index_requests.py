"""`/v1/index/requests`: ask those who have documents in a group for one of them, and answer.

The asker gets what those who accept have written, and nothing about anybody else. Those who are asked get the
message and the ids of their own documents.
"""

from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import DateTime, Integer, Nested, String
from apiflask.validators import Length, Range, Regexp
from flask import Response

from backend.errors import InvalidRequest
from backend.services.index.document_requests import AskedRequest, ask, asked
from backend.services.index.document_requests import answer as answer_request
from backend.storage.index_requests import DocumentRequest
from backend.storage.rights.roles import Role
from backend.web.auth.current_caller import caller
from backend.web.routes.index import looks_after
from backend.web.schemas.common import answer, one_of
from backend.web.schemas.fields import List, note
from backend.web.schemas.redaction_options import Flag, Strict
from backend.web.service import service

blueprint = APIBlueprint("index_requests", __name__, tag="Index")

MAX_LISTED = 200
"""Requests of others that are listed, the oldest first."""

ANSWERS = ("accepted", "declined")


class RequestIn(Strict):
    """A group that a search has found, and why one of its documents is wanted."""

    edition = String(
        required=True,
        validate=[Length(equal=64), Regexp("^[0-9a-f]{64}$")],
        metadata={"description": "The id of the edition, from the search. It must be the current one."},
    )
    group = Integer(
        required=True,
        strict=True,
        validate=Range(0, 2**31 - 1),
        metadata={"description": "The number of the group, from the search."},
    )
    message = note(
        required=True,
        metadata={
            "description": "What those read who have documents in the group. The service does not say who asks: "
            "write it here."
        },
    )


class AnswerIn(Strict):
    """Whether the asker may have the document, and how they get it."""

    accept = Flag(required=True)
    note = note(
        load_default=None,
        allow_none=True,
        metadata={"description": "How to get the document, for the asker. Needed to accept; else there is none."},
    )


class AcceptedOut(Schema):
    """What someone has written who accepts."""

    note = String(required=True)


class MadeRequestOut(Schema):
    """A request of the caller."""

    id = String(required=True)
    edition = String(required=True)
    group = Integer(required=True)
    message = String(required=True)
    made = DateTime(required=True)
    until = DateTime(required=True, metadata={"description": "When the request is deleted."})
    accepted = List(
        Nested(AcceptedOut),
        required=True,
        metadata={"description": "Who declines, or does not answer, does not appear in any way."},
    )


class AskedRequestOut(Schema):
    """A request of someone else for a document of the caller."""

    id = String(required=True)
    message = String(required=True)
    made = DateTime(required=True)
    until = DateTime(required=True)
    asked_by = String(
        required=True,
        allow_none=True,
        metadata={"description": "The asker's pseudonym, for administrators who may see that user; else null."},
    )
    documents = List(
        String(),
        required=True,
        metadata={"description": "The ids of the caller's documents in the group, the SHA-256 of their files."},
    )
    answer = String(
        required=True,
        allow_none=True,
        metadata={**one_of(ANSWERS), "description": "What the caller has answered; null if nothing."},
    )
    note = String(required=True, allow_none=True)


class RequestsOut(Schema):
    """The open requests of the caller, and those of others that the caller is asked, oldest first."""

    made = List(Nested(MadeRequestOut), required=True)
    asked = List(Nested(AskedRequestOut), required=True)


class AnsweredOut(AskedRequestOut):
    """The request with the answer."""


@blueprint.post("/v1/index/requests")
@blueprint.input(RequestIn)
@blueprint.output(MadeRequestOut, status_code=201)
@blueprint.doc(operation_id="askForDocument")
def make(json_data: dict[str, Any]) -> Response:
    """Ask those who have documents in a group of the current edition for one of them.

    The response is the same whoever is asked, and if nobody is.
    """
    values = (json_data["edition"], json_data["group"], json_data["message"])
    return answer(_made_as_json(ask(service().index, service().store, caller().id, *values)), 201)


@blueprint.get("/v1/index/requests")
@blueprint.output(RequestsOut)
@blueprint.doc(operation_id="listDocumentRequests")
def list_all() -> Response:
    """List the open requests of the caller, and those for documents of the caller.

    A document whose contact is no account any more is asked for at the administrators who see its client.
    """
    who, store = caller().id, service().store
    mine = [each for each in store.index_requests.all() if each.asker == who]
    of_others = asked(service().index, store, who, looks_after())[:MAX_LISTED]
    known = _known_askers() if of_others else frozenset()
    return answer(
        {
            "made": [_made_as_json(each) for each in mine],
            "asked": [_asked_as_json(each, known) for each in of_others],
        }
    )


@blueprint.post("/v1/index/requests/<request>/answers")
@blueprint.input(AnswerIn)
@blueprint.output(AnsweredOut)
@blueprint.doc(operation_id="answerDocumentRequest")
def give_answer(request: str, json_data: dict[str, Any]) -> Response:
    """Accept or decline a request for a document of the caller. A later answer replaces an earlier one.

    The asker sees the note of who accepts, and nothing of who declines.
    """
    given = json_data["note"]
    if json_data["accept"] is not (given is not None):
        raise InvalidRequest("Write a note to accept, and none to decline: nobody would read it.")
    answered = answer_request(service().index, service().store, caller().id, looks_after(), request, given)
    return answer(_asked_as_json(answered, _known_askers()))


@blueprint.delete("/v1/index/requests/<request>")
@blueprint.output({}, status_code=204)
@blueprint.doc(operation_id="withdrawDocumentRequest")
def withdraw(request: str) -> Response:
    """Withdraw a request of the caller: its message and the answers are deleted."""
    service().store.index_requests.withdraw(request, caller().id)
    return Response(status=204)


def _known_askers() -> frozenset[str] | None:
    """The accounts that the caller may see as an administrator; None: all."""
    groups = caller().groups_as(Role.ADMIN)
    if groups is None:
        return None
    if Role.ADMIN not in caller().roles:
        return frozenset()
    return frozenset(each.id for each in service().store.users.in_view(caller().id, groups))


def _made_as_json(request: DocumentRequest) -> dict[str, Any]:
    return {
        "id": request.id,
        "edition": request.edition,
        "group": request.group,
        "message": request.message,
        "made": request.made.isoformat(),
        "until": request.until.isoformat(),
        "accepted": [{"note": each.note} for each in request.answers if each.note is not None],
    }


def _asked_as_json(asked_for: AskedRequest, known: frozenset[str] | None) -> dict[str, Any]:
    request, given = asked_for.request, asked_for.answer
    return {
        "id": request.id,
        "message": request.message,
        "made": request.made.isoformat(),
        "until": request.until.isoformat(),
        "asked_by": request.asker if known is None or request.asker in known else None,
        "documents": [each.id for each in asked_for.documents],
        "answer": None if given is None else ANSWERS[given.note is None],
        "note": None if given is None else given.note,
    }

"""`/v1/proposals` and `/v1/admin/everyone`: propose terms for other documents, and the global term list."""

from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import Boolean, DateTime, Integer, List, Nested, String
from apiflask.validators import Length, OneOf, Range
from flask import Response

from backend.storage.clients.dictionaries import Dictionary, StoredClient
from backend.storage.clients.global_terms import NAME
from backend.storage.clients.proposals import Proposal, ProposalState
from backend.web.auth.current_caller import caller
from backend.web.schemas.common import answer, one_of
from backend.web.schemas.fields import term
from backend.web.schemas.redaction_options import MOST_TERMS, Strict
from backend.web.service import service

blueprint = APIBlueprint("proposals", __name__, tag="Proposals")

MOST_PROPOSALS = 1_000
_STATES = tuple(state.value for state in ProposalState)


class ProposalsIn(Strict):
    """Which proposals, and how many at most."""

    state = String(validate=OneOf(_STATES), load_default=ProposalState.OPEN.value)
    most = Integer(validate=Range(1, MOST_PROPOSALS), load_default=200)


class ProposalOut(Schema):
    """A term that shall always go from documents, or never."""

    id = String(required=True)
    state = String(required=True, metadata=one_of(_STATES))
    term = String(required=True)
    goes = Boolean(required=True, metadata={"description": "Whether it shall always go; else it shall never."})
    client = String(
        required=True,
        allow_none=True,
        metadata={"description": "From whose documents; null for those of everyone."},
    )
    group = String(required=True, allow_none=True, metadata={"description": "Of the review it comes from."})
    times = Integer(required=True, metadata={"description": "In how many reviews it is proposed."})
    made = DateTime(required=True)
    ended = DateTime(required=True, allow_none=True)


class SettledOut(ProposalOut):
    """A proposal that was accepted or declined."""


class ProposalsOut(Schema):
    """Proposals, the oldest first."""

    proposals = List(Nested(ProposalOut), required=True)


class EveryoneIn(Strict):
    """The list as it shall be, and the version that was read before; 0 where there was none."""

    always = List(term(), validate=Length(max=MOST_TERMS), load_default=())
    never = List(term(), validate=Length(max=MOST_TERMS), load_default=())
    version = Integer(required=True, strict=True, validate=Range(0, 2**31 - 1))


class EveryoneOut(Schema):
    """The terms that always go from every document, or never do."""

    version = Integer(required=True, metadata={"description": "Every change gives it the next."})
    changed = DateTime(required=True)
    always = List(String(), required=True)
    never = List(String(), required=True)


@blueprint.get("/v1/proposals")
@blueprint.input(ProposalsIn, location="query")
@blueprint.output(ProposalsOut)
@blueprint.doc(operation_id="listProposals")
def list_all(query_data: dict[str, Any]) -> Response:
    """List proposals from the reviews of the caller's groups."""
    state = ProposalState(query_data["state"])
    found = service().store.proposals.all(caller().groups, state, query_data["most"])
    return answer({"proposals": [_as_json(each) for each in found]})


@blueprint.post("/v1/proposals/<proposal>/accept")
@blueprint.output(SettledOut)
@blueprint.doc(operation_id="acceptProposal")
def accept(proposal: str) -> Response:
    """Put a term into the dictionary of its client, or on everyone's list: from the next analysis on it counts."""
    return answer(_as_json(service().store.proposals.accept(proposal, caller().id, caller().groups)))


@blueprint.post("/v1/proposals/<proposal>/decline")
@blueprint.output(SettledOut)
@blueprint.doc(operation_id="declineProposal")
def decline(proposal: str) -> Response:
    """Leave the dictionaries as they are; the review keeps what was decided in it."""
    return answer(_as_json(service().store.proposals.decline(proposal, caller().id, caller().groups)))


@blueprint.get("/v1/admin/everyone")
@blueprint.output(EveryoneOut)
@blueprint.doc(operation_id="getEveryone")
def get_everyone() -> Response:
    """Tell which terms always go from every document, or never do."""
    return _of_everyone(service().store.everyone.get())


@blueprint.put("/v1/admin/everyone")
@blueprint.input(EveryoneIn)
@blueprint.output(EveryoneOut)
@blueprint.doc(operation_id="changeEveryone")
def change_everyone(json_data: dict[str, Any]) -> Response:
    """Replace the list for everyone, unless somebody has changed it meanwhile."""
    dictionary = Dictionary(NAME, always=tuple(json_data["always"]), never=tuple(json_data["never"]))
    return _of_everyone(service().store.everyone.change(json_data["version"], dictionary, caller().id))


def _as_json(proposal: Proposal) -> dict[str, Any]:
    return {
        "id": proposal.id,
        "state": proposal.state.value,
        "term": proposal.term,
        "goes": proposal.goes,
        "client": proposal.client,
        "group": proposal.group,
        "times": proposal.times,
        "made": proposal.made.isoformat(),
        "ended": proposal.ended.isoformat() if proposal.ended else None,
    }


def _of_everyone(stored: StoredClient) -> Response:
    content = {
        "version": stored.version,
        "changed": stored.changed.isoformat(),
        "always": list(stored.dictionary.always),
        "never": list(stored.dictionary.never),
    }
    return answer(content)

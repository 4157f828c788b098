"""`/v1/proposals` and `/v1/admin/everyone`: propose terms for other documents, and the global term list."""

from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import Boolean, DateTime, Integer, Nested, String
from apiflask.validators import Length, OneOf, Range
from flask import Response
from marshmallow import RAISE

from backend.storage.clients.dictionaries import Dictionary, StoredClient
from backend.storage.clients.global_terms import NAME
from backend.storage.clients.proposals import Proposal, ProposalState
from backend.web.auth.current_caller import caller
from backend.web.routes.clients import listed_clients
from backend.web.schemas.common import answer, one_of
from backend.web.schemas.fields import List, term
from backend.web.schemas.redaction_options import MAX_TERMS, Strict
from backend.web.service import service

blueprint = APIBlueprint("proposals", __name__, tag="Proposals")

MAX_PROPOSALS = 1_000
_STATES = tuple(state.value for state in ProposalState)


class ProposalsIn(Strict):
    """The state of proposals, and the maximum number of results."""

    state = String(validate=OneOf(_STATES), load_default=ProposalState.OPEN.value)
    most = Integer(validate=Range(1, MAX_PROPOSALS), load_default=200)


class ProposalOut(Schema):
    """A term that is proposed to be redacted always, or never."""

    id = String(required=True)
    state = String(required=True, metadata=one_of(_STATES))
    term = String(required=True)
    goes = Boolean(required=True, metadata={"description": "True: always redact. False: never redact."})
    client = String(
        required=True,
        allow_none=True,
        metadata={"description": "The client; null for the global list."},
    )
    group = String(
        required=True,
        allow_none=True,
        metadata={"description": "The client group of the review that it comes from."},
    )
    times = Integer(required=True, metadata={"description": "The number of reviews that propose it."})
    made = DateTime(required=True)
    ended = DateTime(required=True, allow_none=True)


class ResolvedProposalOut(ProposalOut):
    """A proposal that was accepted or declined."""


class ProposalsOut(Schema):
    """Proposals, oldest first."""

    proposals = List(Nested(ProposalOut), required=True)


class GlobalTermsIn(Strict):
    """The new global list, and the version that it replaces; 0 if there was none."""

    always = List(term(), validate=Length(max=MAX_TERMS), load_default=())
    never = List(term(), validate=Length(max=MAX_TERMS), load_default=())
    version = Integer(required=True, strict=True, validate=Range(0, 2**31 - 1))


class GlobalTermsOut(Schema):
    """The global list: terms that are redacted always, or never, in every document."""

    version = Integer(required=True, metadata={"description": "Each change increases the version by 1."})
    changed = DateTime(required=True)
    always = List(String(), required=True)
    never = List(String(), required=True)


@blueprint.get("/v1/proposals")
@blueprint.input(ProposalsIn, location="query", unknown=RAISE)
@blueprint.output(ProposalsOut)
@blueprint.doc(operation_id="listProposals")
def list_all(query_data: dict[str, Any]) -> Response:
    """List proposals from the reviews of the caller's groups."""
    state = ProposalState(query_data["state"])
    groups = caller().groups
    known = None if groups is None else listed_clients().known_names
    found = service().store.proposals.all(groups, state, query_data["most"], known, caller().id)
    return answer({"proposals": [_as_json(each) for each in found]})


@blueprint.post("/v1/proposals/<proposal>/accept")
@blueprint.output(ResolvedProposalOut)
@blueprint.doc(operation_id="acceptProposal")
def accept(proposal: str) -> Response:
    """Accept a proposal.

    The term is added to the dictionary of its client or to the global list, and applies from the next analysis on.
    """
    return answer(_as_json(service().store.proposals.accept(proposal, caller().id, caller().groups)))


@blueprint.post("/v1/proposals/<proposal>/decline")
@blueprint.output(ResolvedProposalOut)
@blueprint.doc(operation_id="declineProposal")
def decline(proposal: str) -> Response:
    """Decline a proposal. Dictionaries do not change, and the review keeps its decision."""
    return answer(_as_json(service().store.proposals.decline(proposal, caller().id, caller().groups)))


@blueprint.get("/v1/admin/everyone")
@blueprint.output(GlobalTermsOut)
@blueprint.doc(operation_id="getEveryone")
def get_everyone() -> Response:
    """Get the global list: terms that are redacted always, or never, in every document."""
    return _of_everyone(service().store.global_terms.get())


@blueprint.put("/v1/admin/everyone")
@blueprint.input(GlobalTermsIn)
@blueprint.output(GlobalTermsOut)
@blueprint.doc(operation_id="changeEveryone")
def change_everyone(json_data: dict[str, Any]) -> Response:
    """Replace the global list, unless someone else has changed it in the meantime."""
    dictionary = Dictionary(NAME, always=tuple(json_data["always"]), never=tuple(json_data["never"]))
    return _of_everyone(service().store.global_terms.change(json_data["version"], dictionary, caller().id))


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

"""`/v1/reviews`: reviews, their decisions, and their states up to completion."""

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from apiflask import APIBlueprint
from flask import Response
from marshmallow import RAISE

from backend.errors import InvalidRequest
from backend.services.review.reviews import ReviewsOfCaller
from backend.storage.reviews.reviews import DecidedDocument, Review
from backend.storage.rights.roles import Role
from backend.web.auth.current_caller import caller
from backend.web.auth.route_roles import roles_allowed
from backend.web.routes.clients import listed_clients
from backend.web.schemas.common import answer
from backend.web.schemas.reviews import (
    AgreementOut,
    BlindProgressOut,
    BlindVerdictsIn,
    DecisionsOut,
    MovesIn,
    NewReviewIn,
    ResultLimitIn,
    ReturnIn,
    ReviewOut,
    ReviewsOut,
    ReviewVersionIn,
    SampleIn,
    SubmitIn,
    SuggestionsIn,
)
from backend.web.service import service
from backend.wiring.choices import review_step
from backend.wiring.reviews import model_versions

blueprint = APIBlueprint("reviews", __name__, tag="Reviews")


def reviews_of_caller() -> ReviewsOfCaller:
    """What the caller may see and do with reviews."""
    versions = model_versions(service().models, service().settings.registry, service().store)
    policy_for = service().policies.policy_for
    return ReviewsOfCaller(service().store, caller().id, caller().groups, listed_clients, policy_for, versions)


@blueprint.post("/v1/reviews")
@blueprint.input(NewReviewIn)
@blueprint.output(ReviewOut, status_code=201)
@blueprint.doc(operation_id="beginReview")
def begin(json_data: dict[str, Any]) -> Response:
    """Begin a review of a document.

    The document is not sent. Store the id of the response in the document's settings.
    """
    return review_response(reviews_of_caller().begin(json_data["client"], json_data["group"]), 201)


@blueprint.get("/v1/reviews")
@blueprint.input(ResultLimitIn, location="query", unknown=RAISE)
@blueprint.output(ReviewsOut)
@blueprint.doc(operation_id="listReviews")
def list_all(query_data: dict[str, Any]) -> Response:
    """List the reviews that the caller may see."""
    found = reviews_of_caller().all(query_data["most"])
    hidden = reviews_of_caller().hiding(found)
    return answer({"reviews": [_as_json(each, hidden=hidden) for each in found]})


@blueprint.get("/v1/reviews/<review>")
@blueprint.output(ReviewOut)
@blueprint.doc(operation_id="getReview")
def get(review: str) -> Response:
    """Get a review: its stage and the next possible steps."""
    return answer(_as_json(reviews_of_caller().get(review), with_marks=True))


@blueprint.delete("/v1/reviews/<review>")
@blueprint.output({}, status_code=204)
@blueprint.doc(operation_id="removeReview")
def remove(review: str) -> Response:
    """Delete a review and its decisions.

    Its author may delete a draft, an administrator any review.
    """
    found = reviews_of_caller().get(review)
    reviews_of_caller().remove(
        review, anyway=found.is_of(caller().groups_as(Role.ADMIN)) and Role.ADMIN in caller().roles
    )
    return Response(status=204)


@blueprint.post("/v1/reviews/<review>/decisions")
@blueprint.input(SuggestionsIn)
@blueprint.output(DecisionsOut)
@blueprint.doc(operation_id="readDecisions")
def decisions(review: str, json_data: dict[str, Any]) -> Response:
    """Look up the decisions on suggestions by their ids.

    The server stores no other names for suggestions.
    """
    if len(set(json_data["ids"])) < len(json_data["ids"]):
        raise InvalidRequest("A suggestion is named twice. Name it once.")
    found = reviews_of_caller().decisions(review, json_data["ids"])
    found_decisions = [found.with_places(each) for each in json_data["ids"]]
    return answer({"version": found.review.version, "decisions": found_decisions})


@blueprint.patch("/v1/reviews/<review>/decisions")
@blueprint.input(MovesIn)
@blueprint.output(ReviewOut)
@blueprint.doc(operation_id="decide")
def decide(review: str, json_data: dict[str, Any]) -> Response:
    """Decide on suggestions: all of them, or none if one decision is not possible.

    With `chosen`, the author of the review also stores the level, to find it again. With `marks`, the pane stores
    what it has to undo in the open document.
    """
    version, decisions, chosen = json_data["version"], json_data["decisions"], json_data.get("chosen")
    document = DecidedDocument(json_data["document"]) if "document" in json_data else None
    done = reviews_of_caller().decide(review, version, decisions, chosen, document, json_data.get("marks"))
    return review_response(done)


@blueprint.post("/v1/reviews/<review>/submit")
@blueprint.input(SubmitIn)
@blueprint.output(ReviewOut)
@blueprint.doc(operation_id="submitReview")
def submit(review: str, json_data: dict[str, Any]) -> Response:
    """Submit a review for approval.

    From now on it is bound to the current models and policy. With the `source` of an analysis, no other document
    can be approved.
    """
    return _take(review, "submit", json_data)


@blueprint.post("/v1/reviews/<review>/recall")
@blueprint.input(ReviewVersionIn)
@blueprint.output(ReviewOut)
@blueprint.doc(operation_id="recallReview")
def recall(review: str, json_data: dict[str, Any]) -> Response:
    """Withdraw the submission of a review that nobody has claimed yet."""
    return _take(review, "recall", json_data)


@blueprint.post("/v1/reviews/<review>/claim")
@blueprint.input(ReviewVersionIn)
@blueprint.output(ReviewOut)
@blueprint.doc(operation_id="claimReview")
def claim(review: str, json_data: dict[str, Any]) -> Response:
    """Claim a submitted review; nobody else can decide in it until it is released."""
    return _take(review, "claim", json_data)


@blueprint.post("/v1/reviews/<review>/release")
@blueprint.input(ReviewVersionIn)
@blueprint.output(ReviewOut)
@blueprint.doc(operation_id="releaseReview")
def release(review: str, json_data: dict[str, Any]) -> Response:
    """Release a claimed review, so that another reviewer can claim it."""
    return _take(review, "release", json_data)


@blueprint.post("/v1/reviews/<review>/return")
@blueprint.input(ReturnIn)
@blueprint.output(ReviewOut)
@blueprint.doc(operation_id="returnReview")
def give_back(review: str, json_data: dict[str, Any]) -> Response:
    """Return a review to its author without approving it."""
    return _take(review, "return", json_data)


@blueprint.post("/v1/reviews/<review>/reopen")
@blueprint.input(ReviewVersionIn)
@blueprint.output(ReviewOut)
@blueprint.doc(operation_id="reopenReview")
def reopen(review: str, json_data: dict[str, Any]) -> Response:
    """Reopen an approved review for new decisions; its approval is lost."""
    return _take(review, "reopen", json_data)


@blueprint.post("/v1/reviews/<review>/sample")
@blueprint.input(SampleIn)
@blueprint.output(ReviewOut)
@blueprint.doc(operation_id="takeSample")
def sample(review: str, json_data: dict[str, Any]) -> Response:
    """Claim the blind sample: decide on some suggestions without seeing the decisions. Possible once."""
    return review_response(reviews_of_caller().sample(review, json_data["version"], json_data["share"]))


@blueprint.patch("/v1/reviews/<review>/sample")
@blueprint.input(BlindVerdictsIn)
@blueprint.output(BlindProgressOut)
@blueprint.doc(operation_id="judgeSample")
def judge(review: str, json_data: dict[str, Any]) -> Response:
    """Submit blind verdicts: whether each suggestion of the sample should be redacted."""
    verdicts = {each["id"]: each["goes"] for each in json_data["verdicts"]}
    if len(verdicts) < len(json_data["verdicts"]):
        raise InvalidRequest("A suggestion is judged twice. Send only one verdict.")
    return answer({"judged": reviews_of_caller().judge(review, verdicts)})


@blueprint.get("/v1/reviews/<review>/agreement")
@blueprint.output(AgreementOut)
@blueprint.doc(operation_id="getAgreement")
def agreement(review: str) -> Response:
    """Get the agreement between the reviewers and the blind rater."""
    found = reviews_of_caller().agreement(review)
    return answer({**asdict(found), "judged": found.judged, "kappa": found.kappa})


def _take(review: str, step: str, values: dict[str, Any]) -> Response:
    note, source = values.get("note"), values.get("source")
    return review_response(
        reviews_of_caller().take(review, values["version"], review_step(step), note, source=source)
    )


def review_response(review: Review, status: int = 200) -> Response:
    """Return a response with a review."""
    return answer(_as_json(review), status)


def _as_json(review: Review, *, with_marks: bool = False, hidden: Collection[str] | None = None) -> dict[str, Any]:
    return reviews_of_caller().as_json(
        review, lambda step: _may(step, review), with_marks=with_marks, hidden=hidden
    )


def _may(step: str, review: Review) -> bool:
    """Whether one of the caller's roles allows a step with a review of this group."""
    who = roles_allowed("POST", f"/v1/reviews/<review>/{step}") or frozenset()
    return any(review.may_be_seen(caller().id, caller().groups_as(role)) for role in who & caller().roles)

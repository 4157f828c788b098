"""Schemas of requests and responses about reviews."""

from typing import Any

from apiflask import Schema
from apiflask.fields import Boolean, DateTime, Dict, Float, Integer, List, Nested, String
from apiflask.validators import Length, OneOf, Range, Regexp

from backend.web.schemas.common import DecisionOut, one_of
from backend.web.schemas.fields import note, replacement, term
from backend.web.schemas.redaction_options import Flag, Strict, choice
from backend.wiring.choices import MOVES, REVIEW_REASONS, REVIEW_SCOPES, REVIEW_STAGES, REVIEW_STEPS, SHORTFALLS

MOST_DECISIONS = 50_000
MOST_REVIEWS = 1_000

_WHO = {**one_of(("me", "another")), "description": "Nobody is told who others are; the audit trail knows."}


def suggestion_id(**more: Any) -> String:
    """The id of a suggestion."""
    return String(validate=Regexp("^[0-9a-f]{16}$"), metadata={"description": "The suggestion's."}, **more)


def review_id(**more: Any) -> String:
    """The id of a review."""
    return String(validate=Regexp("^[0-9a-f]{32}$"), **more)


def version_read() -> Integer:
    """The version of a review."""
    described = {"description": "That was read before; a stale one is refused."}
    return Integer(required=True, strict=True, validate=Range(1, 2**31 - 1), metadata=described)


class NewReviewIn(Strict):
    """Whose document is reviewed."""

    client = term(allow_none=True, load_default=None)
    group = term(
        allow_none=True,
        load_default=None,
        metadata={"description": "Who may see it, where the client has no group, or there is none."},
    )


class NamedOut(Schema):
    """An exception that an approval names."""

    kind = String(required=True, metadata={"enum": list(SHORTFALLS)})
    count = Integer(required=True)


class ApprovalOut(Schema):
    """What an approval holds for, besides one document, its decisions and the options."""

    policy = String(required=True, metadata={"example": "client@3"})
    model = String(required=True, allow_none=True)
    k = Integer(required=True, allow_none=True)
    exceptions = List(Nested(NamedOut), required=True)


class ReviewOut(Schema):
    """A review: how far it is, and what the caller may do next."""

    id = String(required=True, metadata={"description": "For the document's settings: it says nothing by itself."})
    version = Integer(required=True, metadata={"description": "Every change gives it the next."})
    stage = String(required=True, metadata=one_of(REVIEW_STAGES))
    client = String(required=True, allow_none=True)
    group = String(required=True, allow_none=True)
    author = String(required=True, metadata=_WHO)
    claimed_by = String(required=True, allow_none=True, metadata=_WHO)
    approved_by = String(required=True, allow_none=True, metadata={"description": "The first of two approvers."})
    second_approver = Boolean(required=True, metadata={"description": "Whether the policy wants two approvers."})
    model = String(required=True, allow_none=True, metadata={"description": "The version it is judged by."})
    model_is = String(required=True, allow_none=True, metadata=one_of(("in_use", "kept", "gone")))
    policy = String(required=True, allow_none=True, metadata={"example": "client@3"})
    blind_share = Float(required=True, metadata={"description": "How many suggestions two people judge, 0…1."})
    blind_rater = String(required=True, allow_none=True, metadata=_WHO)
    created = DateTime(required=True)
    changed = DateTime(required=True)
    note = String(required=True, allow_none=True, metadata={"description": "Why it was returned."})
    approval = Nested(
        ApprovalOut,
        required=True,
        allow_none=True,
        metadata={"description": "Null before anybody has approved, and of what older versions have approved."},
    )
    counts = Dict(keys=String(), values=Integer(), required=True, metadata={"description": "Decisions by state."})
    steps = List(String(metadata=one_of(REVIEW_STEPS)), required=True, metadata={"description": "What is next."})


class ReviewedOut(Schema):
    """The review whose decisions an answer tells; `version` is for changing them."""

    id = String(required=True)
    version = Integer(required=True)
    stage = String(required=True, metadata=one_of(REVIEW_STAGES))
    source = String(
        required=True,
        allow_none=True,
        metadata={"description": "What the review calls this document, for submitting; null of text alone."},
    )
    is_approved = Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "Whether it is the document that was approved; null before any is."},
    )
    added = List(
        String(),
        required=True,
        metadata={
            "description": "Terms of this document that were added in the review and were not asked for now: "
            "with them as `always`, what was decided of them comes back too."
        },
    )


class ReviewsOut(Schema):
    """Reviews, those that changed last first."""

    reviews = List(Nested(ReviewOut), required=True)


class MostIn(Strict):
    """How many at most."""

    most = Integer(validate=Range(1, MOST_REVIEWS), load_default=200)


class VersionIn(Strict):
    """The version of the review that was read before."""

    version = version_read()


class SubmitIn(VersionIn):
    """Which document is submitted."""

    source = String(
        validate=Regexp("^[0-9a-f]{64}$"),
        allow_none=True,
        load_default=None,
        metadata={"description": "`review.source` of an analysis with the review."},
    )


class ReturnIn(VersionIn):
    """Why a review is not approved."""

    note = note(allow_none=True, load_default=None)


class SuggestionsIn(Strict):
    """Which suggestions are asked about."""

    ids = List(suggestion_id(), required=True, validate=Length(max=MOST_DECISIONS))


class MoveIn(Strict):
    """A move with the decision on one suggestion, or on one place of it."""

    id = suggestion_id(required=True)
    move = choice(MOVES, "take_back makes it proposed again.", required=True)
    scope = String(
        validate=OneOf(REVIEW_SCOPES),
        metadata={"description": "By default document; here with a place. client and everyone make a proposal."},
    )
    place = String(
        validate=Regexp("^[0-9a-f]{32}$"),
        metadata={"description": "The id of a place, of an analysis with the review; it goes with here."},
    )
    reason = choice(REVIEW_REASONS, "Why.")
    replacement = replacement(metadata={"description": "It goes with edit, and only with it."})
    note = note()
    term = term(metadata={"description": "The suggestion's term; with client and everyone, and only with them."})


class MovesIn(VersionIn):
    """Moves that are made together, or not at all."""

    decisions = List(Nested(MoveIn), required=True, validate=Length(1, MOST_DECISIONS))


class DecidedPlaceOut(Schema):
    """What was decided of one place."""

    id = String(required=True)
    decision = Nested(DecisionOut, required=True)


class DecidedOut(Schema):
    """What was decided of a suggestion."""

    id = String(required=True)
    decision = Nested(DecisionOut, required=True, allow_none=True)
    places = List(Nested(DecidedPlaceOut), required=True)
    blind = Boolean(
        required=True, metadata={"description": "The caller is to judge it without seeing the decision."}
    )


class DecisionsOut(Schema):
    """The decisions that were asked for, and the version of the review."""

    version = Integer(required=True)
    decisions = List(Nested(DecidedOut), required=True)


class SampleIn(VersionIn):
    """How much is judged blindly."""

    share = Float(
        validate=Range(0, 1, min_inclusive=False),
        allow_none=True,
        load_default=None,
        metadata={"description": "0…1; by default what the policy wants."},
    )


class BlindVerdictIn(Strict):
    """What the blind rater says of a suggestion."""

    id = suggestion_id(required=True)
    goes = Flag(required=True)


class BlindVerdictsIn(Strict):
    """What the blind rater says; each verdict is final."""

    verdicts = List(Nested(BlindVerdictIn), required=True, validate=Length(1, MOST_DECISIONS))


class JudgedOut(Schema):
    """How many suggestions the blind rater has judged."""

    judged = Integer(required=True)


class AgreementOut(Schema):
    """How far two people agree who have judged the same suggestions."""

    judged = Integer(required=True, metadata={"description": "By both."})
    both_go = Integer(required=True)
    both_stay = Integer(required=True)
    only_first = Integer(required=True, metadata={"description": "Whoever has decided lets it go, the other not."})
    only_second = Integer(required=True)
    kappa = Float(
        required=True,
        allow_none=True,
        metadata={"description": "Cohen's; null where chance explains all agreement."},
    )

"""Schemas of requests and responses about reviews."""

from typing import Any

from apiflask import Schema
from apiflask.fields import Boolean, DateTime, Dict, Float, Integer, Nested, String
from apiflask.validators import Length, OneOf, Range, Regexp
from marshmallow import ValidationError, validates_schema

from backend.web.schemas.common import DecisionOut, one_of
from backend.web.schemas.fields import List, note, replacement, term
from backend.web.schemas.privacy import ReleaseSummaryOut
from backend.web.schemas.redaction_options import MAX_K, Flag, Strict, choice
from backend.wiring.choices import (
    MAX_CHARACTERS_OF_PARTS,
    MAX_MARKS,
    MOVES,
    REVIEW_REASONS,
    REVIEW_SCOPES,
    REVIEW_STAGES,
    REVIEW_STEPS,
    SHORTFALLS,
    STORY_KINDS,
)

MAX_DECISIONS = 50_000
MAX_REVIEWS = 1_000

_WHO = {
    **one_of(("me", "another")),
    "description": "Other people are not named here; the audit trail names them.",
}


def suggestion_id(**more: Any) -> String:
    """A field for the id of a suggestion."""
    return String(validate=Regexp("^[0-9a-f]{16}$"), metadata={"description": "The id of the suggestion."}, **more)


def review_id(**more: Any) -> String:
    """A field for the id of a review."""
    return String(validate=Regexp("^[0-9a-f]{32}$"), **more)


def version_read() -> Integer:
    """A field for the version of a review."""
    described = {"description": "The version that was read before; a stale version is refused."}
    return Integer(required=True, strict=True, validate=Range(1, 2**31 - 1), metadata=described)


class NewReviewIn(Strict):
    """The client of the document to review."""

    client = term(allow_none=True, load_default=None)
    group = term(
        allow_none=True,
        load_default=None,
        metadata={
            "description": "The client group that may see the review, if the client has no group or none is named."
        },
    )


class ApprovedExceptionOut(Schema):
    """An exception that an approval accepts."""

    kind = String(required=True, metadata={"enum": list(SHORTFALLS)})
    count = Integer(required=True)


class ApprovalOut(Schema):
    """What an approval covers, besides one document, its decisions and the options."""

    policy = String(required=True, metadata={"example": "client@3"})
    model = String(required=True, allow_none=True)
    k = Integer(required=True, allow_none=True)
    exceptions = List(Nested(ApprovedExceptionOut), required=True)
    privacy = Nested(
        ReleaseSummaryOut,
        required=True,
        allow_none=True,
        metadata={
            "description": "What the approved document gives away, as far as the approver and the caller may know; "
            "null for approvals of older versions, and where this is not measured."
        },
    )


class LevelChoiceOut(Schema):
    """The level that the author of a review last chose."""

    k = Integer(required=True, metadata={"description": "At least the lowest k of the policy."})
    keep_industry = Boolean(required=True, metadata={"description": "Whether the industry stays recognisable."})


_PLACE = Range(0, 10_000_000)


class MarkedStoryIn(Strict):
    """The marks in a story: paragraph, start and end of each, in UTF-16 units, in one flat list."""

    part = String(required=True, validate=Length(max=300))
    kind = String(required=True, validate=OneOf(STORY_KINDS))
    places = List(Integer(strict=True, validate=_PLACE), required=True, validate=Length(max=3 * MAX_MARKS))

    @validates_schema
    def _are_places(self, values: dict[str, Any], **_: Any) -> None:
        if len(values["places"]) % 3:
            raise ValidationError("Three numbers for each mark: paragraph, start, end.", "places")


class OwnLookIn(Strict):
    """A marked place that a person had highlighted or underlined, and how it looked."""

    part = String(required=True, validate=Length(max=300))
    kind = String(required=True, validate=OneOf(STORY_KINDS))
    block = Integer(required=True, strict=True, validate=_PLACE)
    start = Integer(required=True, strict=True, validate=_PLACE)
    end = Integer(required=True, strict=True, validate=_PLACE)
    highlight = String(
        required=True, allow_none=True, validate=Regexp("^#[0-9A-F]{6}$"), metadata={"example": "#FFFF00"}
    )
    underline = String(required=True, validate=Regexp("^[A-Za-z]{1,30}$"), metadata={"example": "None"})


class PaneMarksIn(Strict):
    """What the pane has to undo in the open document: positions and looks, never text."""

    tracking = String(
        required=True,
        allow_none=True,
        validate=OneOf(("TrackAll", "TrackMineOnly")),
        metadata={"description": "The mode of Track Changes before the pane turned it off; null if it did not."},
    )
    stories = List(Nested(MarkedStoryIn), required=True, validate=Length(max=1_000))
    looks = List(Nested(OwnLookIn), required=True, validate=Length(max=MAX_MARKS))

    @validates_schema
    def _are_not_too_many(self, values: dict[str, Any], **_: Any) -> None:
        if sum(len(each["places"]) for each in values["stories"]) > 3 * MAX_MARKS:
            raise ValidationError(f"There are more than {MAX_MARKS:,} marks in all.", "stories")
        if sum(len(each["part"]) for each in (*values["stories"], *values["looks"])) > MAX_CHARACTERS_OF_PARTS:
            raise ValidationError(
                f"The parts have more than {MAX_CHARACTERS_OF_PARTS:,} characters in all.", "looks"
            )


class ReviewOut(Schema):
    """A review: its stage, and what the caller may do next."""

    id = String(
        required=True, metadata={"description": "The id to store in the document's settings; it reveals nothing."}
    )
    version = Integer(required=True, metadata={"description": "Each change increases the version by 1."})
    stage = String(required=True, metadata=one_of(REVIEW_STAGES))
    client = String(required=True, allow_none=True)
    group = String(required=True, allow_none=True)
    author = String(required=True, metadata=_WHO)
    claimed_by = String(required=True, allow_none=True, metadata=_WHO)
    approved_by = String(required=True, allow_none=True, metadata={"description": "The first of two approvers."})
    second_approver = Boolean(required=True, metadata={"description": "Whether the policy requires two approvers."})
    model = String(
        required=True, allow_none=True, metadata={"description": "The model version that the review is bound to."}
    )
    model_is = String(required=True, allow_none=True, metadata=one_of(("in_use", "kept", "gone")))
    policy = String(required=True, allow_none=True, metadata={"example": "client@3"})
    blind_share = Float(
        required=True, metadata={"description": "Share of suggestions that two people decide on, 0…1."}
    )
    blind_rater = String(required=True, allow_none=True, metadata=_WHO)
    created = DateTime(required=True)
    changed = DateTime(required=True)
    note = String(required=True, allow_none=True, metadata={"description": "Why it was returned."})
    approval = Nested(
        ApprovalOut,
        required=True,
        allow_none=True,
        metadata={"description": "Null before an approval, and for approvals of older versions of Unsaid."},
    )
    chosen = Nested(
        LevelChoiceOut,
        required=True,
        allow_none=True,
        metadata={"description": "The level that the author last chose; null if none was chosen."},
    )
    marks = Nested(
        PaneMarksIn,
        required=True,
        allow_none=True,
        metadata={"description": "What the pane has to undo in the document; only of `getReview`, else null."},
    )
    counts = Dict(
        keys=String(),
        values=Integer(),
        required=True,
        metadata={"description": "The number of decisions in each state."},
    )
    steps = List(
        String(metadata=one_of(REVIEW_STEPS)), required=True, metadata={"description": "The next possible steps."}
    )


class ReviewedOut(Schema):
    """The review whose decisions are part of the response; send `version` to change them."""

    id = String(required=True)
    version = Integer(required=True)
    stage = String(required=True, metadata=one_of(REVIEW_STAGES))
    source = String(
        required=True,
        allow_none=True,
        metadata={"description": "The id of this document, for submitting; null if only text was sent."},
    )
    same_document = Boolean(
        required=True,
        allow_none=True,
        metadata={
            "description": "Whether the last decisions were made on this document; null if that is not known. If "
            "false, ask a person before you use the decisions: it may be a copy with another text."
        },
    )
    is_approved = Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "Whether this is the approved document; null before an approval."},
    )
    added = List(
        String(),
        required=True,
        metadata={
            "description": "Terms of this document that were added in the review and are not in this request: "
            "send them as `always` to get their decisions too."
        },
    )
    places_not_found = Integer(
        required=True,
        metadata={
            "description": "How many places of these suggestions were accepted alone and cannot be told in this "
            "text: their paragraph has changed, or one with the same text came or went. They are undecided."
        },
    )


class ReviewsOut(Schema):
    """Reviews, the last changed first."""

    reviews = List(Nested(ReviewOut), required=True)


class ResultLimitIn(Strict):
    """The maximum number of results."""

    most = Integer(validate=Range(1, MAX_REVIEWS), load_default=200)


class ReviewVersionIn(Strict):
    """The version of the review that was read before."""

    version = version_read()


class SubmitIn(ReviewVersionIn):
    """The document that is submitted."""

    source = String(
        validate=Regexp("^[0-9a-f]{64}$"),
        allow_none=True,
        load_default=None,
        metadata={"description": "`review.source` of an analysis with the review."},
    )


class ReturnIn(ReviewVersionIn):
    """Why a review is not approved."""

    note = note(allow_none=True, load_default=None)


class SuggestionsIn(Strict):
    """The suggestions to look up."""

    ids = List(suggestion_id(), required=True, validate=Length(max=MAX_DECISIONS))


class MoveIn(Strict):
    """A decision on one suggestion, or on one place of it."""

    id = suggestion_id(required=True)
    move = choice(MOVES, "The move; take_back makes the suggestion proposed again.", required=True)
    scope = String(
        validate=OneOf(REVIEW_SCOPES),
        metadata={
            "description": "By default document, or here with a place. client and everyone create a proposal."
        },
    )
    place = String(
        validate=Regexp("^[0-9a-f]{32}$"),
        metadata={"description": "The id of a place from an analysis with the review; only with scope here."},
    )
    reason = choice(REVIEW_REASONS, "The reason.")
    replacement = replacement(
        metadata={"description": "The replacement; required with edit, and only allowed with it."}
    )
    note = note()
    term = term(
        metadata={"description": "The suggestion's term; required with scope client or everyone, else not allowed."}
    )
    entity = String(
        validate=Regexp("^[A-Z0-9_]{1,64}$"),
        metadata={
            "description": "The suggestion's entity; needed with a term that a recogniser of your own found."
        },
    )


class LevelChoiceIn(Strict):
    """The level that the author of a review chooses."""

    k = Integer(required=True, strict=True, validate=Range(1, MAX_K), metadata={"example": 5})
    keep_industry = Flag(
        required=True, metadata={"description": "Whether the industry stays recognisable; false is `uniform`."}
    )


class MovesIn(ReviewVersionIn):
    """Decisions that are made together, or not at all."""

    decisions = List(Nested(MoveIn), required=True, validate=Length(max=MAX_DECISIONS))
    chosen = Nested(
        LevelChoiceIn, metadata={"description": "The level to store with the review. Only its author may send it."}
    )

    document = String(
        validate=Regexp("^[0-9a-f]{64}$"),
        allow_none=True,
        metadata={
            "description": "The `digest` of the document that is decided on; null if nobody knows its text now. An "
            "analysis of another document then says so."
        },
    )

    marks = Nested(
        PaneMarksIn, metadata={"description": "What the pane has to undo in the document; empty once it is undone."}
    )

    @validates_schema
    def _has_something(self, values: dict[str, Any], **_: Any) -> None:
        if not values["decisions"] and values.get("chosen") is None and {"document", "marks"}.isdisjoint(values):
            raise ValidationError("Send a decision, `chosen`, `document` or `marks`.", "decisions")


class PlaceDecisionOut(Schema):
    """The decision on one place."""

    id = String(required=True)
    decision = Nested(DecisionOut, required=True)


class SuggestionDecisionOut(Schema):
    """The decision on a suggestion."""

    id = String(required=True)
    decision = Nested(DecisionOut, required=True, allow_none=True)
    places = List(Nested(PlaceDecisionOut), required=True)
    blind = Boolean(
        required=True, metadata={"description": "The caller has to decide without seeing the existing decision."}
    )


class DecisionsOut(Schema):
    """The decisions that were looked up, and the version of the review."""

    version = Integer(required=True)
    decisions = List(Nested(SuggestionDecisionOut), required=True)


class SampleIn(ReviewVersionIn):
    """The size of the blind sample."""

    share = Float(
        validate=Range(0, 1, min_inclusive=False),
        allow_none=True,
        load_default=None,
        metadata={"description": "0…1; by default the share of the policy."},
    )


class BlindVerdictIn(Strict):
    """The blind rater's verdict on a suggestion."""

    id = suggestion_id(required=True)
    goes = Flag(required=True)


class BlindVerdictsIn(Strict):
    """The blind rater's verdicts; each verdict is final."""

    verdicts = List(Nested(BlindVerdictIn), required=True, validate=Length(1, MAX_DECISIONS))


class BlindProgressOut(Schema):
    """How many suggestions the blind rater has judged."""

    judged = Integer(required=True)


class AgreementOut(Schema):
    """The agreement of each blind verdict with what others had decided when it was given."""

    judged = Integer(required=True, metadata={"description": "Suggestions that both have decided on."})
    both_go = Integer(required=True)
    both_stay = Integer(required=True)
    only_first = Integer(
        required=True, metadata={"description": "Suggestions that only the reviewer redacts, not the blind rater."}
    )
    only_second = Integer(required=True)
    undecided = Integer(
        required=True,
        metadata={"description": "Verdicts on suggestions that nobody else had decided on by then; not compared."},
    )
    not_comparable = Integer(
        required=True,
        metadata={
            "description": "Verdicts of a version that did not store what others had decided by then; not compared."
        },
    )
    kappa = Float(
        required=True,
        allow_none=True,
        metadata={"description": "Cohen's kappa; null if chance explains all agreement."},
    )

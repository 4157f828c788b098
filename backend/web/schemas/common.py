"""Schemas that several responses share: those of `suggest --json` and `redact --json`, and places in Word."""

import json
from typing import Any

from apiflask import Schema
from apiflask.fields import Boolean, DateTime, Dict, Float, Integer, List, Nested, String
from flask import Response

from backend.web.schemas.messages import ReasonOut
from backend.web.schemas.privacy import GAIN, GainOut, StandingOut
from backend.wiring.choices import (
    DECISION_STATES,
    LACKS,
    OBSTACLES,
    REVIEW_REASONS,
    REVIEW_SCOPES,
    SPLITS,
    STORY_KINDS,
    SUGGESTION_KINDS,
)


def one_of(values: tuple[str, ...]) -> dict[str, Any]:
    """Describe a field with one of a few values."""
    return {"enum": list(values)}


def answer(content: dict[str, Any], status: int = 200) -> Response:
    """Return a JSON response, built by a service to its schema; marshmallow is slow for thousands of places.

    Raises ValueError for a number that JSON does not have: no reader would understand the others.
    """
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Response(text, status, mimetype="application/json")


class StoryOut(Schema):
    """A story as Word counts them: a part of the file, and the kind of its text."""

    part = String(required=True, metadata={"example": "word/document.xml"})
    kind = String(required=True, metadata=one_of(STORY_KINDS))


class OffsetsOut(Schema):
    """A half-open span in UTF-16 units, as Office.js and JavaScript count."""

    start = Integer(required=True)
    end = Integer(required=True)


class DecisionOut(Schema):
    """A decision in a review, and who made it."""

    state = String(required=True, metadata=one_of(DECISION_STATES))
    scope = String(required=True, metadata=one_of(REVIEW_SCOPES))
    who = String(required=True, metadata=one_of(("me", "another")))
    changed = DateTime(required=True)
    reason = String(required=True, allow_none=True, metadata=one_of(REVIEW_REASONS))
    replacement = String(required=True, allow_none=True)
    note = String(required=True, allow_none=True)


class PlaceOut(Schema):
    """A place of a term: a span of one paragraph."""

    story = Nested(StoryOut, required=True)
    block = Integer(
        required=True, metadata={"description": "Index of the paragraph in the XML of its part, from 0."}
    )
    start = Integer(required=True, metadata={"description": "Offset in code points within the paragraph."})
    end = Integer(required=True)
    utf16 = Nested(OffsetsOut, required=True)
    text = String(required=True, metadata={"description": "The exact text of the place."})
    hit = Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "Which of the `hits` of its text in its story; null if a search does not find it."
        },
    )
    obstacles = List(
        String(metadata=one_of(OBSTACLES)),
        required=True,
        metadata={"description": "Why this place cannot be replaced in the open document."},
    )
    id = String(metadata={"description": "With a review: the id for decisions on this place alone."})
    decision = Nested(
        DecisionOut, allow_none=True, metadata={"description": "With a review: the decision on this place alone."}
    )


RANK = "1 + the number of clients that are likelier than the true one; null if the caller may not see all clients."

HELD = "Whether k holds for the remaining text; null if no client is named."


class GuessOut(Schema):
    """A client that a reader might guess, with a calibrated probability.

    Callers who do not see all clients get only the visible ones, with probabilities among these alone.
    """

    client = String(required=True)
    probability = Float(required=True)


class WorstAttackerOut(Schema):
    """The attacker to which the client is likeliest, and the rank of the client; 1: it names the client."""

    attacker = String(required=True)
    rank = Integer(required=True)


class AttackersOut(Schema):
    """How many held-out attackers of one group there are, and which of them name the client."""

    attackers = Integer(required=True)
    named_by = List(String(), required=True)
    worst = Nested(WorstAttackerOut, required=True, allow_none=True)


class PanelOut(Schema):
    """What held-out attackers find in a text. No suggestion is made against them; they only measure."""

    clients = Integer(
        required=True,
        metadata={"description": "The clients that they consider: those of the industry where the text shows it."},
    )
    content_words = Nested(AttackersOut, required=True)
    others = Nested(
        AttackersOut,
        required=True,
        metadata={
            "description": "Attackers that read pairs of words, stop words, and sentences that stand verbatim "
            "elsewhere. Removing single words does not stop them."
        },
    )


PANEL = (
    "What held-out attackers find; null without a client, if the model version has none, or if the caller may not "
    "see all clients."
)


class LevelOut(Schema):
    """What redacting at level k achieves."""

    k = Integer(required=True)
    k_reached = Integer(required=True, allow_none=True, metadata={"description": RANK})
    k_held = Boolean(required=True)
    guess = List(Nested(GuessOut), required=True)
    kept_share = Float(required=True)
    panel = Nested(PanelOut, required=True, allow_none=True, metadata={"description": PANEL})
    privacy = Nested(StandingOut, required=True, allow_none=True)


class ExpectedOut(Schema):
    """What a search in Word should find for one spelling of a term in one story."""

    story = Nested(StoryOut, required=True)
    text = String(required=True)
    places = Integer(required=True, metadata={"description": "The number of occurrences to redact."})
    hits = Integer(
        required=True, metadata={"description": "The number of all occurrences of the string in the story."}
    )


class SuggestionOut(Schema):
    """A suggested term, in all its spellings."""

    id = String(required=True, metadata={"description": "The id of the term; the same in every document."})
    term = String(required=True)
    kind = String(required=True, metadata=one_of(SUGGESTION_KINDS))
    entity = String(required=True, metadata={"example": "PERSON"})
    from_level = Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The lowest k that needs it; null if it is redacted at every k."},
    )
    score = Float(required=True)
    why = String(required=True)
    reason = Nested(ReasonOut, required=True)
    generalisations = List(String(), required=True)
    gain = Nested(GainOut, required=True, allow_none=True, metadata={"description": GAIN})
    count = Integer(required=True)
    spellings = List(String(), required=True)
    case_sensitive = Boolean(required=True)
    inside = List(
        String(),
        required=True,
        metadata={"description": "The ids of other suggestions whose text contains this term."},
    )
    elsewhere = Integer(
        required=True,
        metadata={
            "description": "For a term that its context alone tells (no `spellings`): the number of places in the "
            "text where the same words stand and are not suggested. Otherwise 0."
        },
    )
    placeholder = String(
        required=True,
        metadata={
            "description": "The placeholder in the open document, in the style of the policy.",
            "example": "[PERSON 1]",
        },
    )
    words = Dict(
        keys=String(),
        values=Integer(),
        required=True,
        metadata={"description": "The words that are redacted with it, with their counts; for /v1/guesses."},
    )
    expected = List(Nested(ExpectedOut), required=True)
    places = List(Nested(PlaceOut), required=True)
    decision = Nested(DecisionOut, allow_none=True, metadata={"description": "With a review: the decision."})
    blind = Boolean(
        metadata={"description": "With a review: the caller has to decide without seeing the existing decision."}
    )


class AskedTermOut(Schema):
    """A term of `always`, and the suggestions that it stands in."""

    term = String(required=True)
    suggestions = List(
        String(), required=True, metadata={"description": "The ids of the suggestions that are this term."}
    )
    inside = List(
        String(), required=True, metadata={"description": "The ids of longer suggestions that contain the term."}
    )


class NearMissOut(Schema):
    """A word that is kept and may still identify the client."""

    term = String(required=True)
    kind = String(required=True, metadata=one_of(("beyond_k", "unseen")))
    score = Float(required=True, allow_none=True)
    why = String(required=True)
    reason = Nested(ReasonOut, required=True)
    count = Integer(required=True)
    expected = List(Nested(ExpectedOut), required=True)
    places = List(Nested(PlaceOut), required=True)


class MeasuredShareOut(Schema):
    """The share of held-out documents for which something was true, 0…1."""

    not_named = Float(required=True)
    k_holds = Float(required=True)


class IntervalOut(Schema):
    """A measured share, 0…1, with its 95 % interval; `low` is what is promised."""

    value = Float(required=True)
    low = Float(required=True)
    high = Float(required=True)


class HeldOutPromiseOut(Schema):
    """The measured protection of held-out documents against held-out attackers; `lacks` says why there is none."""

    split = String(required=True, metadata=one_of(SPLITS))
    lacks = String(required=True, allow_none=True, metadata=one_of(LACKS))
    k = Integer(required=True, allow_none=True)
    documents = Integer(required=True, allow_none=True)
    attackers = Integer(required=True, allow_none=True)
    not_named = Nested(IntervalOut, required=True, allow_none=True)
    k_holds = Nested(IntervalOut, required=True, allow_none=True)
    worst = String(required=True, allow_none=True)
    worst_not_named = Nested(IntervalOut, required=True, allow_none=True)
    kept = Float(required=True, allow_none=True)


class PromiseOut(Schema):
    """How well redaction holds against attackers that the program did not know, as measured in training."""

    k = Integer(required=True)
    documents = Integer(required=True)
    same_documents = Nested(MeasuredShareOut, required=True)
    other_documents = Nested(MeasuredShareOut, required=True)
    leaders = String(required=True)
    margin = Float(required=True)
    rare_words = Integer(required=True)
    kept_share = Float(required=True)
    held_out = List(Nested(HeldOutPromiseOut), required=True)


class SearchedStringOut(Schema):
    """A string that must not be outside the text either."""

    term = String(required=True)
    placeholder = String(required=True)
    case_sensitive = Boolean(required=True)

"""Schemas that several responses share: those of `suggest --json` and `redact --json`, and places in Word."""

import json
from typing import Any

from apiflask import Schema
from apiflask.fields import Boolean, DateTime, Dict, Float, Integer, List, Nested, String
from flask import Response

from backend.wiring.choices import (
    DECISION_STATES,
    OBSTACLES,
    REVIEW_REASONS,
    REVIEW_SCOPES,
    STORY_KINDS,
    SUGGESTION_KINDS,
)


def one_of(values: tuple[str, ...]) -> dict[str, Any]:
    """How a field that holds one of few values is described."""
    return {"enum": list(values)}


def answer(content: dict[str, Any], status: int = 200) -> Response:
    """An answer as JSON. Services make it to its schema; to dump thousands of places again would take as long."""
    return Response(
        json.dumps(content, ensure_ascii=False, separators=(",", ":")), status, mimetype="application/json"
    )


class StoryOut(Schema):
    """A story as Word counts them: a part of the file, and what its text is to a reader."""

    part = String(required=True, metadata={"example": "word/document.xml"})
    kind = String(required=True, metadata=one_of(STORY_KINDS))


class OffsetsOut(Schema):
    """A half-open span in UTF-16 units, as Office.js and JavaScript count."""

    start = Integer(required=True)
    end = Integer(required=True)


class DecisionOut(Schema):
    """What was decided in a review, and by whom."""

    state = String(required=True, metadata=one_of(DECISION_STATES))
    scope = String(required=True, metadata=one_of(REVIEW_SCOPES))
    who = String(required=True, metadata=one_of(("me", "another")))
    changed = DateTime(required=True)
    reason = String(required=True, allow_none=True, metadata=one_of(REVIEW_REASONS))
    replacement = String(required=True, allow_none=True)
    note = String(required=True, allow_none=True)


class PlaceOut(Schema):
    """Where something stands: a span of one paragraph."""

    story = Nested(StoryOut, required=True)
    block = Integer(
        required=True, metadata={"description": "Of the paragraph, its place in its part's XML order, from 0."}
    )
    start = Integer(required=True, metadata={"description": "In code points, within the paragraph."})
    end = Integer(required=True)
    utf16 = Nested(OffsetsOut, required=True)
    text = String(required=True, metadata={"description": "What stands there, to the letter."})
    hit = Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "Of the `hits` of its text in its story, which one; null where a search goes past it."
        },
    )
    obstacles = List(
        String(metadata=one_of(OBSTACLES)),
        required=True,
        metadata={"description": "Why it cannot be replaced in the open document as it stands."},
    )
    id = String(metadata={"description": "With a review: what decisions on this place alone name."})
    decision = Nested(DecisionOut, allow_none=True, metadata={"description": "With a review: on this place alone."})


RANK = "1 + the clients that are likelier than the true one; null for callers who do not see all clients."

HELD = "Whether the text that is left holds k; null where no client is named."


class GuessOut(Schema):
    """A client that a reader might guess, with a calibrated probability.

    Callers who do not see all clients get the ones they see, weighed against each other alone.
    """

    client = String(required=True)
    probability = Float(required=True)


class LevelOut(Schema):
    """What level k would come to."""

    k = Integer(required=True)
    k_reached = Integer(required=True, allow_none=True, metadata={"description": RANK})
    k_held = Boolean(required=True)
    guess = List(Nested(GuessOut), required=True)
    kept_share = Float(required=True)


class ExpectedOut(Schema):
    """What a search as Word does it should find of one way a term is written in one story."""

    story = Nested(StoryOut, required=True)
    text = String(required=True)
    places = Integer(required=True, metadata={"description": "Of these, so many are to go."})
    hits = Integer(required=True, metadata={"description": "So often the string stands in the story at all."})


class SuggestionOut(Schema):
    """A term that gives something away, wherever and however it is written."""

    id = String(required=True, metadata={"description": "The same for the same term in every document."})
    term = String(required=True)
    kind = String(required=True, metadata=one_of(SUGGESTION_KINDS))
    entity = String(required=True, metadata={"example": "PERSON"})
    from_level = Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The lowest k that needs it; null where it goes at every k."},
    )
    score = Float(required=True)
    why = String(required=True)
    generalisations = List(String(), required=True)
    count = Integer(required=True)
    spellings = List(String(), required=True)
    case_sensitive = Boolean(required=True)
    placeholder = String(
        required=True,
        metadata={"description": "What stands for it in the open document.", "example": "[PERSON 1]"},
    )
    words = Dict(
        keys=String(),
        values=Integer(),
        required=True,
        metadata={"description": "The words that go with it, and how often; for /v1/guesses."},
    )
    expected = List(Nested(ExpectedOut), required=True)
    places = List(Nested(PlaceOut), required=True)
    decision = Nested(DecisionOut, allow_none=True, metadata={"description": "With a review: what was decided."})
    blind = Boolean(metadata={"description": "With a review: to be judged without seeing the decision."})


class NearMissOut(Schema):
    """A word that stays and may give the client away."""

    term = String(required=True)
    kind = String(required=True, metadata=one_of(("beyond_k", "unseen")))
    score = Float(required=True, allow_none=True)
    why = String(required=True)
    count = Integer(required=True)
    expected = List(Nested(ExpectedOut), required=True)
    places = List(Nested(PlaceOut), required=True)


class MeasuredOut(Schema):
    """In how many of held-out documents something held, 0…1."""

    not_named = Float(required=True)
    k_holds = Float(required=True)


class PromiseOut(Schema):
    """What was measured before attackers that no program was told of."""

    k = Integer(required=True)
    documents = Integer(required=True)
    same_documents = Nested(MeasuredOut, required=True)
    other_documents = Nested(MeasuredOut, required=True)
    leaders = String(required=True)
    margin = Float(required=True)
    rare_words = Integer(required=True)
    kept_share = Float(required=True)


class SoughtOut(Schema):
    """A string that must not stand outside the text either."""

    term = String(required=True)
    placeholder = String(required=True)
    case_sensitive = Boolean(required=True)

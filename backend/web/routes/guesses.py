"""`/v1/guesses`: guess the client again after each decision, from the words and their counts alone."""

from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import Boolean, Dict, Float, Integer, Nested, String
from apiflask.validators import Length, Range
from flask import Response, request
from marshmallow import ValidationError

from backend.errors import RequestTooLarge
from backend.services.models.guess import RedactedWords, guess_document
from backend.web.auth.question_limits import count_questions
from backend.web.message_words import HTTP
from backend.web.schemas.common import HELD, RANK, GuessOut, answer
from backend.web.schemas.fields import List, replacement, term
from backend.web.schemas.messages import MessageOut
from backend.web.schemas.redaction_options import MAX_K, Strict, choice, models_in_view
from backend.web.service import service
from backend.wiring.choices import OBJECTIVES
from backend.wiring.requests import objective_of

blueprint = APIBlueprint("guesses", __name__, tag="Documents")

MAX_WORDS = 200_000
MAX_GONE = 20_000
MAX_OF_A_WORD = 10_000_000
MAX_REPLACEMENTS = 5_000
LONGEST_TEXT = 10_000
"""Of a redacted place. What stands in a document may be longer than what somebody types."""
MAX_BYTES = 1024 * 1024
"""Of a request: one about a document of 300 pages has 0.3 MB. What is read takes many times as much memory."""


class WordCounts(Dict):
    """Words with their counts; checked in one pass, with one error however many are wrong."""

    def __init__(self, **more: Any) -> None:
        super().__init__(keys=String(), values=Integer(strict=True, validate=Range(0, MAX_OF_A_WORD)), **more)

    def _deserialize(self, value: Any, *_of: Any, **_more: Any) -> dict[str, int]:
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        if len(value) > MAX_WORDS:
            raise ValidationError(f"Longer than maximum length {MAX_WORDS}.")
        if not all(type(count) is int and 0 <= count <= MAX_OF_A_WORD for count in value.values()):
            raise ValidationError(f"Each word needs a whole number from 0 to {MAX_OF_A_WORD}.")
        return value


class ReplacementIn(Strict):
    """A text that someone wrote instead of a placeholder."""

    text = replacement(required=True)
    places = Integer(
        required=True,
        strict=True,
        validate=Range(0, MAX_OF_A_WORD),
        metadata={"description": "In how many places that count for the guess it stands."},
    )


class RedactedTextIn(Strict):
    """The text of redacted places of a term that stays in its other places."""

    text = String(required=True, validate=Length(1, LONGEST_TEXT))
    places = Integer(
        required=True,
        strict=True,
        validate=Range(0, MAX_OF_A_WORD),
        metadata={"description": "In how many places that count for the guess it is redacted."},
    )


class GuessIn(Strict):
    """The words of a document and the words to redact, as `/v1/analyses` returned them; and what replaces them."""

    words = WordCounts(
        required=True,
        metadata={"description": "All words of the document: `words` of the analysis.", "example": {"retail": 12}},
    )
    gone = List(
        WordCounts(),
        validate=Length(max=MAX_GONE),
        load_default=(),
        metadata={"description": "`words` of each accepted suggestion.", "example": [{"retail": 12}]},
    )
    gone_texts = List(
        Nested(RedactedTextIn),
        validate=Length(max=MAX_GONE),
        metadata={
            "description": "Of terms that are redacted in some places only: the `text` of these places. `gone` has "
            "the other terms.",
            "example": [{"text": "Ann Rook", "places": 1}],
        },
    )
    replacements = List(
        Nested(ReplacementIn),
        validate=Length(max=MAX_REPLACEMENTS),
        metadata={
            "description": "What stands in the document instead of placeholders; its words count.",
            "example": [{"text": "a supplier", "places": 3}],
        },
    )
    client = term(
        allow_none=True,
        metadata={"description": "The true client; without it, k_reached and k_held are null."},
    )
    k = Integer(
        strict=True,
        validate=Range(1, MAX_K),
        metadata={"description": "The k for k_held; without it, k_held is null."},
    )
    objective = choice(
        OBJECTIVES,
        "That of the redaction: with floor, the default, k_held counts the clients of the industry only, if the "
        "remaining words show it.",
    )


class GuessResultOut(Schema):
    """The guess for the document without the redacted words."""

    guess = List(Nested(GuessOut), required=True)
    utility = String(required=True, allow_none=True, metadata={"description": "The likeliest industry."})
    k_reached = Integer(required=True, allow_none=True, metadata={"description": RANK})
    k_held = Boolean(required=True, allow_none=True, metadata={"description": HELD})
    kept_share = Float(required=True)
    model = String(required=True)
    warnings = List(String(), required=True)
    messages = List(Nested(MessageOut), required=True)


@blueprint.before_request
def refuse_oversized() -> None:
    """Refuse a body that is larger than any document needs, before reading it."""
    if (request.content_length or 0) > MAX_BYTES:
        raise RequestTooLarge(
            f"A question about words may have at most {MAX_BYTES // 1024} kB. Send only the words of one document."
        )
    request.max_content_length = min(MAX_BYTES, service().settings.service.max_request)


@blueprint.post("/v1/guesses")
@blueprint.input(GuessIn)
@blueprint.output(GuessResultOut)
@blueprint.doc(operation_id="guess")
def guess(json_data: dict[str, Any]) -> Response:
    """Guess the client of a document after some words are redacted."""
    models = models_in_view()
    count_questions()
    client = json_data.get("client")
    index = None if client is None else models.client(client)
    replacements = [(each["text"], each["places"]) for each in json_data.get("replacements", ())]
    texts = [(each["text"], each["places"]) for each in json_data.get("gone_texts", ())]
    seen = guess_document(
        models.model,
        json_data["words"],
        RedactedWords(json_data["gone"], replacements, texts),
        index,
        json_data.get("k"),
        models.visible,
        objective_of(json_data),
    )
    return answer({**seen.as_json(HTTP), "model": models.model.version})

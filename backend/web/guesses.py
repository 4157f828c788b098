"""`/v1/guesses`: who would be guessed after each decision; small and quick, from words and their numbers alone."""

from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import Dict, Float, Integer, List, Nested, String
from apiflask.validators import Length, Range
from flask import Response

from backend.services.guess import look
from backend.web.hiding import LONGEST_TERM, Strict, models_in_view
from backend.web.service import service
from backend.web.shapes import GuessOut, answer

blueprint = APIBlueprint("guesses", __name__, tag="Documents")

MOST_WORDS = 200_000
MOST_GONE = 20_000
MOST_OF_A_WORD = 10_000_000


def _words(**more: Any) -> Dict:
    counts = Integer(strict=True, validate=Range(0, MOST_OF_A_WORD))
    return Dict(keys=String(), values=counts, validate=Length(max=MOST_WORDS), **more)


class GuessIn(Strict):
    """The words of a document and those that are decided to go, as `/v1/analyses` has told them."""

    words = _words(
        required=True,
        metadata={"description": "All words of the document: `words` of its analysis.", "example": {"retail": 12}},
    )
    gone = List(
        _words(),
        validate=Length(max=MOST_GONE),
        load_default=(),
        metadata={"description": "`words` of each suggestion that is accepted.", "example": [{"retail": 12}]},
    )
    client = String(
        validate=Length(1, LONGEST_TERM),
        allow_none=True,
        metadata={"description": "The true client; without it, k_reached is null."},
    )


class LookOut(Schema):
    """What the document looks like without the words that are gone."""

    guess = List(Nested(GuessOut), required=True)
    utility = String(required=True, allow_none=True, metadata={"description": "The likeliest industry."})
    k_reached = Integer(required=True, allow_none=True)
    kept_share = Float(required=True)
    model = String(required=True)
    warnings = List(String(), required=True)


@blueprint.post("/v1/guesses")
@blueprint.input(GuessIn)
@blueprint.output(LookOut)
@blueprint.doc(operation_id="guess")
def guess(json_data: dict[str, Any]) -> Response:
    """Tell who would be guessed with some of the words gone."""
    models = models_in_view()
    client = json_data.get("client")
    index = None if client is None else models.client(client)
    seen = service().gate.run(
        lambda: look(models.model, json_data["words"], json_data["gone"], index, models.visible)
    )
    return answer({**seen.as_json(), "model": models.model.version})

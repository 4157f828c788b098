"""`/v1/redactions`: a document redacted as somebody decided, and proved to be."""

from pathlib import Path

from apiflask import APIBlueprint
from apiflask.fields import Integer, List, Nested, String
from apiflask.validators import Length, OneOf, Range, Regexp
from flask import Response
from marshmallow import ValidationError

from backend.services.redact import Decided, redact_content
from backend.web.documents_in import DocumentIn, Sent, takes_document
from backend.web.documents_out import AS_BYTES, RedactedOut, document_answer
from backend.web.hiding import MOST_K, HidingIn, Strict, choice, subjects_of
from backend.web.service import service
from backend.wiring import PLACEHOLDER_STYLES, decided_words, placeholder_style

blueprint = APIBlueprint("redactions", __name__, tag="Documents")

MOST_DECISIONS = 50_000


def _printable(text: str) -> None:
    if not text.isprintable():
        raise ValidationError("Holds characters that nobody can see.")


class DecisionIn(Strict):
    """What was decided of one suggestion."""

    id = String(required=True, validate=Regexp("^[0-9a-f]{16}$"), metadata={"description": "The suggestion's."})
    verdict = String(
        required=True,
        validate=OneOf(("accepted", "edited", "rejected")),
    )
    replacement = String(
        validate=(Length(1, 200), _printable),
        metadata={"description": "What stands there instead of a placeholder; of no use with rejected."},
    )


class RedactionIn(DocumentIn, HidingIn):
    """A document, what to hide in it (the same options as for its analysis), and what was decided."""

    decisions = List(
        Nested(DecisionIn),
        validate=Length(max=MOST_DECISIONS),
        metadata={
            "description": "What nobody has accepted stays. Without any decisions, all goes that level k needs.",
        },
    )
    analysed_k = Integer(
        strict=True,
        validate=Range(1, MOST_K),
        metadata={"description": "The k of the analysis that was decided on, where it is not k itself."},
    )
    placeholder = choice(PLACEHOLDER_STYLES, "[PERSON 1], [PERSON], or [REDACTED] for everything.")


@blueprint.post("/v1/redactions")
@takes_document(RedactionIn)
@blueprint.output(RedactedOut)
@blueprint.doc(operation_id="redact", responses=AS_BYTES)
def redact(sent: Sent) -> Response:
    """Redact a document and check the result as if somebody else had made it.

    Answers with JSON, or with the document alone where nothing else is accepted. Nothing is kept.
    """
    return service().gate.run(lambda: _redacted(sent))


def _redacted(sent: Sent) -> Response:
    values = sent.values
    content, name = sent.document, Path(sent.name)
    subjects = subjects_of(values)
    decisions = values.get("decisions")
    decided = None if decisions is None else Decided(decided_words(decisions), values.get("analysed_k"))
    style = placeholder_style(values.get("placeholder", "numbered"))
    return document_answer(redact_content(name, name, content, subjects.only(), subjects.hide, style, decided))

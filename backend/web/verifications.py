"""`/v1/verifications`: whether anything that had to go is left in a document, in any part of it."""

from typing import Any

from apiflask import APIBlueprint
from apiflask.fields import List, Nested, String
from apiflask.validators import Length
from flask import Response
from marshmallow import EXCLUDE, Schema

from backend.services.verify import expected_in_report, verify_content
from backend.web.documents_in import DocumentIn, Sent, takes_document
from backend.web.documents_out import VerificationOut
from backend.web.hiding import MOST_TERMS, Flag, choice
from backend.web.hiding import term as name
from backend.web.noted import note_verified
from backend.web.service import service
from backend.web.shapes import answer
from backend.wiring.choices import IMAGES

blueprint = APIBlueprint("verifications", __name__, tag="Documents")


class Lenient(Schema):
    """A part of a report, of which no more is read than what is named here."""

    class Meta:
        """How marshmallow treats the rest."""

        unknown = EXCLUDE


class GoneIn(Lenient):
    """A term that went, with all its spellings."""

    spellings = List(name(), required=True, validate=Length(max=MOST_TERMS))
    placeholder = name(required=True)
    entity = String(
        metadata={"description": "TERM is found as the tokeniser cuts words, all else as it is written."}
    )
    case_sensitive = Flag(load_default=False)


class SoughtIn(Lenient):
    """A string that must not stand outside the text either."""

    term = name(required=True)
    placeholder = name(required=True)
    case_sensitive = Flag(load_default=False)


class KeptIn(Lenient):
    """What of the file was cleaned."""

    images = choice(IMAGES, "keep: somebody has looked at the pictures.")


class GivenReport(Lenient):
    """The report of a redaction; or of what was replaced in Word itself, the suggestions that were accepted."""

    suppressed = List(Nested(GoneIn), required=True, validate=Length(max=MOST_TERMS))
    sought = List(Nested(SoughtIn), load_default=(), validate=Length(max=MOST_TERMS))
    spared = List(name(), load_default=(), validate=Length(max=MOST_TERMS))
    policy = Nested(KeptIn, load_default=dict)


class VerificationIn(DocumentIn):
    """A document, and what had to go from it."""

    report = Nested(GivenReport, required=True)


class VerifiedOut(VerificationOut):
    """What two independent checks of the document come to."""


@blueprint.post("/v1/verifications")
@takes_document(VerificationIn)
@blueprint.output(VerifiedOut)
@blueprint.doc(operation_id="verify")
def verify(sent: Sent) -> Response:
    """Look for everything that had to go, in the text and in the bytes of every part."""
    return service().gate.run(lambda: answer(_verified(sent)))


def _verified(sent: Sent) -> dict[str, Any]:
    told = verify_content(sent.name, sent.document, expected_in_report(sent.values["report"])).as_json()
    note_verified(told, sent.document)
    return told

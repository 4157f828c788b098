"""`/v1/batches`: many documents in a zip, and back in a zip as each is done."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from apiflask import APIBlueprint
from apiflask.fields import Integer, List, Nested
from apiflask.schemas import FileSchema
from apiflask.validators import Length, Range
from flask import Response, stream_with_context

from backend.errors import Busy, InvalidRequest
from backend.services.batch import Subjects
from backend.services.zipped import REPORT, RedactedEntry, ZippedFiles, redact_zip
from backend.storage.actions import Action
from backend.web.documents_in import Base64, Sent, does_not_fit, takes_document
from backend.web.fields import path_name, term
from backend.web.hiding import MOST_K, Flag, HidingIn, Strict, choice, subjects_of
from backend.web.noted import note_made
from backend.web.service import service
from backend.wiring.asked import asked_style
from backend.wiring.choices import PLACEHOLDER_STYLES

blueprint = APIBlueprint("batches", __name__, tag="Documents")

ZIP = "application/zip"
PART = "documents"

MOST_ROWS = 2_000
TURNS = 60
"""How often a document waits anew for its turn, before the batch says that there is none."""


class RowIn(Strict):
    """What counts for one file of the zip alone."""

    path = path_name(required=True, metadata={"description": "Its path in the zip."})
    client = term(allow_none=True)
    k = Integer(strict=True, validate=Range(1, MOST_K))
    utility = term(
        allow_none=True,
        metadata={"description": "The industry that it is to show, where it is not its client's."},
    )


class BatchIn(HidingIn):
    """Documents in a zip, and what to hide in them."""

    documents = Base64(metadata={"format": "byte", "description": "The zip, in base64."})
    files = List(Nested(RowIn), validate=Length(max=MOST_ROWS), load_default=())
    placeholder = choice(PLACEHOLDER_STYLES, "[PERSON 1], [PERSON], or [REDACTED] for everything.")
    report = Flag(
        load_default=False,
        metadata={
            "description": f"Put {REPORT} into the zip, which holds originals: take it out before you share."
        },
    )


@blueprint.post("/v1/batches")
@takes_document(BatchIn, PART, ZIP)
@blueprint.output(FileSchema(type="string", format="binary"), content_type=ZIP)
@blueprint.doc(operation_id="redactBatch")
def redact_batch(sent: Sent) -> Response:
    """Redact all documents of a zip.

    The answer grows as they are done: the documents, and what came of each, in their order, in summary.json. One
    that fails stands there with the reason. A zip that cannot be opened was cut short.
    """
    if sent.content is None:
        raise does_not_fit({PART: ["Missing data for required field."]})
    values = sent.values
    given = ZippedFiles.of(sent.content)
    style = asked_style(values)
    zipped = redact_zip(given, _subjects(values), style, _in_turn, with_report=values["report"])
    headers = {"Content-Disposition": 'attachment; filename="documents.zip"'}
    return Response(stream_with_context(zipped), mimetype=ZIP, headers=headers)


def _subjects(values: dict[str, Any]) -> Callable[[str], Subjects]:
    """What to hide in each file; refused at once where the request itself is wrong."""
    rows = {row["path"]: row for row in values["files"]}
    if len(rows) < len(values["files"]):
        raise InvalidRequest("a file has two rows; send one of them")

    @cache
    def subjects(client: str | None, k: int | None, utility: str | None) -> Subjects:
        return subjects_of({**values, "client": client, "k": k}).showing(utility)

    def of_file(path: str) -> Subjects:
        row = rows.get(path, {})
        client, k = (row.get(option, values.get(option)) for option in ("client", "k"))
        return subjects(client, k, row.get("utility"))

    for path in ("", *rows):
        of_file(path)
    return of_file


def _in_turn(work: Callable[[], RedactedEntry]) -> RedactedEntry:
    """Documents of a batch wait as long as others have work to do: what is half done is not given up."""
    for _ in range(TURNS):
        try:
            return service().gate.run(partial(_noted, work))
        except Busy:
            continue
    return service().gate.run(partial(_noted, work))


def _noted(work: Callable[[], RedactedEntry]) -> RedactedEntry:
    done = work()
    note_made(Action.DOCUMENT_REDACTED, done.report)
    return done

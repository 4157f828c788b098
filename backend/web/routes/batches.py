"""`/v1/batches`: redact the documents of a zip, and stream back a zip of the results."""

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from typing import Any

from apiflask import APIBlueprint
from apiflask.fields import Integer, Nested
from apiflask.schemas import FileSchema
from apiflask.validators import Length, Range
from flask import Response, stream_with_context

from backend.errors import Busy, InvalidRequest, WorkFailed, WorkStopped
from backend.processes.ceilings import Ceiling
from backend.reporting.report import FileReport
from backend.services.files.drawn_order import DrawnOrder
from backend.services.redaction.zip_batch import (
    REPORT,
    PackedEntry,
    RedactedEntry,
    ZippedFile,
    redact_entry,
    redact_zip,
    zipped_files,
)
from backend.services.request.resolve import Purpose, Resolver
from backend.storage.audit.actions import Action
from backend.storage.in_force import NoLongerInForce
from backend.web.auth.current_caller import caller
from backend.web.auth.question_limits import count_documents
from backend.web.message_words import HTTP
from backend.web.offloading import PassedRequest, PassedResponse, run_passed_request
from backend.web.open_batches import Kept
from backend.web.routes.document_events import record_redaction, release
from backend.web.schemas.documents_in import Base64, Reader, does_not_fit
from backend.web.schemas.earlier_texts import earlier_documents, packed_earlier, resolver_compared
from backend.web.schemas.fields import List, path_name, term
from backend.web.schemas.redaction_options import MAX_K, Flag, HidingIn, Strict, choice, resolver_of, to_index
from backend.web.schemas.untold_terms import report_for_caller
from backend.web.service import service
from backend.wiring.choices import PLACEHOLDER_STYLES

blueprint = APIBlueprint("batches", __name__, tag="Documents")

ZIP = "application/zip"
PART = "documents"

MAX_ROWS = 2_000
TRIES = 5
"""How often a document is redacted again because policies, dictionaries or lists were changed meanwhile."""

TURNS = 60
"""How often a document waits anew for its turn, before the batch says that there is none."""


class BatchFileIn(Strict):
    """Options for one file of the zip."""

    path = path_name(required=True, metadata={"description": "The path of the file in the zip."})
    client = term(allow_none=True)
    k = Integer(strict=True, validate=Range(1, MAX_K))
    utility = term(
        allow_none=True,
        metadata={"description": "The industry that stays recognisable, if it is not the client's own."},
    )


class BatchIn(HidingIn):
    """Documents in a zip, and what to hide in them."""

    documents = Base64(metadata={"format": "byte", "description": "The zip, in base64."})
    files = List(Nested(BatchFileIn), validate=Length(max=MAX_ROWS), load_default=())
    placeholder = choice(PLACEHOLDER_STYLES, "[PERSON 1], [PERSON], or [REDACTED] for everything.")
    against = earlier_documents()
    index = to_index()
    report = Flag(
        load_default=False,
        metadata={
            "description": f"Put {REPORT} into the zip. It contains redacted terms: remove it before you share it."
        },
    )


_READER = Reader(BatchIn(), PART, ZIP)


@blueprint.post("/v1/batches")
@_READER.described
@blueprint.output(FileSchema(type="string", format="binary"), content_type=ZIP)
@blueprint.doc(operation_id="redactBatch")
def redact_batch() -> Response:
    """Redact all documents of a zip.

    The response is streamed while the documents are redacted. It is a zip with the redacted documents in a drawn
    order, and summary.json with the result of each, in the order in which you sent them. A document that fails is
    listed there with the reason. Remove summary.json before you share the zip: its order may reveal names. A zip
    that cannot be opened was cut short.
    """
    kept = service().open_batches.open(caller().id)  # before the body is read, which takes its memory
    passed = PassedRequest.of_present()
    kept.keeps(len(passed.body))
    opened = service().do(partial(run_passed_request, passed, _open), Ceiling(), len(passed.body))
    if isinstance(opened, PassedResponse):
        return opened.as_response()
    asked = opened.asked
    kept.keeps(opened.size)
    if asked.names_client:
        count_documents(len(opened.files))
    redacted = partial(_in_turn, passed.without_body(), asked, kept)
    zipped = redact_zip(opened.files, redacted, order=opened.order, worded=HTTP, with_report=asked.with_report)
    headers = {"Content-Disposition": 'attachment; filename="documents.zip"'}
    return Response(stream_with_context(zipped), mimetype=ZIP, headers=headers)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What to hide in the documents: `values` and `earlier` stay packed but where a document is redacted.

    They wait in the process that answers everyone, and go to another one for each document: as objects they would
    take ten times the memory there, and seconds for each document.
    """

    values: bytes
    earlier: bytes
    with_report: bool
    names_client: bool

    @classmethod
    def of(cls, values: dict[str, Any], earlier: bytes) -> "_Asked":
        """Pack the values of a request, and what `packed_earlier` says of it."""
        packed = pickle.dumps({**values, "against": ()}, pickle.HIGHEST_PROTOCOL)
        rows = (values, *values["files"])
        return cls(packed, earlier, values["report"], any(each.get("client") is not None for each in rows))

    def resolvers(self) -> Callable[[str], Resolver]:
        """What to hide in each file."""
        return _resolvers(pickle.loads(self.values), self.earlier)  # noqa: S301 - packed by a process of this service


@dataclass(frozen=True, slots=True)
class _Opened:
    """An accepted batch: the files of its zip, still compressed, their order, and what to hide in them."""

    files: tuple[ZippedFile, ...]
    asked: _Asked
    order: DrawnOrder

    @property
    def size(self) -> int:
        """The bytes that it keeps until its end, and those of its longest document, which goes out meanwhile."""
        packed = [len(each.packed or b"") for each in self.files]
        return sum(packed) + max(packed) + _ROW * len(packed) + len(self.asked.values) + len(self.asked.earlier)


_ROW = 4_096
"""Bytes that a file takes beside its content: its path, what the zip says of it, and its summary."""


def _open() -> _Opened:
    """Read the request in a process that can be killed, and refuse at once what would fail for every file."""
    sent = _READER.read()
    if sent.content is None:
        raise does_not_fit({PART: ["Missing data for required field."]})
    files = zipped_files(sent.content)
    _refuse_rows_of_no_file(sent.values, files)
    earlier = packed_earlier(sent.values)
    of_file = _resolvers(sent.values)
    for path in ("", *(row["path"] for row in sent.values["files"])):
        of_file(path)
    if of_file("").catalogue.sensitivity is None:
        earlier = b""  # no release is measured, and so none is compared
    return _Opened(files, _Asked.of(sent.values, earlier), DrawnOrder(service().store.order_secret))


def _refuse_rows_of_no_file(values: dict[str, Any], files: Sequence[ZippedFile]) -> None:
    """Raise InvalidRequest for a row without its file, whose client would not be hidden, and nobody told."""
    if not {row["path"] for row in values["files"]} <= {file.path for file in files}:
        raise InvalidRequest(
            "A row names a file that the zip does not contain under exactly that path. Write each path exactly "
            "as it is in the zip."
        )


def _resolvers(values: dict[str, Any], earlier: bytes = b"") -> Callable[[str], Resolver]:
    """What to hide in each file; its release is compared with earlier texts."""
    rows = {row["path"]: row for row in values["files"]}
    if len(rows) < len(values["files"]):
        raise InvalidRequest("A file has two rows. Send only one of them.")

    @cache
    def resolver(client: str | None, k: int | None, utility: str | None) -> Resolver:
        options = {**values, "client": client, "k": k, "utility": utility}
        return resolver_compared(resolver_of(options, Purpose.REDACT, asks=False), earlier)

    def of_file(path: str) -> Resolver:
        row = rows.get(path, {})
        client, k = (row.get(option, values.get(option)) for option in ("client", "k"))
        return resolver(client, k, row.get("utility"))

    return of_file


def _in_turn(passed: PassedRequest, asked: _Asked, kept: Kept, file: ZippedFile) -> PackedEntry:
    """Redact one document of a batch, with a ceiling of its own: if it is killed, the others go on.

    It waits for a free place without a time limit, so that a half-finished batch is not given up.
    """
    work = partial(run_passed_request, passed, partial(_redact_recorded, asked, file))
    for turn in count(1):
        try:
            done = service().do(work, Ceiling(), file.info.file_size)
        except Busy:
            if turn > TURNS:
                raise
        except WorkStopped as error:
            failed = RedactedEntry(FileReport.failed(file.path, error.text(HTTP)))
            record_redaction(Action.DOCUMENT_REDACTED, failed.report)
            return failed.packed(HTTP, with_report=asked.with_report)
        else:
            if isinstance(done, PassedResponse):
                raise WorkFailed("The batch cannot continue. Send it again.")
            return _counted(kept, done, with_report=asked.with_report)
    raise AssertionError


def _counted(kept: Kept, done: PackedEntry, *, with_report: bool) -> PackedEntry:
    """Count the report of a document, which waits for the end; an error in its place where it would be too much."""
    try:
        kept.keeps_more(len(done.report or b""))
    except Busy as error:
        return PackedEntry.failed(done.path, error.text(HTTP), HTTP, with_report=with_report)
    return done


def _redact_recorded(asked: _Asked, file: ZippedFile) -> PackedEntry:
    """Redact a file by what counts when that is recorded: again, if policies or lists have changed meanwhile."""
    for _ in range(TRIES):
        made_by = service().store.in_force(service().settings.lists)
        done = redact_entry(file, asked.resolvers(), HTTP)
        try:
            record_redaction(Action.DOCUMENT_REDACTED, done.report, made_by)
        except NoLongerInForce as error:
            done = RedactedEntry(FileReport.failed(file.path, error.text(HTTP)))
        else:
            break
    else:
        record_redaction(Action.DOCUMENT_REDACTED, done.report)
    if done.document is not None:
        done = RedactedEntry.of(release(done.document))
    told = RedactedEntry(report_for_caller(done.report), done.document)
    return told.packed(HTTP, with_report=asked.with_report)

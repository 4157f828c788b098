"""`/v1/batches/folders`: redact a folder on the server into another folder, as a job."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from backend.services.jobs.folder_batch import FolderBatch, Folders, begin_folder_batch
from backend.services.request.resolve import Purpose
from backend.web.auth.current_caller import caller
from backend.web.routes.jobs import JobOut, as_json, share
from backend.web.schemas.common import answer
from backend.web.schemas.fields import new_path_name, path_name
from backend.web.schemas.redaction_options import HidingIn, choice, resolver_of, to_index
from backend.web.service import service
from backend.wiring.choices import PLACEHOLDER_STYLES

blueprint = APIBlueprint("folder_batches", __name__, tag="Documents")


class FolderBatchIn(HidingIn):
    """Two folders on the server, and what to hide in the files of the first."""

    inputs = path_name(
        required=True,
        metadata={
            "description": "The input folder: a path below UNSAID_BATCH_FOLDERS.",
            "example": "inbox/2026-11",
        },
    )
    outputs = new_path_name(
        required=True,
        metadata={
            "description": "The output folder: a new folder below UNSAID_BATCH_FOLDERS.",
            "example": "redacted/2026-11",
        },
    )
    placeholder = choice(PLACEHOLDER_STYLES, "[PERSON 1], [PERSON], or [REDACTED] for everything.")
    index = to_index()


class FolderBatchOut(JobOut):
    """A batch that waits for a worker."""


@blueprint.post("/v1/batches/folders")
@blueprint.input(FolderBatchIn)
@blueprint.output(FolderBatchOut, status_code=202)
@blueprint.doc(operation_id="redactFolder")
def redact_folder(json_data: dict[str, Any]) -> Response:
    """Redact all documents of a folder on the server into a new folder, as a job.

    A worker does the job; `/v1/jobs` shows its progress. After a restart the worker resumes it.
    """
    hiding = {name: value for name, value in json_data.items() if name not in {"inputs", "outputs", "placeholder"}}
    options = {**hiding, "placeholder": json_data.get("placeholder")}
    resolver_of(options, Purpose.CHECK).only()  # refuse at once what would fail for every file
    allowed = service().settings.service.batch_folders
    batch = FolderBatch(
        Folders.below(allowed, json_data["inputs"], json_data["outputs"], caller().groups),
        hiding,
        json_data.get("placeholder"),
        None if hiding.get("client") is None else service().models.current().model.version,
        None if (groups := caller().groups) is None else sorted(groups),
    )
    return answer(as_json(begin_folder_batch(service().store, batch, caller().id, share())), 202)

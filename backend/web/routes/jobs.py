"""`/v1/jobs`: background jobs and their progress."""

import os
from pathlib import PurePath
from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import Boolean, DateTime, Integer, List, Nested, String
from flask import Response

from backend.services.jobs.folder_batch import NamedFile, named_files
from backend.services.jobs.repeated_job import retry_job
from backend.storage.jobs.jobs import FileState, Job, JobState
from backend.web.auth.current_caller import caller
from backend.web.auth.route_roles import LOOKS_AFTER_IT, RUNS_IT, Who
from backend.web.schemas.common import answer, one_of
from backend.web.service import service
from backend.wiring.choices import OUTCOMES

blueprint = APIBlueprint("jobs", __name__, tag="Jobs")


class JobOut(Schema):
    """A piece of long work and how far it is."""

    id = String(required=True)
    kind = String(required=True, metadata={"example": "batch"})
    state = String(required=True, metadata=one_of(tuple(state.value for state in JobState)))
    started = DateTime(required=True, metadata={"description": "When it was asked for."})
    changed = DateTime(required=True)
    done = Integer(required=True, metadata={"description": "Documents that are done, skipped ones included."})
    total = Integer(
        required=True, allow_none=True, metadata={"description": "Documents in all, where it is known."}
    )
    skipped = Integer(required=True, metadata={"description": "Documents of which nothing came."})
    attempts = Integer(required=True, metadata={"description": "How often it was begun without getting further."})
    cancel_asked = Boolean(required=True)
    version = String(required=True, allow_none=True, metadata={"description": "What came of a training."})
    error = String(
        required=True,
        allow_none=True,
        metadata={"description": "The code of why nothing came of it, or why no worker has taken it yet."},
    )


class AnyJobOut(JobOut):
    """One job."""


class AnyJobsOut(Schema):
    """Jobs, the newest first."""

    jobs = List(Nested(JobOut), required=True)


class CancelledOut(JobOut):
    """A job that is stopped, or will be within a second or so."""


class RetriedOut(JobOut):
    """A job that waits for a worker again."""


class JobFileOut(Schema):
    """A file of a batch and what came of it."""

    ordinal = Integer(required=True)
    state = String(required=True, metadata=one_of(tuple(state.value for state in FileState)))
    path = String(
        required=True,
        allow_none=True,
        metadata={"description": "Null where it is gone, or forgotten since all is done."},
    )
    output = String(required=True, allow_none=True)
    k_reached = Integer(required=True, allow_none=True)
    verification = String(required=True, allow_none=True)
    outcome = String(
        required=True,
        allow_none=True,
        metadata={"enum": [*OUTCOMES, None], "description": "Null where nothing came of it."},
    )
    needs_attention = Boolean(required=True, allow_none=True)
    error = String(required=True, allow_none=True, metadata={"description": "The code of why nothing came of it."})


class JobFilesOut(Schema):
    """The files of a batch in their order; none for other jobs."""

    files = List(Nested(JobFileOut), required=True)


@blueprint.get("/v1/jobs")
@blueprint.output(AnyJobsOut)
@blueprint.doc(operation_id="listJobs")
def list_jobs() -> Response:
    """List one's own jobs; administrators and auditors who see every group see those of all."""
    return answer({"jobs": [as_json(each) for each in service().store.jobs.all(owner=_owner())]})


@blueprint.get("/v1/jobs/<job>")
@blueprint.output(AnyJobOut)
@blueprint.doc(operation_id="getJob")
def get(job: str) -> Response:
    """Tell how far a job is."""
    return answer(as_json(service().store.jobs.get(job, owner=_owner())))


@blueprint.get("/v1/jobs/<job>/files")
@blueprint.output(JobFilesOut)
@blueprint.doc(operation_id="getJobFiles")
def files(job: str) -> Response:
    """Tell whoever has asked for a batch what came of each file."""
    service().store.jobs.get(job, owner=caller().id)
    return answer({"files": [_file_as_json(each) for each in named_files(service().store, job)]})


@blueprint.post("/v1/jobs/<job>/cancel")
@blueprint.output(CancelledOut)
@blueprint.doc(operation_id="cancelJob")
def cancel(job: str) -> Response:
    """Stop a job: one that waits at once, one that runs within about a second, also in the midst of a document.

    What it has finished stays. One that is storing what came of it is not stopped any more, which is said.
    Only administrators who see every group cancel the jobs of others, or ask for them again.
    """
    return answer(as_json(service().store.jobs.cancel(job, caller().id, _owner(RUNS_IT))))


@blueprint.post("/v1/jobs/<job>/retry")
@blueprint.output(RetriedOut)
@blueprint.doc(operation_id="retryJob")
def retry(job: str) -> Response:
    """Do a job again that failed, was cancelled or left files out; files that are done are not done again."""
    return answer(as_json(retry_job(service().store, job, caller().id, _owner(RUNS_IT), caller().groups)))


def as_json(job: Job) -> dict[str, Any]:
    """A job as the routes answer with it."""
    return {
        "id": job.id,
        "kind": job.kind,
        "state": job.state.value,
        "started": job.started.isoformat(),
        "changed": job.changed.isoformat(),
        "done": job.done,
        "total": job.total,
        "skipped": job.skipped,
        "attempts": job.attempts,
        "cancel_asked": job.cancel_asked,
        "version": job.version,
        "error": job.error,
    }


def _owner(roles: Who = LOOKS_AFTER_IT) -> str | None:
    """Whose jobs are the caller's, to see or to change; None: everybody's.

    They are everybody's for a caller who has one of the `roles` for every group. Auditors only look.
    """
    every = any(caller().groups_as(role) is None for role in roles or ())
    return None if every else caller().id


def _file_as_json(named: NamedFile) -> dict[str, Any]:
    file = named.file
    return {
        "ordinal": file.ordinal,
        "state": file.state.value,
        "path": _told(named.path),
        "output": _told(named.output),
        "k_reached": file.k_reached,
        "verification": file.verification,
        "outcome": file.outcome,
        "needs_attention": file.needs_attention,
        "error": file.error,
    }


def _told(path: PurePath | None) -> str | None:
    """A path as JSON can hold it: in place of bytes that are no UTF-8 stands the sign for such."""
    return None if path is None else os.fsencode(path.as_posix()).decode("utf-8", "replace")

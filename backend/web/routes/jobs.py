"""`/v1/jobs`: background jobs and their progress."""

import os
from pathlib import PurePath
from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import Boolean, DateTime, Integer, List, Nested, String
from apiflask.validators import Range
from flask import Response
from marshmallow import RAISE

from backend.reporting.indexed import IndexResult
from backend.reporting.release_figures import summary_as_json
from backend.services.jobs.batch_privacy import batch_privacy
from backend.services.jobs.folder_batch import NamedFile, named_files
from backend.services.jobs.repeated_job import retry_job
from backend.storage.jobs.jobs import Job
from backend.storage.jobs.states import FileState, JobState
from backend.storage.jobs.turns import Share
from backend.web.auth.current_caller import caller
from backend.web.auth.route_roles import LOOKS_AFTER_IT, RUNS_IT, Who
from backend.web.schemas.common import answer, one_of
from backend.web.schemas.indexed import IndexResultOut
from backend.web.schemas.privacy import BatchFiguresOut, ReleaseSummaryOut
from backend.web.schemas.redaction_options import Strict
from backend.web.service import service
from backend.wiring.choices import OUTCOMES

blueprint = APIBlueprint("jobs", __name__, tag="Jobs")


class JobOut(Schema):
    """A job and its progress."""

    id = String(required=True)
    kind = String(required=True, metadata={"example": "batch"})
    state = String(required=True, metadata=one_of(tuple(state.value for state in JobState)))
    started = DateTime(required=True, metadata={"description": "The time of the request."})
    changed = DateTime(required=True)
    done = Integer(required=True, metadata={"description": "Documents that are done, including skipped ones."})
    total = Integer(
        required=True, allow_none=True, metadata={"description": "The total number of documents, if it is known."}
    )
    skipped = Integer(required=True, metadata={"description": "Documents that failed."})
    attempts = Integer(required=True, metadata={"description": "The number of attempts without progress."})
    cancel_asked = Boolean(required=True)
    version = String(
        required=True, allow_none=True, metadata={"description": "The new model version, for a training job."}
    )
    error = String(
        required=True,
        allow_none=True,
        metadata={"description": "The error code of a failed job, or the reason why no worker has taken it yet."},
    )


class AnyJobOut(JobOut):
    """One job."""


class AnyJobsOut(Schema):
    """Jobs, newest first."""

    jobs = List(Nested(JobOut), required=True)


class CancelledOut(JobOut):
    """A job that is cancelled, or will be within about a second."""


class RetriedOut(JobOut):
    """A job that waits for a worker again."""


class JobFileOut(Schema):
    """A file of a batch and its result."""

    ordinal = Integer(required=True)
    state = String(required=True, metadata=one_of(tuple(state.value for state in FileState)))
    path = String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Null if the file no longer exists, or if its name was deleted at the end of the job."
        },
    )
    output = String(required=True, allow_none=True)
    k_reached = Integer(required=True, allow_none=True)
    verification = String(required=True, allow_none=True)
    outcome = String(
        required=True,
        allow_none=True,
        metadata={"enum": [*OUTCOMES, None], "description": "Null if the file failed."},
    )
    needs_attention = Boolean(required=True, allow_none=True)
    error = String(required=True, allow_none=True, metadata={"description": "The error code, if the file failed."})
    privacy = Nested(
        ReleaseSummaryOut,
        required=True,
        allow_none=True,
        metadata={
            "description": "What the redacted file gives away; null if it failed, has no words, or "
            "was redacted before Unsaid stored these figures."
        },
    )
    index = Nested(IndexResultOut, required=True, allow_none=True)


FILES_AT_ONCE = 1_000
"""How many files of a batch one response has at most."""


class JobFilesIn(Strict):
    """Which files of a batch are asked for."""

    offset = Integer(
        validate=Range(0, 2**31 - 1 - FILES_AT_ONCE),
        load_default=0,
        metadata={"description": "The number (`ordinal`) of the first file."},
    )
    limit = Integer(
        validate=Range(1, FILES_AT_ONCE),
        load_default=FILES_AT_ONCE,
        metadata={"description": "How many files the response has at most."},
    )


class JobFilesOut(Schema):
    """Files of a batch, in their order; none for other jobs."""

    files = List(Nested(JobFileOut), required=True)
    next = Integer(
        required=True,
        allow_none=True,
        metadata={"description": "The `offset` of the files that follow; null if there are no more."},
    )


class JobPrivacyOut(Schema):
    """What a batch gives away as a whole."""

    privacy = Nested(
        BatchFiguresOut,
        required=True,
        allow_none=True,
        metadata={"description": "Of the files that are done by now; null if none was measured."},
    )


@blueprint.get("/v1/jobs")
@blueprint.output(AnyJobsOut)
@blueprint.doc(operation_id="listJobs")
def list_jobs() -> Response:
    """List the caller's jobs.

    Administrators and auditors who see every group get the jobs of all.
    """
    return answer({"jobs": [as_json(each) for each in service().store.jobs.all(owner=_owner())]})


@blueprint.get("/v1/jobs/<job>")
@blueprint.output(AnyJobOut)
@blueprint.doc(operation_id="getJob")
def get(job: str) -> Response:
    """Get the progress of a job."""
    return answer(as_json(service().store.jobs.get(job, owner=_owner())))


@blueprint.get("/v1/jobs/<job>/files")
@blueprint.input(JobFilesIn, location="query", unknown=RAISE)
@blueprint.output(JobFilesOut)
@blueprint.doc(operation_id="getJobFiles")
def files(job: str, query_data: dict[str, Any]) -> Response:
    """List the results of a batch, file by file.

    A response has 1,000 files at most. If there are more, `next` is the `offset` of the next request. Only the
    caller who requested the batch gets them.
    """
    offset, limit = query_data["offset"], query_data["limit"]
    total = service().store.jobs.get(job, owner=caller().id).total or 0
    sees_all = _sees_all_clients()
    told = [_file_as_json(each, sees_all=sees_all) for each in named_files(service().store, job, offset, limit)]
    end = offset + len(told)
    return answer({"files": told, "next": end if told and end < total else None})


@blueprint.get("/v1/jobs/<job>/privacy")
@blueprint.output(JobPrivacyOut)
@blueprint.doc(operation_id="getJobPrivacy")
def privacy(job: str) -> Response:
    """Say what a batch gives away: the means over its files, and the documents that give away most.

    Only the caller who requested the batch gets this.
    """
    service().store.jobs.get(job, owner=caller().id)
    figures = batch_privacy(service().store, job, sees_all=_sees_all_clients())
    return answer({"privacy": None if figures is None else figures.as_json()})


@blueprint.post("/v1/jobs/<job>/cancel")
@blueprint.output(CancelledOut)
@blueprint.doc(operation_id="cancelJob")
def cancel(job: str) -> Response:
    """Cancel a job: a waiting job at once, a running job within about a second, even in the middle of a document.

    Finished files are kept. A job that is already storing its result is no longer cancelled; the response says so.
    Only administrators who see every group can cancel or retry the jobs of others.
    """
    return answer(as_json(service().store.jobs.cancel(job, caller().id, _owner(RUNS_IT))))


@blueprint.post("/v1/jobs/<job>/retry")
@blueprint.output(RetriedOut)
@blueprint.doc(operation_id="retryJob")
def retry(job: str) -> Response:
    """Retry a job that failed, was cancelled or left files out.

    Files that are done are not done again.
    """
    return answer(as_json(retry_job(service().store, job, caller().id, _owner(RUNS_IT), caller().rights, share())))


def share() -> Share:
    """What one account may have waiting, by the settings."""
    return Share(service().settings.service.waiting_batches, service().settings.service.waiting_files)


def as_json(job: Job) -> dict[str, Any]:
    """A job as JSON."""
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
    """Return whose jobs the caller may see or change; None for everybody's.

    They are everybody's for a caller who has one of the `roles` for every group. Auditors may only look.
    """
    every = any(caller().groups_as(role) is None for role in roles or ())
    return None if every else caller().id


def _sees_all_clients() -> bool:
    """Return whether the caller sees all clients now; this may have been otherwise at the request."""
    return caller().groups is None


def _file_as_json(named: NamedFile, *, sees_all: bool) -> dict[str, Any]:
    file = named.file
    summary = None if file.privacy is None else file.privacy.summary.told_to(sees_all=sees_all)
    return {
        "ordinal": file.ordinal,
        "state": file.state.value,
        "path": _path_as_text(named.path),
        "output": _path_as_text(named.output),
        "k_reached": file.k_reached if sees_all else None,
        "verification": file.verification,
        "outcome": file.outcome,
        "needs_attention": file.needs_attention,
        "error": file.error,
        "privacy": summary_as_json(summary),
        "index": None if file.index is None else IndexResult.of_stored(file.index).as_json(),
    }


def _path_as_text(path: PurePath | None) -> str | None:
    """A path as JSON can hold it: bytes that are not UTF-8 become replacement characters."""
    return None if path is None else os.fsencode(path.as_posix()).decode("utf-8", "replace")

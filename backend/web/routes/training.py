"""`/v1/admin/training`: train new model versions, as a job."""

from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import DateTime, Integer, List, Nested, String
from apiflask.validators import Range, Regexp
from flask import Response

from backend.services.jobs.training_job import KIND, begin_training, corpus_in
from backend.services.models.training import FEATURES, TrainRequest
from backend.storage.jobs.jobs import Job
from backend.storage.jobs.states import JobState
from backend.web.auth.current_caller import caller
from backend.web.schemas.common import answer
from backend.web.schemas.fields import path_name
from backend.web.schemas.redaction_options import Flag, Strict
from backend.web.service import service
from backend.wiring.registries import open_registry

blueprint = APIBlueprint("training", __name__, tag="Administration")


class TrainingIn(Strict):
    """The corpus to learn from, and the name of the new version."""

    corpus = path_name(
        required=True,
        metadata={"description": "The corpus: a path below UNSAID_CORPORA.", "example": "clients-2026"},
    )
    name = String(
        validate=Regexp("^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$"),
        metadata={"description": "The name of the new version; by default the time."},
    )
    features = Integer(
        strict=True,
        allow_none=True,
        load_default=FEATURES,
        validate=Range(1, 10_000_000),
        metadata={"description": "The number of words that the model uses; null for all."},
    )
    promote = Flag(load_default=False)


class TrainingJobOut(Schema):
    """A training job and its progress."""

    id = String(required=True)
    state = String(required=True, metadata={"enum": [state.value for state in JobState]})
    started = DateTime(required=True)
    changed = DateTime(required=True)
    done = Integer(required=True, metadata={"description": "Documents that were read."})
    skipped = Integer(required=True, metadata={"description": "Documents that could not be read."})
    version = String(required=True, allow_none=True)
    error = String(required=True, allow_none=True, metadata={"description": "The error code, if the job failed."})


class JobsOut(Schema):
    """All training jobs, newest first."""

    jobs = List(Nested(TrainingJobOut), required=True)


class StartedTrainingOut(TrainingJobOut):
    """A training job that waits for a worker."""


class TrainingOut(TrainingJobOut):
    """One training job."""


@blueprint.post("/v1/admin/training")
@blueprint.input(TrainingIn)
@blueprint.output(StartedTrainingOut, status_code=202)
@blueprint.doc(operation_id="train")
def train(json_data: dict[str, Any]) -> Response:
    """Train a new model version from a corpus on the server, as a job.

    Only one training job waits or runs at a time.
    """
    settings = service().settings
    corpus = corpus_in(settings.service.corpora, json_data["corpus"])
    request = TrainRequest(corpus, json_data.get("name"), json_data["features"], json_data["promote"])
    registry = open_registry(settings.registry, service().store)
    return answer(_as_json(begin_training(service().store.jobs, registry, request, caller().id)), 202)


@blueprint.get("/v1/admin/training")
@blueprint.output(JobsOut)
@blueprint.doc(operation_id="listTrainings")
def list_all() -> Response:
    """List the training jobs."""
    return answer({"jobs": [_as_json(each) for each in service().store.jobs.all(KIND)]})


@blueprint.get("/v1/admin/training/<job>")
@blueprint.output(TrainingOut)
@blueprint.doc(operation_id="getTraining")
def get(job: str) -> Response:
    """Get the progress of a training job."""
    return answer(_as_json(service().store.jobs.get(job, KIND)))


def _as_json(job: Job) -> dict[str, Any]:
    return {
        "id": job.id,
        "state": job.state.value,
        "started": job.started.isoformat(),
        "changed": job.changed.isoformat(),
        "done": job.done,
        "skipped": job.skipped,
        "version": job.version,
        "error": job.error,
    }

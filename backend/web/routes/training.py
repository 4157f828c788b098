"""`/v1/admin/training`: train new versions of the client models, as a job."""

from typing import Any

from apiflask import APIBlueprint, Schema
from apiflask.fields import DateTime, Integer, List, Nested, String
from apiflask.validators import Range, Regexp
from flask import Response

from backend.services.jobs.training_job import KIND, begin_training, corpus_in
from backend.services.models.retrain import TrainRequest
from backend.storage.jobs.jobs import Job, JobState
from backend.web.auth.current_caller import caller
from backend.web.schemas.common import answer
from backend.web.schemas.fields import path_name
from backend.web.schemas.redaction_options import Flag, Strict
from backend.web.service import service
from backend.wiring.registries import open_registry

blueprint = APIBlueprint("training", __name__, tag="Administration")


class TrainingIn(Strict):
    """What to learn from, and what to call what was learnt."""

    corpus = path_name(
        required=True,
        metadata={"description": "The path of a corpus below UNSAID_CORPORA.", "example": "clients-2026"},
    )
    name = String(
        validate=Regexp("^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$"), metadata={"description": "By default the time."}
    )
    features = Integer(
        strict=True,
        allow_none=True,
        load_default=10_000,
        validate=Range(1, 10_000_000),
        metadata={"description": "How many words the model looks at; null: all."},
    )
    promote = Flag(load_default=False)


class TrainingJobOut(Schema):
    """A training and how far it is."""

    id = String(required=True)
    state = String(required=True, metadata={"enum": [state.value for state in JobState]})
    started = DateTime(required=True)
    changed = DateTime(required=True)
    done = Integer(required=True, metadata={"description": "Documents that were read."})
    skipped = Integer(required=True, metadata={"description": "Documents that could not be read."})
    version = String(required=True, allow_none=True)
    error = String(required=True, allow_none=True, metadata={"description": "The code of why nothing came of it."})


class JobsOut(Schema):
    """All trainings, the newest first."""

    jobs = List(Nested(TrainingJobOut), required=True)


class BegunOut(TrainingJobOut):
    """A training that waits for a worker."""


class TrainingOut(TrainingJobOut):
    """One training."""


@blueprint.post("/v1/admin/training")
@blueprint.input(TrainingIn)
@blueprint.output(BegunOut, status_code=202)
@blueprint.doc(operation_id="train")
def train(json_data: dict[str, Any]) -> Response:
    """Ask a worker to learn from a corpus on the server; one training waits or runs at a time."""
    settings = service().settings
    corpus = corpus_in(settings.service.corpora, json_data["corpus"])
    request = TrainRequest(corpus, json_data.get("name"), json_data["features"], json_data["promote"])
    registry = open_registry(settings.registry)
    return answer(_as_json(begin_training(service().store.jobs, registry, request, caller().id)), 202)


@blueprint.get("/v1/admin/training")
@blueprint.output(JobsOut)
@blueprint.doc(operation_id="listTrainings")
def list_all() -> Response:
    """List the trainings."""
    return answer({"jobs": [_as_json(each) for each in service().store.jobs.all(KIND)]})


@blueprint.get("/v1/admin/training/<job>")
@blueprint.output(TrainingOut)
@blueprint.doc(operation_id="getTraining")
def get(job: str) -> Response:
    """Tell how far a training is."""
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

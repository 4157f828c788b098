"""Training runs in a process of its own, and the store tells how far it is."""

import shutil
import time
from datetime import UTC, datetime, timedelta

import pytest

from backend.learning.registry import Registry
from backend.services.retrain import TrainRequest
from backend.services.training_job import KIND, run
from backend.settings import Settings
from backend.storage.jobs import ALIVE, JobState
from backend.storage.tables import JobRow
from backend.web.service import EXTENSION
from tests.conftest import SAMPLE


@pytest.fixture
def settings(sample_registry, tmp_path):
    shutil.copytree(sample_registry, tmp_path / "registry")
    corpora = tmp_path / "corpora"
    corpora.mkdir()
    (corpora / "sample").symlink_to(tmp_path / "elsewhere")
    shutil.copytree(SAMPLE / "corpus", corpora / "clients")
    return Settings.from_environment(
        {
            "UNSAID_DATA": str(tmp_path / "data"),
            "UNSAID_REGISTRY": str(tmp_path / "registry"),
            "UNSAID_NER": "none",
            "UNSAID_CORPORA": str(corpora),
        }
    )


@pytest.fixture
def jobs(app):
    return app.extensions[EXTENSION].store.jobs(KIND)


def _until_it_ends(client, job):
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        found = client.get(f"/v1/admin/training/{job}").json
        if found["state"] != "running":
            return found
        time.sleep(0.2)
    raise AssertionError("the training does not end")


def test_what_was_learnt_is_a_new_version(client, settings):
    begun = client.post("/v1/admin/training", json={"corpus": "clients", "name": "learnt", "promote": True})
    assert begun.status_code == 202, begun.text
    assert client.post("/v1/admin/training", json={"corpus": "clients"}).json["code"] == "job_running"
    ended = _until_it_ends(client, begun.json["id"])
    assert (ended["state"], ended["version"], ended["error"]) == ("done", "learnt", None)
    assert ended["done"] == len(list((SAMPLE / "corpus").glob("*/*.*")))
    assert Registry(settings.registry).promoted() == "learnt"
    assert [each["id"] for each in client.get("/v1/admin/training").json["jobs"]] == [begun.json["id"]]


def test_a_training_that_fails_says_why_by_a_code(settings, jobs, tmp_path):
    job = jobs.begin()
    run(job.id, TrainRequest(tmp_path / "nothing"), settings)
    ended = jobs.get(job.id)
    assert ended.state is JobState.FAILED
    assert ended.error in {"corpus_unusable", "unreadable_file", "invalid_request"}


def test_a_process_that_is_gone_is_no_training(app, jobs):
    job = jobs.begin()
    with app.extensions[EXTENSION].store._database.writing() as session:
        session.get(JobRow, job.id).changed = datetime.now(UTC) - ALIVE - timedelta(seconds=1)
    assert (jobs.get(job.id).state, jobs.get(job.id).error) == (JobState.FAILED, "process_gone")
    again = jobs.begin()
    jobs.finish(job.id, "late", 0)
    assert jobs.get(job.id).state is JobState.FAILED
    assert jobs.get(again.id).state is JobState.RUNNING


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"corpus": "other"}, 400, "invalid_request"),
        ({"corpus": "."}, 400, "invalid_request"),
        ({"corpus": "../registry"}, 400, "invalid_request"),
        ({"corpus": "/etc"}, 400, "invalid_request"),
        ({"corpus": "sample"}, 400, "invalid_request"),
        ({"corpus": "a\0b"}, 400, "invalid_request"),
        ({"corpus": "clients", "name": "sample"}, 409, "version_exists"),
        ({"corpus": "clients", "name": "../a"}, 422, "does_not_fit"),
        ({"corpus": "clients", "features": 0}, 422, "does_not_fit"),
        ({}, 422, "does_not_fit"),
    ],
)
def test_what_cannot_be_learnt_from_begins_nothing(client, jobs, body, status, code):
    response = client.post("/v1/admin/training", json=body)
    assert (response.status_code, response.json["code"]) == (status, code)
    assert jobs.all() == ()


def test_an_unknown_training_is_a_problem(client):
    assert client.get("/v1/admin/training/quixotrade").json["code"] == "unknown_job"

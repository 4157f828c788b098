"""Training is asked for over HTTP and done by a worker, and the store tells how far it is."""

import shutil

import pytest

from backend.learning.registry import Registry
from backend.settings import Settings
from backend.web.service import EXTENSION
from backend.worker.job_runs import JobRunner
from tests.conftest import SAMPLE


@pytest.fixture
def settings(sample_registry, tmp_path):
    shutil.copytree(sample_registry, tmp_path / "registry")
    corpora = tmp_path / "corpora"
    corpora.mkdir()
    (corpora / "sample").symlink_to(tmp_path / "elsewhere")
    shutil.copytree(SAMPLE / "corpus", corpora / "clients")
    (corpora / "empty").mkdir()
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
    return app.extensions[EXTENSION].store.jobs


@pytest.fixture
def work(app, settings):
    """Does all that waits, as a worker would."""
    store = app.extensions[EXTENSION].store

    def do():
        runs = JobRunner(settings, store, "worker")
        for job in store.held_jobs.claimable(runs.forms):
            runs.run(job)

    return do


def test_training_makes_a_new_version(client, settings, work):
    begun = client.post("/v1/admin/training", json={"corpus": "clients", "name": "learnt", "promote": True})
    assert (begun.status_code, begun.json["state"]) == (202, "waiting"), begun.text
    assert client.post("/v1/admin/training", json={"corpus": "clients"}).json["code"] == "job_running"
    work()
    ended = client.get(f"/v1/admin/training/{begun.json['id']}").json
    assert (ended["state"], ended["version"], ended["error"]) == ("done", "learnt", None)
    assert ended["done"] == len(list((SAMPLE / "corpus").glob("*/*.*")))
    assert Registry(settings.registry).promoted() == "learnt"
    assert [each["id"] for each in client.get("/v1/admin/training").json["jobs"]] == [begun.json["id"]]


def test_a_training_that_fails_says_why_by_a_code(client, settings, work):
    job = client.post("/v1/admin/training", json={"corpus": "empty"}).json["id"]
    work()
    ended = client.get(f"/v1/admin/training/{job}").json
    assert (ended["state"], ended["version"]) == ("failed", None)
    assert ended["error"] in {"corpus_unusable", "unreadable_file", "invalid_request"}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"corpus": "other"}, 400, "invalid_request"),
        ({"corpus": "."}, 400, "invalid_request"),
        ({"corpus": "../registry"}, 400, "invalid_request"),
        ({"corpus": "/etc"}, 400, "invalid_request"),
        ({"corpus": "sample"}, 400, "invalid_request"),
        ({"corpus": "a\0b"}, 422, "does_not_fit"),
        ({"corpus": "clients", "name": "sample"}, 409, "version_exists"),
        ({"corpus": "clients", "name": "../a"}, 422, "does_not_fit"),
        ({"corpus": "clients", "features": 0}, 422, "does_not_fit"),
        ({}, 422, "does_not_fit"),
    ],
)
def test_an_unusable_corpus_starts_no_training(client, jobs, body, status, code):
    response = client.post("/v1/admin/training", json=body)
    assert (response.status_code, response.json["code"]) == (status, code)
    assert jobs.all() == ()


def test_an_unknown_training_is_a_problem(client):
    assert client.get("/v1/admin/training/quixotrade").json["code"] == "unknown_job"

"""A training makes one version, whoever stores it and whenever somebody is killed."""

from contextlib import contextmanager

import pytest

from backend.errors import JobCancelled, JobLost, JobTooLate, VersionExists
from backend.learning.registry import Registry
from backend.learning.train import train
from backend.services.jobs import training_job
from backend.services.jobs.running_job import RunningJob
from backend.services.models import training
from backend.storage.audit.actions import Action
from backend.storage.jobs.states import JobState
from backend.workers import Workers
from tests.storage.test_jobs import silent
from tests.worker.jobs import CLIENTS, FORMS, ask_for_training

DOCUMENTS = 4 * len(CLIENTS)


class Killed(BaseException):
    """As if the process ended there: nothing that catches errors catches it."""


@pytest.fixture(autouse=True)
def quick_attackers(monkeypatch):
    """What attackers learn is tested elsewhere, and takes a process and some seconds."""

    @contextmanager
    def beside(work, item):
        yield lambda: work(item)

    monkeypatch.setattr(Workers, "beside", staticmethod(beside))
    monkeypatch.setattr(training, "_hold_out", lambda _request, _counts: ({training.DEFENCE: b"attackers"}, (), ()))


@pytest.fixture
def kind():
    """What is tested here asks the database nothing that is not tested on both kinds elsewhere."""
    return "sqlite"


def run(store, registry, job, holder="worker"):
    held = store.held_jobs.take(job, holder, FORMS)
    with RunningJob(store, held, every=0) as running:
        training_job.run_training(running, registry)


def killed(monkeypatch, thing, name, store, registry, job):
    """Run a job until it comes to a call, which its process does not survive."""

    def die(*_of, **_more):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(thing, name, die)
        with pytest.raises(Killed):
            run(store, registry, job)
    silent(store, job)


def assert_learnt(store, registry, job):
    """One version, in use, complete, and acknowledged."""
    told = store.jobs.get(job)
    assert (told.state, told.version, told.done, told.skipped) == (JobState.DONE, "learnt", DOCUMENTS, 0)
    assert [version.name for version in registry.versions()] == ["learnt"]
    assert registry.promoted() == "learnt"
    assert registry.attached("learnt", training.DEFENCE) is not None
    assert registry.is_made_by("learnt", job)
    learnt = [row.content for row in store.audit.rows() if row.content["action"] == Action.VERSION_TRAINED]
    assert [(row["who"], row["counts"]["documents"]) for row in learnt] == [("ann", DOCUMENTS)]


def test_a_training_is_done_and_told(store, registry, corpus):
    job = ask_for_training(store, registry, corpus).id
    run(store, registry, job)
    assert_learnt(store, registry, job)


def test_a_version_whose_attackers_failed_is_not_promoted_and_its_job_says_so(store, registry, corpus, monkeypatch):
    def fail(*_):
        raise MemoryError

    monkeypatch.setattr(training, "_hold_out", fail)
    job = ask_for_training(store, registry, corpus).id
    run(store, registry, job)
    told = store.jobs.get(job)
    assert (told.state, told.error, told.version) == (JobState.DONE, "attackers_failed", "learnt")
    assert Action.VERSION_PROMOTED not in {row.content["action"] for row in store.audit.rows()}


@pytest.mark.parametrize(
    ("thing", "name"),
    [
        (training, "train"),
        (Registry, "save"),
        (Registry, "promote"),
        (training, "_attached"),
        (Registry, "attach"),
        (RunningJob, "finish"),
    ],
)
def test_after_a_kill_at_any_point_another_worker_resumes(store, registry, corpus, monkeypatch, thing, name):
    job = ask_for_training(store, registry, corpus).id
    killed(monkeypatch, thing, name, store, registry, job)
    assert store.jobs.get(job).state is JobState.RUNNING
    run(store, registry, job)
    assert_learnt(store, registry, job)


def test_a_worker_that_was_declared_dead_stores_no_second_version(store, registry, corpus, monkeypatch):
    """It stands still between being told to store and storing, while another one does all of it."""
    job = ask_for_training(store, registry, corpus, name=None).id
    save, saved = Registry.save, []

    def late(self, trained, name=None, **more):
        if not saved:
            saved.append(name)
            silent(store, job)
            run(store, registry, job, "other")
        return save(self, trained, name, **more)

    monkeypatch.setattr(Registry, "save", late)
    with pytest.raises(JobLost):
        run(store, registry, job)
    assert [version.name for version in registry.versions()] == saved == [store.jobs.get(job).version]


def test_the_one_that_is_late_in_taking_over_finds_what_the_other_has_stored(store, registry, corpus, monkeypatch):
    """The other way round: while somebody who took over learns, the one that was given up stores."""
    job = ask_for_training(store, registry, corpus).id
    save, first = Registry.save, []

    def stored_meanwhile(self, trained, name=None, **more):
        if not first:
            first.append(name)
            save(self, trained, name, **more)
        return save(self, trained, name, **more)

    monkeypatch.setattr(Registry, "save", stored_meanwhile)
    run(store, registry, job)
    assert_learnt(store, registry, job)


def test_a_version_of_that_name_from_elsewhere_is_not_taken_for_its_own(store, registry, corpus, monkeypatch):
    job = ask_for_training(store, registry, corpus).id
    killed(monkeypatch, Registry, "save", store, registry, job)
    training.train_version(training.TrainRequest(corpus, "learnt"), registry, lambda _: None, lambda: None)
    with pytest.raises(VersionExists):
        run(store, registry, job)
    assert not registry.is_made_by("learnt", job)


def test_a_version_rolled_back_after_training_stays_rolled_back(store, registry, corpus):
    for name in ("before", "learnt"):
        run(store, registry, ask_for_training(store, registry, corpus, name).id)
    registry.roll_back("learnt")
    assert registry.promoted() == "before"
    assert store.held_jobs.claimable(FORMS) == ()


def test_a_cancelled_training_leaves_nothing(store, registry, corpus, monkeypatch):
    job = ask_for_training(store, registry, corpus).id
    learn = train

    def cancelled_meanwhile(*of, **more):
        store.jobs.cancel(job, "ann")
        return learn(*of, **more)

    monkeypatch.setattr(training, "train", cancelled_meanwhile)
    with pytest.raises(JobCancelled):
        run(store, registry, job)
    assert registry.versions() == ()


def test_a_training_that_is_cancelled_while_it_stores_says_it_is_too_late(store, registry, corpus, monkeypatch):
    job = ask_for_training(store, registry, corpus).id
    save = Registry.save

    def too_late(*of, **more):
        with pytest.raises(JobTooLate):
            store.jobs.cancel(job, "ann")
        return save(*of, **more)

    monkeypatch.setattr(Registry, "save", too_late)
    run(store, registry, job)
    assert_learnt(store, registry, job)


def test_it_stops_at_the_next_document(store, registry, corpus, monkeypatch):
    job = ask_for_training(store, registry, corpus).id
    held = store.held_jobs.take(job, "worker", FORMS)
    with RunningJob(store, held, every=0) as running:
        running.advance()
        running.advance()
        store.jobs.cancel(job, "ann")
        with pytest.raises(JobCancelled):
            running.advance()
    assert store.jobs.get(job).done == 3 < DOCUMENTS

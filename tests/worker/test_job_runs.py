"""A worker runs the jobs that it can, reports errors, and returns jobs that it cannot finish."""

import threading

import pytest
from structlog.testing import capture_logs

from backend.errors import CorpusError, JobCancelled, StoreFull
from backend.storage.jobs.held_jobs import HeldJobs
from backend.storage.jobs.jobs import NewJob
from backend.storage.jobs.states import JobState
from backend.worker.job_runs import JobKind, JobRunner
from backend.worker.worker_loop import JobThreads
from tests.storage.test_jobs import silent

QUOTED = "Quixotrade"


@pytest.fixture
def runs(store, settings):
    """A worker that can do one thing: what the test says."""

    def of(what, form=1, name="worker"):
        return JobRunner(settings, store, name, {"batch": JobKind(form, lambda job, *_: what(job))}, every=0)

    return of


def asked(store, form=1):
    return store.jobs.ask(NewJob("batch", {}, "ann", form)).id


def raises(error):
    def what(_job):
        raise error

    return what


@pytest.mark.parametrize(
    ("error", "state", "code"),
    [
        (CorpusError(QUOTED), JobState.FAILED, "corpus_unusable"),
        (ValueError(QUOTED), JobState.FAILED, "unforeseen"),
        (MemoryError(QUOTED), JobState.FAILED, "unforeseen"),
        (JobCancelled(QUOTED), JobState.CANCELLED, None),
        (StoreFull(QUOTED), JobState.RUNNING, None),
    ],
)
def test_errors_are_reported_by_their_code_only(store, runs, caplog, error, state, code):
    job = asked(store)
    runs(raises(error)).run(job)
    assert (store.jobs.get(job).state, store.jobs.get(job).error) == (state, code)
    assert QUOTED not in repr([row.content for row in store.audit.rows()])
    assert QUOTED not in caplog.text


@pytest.mark.parametrize(("error", "is_unforeseen"), [(CorpusError(QUOTED), False), (ValueError(QUOTED), True)])
def test_only_an_error_that_nobody_foresaw_is_logged_with_its_place(store, runs, error, is_unforeseen):
    """A log that calls a refused corpus "Unforeseen … Please report it" sends people after a fault that is none."""
    with capture_logs() as lines:
        runs(raises(error)).run(asked(store))
    (failed,) = [line for line in lines if line["event"] == "job_failed"]
    assert ("error" in failed) == is_unforeseen


def test_a_finished_job_is_not_done_again_however_often_it_is_delivered(store, runs):
    job, done = asked(store), []

    def what(running):
        done.append(running.id)
        running.finish()

    worker = runs(what)
    for _ in range(3):
        worker.run(job)
    worker.run("0")
    assert done == [job]


def test_a_later_form_is_left_to_newer_workers(store, runs):
    job, done = asked(store, form=2), []
    runs(done.append).run(job)
    assert done == []
    assert store.jobs.get(job).error == "worker_outdated"
    runs(lambda running: running.finish(), form=2).run(job)
    assert store.jobs.get(job).state is JobState.DONE


def test_other_workers_resume_unfinished_jobs(store, runs):
    job, begun, end = asked(store), threading.Event(), threading.Event()

    def what(_running):
        begun.set()
        end.wait()

    worker = runs(what)
    thread = threading.Thread(target=worker.run, args=(job,))
    thread.start()
    begun.wait()
    assert worker.is_busy(job)
    worker.give_back()
    assert (store.jobs.get(job).state, store.jobs.get(job).attempts) == (JobState.WAITING, 0)
    runs(lambda running: running.finish(), name="other").run(job)
    end.set()
    thread.join()
    assert store.jobs.get(job).state is JobState.DONE, "what the first one says after that does not count"


def test_a_worker_that_cannot_store_a_failure_leaves_the_job_to_others(store, runs, monkeypatch):
    job = asked(store)
    with monkeypatch.context() as patch:
        patch.setattr(HeldJobs, "fail", lambda *_: raises(StoreFull("no room"))(None))
        runs(raises(CorpusError("nothing"))).run(job)
    silent(store, job)
    assert store.held_jobs.claimable({"batch": 1}) == (job,)


def test_a_job_that_waits_is_done_once(store, settings, runs):
    done = []

    def what(running):
        done.append(running.id)
        running.finish()

    jobs = [asked(store) for _ in range(5)]
    workers = [JobThreads(settings, store, runs(what, name=name), threads=2) for name in ("a", "b")]
    while any(store.jobs.get(job).state is not JobState.DONE for job in jobs):
        for worker in workers:
            worker.poll()
    for worker in workers:
        worker.wait()
    assert sorted(done) == sorted(jobs)


def test_a_job_waits_in_the_store_while_all_threads_are_busy(store, settings, runs):
    begun, end = threading.Semaphore(0), threading.Event()

    def what(running):
        begun.release()
        end.wait()
        running.finish()

    jobs = [asked(store) for _ in range(3)]
    worker = JobThreads(settings, store, runs(what), threads=2)
    for _ in range(3):
        worker.poll()
    begun.acquire()
    begun.acquire()
    states = [store.jobs.get(job).state for job in jobs]
    end.set()
    worker.wait()
    assert sorted(states) == [JobState.RUNNING, JobState.RUNNING, JobState.WAITING]


def test_a_job_for_newer_workers_is_explained_once(store, settings, runs):
    job = asked(store, form=2)
    worker = JobThreads(settings, store, runs(lambda running: running.finish()), threads=1)
    worker.poll()
    worker.wait()
    assert store.jobs.get(job).error == "worker_outdated"
    assert store.held_jobs.claimable({"batch": 1}) == ()
    assert store.held_jobs.claimable({"batch": 2}) == (job,)


def test_jobs_of_the_dead_are_done_at_once(store, settings, runs):
    job = asked(store)
    folder = settings.data / "workers"
    folder.mkdir(parents=True)
    (folder / "0123456789abcdef").touch()
    store.held_jobs.take(job, "0123456789abcdef", {"batch": 1})
    worker = JobThreads(settings, store, runs(lambda running: running.finish()), threads=1)
    worker.poll()
    worker.wait()
    assert store.jobs.get(job).state is JobState.DONE
    assert list(folder.iterdir()) == []


def test_a_look_that_fails_ends_no_worker_and_is_tried_again(store, settings, runs, monkeypatch, capsys):
    job = asked(store)
    worker = JobThreads(settings, store, runs(lambda running: running.finish()), threads=1)
    with monkeypatch.context() as patch:
        patch.setattr(HeldJobs, "claimable", lambda *_: raises(OSError(QUOTED))(None))
        worker.poll()
    assert store.jobs.get(job).state is JobState.WAITING
    worker.poll()
    worker.wait()
    assert store.jobs.get(job).state is JobState.DONE
    assert QUOTED not in capsys.readouterr().out

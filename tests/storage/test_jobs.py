"""A job is done once, however many are told of it, and whoever has lost it can change nothing."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import PurePath

import pytest
from sqlalchemy import select, text, update

from backend.errors import (
    JobCancelled,
    JobLost,
    JobRunning,
    JobTooLate,
    NothingToRepeat,
    StoreUnavailable,
    UnknownJob,
    WorkerOutdated,
)
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.audit.trail import record_event
from backend.storage.db.keys import new_key
from backend.storage.jobs.held_jobs import GONE, MAX_ATTEMPTS
from backend.storage.jobs.job_files import FileResult
from backend.storage.jobs.jobs import NewJob
from backend.storage.jobs.states import FileState, JobState
from backend.storage.tables import JobRequestRow, JobRow

FORMS = {"training": 1, "batch": 1}
TRAINING = NewJob("training", {"corpus": "Quixotrade"}, "ann", only_one="training")
BATCH = NewJob("batch", {"inputs": "Quixotrade"}, "bea", files=("a", "b", "c"))
FAILED = Event("bea", Action.DOCUMENT_REDACTED, code="failed")


def silent(store, job):
    """As if the holder had said nothing for long."""
    with store._database.writing() as session:
        row = session.get(JobRow, job)
        row.held_until -= timedelta(hours=1)


def taken(store, asked=TRAINING, holder="worker"):
    return store.held_jobs.take(store.jobs.ask(asked).id, holder, FORMS)


def noted(store, job):
    rows = store.audit.rows(most=1_000)
    return [row.content["action"] for row in reversed(rows) if row.content["subject"] == job]


def test_a_job_waits_is_taken_and_is_done(store):
    asked = store.jobs.ask(TRAINING)
    assert (asked.state, asked.attempts, asked.owner) == (JobState.WAITING, 0, "ann")
    assert store.held_jobs.claimable(FORMS) == store.held_jobs.claimable(FORMS) == (asked.id,)
    held = store.held_jobs.take(asked.id, "worker", FORMS)
    assert held.request == {"corpus": "Quixotrade"}
    store.held_jobs.tell(held, 7, 9)
    running = store.jobs.get(asked.id)
    assert (running.state, running.done, running.total, running.attempts) == (JobState.RUNNING, 7, 9, 1)
    assert store.held_jobs.claimable(FORMS) == ()
    assert store.held_jobs.about_to_store(held, "learnt", 2) == "learnt"
    assert store.jobs.get(asked.id).version is None, "what comes of a job is told when it is there"
    store.held_jobs.finish(held, done=9, skipped=2)
    done = store.jobs.get(asked.id)
    assert (done.state, done.done, done.skipped, done.version) == (JobState.DONE, 9, 2, "learnt")
    assert noted(store, asked.id) == [Action.JOB_BEGUN, Action.JOB_TAKEN, Action.JOB_DONE]


def test_what_it_was_about_cannot_be_read_without_the_key_and_is_forgotten_when_it_is_done(store):
    held = taken(store)
    with store._database.reading() as session:
        assert b"Quixotrade" not in session.scalars(select(JobRequestRow.sealed)).one()
    store.held_jobs.finish(held, done=0, skipped=0)
    assert store.jobs.request(held.id) is None


def test_one_of_many_workers_takes_a_job(store, settings, opened):
    job = store.jobs.ask(TRAINING).id
    stores = [opened(settings) for _ in range(6)]
    for each in stores:
        each.check()
    with ThreadPoolExecutor(6) as pool:
        takes = list(pool.map(lambda each: each.held_jobs.take(job, "worker", FORMS), stores))
    assert [each is not None for each in takes].count(True) == 1


def test_one_waits_or_runs_at_a_time(store, settings, opened):
    stores = [opened(settings) for _ in range(4)]

    def ask(each):
        try:
            return each.jobs.ask(TRAINING).id
        except JobRunning:
            return None

    with ThreadPoolExecutor(4) as pool:
        asked = [job for job in pool.map(ask, stores) if job]
    assert len(asked) == 1
    store.held_jobs.fail(store.held_jobs.take(asked[0], "worker", FORMS), "corpus_unusable")
    again = store.jobs.ask(TRAINING)
    with pytest.raises(JobRunning):
        store.jobs.retry(asked[0], "ann")
    store.jobs.cancel(again.id, "ann")
    assert store.jobs.retry(asked[0], "ann").state is JobState.WAITING
    assert store.jobs.ask(BATCH).state is JobState.WAITING


def test_a_worker_silent_for_too_long_loses_its_job(store):
    first = taken(store)
    assert store.held_jobs.take(first.id, "other", FORMS) is None
    silent(store, first.id)
    assert store.held_jobs.claimable(FORMS) == (first.id,)
    second = store.held_jobs.take(first.id, "other", FORMS)
    for late in (
        lambda: store.held_jobs.tell(first, 1),
        lambda: store.held_jobs.about_to_store(first, "late", 0),
        lambda: store.held_jobs.finish(first, done=1, skipped=0),
        lambda: store.held_jobs.fail(first, "late"),
        lambda: store.held_jobs.stopped(first),
        lambda: store.held_jobs.give_back(first),
    ):
        with pytest.raises(JobLost):
            late()
    assert store.held_jobs.about_to_store(second, "in time", 0) == "in time"
    store.held_jobs.finish(second, done=1, skipped=0)
    assert store.jobs.get(first.id).version == "in time"


def test_a_holder_that_has_lost_its_job_and_takes_it_again_is_another_one(store):
    first = taken(store)
    silent(store, first.id)
    second = store.held_jobs.take(first.id, "worker", FORMS)
    with pytest.raises(JobLost):
        store.held_jobs.tell(first, 1)
    store.held_jobs.tell(second, 1)


def test_a_resumed_job_stores_under_the_first_name(store):
    first = taken(store)
    store.held_jobs.about_to_store(first, "first", 3)
    silent(store, first.id)
    second = store.held_jobs.take(first.id, "other", FORMS)
    assert (second.version, second.ending, second.skipped) == ("first", True, 3)
    assert store.held_jobs.about_to_store(second, "second", 3) == "first"
    store.held_jobs.begin_anew(second)
    store.jobs.cancel(second.id, "ann")
    with pytest.raises(JobCancelled):
        store.held_jobs.about_to_store(second, "second", 3)


def test_the_jobs_of_an_ended_worker_are_free_at_once(store):
    mine, other = taken(store, BATCH, "gone"), taken(store, BATCH, "gone2")
    assert store.held_jobs.free("gone") == 1
    assert store.held_jobs.claimable(FORMS) == (mine.id,)
    assert store.held_jobs.take(mine.id, "worker", FORMS) is not None
    store.held_jobs.tell(other, 1)


def test_a_released_job_does_not_count_as_an_attempt(store):
    for _ in range(MAX_ATTEMPTS + 2):
        job = store.jobs.all()[0].id if store.jobs.all() else store.jobs.ask(TRAINING).id
        store.held_jobs.give_back(store.held_jobs.take(job, "worker", FORMS))
    assert (store.jobs.get(job).state, store.jobs.get(job).attempts) == (JobState.WAITING, 0)


def test_a_job_that_ends_every_process_is_given_up(store):
    job = store.jobs.ask(TRAINING).id
    for _ in range(MAX_ATTEMPTS):
        assert store.held_jobs.take(job, "worker", FORMS)
        silent(store, job)
    assert store.held_jobs.take(job, "worker", FORMS) is None
    assert (store.jobs.get(job).state, store.jobs.get(job).error) == (JobState.FAILED, GONE)
    assert store.jobs.retry(job, "ann").attempts == 0


def test_a_batch_with_progress_is_never_given_up(store):
    job = store.jobs.ask(BATCH).id
    for _ in range(MAX_ATTEMPTS + 2):
        held = store.held_jobs.take(job, "worker", FORMS)
        store.job_files.failed(held, 0, "not_utf8", FAILED)
        silent(store, job)
    assert store.jobs.get(job).attempts == 1


def test_waiting_jobs_are_cancelled_at_once_and_running_ones_notified(store):
    waiting = store.jobs.ask(BATCH).id
    assert store.jobs.cancel(waiting, "bea").state is JobState.CANCELLED
    assert store.held_jobs.take(waiting, "worker", FORMS) is None
    held = taken(store)
    asked = store.jobs.cancel(held.id, "ann")
    assert (asked.state, asked.cancel_asked) == (JobState.RUNNING, True)
    assert store.jobs.cancel(held.id, "ann") == asked, "twice is once"
    with pytest.raises(JobCancelled):
        store.held_jobs.tell(held, 1)
    with pytest.raises(JobCancelled):
        store.held_jobs.about_to_store(held, "learnt", 0)
    store.held_jobs.stopped(held)
    assert store.jobs.get(held.id).state is JobState.CANCELLED
    told = [Action.JOB_BEGUN, Action.JOB_TAKEN, Action.JOB_CANCELLED, Action.JOB_STOPPED]
    assert noted(store, held.id) == told


def test_a_job_cancelled_while_its_worker_died_is_not_resumed(store):
    held = taken(store)
    store.jobs.cancel(held.id, "ann")
    silent(store, held.id)
    assert store.held_jobs.take(held.id, "other", FORMS) is None
    assert store.jobs.get(held.id).state is JobState.CANCELLED


def test_a_job_that_is_storing_its_result_cannot_be_cancelled(store):
    held = taken(store)
    store.held_jobs.about_to_store(held, "learnt", 0)
    with pytest.raises(JobTooLate, match="Wait until it is done"):
        store.jobs.cancel(held.id, "ann")
    store.held_jobs.tell(held, 1)
    store.held_jobs.finish(held, done=1, skipped=0)
    with pytest.raises(JobTooLate, match="nothing to cancel"):
        store.jobs.cancel(held.id, "ann")


def test_a_job_cancelled_after_its_work_is_cancelled(store):
    """Whoever was told that it is cancelled does not find it done; what it has done stays."""
    held = taken(store, BATCH)
    store.jobs.cancel(held.id, "bea")
    with pytest.raises(JobCancelled):
        store.held_jobs.finish(held, done=3, skipped=0)
    store.held_jobs.stopped(held)
    assert store.jobs.get(held.id).state is JobState.CANCELLED


def test_cancelling_and_finishing_at_once_end_in_one_of_the_two(store, settings, opened):
    other = opened(settings)
    for _ in range(8):
        held = taken(store)

        def store_it(held=held):
            try:
                store.held_jobs.about_to_store(held, "learnt", 0)
            except JobCancelled:
                store.held_jobs.stopped(held)
            else:
                store.held_jobs.finish(held, done=0, skipped=0)

        def cancel(held=held):
            try:
                return other.jobs.cancel(held.id, "ann")
            except JobTooLate:
                return None

        with ThreadPoolExecutor(2) as pool:
            stored, cancelled = pool.submit(store_it), pool.submit(cancel)
            stored.result()
        state = store.jobs.get(held.id).state
        assert state is (JobState.CANCELLED if cancelled.result() else JobState.DONE)


def test_a_failed_job_can_be_requested_again(store):
    held = taken(store)
    with pytest.raises(NothingToRepeat, match="not over"):
        store.jobs.retry(held.id, "ann")
    store.held_jobs.tell(held, 5)
    store.held_jobs.fail(held, "corpus_unusable")
    assert store.jobs.get(held.id).error == "corpus_unusable"
    again = store.jobs.retry(held.id, "ann")
    assert (again.state, again.done, again.attempts, again.error) == (JobState.WAITING, 0, 0, None)
    store.held_jobs.finish(store.held_jobs.take(held.id, "worker", FORMS), done=5, skipped=0)
    with pytest.raises(NothingToRepeat, match="not kept"):
        store.jobs.retry(held.id, "ann")


def test_a_later_form_waits_for_a_newer_worker_and_says_so(store):
    job = store.jobs.ask(NewJob("batch", {}, "ann", form=2)).id
    with pytest.raises(WorkerOutdated, match="Update this worker"):
        store.held_jobs.take(job, "worker", FORMS)
    assert (store.jobs.get(job).state, store.jobs.get(job).error) == (JobState.WAITING, "worker_outdated")
    with pytest.raises(WorkerOutdated):
        store.held_jobs.take(job, "worker", {})
    assert store.held_jobs.claimable(FORMS) == store.held_jobs.claimable({}) == ()
    assert store.held_jobs.claimable({"batch": 2}) == (job,)
    assert store.held_jobs.take(job, "newer", {"batch": 2}).request == {}
    assert store.jobs.get(job).error is None


def test_jobs_of_others_are_not_found(store):
    job = store.jobs.ask(TRAINING).id
    assert store.jobs.all(owner="bea") == ()
    assert store.jobs.all("batch") == ()
    assert [each.id for each in store.jobs.all("training", "ann")] == [job]
    for ask in (
        lambda: store.jobs.get(job, owner="bea"),
        lambda: store.jobs.get(job, "batch"),
        lambda: store.jobs.cancel(job, "bea", owner="bea"),
        lambda: store.jobs.retry(job, "bea", owner="bea"),
        lambda: store.jobs.get("0"),
    ):
        with pytest.raises(UnknownJob):
            ask()
    assert store.jobs.get(job).state is JobState.WAITING


def test_the_files_of_a_batch_keep_their_results(store):
    held = taken(store, BATCH)
    files = store.job_files
    files.about_to_write(held, 0, PurePath("a.txt"))
    files.about_to_write(held, 1, PurePath("b.txt"))
    event = Event("bea", Action.DOCUMENT_REDACTED, held.id)
    files.written(held, 0, FileResult(3, "clean", needs_attention=False), event)
    files.failed(held, 2, "not_utf8", FAILED)
    rows = files.all(held.id)
    assert [(row.mark, row.state, row.error) for row in rows] == [
        ("a", FileState.DONE, None),
        ("b", FileState.WRITING, None),
        ("c", FileState.FAILED, "not_utf8"),
    ]
    assert rows[0].output_mark == files.mark_of(PurePath("a.txt")) != files.mark_of(PurePath("A.txt"))
    assert (rows[0].k_reached, rows[0].verification, rows[0].needs_attention) == (3, "clean", False)
    assert noted(store, held.id)[-1] == Action.DOCUMENT_REDACTED
    silent(store, held.id)
    store.held_jobs.take(held.id, "other", FORMS)
    with pytest.raises(JobLost):
        files.written(held, 1, FileResult(3, "clean", needs_attention=False), event)


@pytest.mark.parametrize("kind", ["postgresql"])
def test_nothing_is_published_when_the_database_has_ended_the_transaction(store, monkeypatch):
    held = taken(store, BATCH)
    store.job_files.about_to_write(held, 0, PurePath("a.txt"))
    event = Event("bea", Action.DOCUMENT_REDACTED, held.id)
    published = []

    def record_and_lose_the_connection(session, event):
        record_event(session, event)
        process = session.scalar(text("SELECT pg_backend_pid()"))
        with store._database.reading() as other:
            assert other.scalar(text("SELECT pg_terminate_backend(:it, 5000)"), {"it": process})

    monkeypatch.setattr("backend.storage.jobs.job_files.record_event", record_and_lose_the_connection)
    with pytest.raises(StoreUnavailable):
        store.job_files.written(
            held, 0, FileResult(3, "clean", needs_attention=False), event, lambda: published.append("a.txt")
        )
    assert published == []


def test_files_that_failed_are_tried_again_with_the_job(store):
    held = taken(store, BATCH)
    store.job_files.failed(held, 1, "not_utf8", FAILED)
    store.held_jobs.finish(held, done=3, skipped=1, keep=True)
    again = store.jobs.retry(held.id, "bea")
    assert (again.state, again.done) == (JobState.WAITING, 3)
    assert {row.state for row in store.job_files.all(held.id)} == {FileState.WAITING}


def test_a_clock_that_jumps_lets_a_job_be_done_again_and_counts_it_once(store):
    """The clock of the machine goes an hour ahead: its holder seems silent, and what it does counts no more."""
    first = taken(store)
    with store._database.writing() as session:
        session.execute(update(JobRow).values(started=JobRow.started, held_until=None))
    second = store.held_jobs.take(first.id, "other", FORMS)
    store.held_jobs.finish(second, done=1, skipped=0)
    with pytest.raises(JobLost):
        store.held_jobs.finish(first, done=1, skipped=0)
    assert noted(store, first.id).count(Action.JOB_DONE) == 1


def test_every_change_of_a_job_is_in_the_trail_that_holds(store):
    held = taken(store)
    store.held_jobs.fail(held, "corpus_unusable")
    store.jobs.retry(held.id, "bob")
    store.jobs.cancel(held.id, "bob")
    assert noted(store, held.id) == [
        Action.JOB_BEGUN,
        Action.JOB_TAKEN,
        Action.JOB_FAILED,
        Action.JOB_RETRIED,
        Action.JOB_CANCELLED,
    ]
    assert store.audit.verify().holds


def test_a_rotated_key_decrypts_earlier_requests(store, settings, opened):
    job = store.jobs.ask(TRAINING).id
    store.held_jobs.finish(taken(store, BATCH), done=0, skipped=0)
    rotated = opened(replace(settings, keys=(new_key(), *settings.keys)))
    rotated.rotate_key()
    newest = opened(replace(settings, keys=rotated._ring.keys()[:1]))
    assert newest.jobs.request(job) == {"corpus": "Quixotrade"}

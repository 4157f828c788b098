"""A job ends, loses its database or its lease, or is cancelled before, in or after each transaction of its worker.

Others go on with it until it is over. Whatever happened: outputs are whole or absent, none is there or recorded
twice, the row says what is true, and what was cancelled stays so until somebody wants it again.
"""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest

from backend.errors import JobTooLate, StoreUnavailable
from backend.learning.registry import Registry
from backend.services.jobs import folder_batch, training_job
from backend.storage.audit.actions import Action
from backend.storage.db.database import Database
from backend.storage.jobs.held_jobs import MAX_ATTEMPTS, HeldJob
from backend.storage.jobs.states import FileState, JobState
from backend.storage.tables import JobRow
from backend.worker.batches import run_batch
from backend.worker.job_runs import JobKind, JobRunner
from tests.further_cases import on_databases
from tests.storage.test_jobs import silent
from tests.worker.jobs import ask_for_batch, ask_for_training, letters_in
from tests.worker.test_batches import written
from tests.worker.test_training import DOCUMENTS, Killed, quick_attackers

NAMES = ("ann.txt", "bo.txt")
WHOLE = dict.fromkeys(NAMES, "Write to [EMAIL_ADDRESS 1]")
assert quick_attackers

KINDS = {
    training_job.KIND: JobKind(
        training_job.FORM,
        lambda job, settings, *_: training_job.run_training(job, Registry(settings.registry)),
    ),
    folder_batch.KIND: JobKind(folder_batch.FORM, run_batch),
}


class Stage:
    """One transaction of one thread, before, in or after which something happens once."""

    def __init__(self, monkeypatch, number, when, happens):
        self.number, self.when, self.happens, self.count = number, when, happens, 0
        self.thread, self.reached = threading.get_ident(), False
        real = Database.writing

        @contextmanager
        def writing(database):
            mine = threading.get_ident() == self.thread
            self.count += mine
            here = mine and self.count == self.number
            if here and when == "before":
                self.now()
            with real(database) as session:
                yield session
                if here and when == "in":
                    session.flush()
                    self.now()
            if here and when == "after":
                self.now()

        monkeypatch.setattr(Database, "writing", writing)

    def now(self):
        self.reached = True
        self.happens()


def killed():
    raise Killed


def lost():
    raise StoreUnavailable("the database went away; try again")


def apart(work):
    """Do something as another process would: in a thread of its own."""
    with ThreadPoolExecutor(1) as another:
        return another.submit(work).result()


class Job:
    """A job, whoever runs it."""

    def __init__(self, store, settings, job):
        self.store, self.settings, self.id, self.was_cancelled = store, settings, job, False
        self.before = self._noted()

    def run(self, name="worker"):
        JobRunner(self.settings, self.store, name, KINDS, every=0).run(self.id)

    def stolen(self):
        """The lease has run out, and another worker does all."""
        if self.store.jobs.get(self.id).state is JobState.RUNNING:
            silent(self.store, self.id)
        self.run("another")

    def cancelled(self):
        try:
            self.store.jobs.cancel(self.id, "ann")
        except JobTooLate:
            return
        self.was_cancelled = True

    def is_over(self):
        return self.store.jobs.get(self.id).is_over

    def finish(self):
        """Others go on with it, each after the lease of the one before."""
        for number in range(5):
            if self.is_over():
                break
            if self.store.jobs.get(self.id).state is JobState.RUNNING:
                silent(self.store, self.id)
            self.run(f"next {number}")
        assert self.is_over()

    def actions(self):
        """What was noted since the job was asked for, by what it was."""
        return self._noted() - self.before

    def _noted(self):
        return Counter(row.content["action"] for row in self.store.audit.rows(most=10_000))


HAPPENS: dict[str, tuple[str, ...]] = {
    "killed": ("before", "in", "after"),
    "lost": ("before", "in", "after"),
    "stolen": ("before", "after"),
    "cancelled": ("before", "after"),
}


def ended(monkeypatch, job, number, what, when):
    """Run a job until something happens at a transaction; whether it got so far."""
    happens = {"killed": killed, "lost": lost}.get(what) or (lambda: apart(getattr(job, what)))
    with monkeypatch.context() as patch:
        stage = Stage(patch, number, when, happens)
        try:
            job.run()
        except Killed:
            assert what == "killed"
    job.finish()
    return stage.reached


def assert_whole(store, job, out, *, done):
    """What stands in the folder is what the rows say, and what the trail tells, each once."""
    files = store.job_files.all(job.id)
    assert written(out) == (WHOLE if done else {name: WHOLE[name] for name in written(out)})
    states = Counter(each.state for each in files)
    assert states[FileState.DONE] == len(written(out)) == job.actions()[Action.DOCUMENT_REDACTED]
    assert states[FileState.FAILED] == 0
    if done:
        assert states[FileState.DONE] == len(files)


ENDED = [(what, when) for what in HAPPENS for when in HAPPENS[what]]
ENDED_ON_POSTGRESQL = [("killed", "in"), ("stolen", "before")]
"""One that ends within a transaction, and one whose job another process has taken over."""


@pytest.mark.parametrize(("kind", "what", "when"), on_databases(ENDED, ENDED_ON_POSTGRESQL))
def test_a_batch_that_is_ended_anywhere(store, settings, kind, tmp_path, monkeypatch, what, when):
    inbox = letters_in(tmp_path / "folders" / "in", NAMES)
    for number in range(1, 40, 1 if kind == "sqlite" else 4):  # a server takes longer, and differs in locks alone
        out = inbox.parent / f"out{number}"
        job = Job(store, settings, ask_for_batch(store, inbox, out).id)
        reached = ended(monkeypatch, job, number, what, when)
        told = store.jobs.get(job.id)
        if job.was_cancelled:
            assert told.state is JobState.CANCELLED, (number, told)
            assert_whole(store, job, out, done=False)
            assert job.actions()[Action.JOB_STOPPED] <= 1
            store.jobs.retry(job.id, "ann")
            job.finish()
            told = store.jobs.get(job.id)
        assert (told.state, told.done, told.skipped) == (JobState.DONE, len(NAMES), 0), (number, told)
        assert_whole(store, job, out, done=True)
        assert job.actions()[Action.JOB_DONE] == 1
        if not reached:
            assert number > 3 * len(NAMES), "not one stage of each file was reached"
            return
    pytest.fail("it never ended")


def broken():
    raise RuntimeError("nobody has foreseen this")


def stopped_while_it_writes(monkeypatch, job, number, happens):
    """Run a job until something happens while a transaction is being stored; whether it got so far."""
    with monkeypatch.context() as patch:
        stage = Stage(patch, number, "in", happens)
        with suppress(Killed):
            job.run()
    return stage.reached


def given_up(job):
    """Its processes end again and again, until nobody begins it any more."""
    with job.store._database.writing() as session:
        session.get(JobRow, job.id).attempts = MAX_ATTEMPTS


def given_back(job):
    """The worker is told to end, and then somebody cancels the job."""
    with job.store._database.reading() as session:
        holder = session.get(JobRow, job.id).holder
    if holder is not None:
        job.store.held_jobs.give_back(HeldJob(job.id, "batch", holder, {}, "bea", 0, 0, None, ending=False))
    job.cancelled()


ENDINGS = {"cancelled": Job.cancelled, "given up": given_up, "given back": given_back}


STOPPED = [(happens, ending) for happens in (killed, lost) for ending in ENDINGS]


@pytest.mark.parametrize(("kind", "happens", "ending"), on_databases(STOPPED, STOPPED[:1]))
def test_no_output_stays_without_a_row_when_a_stopped_batch_is_ended(
    store, settings, kind, tmp_path, monkeypatch, happens, ending
):
    """The output had appeared, and the transaction with its row was not stored."""
    inbox = letters_in(tmp_path / "folders" / "in", NAMES)
    for number in range(2, 40, 1 if kind == "sqlite" else 5):
        out = inbox.parent / f"out{number}"
        job = Job(store, settings, ask_for_batch(store, inbox, out).id)
        reached = stopped_while_it_writes(monkeypatch, job, number, happens)
        ENDINGS[ending](job) if not job.is_over() else None
        job.finish()
        assert_whole(store, job, out, done=False)
        assert all(each.state in {FileState.DONE, FileState.WAITING} for each in store.job_files.all(job.id))
        if not reached:
            assert number > 3 * len(NAMES), "not one stage of each file was reached"
            return
        if store.jobs.get(job.id).state is not JobState.DONE:
            store.jobs.retry(job.id, "ann")
            job.finish()
        assert_whole(store, job, out, done=True)
    pytest.fail("it never ended")


def test_no_output_stays_of_a_file_whose_row_cannot_be_stored(store, settings, kind, tmp_path, monkeypatch):
    inbox = letters_in(tmp_path / "folders" / "in", NAMES)
    for number in range(2, 9, 1 if kind == "sqlite" else 5):
        out = inbox.parent / f"out{number}"
        job = Job(store, settings, ask_for_batch(store, inbox, out).id)
        stopped_while_it_writes(monkeypatch, job, number, broken)
        job.finish()
        states = Counter(each.state for each in store.job_files.all(job.id))
        assert states[FileState.DONE] == len(written(out)), number


def test_a_repeated_batch_removes_no_output_of_a_later_one(store, settings, tmp_path, monkeypatch):
    """What the first was writing when it was cancelled has the name of an output of the second."""
    inbox, out = letters_in(tmp_path / "folders" / "in", NAMES), tmp_path / "folders" / "out"
    first = Job(store, settings, ask_for_batch(store, inbox, out).id)
    assert stopped_while_it_writes(monkeypatch, first, 4, killed)
    first.cancelled()
    first.finish()
    second = Job(store, settings, ask_for_batch(store, inbox, out).id)
    second.finish()
    assert_whole(store, second, out, done=True)
    store.jobs.retry(first.id, "ann")
    first.finish()
    assert {name: text for name, text in written(out).items() if name in NAMES} == WHOLE
    assert len(written(out)) == 2 * len(NAMES), "the first has written its own beside"


@pytest.mark.parametrize(("kind", "what", "when"), on_databases(ENDED, ENDED_ON_POSTGRESQL))
def test_a_training_that_is_ended_anywhere(store, settings, kind, corpus, monkeypatch, what, when):
    registry, learnt = Registry(settings.registry), []
    for number in range(1, 40, 1 if kind == "sqlite" else 4):
        learnt.append(f"learnt{number}")
        job = Job(store, settings, ask_for_training(store, registry, corpus, learnt[-1]).id)
        reached = ended(monkeypatch, job, number, what, when)
        if job.was_cancelled:
            assert store.jobs.get(job.id).state is JobState.CANCELLED
            assert learnt[-1] not in {version.name for version in registry.versions()}
            store.jobs.retry(job.id, "ann")
            job.finish()
        told = store.jobs.get(job.id)
        assert (told.state, told.version, told.done) == (JobState.DONE, learnt[-1], DOCUMENTS), (number, told)
        assert sorted(version.name for version in registry.versions()) == sorted(learnt)
        assert registry.promoted() == learnt[-1]
        assert registry.is_made_by(learnt[-1], job.id)
        noted = job.actions()
        assert (noted[Action.VERSION_TRAINED], noted[Action.JOB_DONE]) == (1, 1)
        if not reached:
            assert number > 3, "not one stage was reached"
            return
    pytest.fail("it never ended")

"""Whatever people and workers do with a job, in whatever order: it is as a few plain rules say."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import settings as drawn_by
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.strategies import sampled_from

from backend.errors import JobCancelled, JobLost, JobTooLate, NothingToRepeat
from backend.settings import Settings
from backend.storage.audit.actions import Action
from backend.storage.db.keys import new_key
from backend.storage.jobs.held_jobs import MAX_ATTEMPTS
from backend.storage.jobs.jobs import NewJob
from backend.storage.jobs.states import JobState
from backend.storage.store import Store
from tests.storage.test_jobs import silent

WORKERS = sampled_from(["ann", "bob"])


@dataclass
class Model:
    """A job by the rules: one holder, who alone ends it; cancelled before it stores, or not at all."""

    state: JobState = JobState.WAITING
    holder: str | None = None
    silent: bool = False
    cancel_asked: bool = False
    ending: bool = False
    kept: bool = True
    attempts: int = 0
    done: int = 0
    held: dict = field(default_factory=dict)
    """What each worker thinks that it holds."""


class Jobs(RuleBasedStateMachine):
    """A job, two workers who may lose it, and people who change their minds."""

    @initialize()
    def ask(self):
        self.job = STORE.jobs.ask(NewJob("batch", {}, "cy")).id
        self.model = Model()

    @rule(worker=WORKERS)
    def take(self, worker):
        model = self.model
        held = STORE.held_jobs.take(self.job, worker, {"batch": 1})
        free = model.state is JobState.WAITING or (model.state is JobState.RUNNING and model.silent)
        if free and model.cancel_asked and not model.ending:
            model.state, model.holder, free = JobState.CANCELLED, None, False
        elif free and model.attempts >= MAX_ATTEMPTS:
            model.state, model.holder, free = JobState.FAILED, None, False
        assert (held is not None) == free
        if held is not None:
            model.state, model.holder, model.silent = JobState.RUNNING, held.holder, False
            model.attempts += 1
            model.held[worker] = held
            assert held.ending == model.ending

    @precondition(lambda self: self.model.state is JobState.RUNNING)
    @rule()
    def say_nothing_for_long(self):
        silent(STORE, self.job)
        self.model.silent = True

    @rule(worker=WORKERS)
    def tell(self, worker):
        if self._try(worker, lambda held: STORE.held_jobs.tell(held, 1), stops=True):
            self.model.silent = False

    @rule(worker=WORKERS)
    def begin_to_store(self, worker):
        if self._try(worker, lambda held: STORE.held_jobs.about_to_store(held, "a", 0), stops=True):
            self.model.ending = True

    @rule(worker=WORKERS)
    def finish(self, worker):
        if self._try(worker, lambda held: STORE.held_jobs.finish(held, done=1, skipped=0), stops=True):
            self._over(JobState.DONE)
            self.model.kept = self.model.cancel_asked = False
            self.model.done += 1

    @rule(worker=WORKERS)
    def fail(self, worker):
        if self._try(worker, lambda held: STORE.held_jobs.fail(held, "unforeseen")):
            self._over(JobState.FAILED)

    @rule(worker=WORKERS)
    def give_back(self, worker):
        if self._try(worker, STORE.held_jobs.give_back):
            stopped = self.model.cancel_asked and not self.model.ending
            self.model.state, self.model.holder = JobState.CANCELLED if stopped else JobState.WAITING, None
            self.model.attempts -= 1

    @rule()
    def cancel(self):
        model = self.model
        try:
            STORE.jobs.cancel(self.job, "cy")
        except JobTooLate:
            assert model.ending or model.state in {JobState.DONE, JobState.FAILED}
            return
        assert model.state is JobState.CANCELLED or not model.ending
        if model.state is not JobState.CANCELLED:
            model.cancel_asked = True
        if model.state is JobState.WAITING:
            model.state = JobState.CANCELLED

    @rule()
    def retry(self):
        model = self.model
        try:
            STORE.jobs.retry(self.job, "cy")
        except NothingToRepeat:
            assert not model.kept or model.state in {JobState.WAITING, JobState.RUNNING}
            return
        assert model.kept
        model.state, model.attempts, model.cancel_asked, model.ending = JobState.WAITING, 0, False, False

    @invariant()
    def is_as_the_rules_say(self):
        told = STORE.jobs.get(self.job)
        assert (told.state, told.cancel_asked) == (self.model.state, self.model.cancel_asked)

    def teardown(self):
        rows = STORE.audit.rows(wanted=lambda row: row.content["subject"] == self.job)
        actions = [row.content["action"] for row in rows]
        assert actions.count(Action.JOB_DONE) == self.model.done <= 1

    def _try(self, worker, do, *, stops=False):
        """Whether it counts; who has lost the job, and who should stop, is told so."""
        held, model = self.model.held.get(worker), self.model
        if held is None:
            return False
        mine = model.state is JobState.RUNNING and model.holder == held.holder
        stop = stops and model.cancel_asked and not model.ending
        try:
            do(held)
        except JobLost:
            assert not mine
            return False
        except JobCancelled:
            assert mine
            assert stop
            return False
        assert mine
        assert not stop
        return True

    def _over(self, state):
        self.model.state, self.model.holder, self.model.ending = state, None, False


STORE = None


def test_the_rules_of_jobs_hold_after_any_sequence_of_events():
    global STORE  # noqa: PLW0603 - a machine of hypothesis takes no fixture
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        STORE = Store.of(Settings(data, data / "registry", data / "lists", keys=(new_key(),)))
        try:
            machine = Jobs.TestCase
            machine.settings = drawn_by(
                max_examples=40, stateful_step_count=25, deadline=None, derandomize=True, database=None
            )
            machine("runTest").runTest()
        finally:
            STORE.close()

"""Run one job by its id: take it, do the work of its kind, store the result."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from backend.errors import (
    JobCancelled,
    JobLost,
    JobMadeRoom,
    StoreUnavailable,
    UnsaidError,
    WorkerOutdated,
    unforeseen,
)
from backend.logs import log
from backend.processes.pool import Pool
from backend.services.jobs import folder_batch, training_job
from backend.services.jobs.running_job import BEAT, RunningJob
from backend.settings import Settings
from backend.storage.jobs.held_jobs import HeldJob
from backend.storage.store import Store
from backend.wiring.registries import open_registry
from backend.worker.batches import run_batch
from backend.workers import Workers

UNFORESEEN = "unforeseen"


@dataclass(frozen=True, slots=True)
class JobKind:
    """How to run jobs of a kind; `form` is the newest request format that this version reads."""

    form: int
    run: Callable[[RunningJob, Settings, Store, Pool | None], None]


def _train(job: RunningJob, settings: Settings, store: Store, pool: Pool | None) -> None:
    training_job.run_training(job, open_registry(settings.registry, store), Workers(pool=pool))


KINDS: Mapping[str, JobKind] = MappingProxyType(
    {
        training_job.KIND: JobKind(training_job.FORM, _train),
        folder_batch.KIND: JobKind(folder_batch.FORM, run_batch),
    }
)
"""What a worker can do."""


class JobRunner:
    """Runs the jobs of one worker.

    Each has a thread, which says that it lives and writes what comes of it; the work itself is done by
    processes of a pool, and is ended there when the job is cancelled or lost. Without a pool it is done here.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        name: str,
        kinds: Mapping[str, JobKind] = KINDS,
        every: float = BEAT,
        pool: Pool | None = None,
    ) -> None:
        """Run jobs as the worker with this name, with a heartbeat `every` so many seconds."""
        self._pool = pool
        self._settings = settings
        self._store = store
        self._name = name
        self._kinds = kinds
        self._every = every
        self._running: dict[str, HeldJob] = {}
        self._changing = threading.Lock()

    def run(self, job: str) -> None:
        """Run a job, unless it is over or another worker has it; errors are stored, and nothing is raised."""
        try:
            held = self._store.held_jobs.take(job, self._name, self.forms)
        except UnsaidError as error:
            log().warning("job_refused" if isinstance(error, WorkerOutdated) else "not_ready", code=error.code)
            return
        if held is not None:
            with self._changing:
                self._running[held.holder] = held
            try:
                self._done(held)
            finally:
                with self._changing:
                    del self._running[held.holder]

    def give_back(self) -> None:
        """Release all unfinished jobs for other workers."""
        with self._changing:
            held = tuple(self._running.values())
        for each in held:
            try:
                self._store.held_jobs.give_back(each)
            except UnsaidError as error:
                log().warning("not_given_back", code=error.code)

    @property
    def forms(self) -> Mapping[str, int]:
        """The newest request format that this worker reads, by kind."""
        return {kind: each.form for kind, each in self._kinds.items()}

    def is_busy(self, job: str) -> bool:
        """Whether this worker runs that job."""
        with self._changing:
            return any(each.id == job for each in self._running.values())

    def _done(self, held: HeldJob) -> None:
        log().info("job_begins", job=held.id)
        code = "done"
        try:
            with RunningJob(self._store, held, self._every, self.forms) as job:
                self._kinds[held.kind].run(job, self._settings, self._store, self._pool)
        except JobLost as error:
            code = error.code
        except JobMadeRoom as error:
            code = self._run_reporting(error.code, partial(self._store.held_jobs.give_back, held))
        except JobCancelled as error:
            code = self._run_reporting(error.code, partial(self._store.held_jobs.stopped, held))
        except StoreUnavailable as error:
            # The result cannot be stored now; another worker resumes the job once it has no heartbeat.
            code = error.code
        except Exception as error:  # noqa: BLE001 - whatever it was, who looks after the job has to learn of it
            code = error.code if isinstance(error, UnsaidError) else UNFORESEEN
            about = {} if isinstance(error, UnsaidError) else {"error": unforeseen(error)}
            log().warning("job_failed", job=held.id, code=code, **about)
            code = self._run_reporting(code, partial(self._store.held_jobs.fail, held, code))
        log().info("job_ends", job=held.id, code=code)

    @staticmethod
    def _run_reporting(code: str, tell: Callable[[], None]) -> str:
        try:
            tell()
        except UnsaidError as error:
            return error.code
        return code

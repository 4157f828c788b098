"""A job while a worker does it: sends heartbeats and progress, and notices when it has to stop."""

import contextlib
import threading
import time
from collections.abc import Mapping
from types import MappingProxyType, TracebackType
from typing import Any, Self

from backend.errors import JobCancelled, JobLost, JobMadeRoom, UnsaidError
from backend.storage.audit.events import Event
from backend.storage.jobs.held_jobs import HeldJob, HeldJobs
from backend.storage.jobs.job_files import JobFiles
from backend.storage.store import Store

BEAT = 1.0
"""Seconds between two signs of life, and so until a job notices that it was cancelled."""


class RunningJob:
    """A job that this worker has taken; within a `with` block it sends heartbeats."""

    def __init__(
        self, store: Store, held: HeldJob, every: float = BEAT, forms: Mapping[str, int] = MappingProxyType({})
    ) -> None:
        """Take over `held`, with a heartbeat `every` so many seconds; 0: with each document.

        `forms` are those of jobs that could be done instead, by kind; without them the job makes no room.
        """
        self._forms = forms
        self._held_jobs: HeldJobs = store.held_jobs
        self.files: JobFiles = store.job_files
        self.mark_of = store.audit.mark_of
        self.held = held
        self._every = every
        self._done = 0
        self._total: int | None = None
        self._last = time.monotonic()
        self._over = threading.Event()
        self._telling = threading.Lock()
        self._stop: UnsaidError | None = None
        self._thread = threading.Thread(target=self._beat, name="beat", daemon=True)

    def make_room(self) -> None:
        """Raise JobMadeRoom if another account waits for its turn."""
        if self._forms and self._held_jobs.should_make_room(self.held, self._forms):
            raise JobMadeRoom("Another account waits for its turn.")

    @property
    def id(self) -> str:
        """The id of the job."""
        return self.held.id

    @property
    def request(self) -> Mapping[str, Any]:
        """The request of the job."""
        return self.held.request

    @property
    def done(self) -> int:
        """The number of documents that are done."""
        return self._done

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def advance(self, more: int = 1) -> None:
        """Count more documents as done; raises if the job has to stop.

        Raises JobCancelled, JobLost.
        """
        self._done += more
        if time.monotonic() - self._last >= self._every:
            with contextlib.suppress(UnsaidError):  # the error is kept and raised later
                self._tell()
        self.check()

    def begin_at(self, done: int, total: int | None = None) -> None:
        """Report the total and what an earlier attempt has done; raises as `advance`."""
        self._done, self._total = done, total
        self._tell()

    def check(self) -> None:
        """Raise JobCancelled or JobLost if the job has to stop."""
        if self._stop is not None:
            raise self._stop

    def about_to_store(self, version: str, skipped: int) -> str:
        """Forbid cancelling from now on; return the version name to store.

        Raises JobCancelled, JobLost.
        """
        return self._held_jobs.about_to_store(self.held, version, skipped)

    def begin_anew(self) -> None:
        """Start again, since an earlier attempt has stored nothing; raises JobLost."""
        self._held_jobs.begin_anew(self.held)

    def finish(self, *events: Event, skipped: int = 0, keep: bool = False, error: str | None = None) -> None:
        """Mark the job as done, or as done with the code of an `error`; raises JobCancelled, JobLost."""
        self._held_jobs.finish(self.held, *events, done=self._done, skipped=skipped, keep=keep, error=error)

    def _tell(self) -> None:
        with self._telling:
            try:
                self._held_jobs.tell(self.held, self._done, self._total)
            except (JobCancelled, JobLost) as error:
                self._stop = error
                raise
            self._last = time.monotonic()

    def _beat(self) -> None:
        while not self._over.wait(self._every or BEAT):
            # The database is unavailable, or this process is short of something: the next heartbeat tries again.
            with contextlib.suppress(Exception):
                self._tell()

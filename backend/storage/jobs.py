"""Long work and how far it is: one row a job, in which nothing of a document or a client stands."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from sqlalchemy import select, update

from backend.errors import JobRunning, UnknownJob
from backend.storage.database import Database
from backend.storage.tables import JobRow

ALIVE = timedelta(seconds=30)
"""A job that has said nothing for longer has ended without a word: its process is gone."""

GONE = "process_gone"


class JobState(StrEnum):
    """How far a job is."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of long work; `done` counts documents, `skipped` those that could not be read.

    `version` is what came of it, `error` the code of why nothing did.
    """

    id: str
    state: JobState
    started: datetime
    changed: datetime
    done: int = 0
    skipped: int = 0
    version: str | None = None
    error: str | None = None


class Jobs:
    """The jobs of one kind; every method is one transaction."""

    def __init__(self, database: Database, kind: str) -> None:
        self._database = database
        self._kind = kind

    def begin(self) -> Job:
        """Begin a job.

        Raises JobRunning while another one of its kind runs.
        """
        now = datetime.now(UTC)
        with self._database.alone() as session:
            running = select(JobRow).where(JobRow.kind == self._kind, JobRow.state == JobState.RUNNING)
            for row in session.scalars(running):
                if _told(row, now).state is JobState.RUNNING:
                    raise JobRunning("such a job is running; wait until it is done, or look how far it is")
                row.state, row.error = JobState.FAILED, GONE
            row = JobRow(id=secrets.token_hex(8), kind=self._kind, state=JobState.RUNNING, started=now, changed=now)
            row.done = row.skipped = 0
            session.add(row)
            session.flush()
            return _told(row, now)

    def tell(self, job: str, done: int) -> None:
        """Tell how far a job is, and that it lives."""
        self._set(job, done=done)

    def finish(self, job: str, version: str, skipped: int) -> None:
        """Tell what came of a job."""
        self._set(job, state=JobState.DONE, version=version, skipped=skipped)

    def fail(self, job: str, error: str) -> None:
        """Tell by the code of an error why nothing came of a job."""
        self._set(job, state=JobState.FAILED, error=error)

    def all(self) -> tuple[Job, ...]:
        """All jobs, the newest first."""
        with self._database.reading() as session:
            rows = session.scalars(select(JobRow).where(JobRow.kind == self._kind).order_by(JobRow.started.desc()))
            return tuple(_told(row, datetime.now(UTC)) for row in rows)

    def get(self, job: str) -> Job:
        """One job.

        Raises UnknownJob.
        """
        with self._database.reading() as session:
            row = session.get(JobRow, job)
            if row is None or row.kind != self._kind:
                raise UnknownJob("no job has that id")
            return _told(row, datetime.now(UTC))

    def _set(self, job: str, **values: object) -> None:
        """Change a job that runs; one that was given up stays so."""
        runs = (JobRow.id == job, JobRow.state == JobState.RUNNING)
        with self._database.writing() as session:
            session.execute(update(JobRow).where(*runs).values(changed=datetime.now(UTC), **values))


def _told(row: JobRow, now: datetime) -> Job:
    state, error = JobState(row.state), row.error
    if state is JobState.RUNNING and now - row.changed > ALIVE:
        state, error = JobState.FAILED, GONE
    return Job(row.id, state, row.started, row.changed, row.done, row.skipped, row.version, error)

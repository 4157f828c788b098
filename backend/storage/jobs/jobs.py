"""Long-running jobs and their progress: one row per job, without readable text of a document or a client.

A request puts a job here. Workers look for waiting jobs and take them by a lease (`held_jobs`): each job has one
holder.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, insert, select, update
from sqlalchemy.orm import Session

from backend.errors import JobRunning, JobTooLate, NothingToRepeat, UnknownJob
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.audit.trail import record_event
from backend.storage.authenticity.transaction_reads import rows_added
from backend.storage.db.clock import now_in
from backend.storage.db.database import Database
from backend.storage.db.sealed import Seal
from backend.storage.jobs.job_requests import (
    KEPT,
    forget_older_requests,
    put_request,
    sealed_request,
    stored_request,
)
from backend.storage.jobs.states import GOING, OVER, FileState, JobState
from backend.storage.jobs.turns import Place, Share, refuse_beyond, without_place
from backend.storage.rights.current_account import rights_now
from backend.storage.rights.roles import Role
from backend.storage.tables import JobFileRow, JobRow

_ID_BYTES = 10
"""Two hexadecimal digits each; see `mac_tree.SHORT_ID`."""

TOLD = 1_000
"""How many jobs are listed at most, the newest."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job and its progress.

    `done` counts documents, of `total` where that is known, `skipped` those of which nothing came. `attempts`
    counts how often it was begun without getting further. `version` is what came of a training; `error` the code of
    why nothing did, or of why a waiting job still waits. `owner` is the pseudonym of whoever asked.
    """

    id: str
    kind: str
    state: JobState
    owner: str | None
    started: datetime
    changed: datetime
    done: int = 0
    total: int | None = None
    skipped: int = 0
    attempts: int = 0
    cancel_asked: bool = False
    version: str | None = None
    error: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether the job has ended, so that no worker will continue it without a retry."""
        return self.state in OVER


Collides = Callable[[Mapping[str, Any]], bool]
"""Whether two jobs cannot go on at one time, by the request of the other one."""


@dataclass(frozen=True, slots=True)
class Writes:
    """Where a job writes; of the requests of earlier versions `collides` says whether it is the same place."""

    place: Place
    collides: Collides


@dataclass(frozen=True, slots=True)
class NewJob:
    """A job to create.

    `request` is kept encrypted; see `job_requests`. Of jobs of which `only_one` is the same, one waits or runs at
    a time. No job is begun while another one of its kind waits or runs that `writes` to the same place. `form` is
    how requests of that kind are written: a worker leaves later forms to newer ones. `files` are marks. With a
    `share` its owner has no more jobs than that.
    """

    kind: str
    request: Mapping[str, Any]
    owner: str
    form: int = 1
    only_one: str | None = None
    files: Sequence[str] = ()
    writes: Writes | None = None
    share: Share | None = None


_IN_THE_WAY = "A job of this kind is waiting or running already. Wait until it is done, or read its progress."


class Jobs:
    """All jobs, as requesters see them; every method is one transaction."""

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    def ask(self, new_job: NewJob) -> Job:
        """Create a job; the next free worker does it.

        The request of an older job of the account, which is over, is deleted: see `job_requests`.

        Raises JobRunning while another one stands in its way; TooManyJobs; RequestTooLarge.
        """
        if new_job.share is not None:
            self.refuse_beyond(new_job.kind, new_job.owner, new_job.share, len(new_job.files))
        # Whatever can be done before the lock is taken is done here: 10,000 files take seconds.
        job = secrets.token_hex(_ID_BYTES)
        sealed = sealed_request(self._seal, job, new_job.request)
        files = [
            {"job": job, "ordinal": ordinal, "mark": mark, "state": str(FileState.WAITING)}
            for ordinal, mark in enumerate(new_job.files)
        ]
        only_one = new_job.only_one if new_job.writes is None else new_job.writes.place.stored(new_job.kind)
        with self._database.alone() as session:
            if new_job.share is not None:
                refuse_beyond(session, new_job.kind, new_job.owner, new_job.share, len(new_job.files))
            _refuse_second(session, only_one)
            self._refuse_collision(session, new_job.kind, new_job.writes)
            now = now_in(session)
            row = JobRow(id=job, kind=new_job.kind, state=JobState.WAITING, started=now, changed=now, version=None)
            row.owner, row.form, row.only_one = new_job.owner, new_job.form, only_one
            row.sealed = None
            row.done = row.skipped = row.attempts = 0
            row.total = len(new_job.files) or None
            row.ending = row.cancel_asked = False
            session.add(row)
            session.flush()
            put_request(session, job, sealed)
            forget_older_requests(session, new_job.owner)
            if files:
                session.execute(insert(JobFileRow), files)
                rows_added(session, JobFileRow.__tablename__, files)
            record_event(session, Event(new_job.owner, Action.JOB_BEGUN, job))
            return job_of_row(row)

    def refuse_beyond(self, kind: str, owner: str, share: Share, files: int = 0) -> None:
        """Raise TooManyJobs if one more job would exceed the share of an account; does not wait for writers."""
        with self._database.reading() as session:
            refuse_beyond(session, kind, owner, share, files)

    def all(self, kind: str | None = None, owner: str | None = None) -> tuple[Job, ...]:
        """The jobs of a kind and of an owner, or of all owners; newest first, at most TOLD."""
        with self._database.reading() as session:
            return tuple(map(job_of_row, session.scalars(_chosen(kind, owner).limit(TOLD))))

    def get(self, job: str, kind: str | None = None, owner: str | None = None) -> Job:
        """Return one job.

        Raises UnknownJob, also when it is of another kind, or somebody else's.
        """
        with self._database.reading() as session:
            return job_of_row(_row(session, job, kind, owner))

    def cancel(self, job: str, who: str, owner: str | None = None) -> Job:
        """Cancel a job; a running job stops within about a second.

        To cancel it again changes nothing. What was finished before stays: whole outputs of a batch.

        Raises UnknownJob; JobTooLate when it is done, or so near to it that it cannot be stopped any more.
        """
        with self._database.writing() as session:
            row = _row(session, job, None, owner, lock=True)
            if row.state in {JobState.DONE, JobState.FAILED}:
                raise JobTooLate("The job is over. There is nothing to cancel.")
            if row.ending:
                raise JobTooLate("The job is storing its result. Wait until it is done, then undo it if necessary.")
            if row.state == JobState.CANCELLED or row.cancel_asked:
                return job_of_row(row)
            _cancel(session, row)
            session.flush()
            record_event(session, Event(who, Action.JOB_CANCELLED, job))
            return job_of_row(row)

    def retry(
        self,
        job: str,
        who: str,
        owner: str | None = None,
        writes: Writes | None = None,
        share: Share | None = None,
    ) -> Job:
        """Retry a job that failed, was cancelled or left files out; finished files are not done again.

        Raises UnknownJob; NothingToRepeat when it is not over, or done; JobRunning while another one stands in its
        way; TooManyJobs where its owner has as many as the `share`.
        """
        with self._database.alone() as session:
            row = _row(session, job, None, owner, lock=True)
            if row.state not in OVER:
                raise NothingToRepeat("The job is not over yet. Wait until it is, or cancel it first.")
            if stored_request(session, self._seal, row) is None:
                raise NothingToRepeat(
                    f"The request of this job is not kept: the job is done, or its account has {KEPT} later ones "
                    "that are over. Send a new request."
                )
            _refuse_second(session, row.only_one)
            self._refuse_collision(session, row.kind, writes)
            if share is not None:
                refuse_beyond(session, row.kind, row.owner, share, row.total or 0, but=job)
            row.state, row.changed = JobState.WAITING, now_in(session)
            row.attempts, row.error, row.ending, row.cancel_asked = 0, None, False, False
            if row.total is None:
                row.done = row.skipped = 0
                row.version = None
            failed = (JobFileRow.job == job, JobFileRow.state == FileState.FAILED)
            session.execute(update(JobFileRow).where(*failed).values(state=FileState.WAITING, error=None))
            session.flush()
            record_event(session, Event(who, Action.JOB_RETRIED, job))
            return job_of_row(row)

    def request(self, job: str) -> dict[str, Any] | None:
        """The request of a job; None if it was deleted.

        Raises UnknownJob.
        """
        with self._database.reading() as session:
            return stored_request(session, self._seal, _row(session, job, None, None))

    def _refuse_collision(self, session: Session, kind: str, writes: Writes | None) -> None:
        """Let the database find jobs in the way by their marks; only requests of earlier versions are opened."""
        if writes is None:
            return
        going = JobRow.kind == kind, JobRow.state.in_(GOING)
        if session.scalar(select(JobRow.id).where(*going, writes.place.overlapping(kind)).limit(1)) is not None:
            raise JobRunning(_IN_THE_WAY)
        for row in session.scalars(select(JobRow).where(*going, without_place(kind))):
            if row.sealed is not None and writes.collides(self._seal.decrypted(row.id, row.sealed)):
                raise JobRunning(_IN_THE_WAY)


def record_less_rights(session: Session, owner: str, event: Event) -> None:
    """Record that an account has fewer rights than before, and cancel its jobs, in the transaction of that change.

    A job does in the name of its account what that may do no more: a training would still replace the models of
    everyone. Whoever still has the rights that it takes may start it again. A job that is storing its result goes
    on, and so do all if an administrator of some groups asks, who may not cancel the jobs of others.
    """
    if rights_now(session)[1].groups({Role.ADMIN}) is not None:
        record_event(session, event)
        return
    cancelled = _cancel_jobs(session, owner)
    record_event(session, event)
    # Requests of the account that came first are stored by now, and later ones are refused.
    cancelled += _cancel_jobs(session, owner, skip_locked=True)
    for job in cancelled:
        record_event(session, Event(event.who, Action.JOB_CANCELLED, job))


def _cancel_jobs(session: Session, owner: str, *, skip_locked: bool = False) -> list[str]:
    going = _chosen(None, owner).where(JobRow.state.in_(GOING))
    rows = session.scalars(going.with_for_update(skip_locked=skip_locked)).all()
    stopped = [row for row in rows if not (row.cancel_asked or row.ending)]
    for row in stopped:
        _cancel(session, row)
    session.flush()
    return [row.id for row in stopped]


def _cancel(session: Session, row: JobRow) -> None:
    row.changed = now_in(session)
    row.cancel_asked = True
    if row.state == JobState.WAITING and not leaves_a_file(session, row):
        row.state = JobState.CANCELLED


def job_of_row(row: JobRow) -> Job:
    """A row as a `Job`; its result is shown only when it is done."""
    state = JobState(row.state)
    return Job(
        id=row.id,
        kind=row.kind,
        state=state,
        owner=row.owner,
        started=row.started,
        changed=row.changed,
        done=row.done,
        total=row.total,
        skipped=row.skipped,
        attempts=row.attempts,
        cancel_asked=row.cancel_asked,
        version=row.version if state is JobState.DONE else None,
        error=row.error,
    )


def leaves_a_file(session: Session, job: JobRow) -> bool:
    """Whether a file of a job may be there of which no row tells: a worker was writing it when it ended."""
    writing = (JobFileRow.job == job.id, JobFileRow.state == FileState.WRITING)
    return session.scalar(select(JobFileRow.ordinal).where(*writing).limit(1)) is not None


def _refuse_second(session: Session, only_one: str | None) -> None:
    if only_one is None:
        return
    going = select(JobRow.id).where(JobRow.only_one == only_one, JobRow.state.in_(GOING))
    if session.scalar(going.limit(1)) is not None:
        raise JobRunning(_IN_THE_WAY)


def _chosen(kind: str | None, owner: str | None) -> Select[JobRow]:
    chosen = select(JobRow).order_by(JobRow.started.desc(), JobRow.id)
    if kind is not None:
        chosen = chosen.where(JobRow.kind == kind)
    return chosen if owner is None else chosen.where(JobRow.owner == owner)


def _row(session: Session, job: str, kind: str | None, owner: str | None, *, lock: bool = False) -> JobRow:
    chosen = _chosen(kind, owner).where(JobRow.id == job)
    row = session.scalar(chosen.with_for_update() if lock else chosen)
    if row is None:
        raise UnknownJob("No job has that id, or you may not see it.")
    return row

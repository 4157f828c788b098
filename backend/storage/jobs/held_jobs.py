"""Jobs as workers see them: only one worker has a job, and a worker that has lost it cannot change it.

A worker takes a job under a name that is used once, and sends a heartbeat every few seconds. A worker that is
silent for HELD_FOR loses its job to whoever takes it next, even if it still runs: its later changes are refused.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, CursorResult, or_, select, update
from sqlalchemy.orm import Session

from backend.errors import JobCancelled, JobLost, WorkerOutdated
from backend.storage.audit.actions import Action
from backend.storage.audit.events import UNSAID, Event
from backend.storage.audit.trail import record_event
from backend.storage.db.clock import now_in
from backend.storage.db.database import Database
from backend.storage.db.sealed import Seal
from backend.storage.jobs.job_requests import forget_request, stored_request
from backend.storage.jobs.jobs import leaves_a_file
from backend.storage.jobs.states import JobState
from backend.storage.jobs.turns import in_turn, should_make_room
from backend.storage.tables import JobRow

HELD_FOR = timedelta(seconds=60)
"""The lease: a worker that is silent for this long loses its job."""

MAX_ATTEMPTS = 5
"""A job whose process has gone that often without getting any further is given up: it may be what ends them."""

GONE = "process_gone"


@dataclass(frozen=True, slots=True)
class HeldJob:
    """A job that a worker has taken; `version` is the model version that an earlier attempt was about to store.

    A job that `ends_as` cancelled or failed has nothing else to do, but may have left a file that no row tells of:
    whoever holds it removes that file and ends the job.
    """

    id: str
    kind: str
    holder: str
    request: Mapping[str, Any]
    owner: str
    done: int
    skipped: int
    version: str | None
    ending: bool
    ends_as: JobState | None = None


class HeldJobs:
    """What a worker may do with jobs; every method is one transaction."""

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    def claimable(self, forms: Mapping[str, int]) -> tuple[str, ...]:
        """The jobs that a worker which supports these forms should try to take; accounts take turns.

        These are waiting jobs, and jobs whose holder is silent. A waiting job of a later form is among them once:
        `take` then notes in its row that it needs a newer worker.
        """
        with self._database.reading() as session:
            silent = (JobRow.state == JobState.RUNNING) & (JobRow.held_until < now_in(session))
            readable = _readable(forms)
            waiting = JobRow.state == JobState.WAITING
            unexplained = waiting & (JobRow.error.is_(None))
            return in_turn(session, or_(waiting, silent) & or_(unexplained, *readable))

    def should_make_room(self, held: HeldJob, forms: Mapping[str, int]) -> bool:
        """Whether a job should be given back, because another account waits for its turn."""
        with self._database.reading() as session:
            return should_make_room(session, held.owner, _readable(forms))

    def take(self, job: str, holder: str, forms: Mapping[str, int]) -> HeldJob | None:
        """Take a job; None if another worker has it, or it is over.

        `forms` are the forms of requests that the holder can read, by kind.

        Raises WorkerOutdated when the job is for newer workers; it goes on waiting, and says so.
        """
        with self._database.writing() as session:
            row = session.scalar(select(JobRow).where(JobRow.id == job).with_for_update())
            if row is None or not _is_free(session, row):
                return None
            if row.form <= forms.get(row.kind, 0):
                return self._taken(session, row, holder)
            row.error = WorkerOutdated.code
        raise WorkerOutdated("A newer version of Unsaid created this job. Update this worker.")

    def free(self, holder: str) -> int:
        """Release all jobs of a dead holder at once; return how many."""
        with self._database.writing() as session:
            now = now_in(session)
            mine = (JobRow.holder.startswith(f"{holder}."), JobRow.state == JobState.RUNNING)
            return _count(session, update(JobRow).where(*mine).values(held_until=now - HELD_FOR, changed=now))

    def give_back(self, held: HeldJob) -> None:
        """Release a job so that another worker resumes it, unless it is cancelled; the attempt does not count.

        Raises JobLost.
        """
        with self._database.writing() as session:
            row = held_row(session, held)
            stopped = row.cancel_asked and not row.ending
            stopped = stopped and not leaves_a_file(session, row)
            row.state = JobState.CANCELLED if stopped else JobState.WAITING
            row.changed, row.holder = now_in(session), None
            row.attempts -= 1
            if stopped:
                session.flush()
                record_event(session, Event(UNSAID, Action.JOB_STOPPED, held.id))

    def tell(self, held: HeldJob, done: int, total: int | None = None) -> None:
        """Send a heartbeat with the progress of the job.

        Raises JobCancelled when somebody wants it stopped; JobLost when it is somebody else's by now.
        """
        with self._database.writing() as session:
            now = now_in(session)
            values: dict[str, Any] = {"held_until": now + HELD_FOR, "done": done}
            if total is not None:
                values["total"] = total
            self._change(session, held, **values)
            row = session.get_one(JobRow, held.id)
            stop = row.cancel_asked and not row.ending
        if stop:
            raise JobCancelled("Someone cancelled the job.")

    def about_to_store(self, held: HeldJob, version: str, skipped: int) -> str:
        """Forbid cancelling from here on; return the version name to store, the same in every attempt.

        Raises JobCancelled, JobLost.
        """
        with self._database.writing() as session:
            row = held_row(session, held)
            if row.cancel_asked and not row.ending:
                raise JobCancelled("Someone cancelled the job.")
            row.ending, row.skipped = True, skipped
            row.version = row.version or version
            return row.version

    def begin_anew(self, held: HeldJob) -> None:
        """Allow cancelling again, since an earlier attempt has stored nothing; raises JobLost.

        The name stays: an earlier holder that lives after all would store under it too, and one of the two fails.
        """
        with self._database.writing() as session:
            self._change(session, held, ending=False)

    def finish(
        self,
        held: HeldJob,
        *events: Event,
        done: int,
        skipped: int,
        keep: bool = False,
        error: str | None = None,
    ) -> None:
        """Mark a job as done; its request is deleted unless it is kept for a retry.

        `events` tell what came of it, and the code of an `error` what is missing.

        Raises JobLost; JobCancelled when somebody has cancelled it and was told so.
        """
        with self._database.writing() as session:
            row = held_row(session, held)
            if row.cancel_asked and not row.ending:
                raise JobCancelled("Someone cancelled the job.")
            row.state, row.holder, row.error = JobState.DONE, None, error
            row.changed, row.done, row.skipped = now_in(session), done, skipped
            row.ending, row.cancel_asked = False, False
            if not keep:
                forget_request(session, row)
            session.flush()
            for event in (*events, Event(UNSAID, Action.JOB_DONE, held.id, {"done": done, "skipped": skipped})):
                record_event(session, event)

    def end(self, held: HeldJob) -> None:
        """End a job as it `ends_as`: cancelled, or given up; raises JobLost."""
        if held.ends_as is JobState.CANCELLED:
            self.stopped(held)
        else:
            self.fail(held, GONE)

    def fail(self, held: HeldJob, code: str) -> None:
        """Mark a job as failed with the code of an error; raises JobLost."""
        self._end(held, JobState.FAILED, code, Event(UNSAID, Action.JOB_FAILED, held.id, code=code))

    def stopped(self, held: HeldJob) -> None:
        """Mark a job as cancelled; raises JobLost."""
        self._end(held, JobState.CANCELLED, None, Event(UNSAID, Action.JOB_STOPPED, held.id))

    def _end(self, held: HeldJob, state: JobState, code: str | None, event: Event) -> None:
        with self._database.writing() as session:
            row = held_row(session, held)
            row.state, row.holder, row.error, row.ending = state, None, code, False
            row.changed = now_in(session)
            session.flush()
            record_event(session, event)

    def _taken(self, session: Session, row: JobRow, holder: str) -> HeldJob | None:
        now = now_in(session)
        row.changed, row.error, row.holder = now, None, None
        ends_as = _ends_as(row)
        request = stored_request(session, self._seal, row)
        if request is None or (ends_as is not None and not leaves_a_file(session, row)):
            cancelled = ends_as is JobState.CANCELLED
            row.state, row.error = (ends_as or JobState.FAILED), None if cancelled else GONE
            session.flush()
            action = Action.JOB_STOPPED if cancelled else Action.JOB_FAILED
            record_event(session, Event(UNSAID, action, row.id, code=row.error))
            return None
        row.state, row.held_until = JobState.RUNNING, now + HELD_FOR
        row.holder = f"{holder}.{secrets.token_hex(4)}"
        row.attempts += 1
        session.flush()
        record_event(session, Event(UNSAID, Action.JOB_TAKEN, row.id, {"attempt": row.attempts}))
        owner = row.owner or UNSAID
        return HeldJob(
            row.id,
            row.kind,
            row.holder,
            request,
            owner,
            row.done,
            row.skipped,
            row.version,
            ending=row.ending,
            ends_as=ends_as,
        )

    @staticmethod
    def _change(session: Session, held: HeldJob, **values: Any) -> None:
        changed = update(JobRow).where(*_held_by(held)).values(changed=now_in(session), **values)
        if not _count(session, changed):
            raise JobLost("Another worker has taken over the job.")


def _readable(forms: Mapping[str, int]) -> list[ColumnElement[bool]]:
    return [(JobRow.kind == kind) & (JobRow.form <= form) for kind, form in forms.items()]


def held_row(session: Session, held: HeldJob) -> JobRow:
    """The row of a job, locked for the transaction.

    Raises JobLost.
    """
    row = session.scalar(select(JobRow).where(*_held_by(held)).with_for_update())
    if row is None:
        raise JobLost("Another worker has taken over the job.")
    return row


def _is_free(session: Session, row: JobRow) -> bool:
    if row.state == JobState.WAITING:
        return True
    silent = row.held_until is None or row.held_until < now_in(session)
    return row.state == JobState.RUNNING and silent


def _ends_as(row: JobRow) -> JobState | None:
    """The state of a job that nobody does any more: it was cancelled, or was begun too often."""
    if row.cancel_asked and not row.ending:
        return JobState.CANCELLED
    return JobState.FAILED if row.attempts >= MAX_ATTEMPTS else None


def _held_by(held: HeldJob) -> tuple[Any, ...]:
    return JobRow.id == held.id, JobRow.state == JobState.RUNNING, JobRow.holder == held.holder


def _count(session: Session, statement: Any) -> int:
    result: CursorResult[Any] = session.execute(statement)  # type: ignore[assignment]
    return result.rowcount

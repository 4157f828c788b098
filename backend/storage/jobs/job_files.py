"""The files of a batch and their results, as hashes and numbers without names.

A file is recorded as being written, with the hash of its output, before the output appears, and as done once it is
there. So a worker that resumes a batch knows which outputs are complete, and which output it must write again.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePath
from typing import Any

from sqlalchemy import select

from backend.privacy.release_figures import FileRelease
from backend.storage.audit.events import Event
from backend.storage.audit.trail import record_event
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.db.database import Database
from backend.storage.db.sealed import Seal
from backend.storage.in_force import InForce
from backend.storage.jobs.held_jobs import HeldJob, held_row
from backend.storage.jobs.states import FileState
from backend.storage.tables import JobFileRow


@dataclass(frozen=True, slots=True)
class JobFile:
    """A file of a batch; `mark` and `output_mark` are keyed hashes of its path and of the path of its output.

    `privacy` says what the output gives away; None if that was not measured. `index` says whether the output is in
    the index of released documents; None if nobody wanted it there.
    """

    ordinal: int
    mark: str
    state: FileState
    output_mark: str | None = None
    k_reached: int | None = None
    verification: str | None = None
    needs_attention: bool | None = None
    error: str | None = None
    outcome: str | None = None
    privacy: FileRelease | None = None
    index: str | None = None


@dataclass(frozen=True, slots=True)
class FileResult:
    """The findings in an output that was read again."""

    k_reached: int | None
    verification: str | None
    needs_attention: bool
    outcome: str | None = None
    privacy: FileRelease | None = None
    index: str | None = None


class JobFiles:
    """The files of all batches; every method is one transaction."""

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    def mark_of(self, path: PurePath) -> str:
        """The keyed hash of a path; every spelling of a path has its own."""
        return self._seal.mark("job_files", sha256(path.as_posix().encode(errors="surrogateescape")).hexdigest())

    def all(self, job: str, offset: int = 0, limit: int | None = None) -> tuple[JobFile, ...]:
        """The files of a job, in order: from the one with the number `offset`, and at most `limit`.

        No more rows are read and checked than are returned.

        Raises NotAuthentic when one is gone: a batch would be done without it.
        """
        wanted = [JobFileRow.job == job, JobFileRow.ordinal >= offset]
        if limit is not None:
            wanted.append(JobFileRow.ordinal < offset + limit)
        with self._database.reading() as session:
            rows = session.scalars(select(JobFileRow).where(*wanted)).all()
            there = {row.ordinal for row in rows}
            end = len(rows) + 1 if limit is None else min(len(rows) + 1, limit)
            for ordinal in set(range(offset, offset + end)) - there:  # they are numbered from 0
                authentic_in(session).check_absent(session, JobFileRow.__tablename__, f"{job}/{ordinal}")
            return tuple(_job_file(row) for row in sorted(rows, key=lambda row: row.ordinal))

    def about_to_write(self, held: HeldJob, ordinal: int, output: PurePath) -> None:
        """Record that an output with this name is written next; raises JobLost."""
        which = (JobFileRow.job == held.id, JobFileRow.ordinal == ordinal)
        self._change(held, which, {"state": FileState.WRITING, "output_mark": self.mark_of(output)})

    def begin_again(self, held: HeldJob, remove: Callable[[], None]) -> None:
        """Forget what was being written, once `remove` has removed it.

        The job is locked meanwhile, so a worker that has lost it removes nothing of the next one.

        Raises JobLost; as `remove`.
        """
        with self._database.writing() as session:
            held_row(session, held)
            remove()
            writing = (JobFileRow.job == held.id, JobFileRow.state == FileState.WRITING)
            for file in session.scalars(select(JobFileRow).where(*writing)):
                file.state, file.output_mark = FileState.WAITING, None

    def written(
        self,
        held: HeldJob,
        ordinal: int,
        found: FileResult,
        event: Event,
        publish: Callable[[], None] = lambda: None,
        made_by: InForce | None = None,
    ) -> None:
        """Record that the output exists, with `event` in the audit trail; `publish` lets it appear.

        It appears while the job is locked, so a worker that has lost the job overwrites nothing of the next one.

        Raises JobLost; as `publish`; and as `InForce.check` when what it was `made_by` counts no more.
        """
        which = (JobFileRow.job == held.id, JobFileRow.ordinal == ordinal)
        recorded = {
            "k_reached": found.k_reached,
            "verification": found.verification,
            "needs_attention": found.needs_attention,
            "outcome": found.outcome,
            "privacy": None if found.privacy is None else json.dumps(found.privacy.as_json()),
            "index_result": found.index,
        }
        self._change(held, which, {"state": FileState.DONE, "error": None, **recorded}, event, publish, made_by)

    def indexed(self, held: HeldJob, ordinal: int, result: str, *events: Event) -> None:
        """Record whether an output that exists is in the index, with `events` in the audit trail.

        Raises JobLost.
        """
        with self._database.writing() as session:
            held_row(session, held)
            which = (JobFileRow.job == held.id, JobFileRow.ordinal == ordinal, JobFileRow.state == FileState.DONE)
            for file in session.scalars(select(JobFileRow).where(*which)):
                file.index_result = result
            session.flush()
            for event in events:
                record_event(session, event)

    def failed(self, held: HeldJob, ordinal: int, error: str, event: Event) -> None:
        """Record that a file failed with this error code, with `event` in the audit trail.

        Raises JobLost.
        """
        which = (JobFileRow.job == held.id, JobFileRow.ordinal == ordinal)
        found = {"output_mark": None, "needs_attention": True, "error": error}
        self._change(held, which, {"state": FileState.FAILED, **found}, event)

    def _change(
        self,
        held: HeldJob,
        which: tuple[Any, ...],
        values: Mapping[str, Any],
        event: Event | None = None,
        publish: Callable[[], None] = lambda: None,
        made_by: InForce | None = None,
    ) -> None:
        with self._database.writing() as session:
            row = held_row(session, held)
            if made_by is not None:
                made_by.check(session)
            for file in session.scalars(select(JobFileRow).where(*which)):
                for column, value in values.items():
                    setattr(file, column, value)
            if values["state"] != FileState.WRITING:
                row.attempts = 1  # progress was made, so earlier attempts no longer count
            if event is not None:
                session.flush()
                record_event(session, event)
            held_row(session, held)  # a process that was stopped meanwhile may have lost the lock
            publish()  # last: what cannot be recorded does not appear


def _job_file(row: JobFileRow) -> JobFile:
    return JobFile(
        row.ordinal,
        row.mark,
        FileState(row.state),
        row.output_mark,
        row.k_reached,
        row.verification,
        row.needs_attention,
        row.error,
        row.outcome,
        None if row.privacy is None else FileRelease.from_json(json.loads(row.privacy)),
        row.index_result,
    )

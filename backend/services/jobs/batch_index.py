"""Add the outputs of a batch to the index, also those that a worker has written and no more than that.

An output is in the database as not yet indexed from the moment at which it appears. A worker that resumes the batch
adds it: an index takes each document once, by the hash of its file.
"""

from collections.abc import Callable, Iterable

from backend.reporting.indexed import IndexRefusal, IndexResult
from backend.reporting.report import FileReport
from backend.services.audit.document_events import of_release
from backend.services.jobs.running_job import RunningJob
from backend.services.redaction.redact import RedactedFile
from backend.storage.jobs.job_files import JobFile
from backend.storage.jobs.states import FileState

NOT_YET = IndexResult(IndexRefusal.INTERRUPTED).stored
"""What the row of an output says until it is known whether the output is in the index."""

Release = Callable[[RedactedFile], FileReport]
"""Adds a written file to the index if it is to go there; its report has the result."""


def release_written(job: RunningJob, row: JobFile, done: RedactedFile, release: Release) -> None:
    """Add a written file to the index if it is to go there, and store the result.

    Raises JobLost, StoreUnavailable.
    """
    report = release(done)
    if report.index is not None:
        events = of_release(job.held.owner, report, job.mark_of)
        job.files.indexed(job.held, row.ordinal, report.index.stored, *events)


def release_again(
    job: RunningJob, rows: Iterable[JobFile], made_again: Callable[[JobFile], RedactedFile | None], release: Release
) -> None:
    """Add the outputs to the index that an earlier worker has written and not added.

    What the index gets is not stored: `made_again` redacts the file once more. If it does not come out as it was
    written, it stays out of the index, and its row goes on to say so.

    Raises JobLost, JobCancelled, StoreUnavailable.
    """
    for row in rows:
        if row.state is FileState.DONE and row.index == NOT_YET:
            job.check()
            done = made_again(row)
            if done is not None:
                release_written(job, row, done, release)

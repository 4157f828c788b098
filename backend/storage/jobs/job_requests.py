"""The request of a job in a row of its own, so that lists, heartbeats and changes of jobs do not read it.

A request may have long lists of terms. The row is authenticated with its job. Requests of earlier versions are in
the rows of their jobs.
"""

from typing import Any

from sqlalchemy import ColumnElement, delete, insert, or_, select
from sqlalchemy.orm import Session

from backend.errors import RequestTooLarge
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.authenticity.transaction_reads import parts_deleted, parts_written
from backend.storage.db.sealed import Seal
from backend.storage.jobs.states import OVER
from backend.storage.tables import JobRequestRow, JobRow

BYTES = 2 * 1024 * 1024
"""Bytes of an encrypted request: a request over HTTP has a megabyte, and encryption adds a third."""

KEPT = 10
"""How many jobs of an account that are over keep their request for a retry: the last ones."""

_AT_ONCE = 5
"""How many requests are deleted in one transaction; each new job adds one."""


def sealed_request(seal: Seal, job: str, request: Any) -> bytes:
    """Encrypt the request of a job.

    Raises RequestTooLarge.
    """
    sealed = seal.encrypted(_id_of(job), request)
    if len(sealed) > BYTES:
        raise RequestTooLarge(
            f"The request of a job has at most {BYTES // 1024 // 1024} MB when it is stored. Name fewer terms."
        )
    return sealed


def put_request(session: Session, job: str, sealed: bytes) -> None:
    """Store the request of a new job, whose own row is stored already."""
    values = {"id": _id_of(job), "job": job, "sealed": sealed}
    session.execute(insert(JobRequestRow), [values])
    parts_written(session, JobRequestRow, job, [values])


def stored_request(session: Session, seal: Seal, job: JobRow) -> dict[str, Any] | None:
    """The request of a job; None if it is no longer kept."""
    row = _stored(session, job.id)
    if row is not None:
        return seal.decrypted(row.id, row.sealed)
    return None if job.sealed is None else seal.decrypted(job.id, job.sealed)


def forget_request(session: Session, job: JobRow) -> None:
    """Delete the request of a job."""
    if _stored(session, job.id) is not None:
        session.execute(delete(JobRequestRow).where(JobRequestRow.job == job.id))
        parts_deleted(session, JobRequestRow, job.id, [(_id_of(job.id),)])
    job.sealed = None


def forget_older_requests(session: Session, owner: str) -> None:
    """Delete requests of an account's jobs that are over, but for the last KEPT; a few at a time."""
    over = (JobRow.owner == owner, JobRow.state.in_(OVER), _has_request())
    last_first = select(JobRow.id).where(*over).order_by(JobRow.changed.desc(), JobRow.id)
    older = session.scalars(last_first.offset(KEPT).limit(_AT_ONCE)).all()
    for job in older:
        row = session.scalar(select(JobRow).where(JobRow.id == job).with_for_update())
        if row is not None:
            forget_request(session, row)
    session.flush()


def _has_request() -> ColumnElement[bool]:
    return or_(JobRow.sealed.is_not(None), JobRow.id.in_(select(JobRequestRow.job)))


def _stored(session: Session, job: str) -> Any:
    parts = authentic_in(session).parts_like(session, JobRow.__tablename__, job, [_id_of(job)])
    rows = parts[JobRequestRow.__tablename__]
    return rows[0] if rows else None


def _id_of(job: str) -> str:
    return f"request of {job}"

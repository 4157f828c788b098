"""Revision counters: a cheap way for caches to ask whether rows of one kind have changed."""

from sqlalchemy import update
from sqlalchemy.orm import Session

from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.tables import RevisionRow

_TABLES = {"clients": ("clients", "everyone")}
"""Kinds that are more than the table of that name."""


def revision(session: Session, kind: str) -> str:
    """A text that differs as soon as rows of one kind have changed, taken from the signed end of the trail.

    Raises StoreDamaged.
    """
    return authentic_in(session).revision(session, _TABLES.get(kind, (kind,)))


def count_change(session: Session, kind: str) -> None:
    """Count a change to rows of one kind; in PostgreSQL, concurrent changes wait for the end of the transaction."""
    session.execute(update(RevisionRow).where(RevisionRow.kind == kind).values(number=RevisionRow.number + 1))

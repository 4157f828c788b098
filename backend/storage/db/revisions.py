"""Revision counters: a cheap way for caches to ask whether rows of one kind have changed."""

from sqlalchemy import update
from sqlalchemy.orm import Session

from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.tables import RevisionRow

_TABLES = {"clients": ("clients", "everyone")}
"""Kinds that are more than the table of that name."""


def revision(session: Session, kind: str) -> str:
    """Another text as soon as rows of that kind were changed: it comes from the signed end of the audit trail.

    Raises StoreDamaged.
    """
    return authentic_in(session).revision(session, _TABLES.get(kind, (kind,)))


def count_change(session: Session, kind: str) -> None:
    """Rows of that kind change in this transaction; in PostgreSQL others that change them wait for its end."""
    session.execute(update(RevisionRow).where(RevisionRow.kind == kind).values(number=RevisionRow.number + 1))

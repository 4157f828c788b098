"""How often rows of a kind were changed: cheap to ask, for whoever keeps what the rows say in memory."""

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from backend.storage.tables import RevisionRow


def revision(session: Session, kind: str) -> int:
    """How often rows of that kind were changed."""
    return session.scalars(select(RevisionRow.number).where(RevisionRow.kind == kind)).one()


def count_change(session: Session, kind: str) -> None:
    """Rows of that kind change in this transaction; in PostgreSQL others that change them wait for its end."""
    session.execute(update(RevisionRow).where(RevisionRow.kind == kind).values(number=RevisionRow.number + 1))

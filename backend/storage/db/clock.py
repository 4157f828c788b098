"""The current time for several machines: that of the PostgreSQL server, or of this machine for SQLite."""

from datetime import UTC, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session


def now_in(session: Session) -> datetime:
    """The current time, from the one clock that all users of this database share."""
    if session.get_bind().dialect.name == "postgresql":
        return session.scalars(select(func.clock_timestamp())).one().astimezone(UTC)  # type: ignore[no-any-return]
    return datetime.now(UTC)

"""Transactions that check what they read: no row that somebody else has written is given to anybody."""

from typing import Any

from sqlalchemy import event
from sqlalchemy.orm import ORMExecuteState, Session, UOWTransaction

from backend.errors import StoreDamaged
from backend.storage.authentic import INFO, Authentic
from backend.storage.covered import BY_TABLE, Values
from backend.storage.covered_rows import name_of
from backend.storage.reads import was_changed


class CheckedSession(Session):
    """A transaction of an opened store: rows that are covered are checked when they are read.

    Where single columns are asked for, nobody is given a row; whoever does so sees to it.
    """


@event.listens_for(CheckedSession, "do_orm_execute")
def _check_what_is_read(state: ORMExecuteState) -> Any:
    authentic: Authentic | None = state.session.info.get(INFO)
    read = _covered_in(state.statement) if authentic is not None and state.is_select else {}
    if authentic is None or not read:
        return None
    try:
        frozen = state.invoke_statement().freeze()
        found = frozen().all()
    except (ValueError, TypeError, LookupError) as error:
        raise StoreDamaged("a row of the database holds what nobody stores there; restore a backup") from error
    for place, kind in read.items():
        whole = BY_TABLE[kind]
        rows: dict[str, Values] = {}
        for row in found:
            values = {column: getattr(row[place], column) for column in whole.all_columns}
            rows[name_of(whole, values)] = values
        authentic.check(state.session, kind, rows)
    return frozen()


@event.listens_for(CheckedSession, "after_flush")
def _remember_what_changes(session: Session, _context: UOWTransaction) -> None:
    if INFO in session.info:
        for row in session.new:
            was_changed(session, row, added=True)
        for row in (*session.dirty, *session.deleted):
            was_changed(session, row)


@event.listens_for(CheckedSession, "before_commit")
def _refuse_what_was_not_noted(session: Session) -> None:
    """What grants, approves or constrains is changed only where the audit trail says so."""
    authentic: Authentic | None = session.info.get(INFO)
    if authentic is not None:
        session.flush()
        if authentic.has_unnoted(session):
            raise RuntimeError("a row that is covered was changed, and nothing was noted after that")


def _covered_in(statement: Any) -> dict[int, str]:
    """Which of the things that are selected are rows of tables that are covered."""
    told = getattr(statement, "column_descriptions", ())
    names = (getattr(each["expr"], "__tablename__", None) for each in told if isinstance(each["expr"], type))
    wanted = {place: name for place, name in enumerate(names) if name in BY_TABLE}
    return {place: name for place, name in wanted.items() if name is not None}

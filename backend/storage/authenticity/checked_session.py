"""Database sessions that check every row they read, and refuse a row that Unsaid did not write."""

from operator import and_, eq
from typing import Any

from sqlalchemy import BinaryExpression, BindParameter, BooleanClauseList, Column, event, inspect
from sqlalchemy.orm import ORMExecuteState, Session, UOWTransaction

from backend.errors import StoreDamaged
from backend.storage.authenticity.authentic_rows import INFO, KEYS, SEEN, Authentic, refused
from backend.storage.authenticity.covered import BY_TABLE, Values
from backend.storage.authenticity.covered_rows import UNREADABLE, name_of
from backend.storage.authenticity.transaction_reads import reads_of, was_changed


class CheckedSession(Session):
    """A transaction of an opened store: authenticated rows are checked when they are read.

    Where single columns are asked for, nobody is given a row; whoever does so sees to it. A row that somebody has
    stored is no answer to a question for another one, whatever the database takes for equal.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        authentic: Authentic | None = self.info.get(INFO)
        if authentic is not None:
            self.info[SEEN], self.info[KEYS] = authentic.seen.head, authentic.keys

    def get(self, entity: Any, ident: Any, **options: Any) -> Any:
        """Return the row with this key; None is checked too: the row must never have existed.

        Raises NotAuthentic.
        """
        found = super().get(entity, ident, **options)
        key = ident if isinstance(ident, tuple) else (ident,)
        authentic: Authentic | None = self.info.get(INFO)
        if authentic is None:
            return found
        kind, name = entity.__tablename__, "/".join(map(str, key))
        if found is None and kind in BY_TABLE:
            authentic.check_absent(self, kind, name)
        if found is not None and inspect(found).identity != key:
            raise refused(kind, name, None)
        return found


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
        raise StoreDamaged(UNREADABLE) from error
    for place, kind in read.items():
        coverage = BY_TABLE[kind]
        rows: dict[str, Values] = {}
        requested = _asked_of(state.statement, kind)
        for row in found:
            if row[place] is None:
                raise StoreDamaged(UNREADABLE)  # its key is NULL
            values = {column: getattr(row[place], column) for column in coverage.all_columns}
            name = name_of(coverage, values)
            is_another = rows.setdefault(name, values) != values  # keys of other types may have the same name
            if is_another or any(getattr(row[place], column) != value for column, value in requested.items()):
                raise refused(kind, name, None)
        authentic.check(state.session, kind, rows)
    return frozen()


@event.listens_for(CheckedSession, "after_flush")
def _remember_what_changes(session: Session, _context: UOWTransaction) -> None:
    if INFO in session.info:
        for row in session.new:
            was_changed(session, row, added=True)
        for row in session.dirty:
            was_changed(session, row)
        for row in session.deleted:
            was_changed(session, row, deleted=True)


@event.listens_for(CheckedSession, "before_commit")
def _refuse_what_was_not_noted(session: Session) -> None:
    """Raise when authenticated rows were changed without an event in the audit trail."""
    authentic: Authentic | None = session.info.get(INFO)
    if authentic is not None:
        session.flush()
        if authentic.has_unnoted(session):
            raise RuntimeError("a row that is covered was changed, and nothing was noted after that")


@event.listens_for(CheckedSession, "after_commit")
def _remember_the_end(session: Session) -> None:
    """Remember the end that was just stored, so that this process notices when it is rolled back."""
    authentic: Authentic | None = session.info.get(INFO)
    if authentic is not None and (head := reads_of(session).head) is not None:
        authentic.seen.remember(head)


def _asked_of(statement: Any, kind: str) -> dict[str, Any]:
    """The column values that a statement requires of all selected rows, if it is simple enough to tell."""
    clause = statement.whereclause
    wanted = clause.clauses if isinstance(clause, BooleanClauseList) and clause.operator is and_ else (clause,)
    return {
        each.left.name: each.right.value
        for each in wanted
        if isinstance(each, BinaryExpression)
        and each.operator is eq
        and isinstance(each.left, Column)
        and each.left.table.name == kind
        and isinstance(each.right, BindParameter)
        and not each.right.required
    }


def _covered_in(statement: Any) -> dict[int, str]:
    """The authenticated tables among the selected entities."""
    descriptions = getattr(statement, "column_descriptions", ())
    names = (
        getattr(each["expr"], "__tablename__", None) for each in descriptions if isinstance(each["expr"], type)
    )
    wanted = {place: name for place, name in enumerate(names) if name in BY_TABLE}
    return {place: name for place, name in wanted.items() if name is not None}

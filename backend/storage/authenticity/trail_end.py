"""Read the head of the audit trail as it is stored, without trusting it."""

from functools import cache
from typing import Any

from sqlalchemy import LargeBinary, Select, String, cast, func, select
from sqlalchemy.orm import Session

from backend.messages.store_problems import TrailTampered
from backend.storage.authenticity.hash_chain import NO_HEAD, Head, hash_of, identity_in
from backend.storage.tables import AuditHeadRow, AuditRow

TAMPERED = TrailTampered()
_HEAD = (AuditHeadRow.number, AuditHeadRow.hash, AuditHeadRow.moment, AuditHeadRow.signature)


def stored_head(session: Session, *, lock: bool = False) -> Head:
    """Read the end; with `lock`, other writers wait from here on."""
    rows = _head_alone(_is_sqlite(session))
    found = session.execute(rows.with_for_update() if lock else rows).one_or_none()
    return NO_HEAD if found is None else _head(*found)


def stored_end(session: Session) -> tuple[Head, str]:
    """Read the end and the content of its row; empty content if it is not the last row."""
    found = session.execute(_head_and_its_row(_is_sqlite(session))).one_or_none()
    if found is None:
        return NO_HEAD, ""
    head, is_last = _head(*found[:4]), (found[5] or 0) == found[0]
    return head if is_last else NO_HEAD, "" if found[4] is None else as_text(found[4])


def stored_identity(session: Session, head: Head) -> str:
    """The identity of the store that the row of a signed end tells; empty if it tells none."""
    rows = select(raw(session, AuditRow.content)).where(AuditRow.number == head.number)
    content = as_text(session.scalar(rows.limit(1)))
    return identity_in(content) if hash_of(content) == head.hash else ""


# Every transaction reads the end, and to make a statement takes nearly as long as to execute it.
@cache
def _head_alone(is_sqlite: bool) -> Select[Any]:  # noqa: FBT001 - the key of the cache
    return select(*(_raw(column, is_sqlite) for column in _HEAD)).limit(1)


@cache
def _head_and_its_row(is_sqlite: bool) -> Select[Any]:  # noqa: FBT001 - the key of the cache
    last = select(func.max(AuditRow.number)).scalar_subquery()
    ends = select(*(_raw(column, is_sqlite) for column in (*_HEAD, AuditRow.content)), last)
    return ends.select_from(AuditHeadRow).outerjoin(AuditRow, AuditRow.number == AuditHeadRow.number).limit(1)


def _head(number: Any, own: Any, moment: Any, signature: Any) -> Head:
    return Head(as_number(number), as_text(own), as_text(moment), as_text(signature))


def raw(session: Session, column: Any) -> Any:
    """A column read as bytes, because SQLite may return broken text or cut it off."""
    return _raw(column, _is_sqlite(session))


def _raw(column: Any, is_sqlite: bool) -> Any:  # noqa: FBT001 - as above
    return cast(column, LargeBinary) if is_sqlite and isinstance(column.type, String) else column


def _is_sqlite(session: Session) -> bool:
    return session.get_bind().dialect.name == "sqlite"


def as_number(value: Any) -> int:
    """The number of a row as it was stored; -1, which no row has, for anything else."""
    return value if isinstance(value, int) else -1


def as_text(value: str | bytes | None) -> str:
    """Decode a value that was read by `raw`."""
    return value.decode(errors="surrogateescape") if isinstance(value, bytes) else str(value)

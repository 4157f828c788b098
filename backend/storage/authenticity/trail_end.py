"""Read the head of the audit trail as it is stored, without trusting it."""

from typing import Any

from sqlalchemy import LargeBinary, String, cast, func, select
from sqlalchemy.orm import Session

from backend.messages.store_problems import TrailTampered
from backend.storage.authenticity.hash_chain import NO_HEAD, Head
from backend.storage.tables import AuditHeadRow, AuditRow

TAMPERED = TrailTampered()


def stored_head(session: Session, *, lock: bool = False) -> Head:
    """Read the end; with `lock`, other writers wait from here on."""
    columns = (AuditHeadRow.number, AuditHeadRow.hash, AuditHeadRow.moment, AuditHeadRow.signature)
    rows = select(*(raw(session, column) for column in columns)).limit(1)
    found = session.execute(rows.with_for_update() if lock else rows).one_or_none()
    return NO_HEAD if found is None else _head(*found)


def stored_end(session: Session) -> tuple[Head, str]:
    """Read the end and the content of its row; empty content if it is not the last row."""
    columns = (AuditHeadRow.number, AuditHeadRow.hash, AuditHeadRow.moment, AuditHeadRow.signature)
    last = select(func.max(AuditRow.number)).scalar_subquery()
    ends = select(*(raw(session, column) for column in (*columns, AuditRow.content)), last)
    ends = ends.select_from(AuditHeadRow).outerjoin(AuditRow, AuditRow.number == AuditHeadRow.number).limit(1)
    found = session.execute(ends).one_or_none()
    if found is None:
        return NO_HEAD, ""
    head, is_last = _head(*found[:4]), (found[5] or 0) == found[0]
    return head if is_last else NO_HEAD, "" if found[4] is None else as_text(found[4])


def _head(number: int, own: Any, moment: Any, signature: Any) -> Head:
    return Head(number, as_text(own), as_text(moment), as_text(signature))


def raw(session: Session, column: Any) -> Any:
    """A column read as bytes, because SQLite may return broken text or cut it off."""
    is_text = isinstance(column.type, String) and session.get_bind().dialect.name == "sqlite"
    return cast(column, LargeBinary) if is_text else column


def as_text(value: str | bytes | None) -> str:
    """Decode a value that was read by `raw`."""
    return value.decode(errors="surrogateescape") if isinstance(value, bytes) else str(value)

"""Who did what: rows that are only ever added, each in the transaction of what it tells."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from typing import Any

from sqlalchemy import LargeBinary, String, cast, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from backend.errors import StoreDamaged
from backend.storage.acting import check_still_held
from backend.storage.chain import NO_HEAD, Head, Link, Sign, Verdict, examine, is_signed, linked
from backend.storage.database import Database
from backend.storage.events import Event
from backend.storage.sealed import Seal
from backend.storage.tables import AuditHeadRow, AuditRow

_SIGN = "audit"
_AT_ONCE = 1_000
"""Rows that are in memory at one time."""


def note(session: Session, event: Event, now: datetime | None = None) -> None:
    """Add an event to the trail, in the transaction of what it tells: both are kept, or neither.

    Call it last in the transaction: from here to its end, others that note something wait. A clock that was set
    back gives no earlier moment than the last row has; what it said then stands in `clock`.
    """
    sign: Sign | None = session.info.get(_SIGN)
    if sign is None:
        raise RuntimeError("events are noted in transactions of an opened store")
    _append(session, event, now or datetime.now(UTC), sign)
    check_still_held(session)  # behind the lock of the end of the trail: what was revoked before counts


def sign_by(database: Database, seal: Seal) -> None:
    """From now on, transactions of this database can note events."""
    database.carried[_SIGN] = _signing(seal)


def note_signed_by(session: Session, seal: Seal, event: Event) -> None:
    """As `note`, in a transaction that has changed what signs."""
    _append(session, event, datetime.now(UTC), _signing(seal))


@dataclass(frozen=True, slots=True)
class Noted:
    """A row of the trail, as it was read."""

    number: int
    content: Mapping[str, Any]
    hash: str

    def as_json(self) -> dict[str, Any]:
        """The object of `audit list --json`."""
        return {**self.content, "hash": self.hash}


class Audit:
    """The trail of a store; every method is one transaction."""

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    def mark_of(self, client: str) -> str:
        """What the trail calls a client: the mark that its dictionary is found by."""
        return self._seal.mark("clients", client)

    def note(self, *events: Event) -> None:
        """Note what was done, or is about to be done, outside the database; all of it or nothing."""
        with self._database.writing() as session:
            for event in events:
                note(session, event)

    def rows(
        self, *, before: int | None = None, most: int = 100, wanted: Callable[[Noted], bool] = lambda _: True
    ) -> tuple[Noted, ...]:
        """The newest rows that are wanted, the newest first; below a number where one is given."""
        rows = select(AuditRow.number, AuditRow.content, AuditRow.hash).order_by(AuditRow.number.desc())
        if before is not None:
            rows = rows.where(AuditRow.number < before)
        rows = rows.execution_options(yield_per=_AT_ONCE)
        with self._database.reading() as session, closing(session.execute(rows)) as read:
            noted = (Noted(number, _said(content), own) for number, content, own in read)
            return tuple(islice(filter(wanted, noted), most))

    def verify(self) -> Verdict:
        """Look at every row and at the end, as they are at one moment."""
        with self.opened() as (links, head):
            return examine(links, head, _signing(self._seal))

    @contextmanager
    def opened(self) -> Iterator[tuple[Iterator[Link], Head]]:
        """All rows, ascending, and the end, as they are at one moment and whatever somebody has made of them."""
        with self._database.reading() as session:
            yield _links(session), _head(session)

    def signed(self, text: str) -> str:
        """What only the key of this store makes of a text."""
        return _signing(self._seal)(text)

    def first_unlike(self, links: Iterable[Link]) -> int | None:
        """The number of the first row that is another one here, or none."""
        with self.opened() as (stored, _head):
            here = {each.number: each.hash for each in stored}
        return next((each.number for each in links if here.get(each.number) != each.hash), None)


def _append(session: Session, event: Event, now: datetime, sign: Sign) -> None:
    head = _head(session, lock=True)
    if not is_signed(head, sign):
        raise StoreDamaged(_TAMPERED)
    told = now.astimezone(UTC).isoformat(timespec="microseconds")
    moment = max(told, head.moment)  # of one form, so that the later one is the greater one
    content = {**event.as_json(), "moment": moment, "clock": None if moment == told else told}
    link = linked(content, head.number + 1, head.hash, sign)
    end = Head(link.number, link.hash, moment, "")
    values = {"number": end.number, "hash": end.hash, "moment": moment, "signature": sign(end.signed)}
    try:
        session.execute(insert(AuditRow).values(**asdict(link)))
        session.execute(update(AuditHeadRow).values(**values))
    except IntegrityError as error:
        raise StoreDamaged(_TAMPERED) from error


_TAMPERED = (
    "the audit trail was changed by somebody else than Unsaid, and nothing more is noted; `unsaid audit verify` "
    "tells where, and `unsaid db restore` brings a backup back"
)


def _signing(seal: Seal) -> Sign:
    return partial(seal.signature, "audit")


def _head(session: Session, *, lock: bool = False) -> Head:
    columns = (AuditHeadRow.number, AuditHeadRow.hash, AuditHeadRow.moment, AuditHeadRow.signature)
    rows = select(*(_raw(session, column) for column in columns)).limit(1)
    found = session.execute(rows.with_for_update() if lock else rows).one_or_none()
    if found is None:
        return NO_HEAD
    number, own, moment, signature = found
    return Head(number, _text(own), _text(moment), _text(signature))


def _links(session: Session) -> Iterator[Link]:
    columns = (AuditRow.number, AuditRow.content, AuditRow.hash, AuditRow.signature)
    rows = select(*(_raw(session, column) for column in columns)).order_by(AuditRow.number)
    for number, content, own, signature in session.execute(rows.execution_options(yield_per=_AT_ONCE)):
        yield Link(number, _text(content), _text(own), _text(signature))


def _raw(session: Session, column: Any) -> Any:
    """SQLite gives back what no text is, and breaks off where it is asked for text."""
    is_text = isinstance(column.type, String) and session.get_bind().dialect.name == "sqlite"
    return cast(column, LargeBinary) if is_text else column


def _text(value: str | bytes | None) -> str:
    return value.decode(errors="surrogateescape") if isinstance(value, bytes) else str(value)


def _said(content: str) -> dict[str, Any]:
    try:
        return dict(json.loads(content))
    except (ValueError, TypeError) as error:
        raise StoreDamaged("a row of the audit trail is not what was noted; run `unsaid audit verify`") from error

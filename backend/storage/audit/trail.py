"""The audit trail: rows are only added, each in the same transaction as the change that it records."""

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from backend.errors import StoreDamaged
from backend.storage.audit.events import Event
from backend.storage.authenticity.authentic_rows import INFO, SEEN, Authentic, authentic_in
from backend.storage.authenticity.examined_rows import RecordedVersions, collect_versions, examine_rows
from backend.storage.authenticity.hash_chain import (
    IDENTITY,
    Fault,
    FaultKind,
    Head,
    Link,
    Sign,
    TrailVerification,
    examine,
    hash_of,
    is_signed,
    linked,
    previous_of,
)
from backend.storage.authenticity.mac_keys import MacKeys
from backend.storage.authenticity.mac_tree import Hashes
from backend.storage.authenticity.remembered_end import RememberedEnd
from backend.storage.authenticity.seen_end import SeenEnd
from backend.storage.authenticity.trail_end import TAMPERED, as_number, as_text, raw, stored_head
from backend.storage.authenticity.transaction_reads import reads_of
from backend.storage.db.database import Database
from backend.storage.db.mac_secrets import MacSecret
from backend.storage.db.sealed import Seal
from backend.storage.in_force import InForce
from backend.storage.rights.current_account import check_still_held
from backend.storage.tables import AuditHeadRow, AuditRow

_AT_ONCE = 1_000
"""Rows that are in memory at one time."""


def record_event(session: Session, event: Event, now: datetime | None = None) -> None:
    """Append an event to the trail, in the transaction of the change that it records: both are kept, or neither.

    Call it last in the transaction: from here to its end, others that note something wait. A clock that was set
    back gives no earlier moment than the last row has; what it said then stands in `clock`.
    """
    authentic: Authentic | None = session.info.get(INFO)
    if authentic is None:
        raise RuntimeError("events are noted in transactions of an opened store")
    stored_head(session, lock=True)
    # Check behind the lock, so that earlier revocations count, and before signing: a database keeps data for a
    # while after a rollback, and whoever can read a signed row there could insert it again.
    check_still_held(session)
    _append(session, event, now or datetime.now(UTC), authentic)


def enable_signing(database: Database, seal: Seal, remembered: RememberedEnd | None = None) -> None:
    """Let transactions of this database record events and check the rows that they read."""
    authentic = authentic_by(seal)
    authentic.seen = SeenEnd(remembered)
    database.carried[INFO] = authentic


def record_event_signed_by(
    session: Session, seal: Seal, event: Event, after: Head | None = None, identity: str | None = None
) -> None:
    """As `record_event`, in a transaction that has changed the signing secrets; later than the end `after`.

    With `identity`, this row and all later ones are of the store of that identity.
    """
    now = datetime.now(UTC)
    if after is not None and after.moment:
        now = max(now, datetime.fromisoformat(after.moment) + timedelta(microseconds=1))
    _append(session, event, now, authentic_by(seal), identity)


def authentic_by(seal: Seal) -> Authentic:
    """Return the checker of authentic rows, with the secrets of a seal, or of a rotation after it."""
    return Authentic(mac_keys_of(seal.mac), lambda session: mac_keys_of(seal.mac_seen_by(session)))


def mac_keys_of(secret: MacSecret) -> MacKeys:
    """Return what signs the trail and computes the MACs of rows with a secret."""
    return MacKeys(secret.number, _signing(secret), Hashes(secret.derived("rows")), secret.origin)


def _signing(secret: MacSecret) -> Sign:
    """Return the function that signs rows and ends of the trail."""
    return partial(secret.signature, "audit")


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """A row of the trail, as it was read."""

    number: int
    content: Mapping[str, Any]
    hash: str

    def as_json(self) -> dict[str, Any]:
        """The object of `audit list --json`."""
        return {**self.content, "hash": self.hash}


class Audit:
    """The audit trail of a store; every method is one transaction."""

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    def mark_of(self, client: str) -> str:
        """The keyed hash that replaces a client's name in the trail; its dictionary has the same."""
        return self._seal.mark("clients", client)

    def record(self, *events: Event, made_by: InForce | None = None) -> None:
        """Record what was done, or is about to be done, outside the database: all events or none.

        Raises as `InForce.check` when what something was `made_by` counts no more.
        """
        with self._database.writing() as session:
            if made_by is not None:
                made_by.check(session)
            for event in events:
                record_event(session, event)

    def rows(
        self, *, before: int | None = None, most: int = 100, wanted: Callable[[AuditEntry], bool] = lambda _: True
    ) -> tuple[AuditEntry, ...]:
        """The newest rows that match, newest first; only rows below a number if one is given.

        Raises StoreDamaged when a row that is looked at, or the end, is not what was recorded, or a row is missing.
        """
        with self._database.reading() as session:
            end, sign = self._signed_end(session)
            first = end.number if before is None else min(before, end.number)
            with closing(_links_below(session, first)) as links:
                noted = _led_to(links, sign, end)
                below = (each for each in noted if before is None or each.number < before)
                return tuple(islice(filter(wanted, below), most))

    def verify(self) -> TrailVerification:
        """Verify every row, the end, and the stored rows that the trail covers, in one snapshot."""
        with self._database.reading() as session:
            verdict = verify_within(session, self._seal)
            return self._against_what_was_seen(session, verdict.head, verdict) if verdict.holds else verdict

    @staticmethod
    def _against_what_was_seen(session: Session, head: Head, verdict: TrailVerification) -> TrailVerification:
        """Add a fault to a valid trail that does not continue the trail which this process has seen."""
        before: Head | None = session.info.get(SEEN)
        try:
            authentic = authentic_in(session)
            authentic.seen.check(session, authentic.identified(session, head), before)
        except StoreDamaged:
            number = 0 if before is None else before.number
            return replace(verdict, faults=(Fault(number, FaultKind.NOT_STORED, number),))
        return verdict

    @contextmanager
    def opened(self) -> Iterator[tuple[Iterator[Link], Head]]:
        """All rows in ascending order, and the end, in one snapshot and unchecked."""
        with self._database.reading() as session:
            yield stored_links(session), stored_head(session)

    def signer_of_end(self, number: int) -> Sign:
        """Return the function that signed this trail when it ended with a row: with the secret of that time."""
        with self._database.reading() as session:
            self._seal.mac_seen_by(session)
        return _signing(self._seal.mac_that_signed_end(number))

    def first_unlike(self, links: Iterable[Link]) -> int | None:
        """The number of the first row that differs in this store, or None.

        Only rows that the signed end leads down to are in the store. Otherwise someone could roll the store back,
        and put the later rows behind its end, or in place of those that it has now, for an auditor to find.
        """
        with self._database.reading() as session:
            head = stored_head(session)
            is_ours = is_signed(head, authentic_by(self._seal).keys_for(session, head).sign)
            here, not_led_to = _hashes_below(session, head) if is_ours else ({}, 0)
        known = list(links)
        unlike = (each.number for each in known if each.number > head.number or here.get(each.number) != each.hash)
        others = (each.number for each in reversed(known) if each.number <= not_led_to)
        return next(unlike, next(others, None))

    def _signed_end(self, session: Session) -> tuple[Head, Sign]:
        """The end of the trail, and what has signed it.

        Raises StoreDamaged if nothing of this store has, or this process has seen a later end.
        """
        authentic, head = authentic_in(session), stored_head(session)
        sign = authentic.keys_for(session, head).sign
        if not is_signed(head, sign):
            raise StoreDamaged(TAMPERED)
        authentic.seen.check(session, authentic.identified(session, head), session.info.get(SEEN))
        return head, sign


def verify_within(session: Session, seal: Seal) -> TrailVerification:
    """Verify every row, the end, and the stored rows that the trail covers, as this transaction sees them."""
    recorded = RecordedVersions()
    authentic = authentic_by(seal)
    head = stored_head(session)
    sign = authentic.keys_for(session, head).sign
    verdict = examine(collect_versions(stored_links(session), recorded), head, sign)
    return replace(verdict, stored=examine_rows(session, authentic, recorded))


def _append(
    session: Session, event: Event, now: datetime, authentic: Authentic, identity: str | None = None
) -> None:
    session.flush()
    head, sign = stored_head(session, lock=True), authentic.keys_in(session).sign
    if not is_signed(head, sign) or not authentic.follows(session, head):
        raise StoreDamaged(TAMPERED)
    moment_text = now.astimezone(UTC).isoformat(timespec="microseconds")
    moment = max(moment_text, head.moment)  # same format, so that strings compare as times
    content = {**event.as_json(), "moment": moment, "clock": None if moment == moment_text else moment_text}
    origin = authentic.keys_in(session).origin
    identity = identity or (reads_of(session).head or head).identity or origin
    if identity != origin:
        content[IDENTITY] = identity
    link = linked({**content, **authentic.put_down(session)}, head.number + 1, head.hash, sign)
    end = Head(link.number, link.hash, moment, "", identity)
    end = replace(end, signature=sign(end.signed))
    try:
        session.execute(insert(AuditRow).values(**asdict(link)))
        session.execute(update(AuditHeadRow).values(**end.as_json()))
        reads_of(session).head = end
    except IntegrityError as error:
        raise StoreDamaged(TAMPERED) from error


def stored_links(session: Session) -> Iterator[Link]:
    """All rows of the trail as they are stored, ascending."""
    columns = (AuditRow.number, AuditRow.content, AuditRow.hash, AuditRow.signature)
    rows = select(*(raw(session, column) for column in columns)).order_by(AuditRow.number)
    for number, content, own, signature in session.execute(rows.execution_options(yield_per=_AT_ONCE)):
        yield Link(as_number(number), as_text(content), as_text(own), as_text(signature))


def _hashes_below(session: Session, head: Head) -> tuple[dict[int, str], int]:
    """The hashes of all rows by number, and the last row that the end does not lead down to; 0 if there is none."""
    number, expected = head.number, head.hash
    here: dict[int, str] = {}
    columns = (AuditRow.number, raw(session, AuditRow.content))
    rows = select(*columns).order_by(AuditRow.number.desc()).execution_options(yield_per=_AT_ONCE)
    for found, stored in session.execute(rows):
        content = as_text(stored)
        here[as_number(found)] = hash_of(content)
        previous = previous_of(content, number, expected) if found == number else None
        if previous is not None:
            number, expected = number - 1, previous
    return here, number


def _links_below(session: Session, number: int) -> Generator[Link, None, None]:
    """The rows of the trail from that number down; raises StoreDamaged if one is missing, or there twice."""
    columns = (AuditRow.number, AuditRow.content, AuditRow.hash, AuditRow.signature)
    rows = select(*(raw(session, column) for column in columns)).where(AuditRow.number <= number)
    rows = rows.order_by(AuditRow.number.desc()).execution_options(yield_per=_AT_ONCE)
    expected = number
    with closing(session.execute(rows)) as read:
        for found, content, own, signature in read:
            if found != expected:
                raise StoreDamaged(TAMPERED)
            yield Link(found, as_text(content), as_text(own), as_text(signature))
            expected -= 1
    if expected != 0:
        raise StoreDamaged(TAMPERED)


def _led_to(links: Iterable[Link], sign: Sign, end: Head) -> Iterator[AuditEntry]:
    """Rows of the trail from some row down; raises StoreDamaged if one is not the one before the row above it.

    A signature does not tell that: the store may have been put back since, or the row is of a copy of it.
    """
    expected = None
    for link in links:
        content = _signed_content(link, sign)
        if link.hash != (end.hash if link.number == end.number else expected or link.hash):
            raise StoreDamaged(TAMPERED)
        expected = str(content.get("previous"))
        yield AuditEntry(link.number, content, link.hash)


def _signed_content(link: Link, sign: Sign) -> dict[str, Any]:
    """What a row says; raises StoreDamaged unless Unsaid has signed it, under its number."""
    own = hash_of(link.content)
    if own != link.hash or sign(own) != link.signature:
        raise StoreDamaged(TAMPERED)
    content = dict(json.loads(link.content))
    if content.get("number") != link.number:
        raise StoreDamaged(TAMPERED)
    return content

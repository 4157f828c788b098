"""Rotate the key: encrypt, authenticate and sign with new secrets what was checked under the former ones.

Whoever had the old key and a copy of the database from its time knows the former secrets, and can make MACs and
signatures with them. After a rotation none of these counts.
"""

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from backend.errors import StoreDamaged
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.audit.trail import mac_keys_of, record_event, stored_links
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.authenticity.covered import COVERED
from backend.storage.authenticity.hash_chain import BEGINNING, NOTHING_BEFORE, Head, Sign, examine, previous_of
from backend.storage.authenticity.trail_end import TAMPERED, as_text, raw, stored_head
from backend.storage.authenticity.transaction_reads import reads_of
from backend.storage.db import sealed
from backend.storage.db.database import Database
from backend.storage.db.keys import KeyRing
from backend.storage.db.sealed import Seal
from backend.storage.tables import AuditHeadRow, AuditRow, Table

_AT_ONCE = 1_000


def rotate_key(database: Database, ring: KeyRing, by: str) -> int:
    """Encrypt, authenticate and sign everything again; return the number of encrypted rows. See `sealed.rotate`.

    Raises NotAuthentic or StoreDamaged when a row, or the trail, is not what was stored.
    """

    def noted(session: Session, seal: Seal) -> None:
        _authenticate_anew(session, seal)
        record_event(session, Event(by, Action.STORE_KEY_ROTATED))

    return sealed.rotate(database, ring, _check_everything, noted)


def _check_everything(session: Session) -> int:
    """Raise an error unless all rows and the trail are what was stored; the number of the last row of the trail."""
    authentic = authentic_in(session)
    for each in COVERED:
        authentic.check_whole(session, each.table)
    head = stored_head(session)
    if not authentic.follows(session, head):
        raise StoreDamaged(TAMPERED)
    if not examine(stored_links(session), head, authentic.keys_in(session).sign).holds:
        raise StoreDamaged(TAMPERED)
    return head.number


def _authenticate_anew(session: Session, seal: Seal) -> None:
    """Make all MACs with the new secret, and sign the trail with it, as it was when it was checked."""
    keys, head = mac_keys_of(seal.mac), reads_of(session).head or BEGINNING
    if head != BEGINNING:
        _sign_rows(session, head, keys.sign)
        head = replace(head, signature=keys.sign(head.signed))
        session.execute(update(AuditHeadRow).values(signature=head.signature))
    authentic_in(session).renew(session, keys, head)


def _sign_rows(session: Session, head: Head, sign: Sign) -> None:
    """Sign each row of the trail anew, from its end down.

    What is signed is the hash that the row above it holds, never what the database says: somebody who writes there
    at the same moment would get signatures for rows of their own.
    """
    rows = Table.metadata.tables[AuditRow.__tablename__]
    anew = update(rows).where(rows.c.number == bindparam("row")).values(signature=bindparam("signed"))
    number, expected = head.number, head.hash
    while number > 0:
        signed = []
        for content in _contents_below(session, number):
            previous = previous_of(content, number, expected)
            if previous is None:
                raise StoreDamaged(TAMPERED)
            signed.append({"row": number, "signed": sign(expected)})
            number, expected = number - 1, previous
        session.execute(anew, signed)
    if expected != NOTHING_BEFORE:
        raise StoreDamaged(TAMPERED)


def _contents_below(session: Session, number: int) -> Iterator[str]:
    """What some rows of the trail say, from that number down; nobody else sorts them."""
    which = (AuditRow.number <= number, AuditRow.number > number - _AT_ONCE)
    rows = session.execute(select(AuditRow.number, raw(session, AuditRow.content)).where(*which))
    found = {row: content for row, content in rows}  # noqa: C416 - typed
    for each in range(number, max(number - _AT_ONCE, 0), -1):
        yield as_text(found.get(each, ""))

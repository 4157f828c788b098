"""The keys that sign certificates: one is active; of the retired ones only the public half is kept."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.errors import InvalidRequest, UnknownCertificateKey
from backend.messages.problems import CertificateKeyNotKnown
from backend.storage.audit.actions import Action
from backend.storage.audit.events import UNSAID, Event
from backend.storage.audit.trail import record_event
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.certificates.signatures import LONGEST_LABEL, PublicKey, SigningKey, is_label
from backend.storage.db.database import Database
from backend.storage.db.sealed import Seal
from backend.storage.tables import CertificateKeyRow


@dataclass(frozen=True, slots=True)
class _Stored:
    """A stored key; `secret` is None for a key that no longer signs."""

    public: PublicKey
    secret: bytes | None = field(repr=False, default=None)

    @property
    def signs(self) -> bool:
        return self.public.until is None and self.public.revoked is None


class CertificateKeys:
    """The stored keys; every method is one transaction. Tests may pass `now`.

    All of a key is sealed for its row, so nobody without the key of the store can put in a key of their own, or
    take a revocation back.
    """

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    def all(self) -> tuple[PublicKey, ...]:
        """The public halves of all keys, oldest first."""
        with self._database.reading() as session:
            return tuple(each.public for _, each in self._rows(session))

    def signer(self, by: str = UNSAID, now: datetime | None = None) -> SigningKey:
        """Return the active key; the first call creates one."""
        with self._database.reading() as session:
            found = _that_signs(each for _, each in self._rows(session))
        if found is not None:
            return found
        with self._database.alone() as session:
            # If two processes create the first key, the second one uses the key of the first.
            found = _that_signs(each for _, each in self._rows(session))
            return found or self._made(session, "", by, now or datetime.now(UTC))

    def new(self, label: str = "", by: str = UNSAID, now: datetime | None = None) -> PublicKey:
        """Create a key that signs from now on. The previous key stops signing, and its secret half is deleted.

        Raises InvalidRequest when the label is too long, or no line of text.
        """
        label = label.strip()
        if not is_label(label):
            raise InvalidRequest(f"A label is one line of at most {LONGEST_LABEL} characters. Choose another one.")
        moment = now or datetime.now(UTC)
        with self._database.alone() as session:
            for row, each in self._rows(session):
                if each.secret is not None:
                    self._change(row, _ended(each, moment.date()))
            made = self._made(session, label, by, moment)
            return PublicKey(made.public, label, moment.date())

    def revoke(self, key: str, by: str = UNSAID, now: datetime | None = None) -> PublicKey:
        """Revoke a key that someone else may have: everything it signed becomes invalid.

        Raises UnknownCertificateKey.
        """
        moment = now or datetime.now(UTC)
        with self._database.alone() as session:
            row, stored = next((each for each in self._rows(session) if each[0].id == key), (None, None))
            if row is None or stored is None:
                raise UnknownCertificateKey(CertificateKeyNotKnown())
            if stored.public.revoked is not None:
                return stored.public
            ended = _ended(stored, moment.date())
            revoked = replace(ended, public=replace(ended.public, revoked=moment.date()))
            self._change(row, revoked)
            session.flush()
            record_event(session, Event(by, Action.CERTIFICATE_KEY_REVOKED, key))
            return revoked.public

    def revoke_again(self, keys: Iterable[PublicKey], by: str) -> None:
        """Revoke keys that were revoked in a store which a backup has replaced, on the day when that was.

        Keys that the backup does not know are kept as revoked: another backup may bring them back.
        """
        with self._database.alone() as session:
            known = {row.id: (row, stored) for row, stored in self._rows(session)}
            for key in keys:
                row, stored = known.get(key.id, (None, None))
                if row is None:
                    sealed = self._seal.encrypted(key.id, _content(_Stored(key)))
                    created = datetime.combine(key.since, time(), UTC)
                    session.add(CertificateKeyRow(id=key.id, sealed=sealed, created=created))
                elif stored is None or stored.public.revoked is None:
                    self._change(row, _Stored(key))
                else:
                    continue
                session.flush()
                record_event(session, Event(by, Action.CERTIFICATE_KEY_REVOKED, key.id))

    def _rows(self, session: Session) -> list[tuple[CertificateKeyRow, _Stored]]:
        rows = sorted(session.scalars(select(CertificateKeyRow)).all(), key=lambda row: (row.created, row.id))
        authentic_in(session).check_complete(session, CertificateKeyRow.__tablename__, {row.id for row in rows})
        return [(row, _opened(self._seal.decrypted(row.id, row.sealed))) for row in rows]

    def _made(self, session: Session, label: str, by: str, now: datetime) -> SigningKey:
        key = SigningKey.new()
        stored = _Stored(PublicKey(key.public, label, now.date()), key.secret)
        sealed = self._seal.encrypted(key.id, _content(stored))
        session.add(CertificateKeyRow(id=key.id, sealed=sealed, created=now))
        session.flush()
        record_event(session, Event(by, Action.CERTIFICATE_KEY_MADE, key.id))
        return key

    def _change(self, row: CertificateKeyRow, stored: _Stored) -> None:
        row.sealed = self._seal.encrypted(row.id, _content(stored))


def _that_signs(keys: Iterable[_Stored]) -> SigningKey | None:
    """The newest of the keys that still sign."""
    found = [each.secret for each in keys if each.secret is not None and each.signs]
    return SigningKey(found[-1]) if found else None


def _ended(stored: _Stored, day: date) -> _Stored:
    """The key without its secret half; its last day is tomorrow, for runs that last past midnight."""
    public = stored.public
    return _Stored(replace(public, until=public.until or day + timedelta(days=1)), None)


def _content(stored: _Stored) -> dict[str, Any]:
    return {**stored.public.as_json(), "secret": None if stored.secret is None else stored.secret.hex()}


def _opened(content: dict[str, Any]) -> _Stored:
    secret = content["secret"]
    return _Stored(PublicKey.from_json(content), None if secret is None else bytes.fromhex(secret))

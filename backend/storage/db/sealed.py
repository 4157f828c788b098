"""Encrypt the stored data of clients, and hash the names that rows are looked up by.

The key of the settings encrypts the secrets that Unsaid made for itself; these encrypt the rows, hash the names,
and make the MACs of rows. A key rotation re-encrypts rows and makes a new secret for MACs, but keeps the hashes of
names. Other processes read the secrets again and go on working.
"""

import hashlib
import hmac
import json
import secrets
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.document.phrases import normal_form
from backend.errors import KeyUnusable, StoreDamaged
from backend.storage.db.database import Database
from backend.storage.db.keys import KeyRing, new_key
from backend.storage.db.mac_secrets import MacSecret, mac_secret_of
from backend.storage.tables import SecretRow, Table

_SEAL, _MARK, _MAC = "seal", "mark", "mac"
_MARK_BYTES = 32
_ORIGIN_LENGTH = 32
_SEAL_BYTES = 44
"""A key of Fernet, in the form that it has there."""

_CHANGED = "A secret of the database does not match its row. Restore a backup."
_LOST = "The database has lost its secrets. Restore a backup."
_HAS_MACS = b"rows have MACs"
"""Stands behind the secret of marks, under its seal, once the rows of a store have MACs: none lacks one then."""

_OWN_MACS = b"rows have MACs of another secret"
"""Stands there instead since the first rotation: MACs are made with a secret of their own, never with this one."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """The secrets of a store: the keys of rows, newest first; the key of hashes; whether rows had MACs.

    `key` is the key of the settings that opened them all, `seal` the number of the newest seal. `mac` is the secret
    that MACs are made with, and `former` are those of before each rotation, ascending.
    """

    key: str = field(repr=False)
    seals: tuple[bytes, ...] = field(repr=False)
    seal: int
    mark: bytes = field(repr=False)
    has_macs: bool
    mac: MacSecret
    former: tuple[MacSecret, ...]


class Seal:
    """Encrypts and decrypts values together with the id of their row, so that rows cannot be swapped."""

    def __init__(self, database: Database, ring: KeyRing, secrets_now: Secrets) -> None:
        self._database = database
        self._ring = ring
        self._reading_again = threading.Lock()
        self._take(secrets_now)

    @classmethod
    def of(cls, database: Database, ring: KeyRing) -> "Seal":
        """Return the seal of a database; a new database gets its secrets.

        Raises KeyUnusable, StoreUnavailable.
        """
        return cls(database, ring, _found(database, ring.keys) or _made(database, ring))

    @classmethod
    def if_any(cls, database: Database, ring: KeyRing) -> "Seal | None":
        """Return the seal of a database; None if it has no secrets yet.

        Raises KeyUnusable, StoreUnavailable.
        """
        found = _found(database, ring.keys)
        return None if found is None else cls(database, ring, found)

    @property
    def has_macs(self) -> bool:
        """Whether the rows of the store have ever had MACs; if there are none now, someone has removed them."""
        return self._secrets.has_macs

    def mark(self, kind: str, name: str) -> str:
        """The keyed hash to look up a name by: equal for spellings of one name, meaningless without the key.

        It stays the same for as long as the database lives.
        """
        content = f"{kind}\0{normal_form(name)}".encode()
        return hmac.new(self._secrets.mark, content, hashlib.sha256).hexdigest()

    @property
    def mac(self) -> MacSecret:
        """The secret for MACs, as this process knows it."""
        return self._secrets.mac

    def mac_that_signed_end(self, number: int) -> MacSecret:
        """The secret that signed the trail when it ended with that row; for exported ends alone."""
        return next((each for each in self._secrets.former if number <= (each.until or 0)), self._secrets.mac)

    def mac_seen_by(self, session: Session) -> MacSecret:
        """The secret for MACs that a transaction sees; if it is newer, this process takes all secrets from there.

        Raises KeyUnusable when the key has changed, StoreDamaged.
        """
        found = _read(session, self._keys())
        with self._reading_again:
            if found.mac.number > self._secrets.mac.number:
                self._take(found)
        return found.mac

    def encrypted(self, whose: str, content: Mapping[str, Any]) -> bytes:
        """Encrypt content for the row with this id."""
        return self._fernet.encrypt(json.dumps([whose, content], ensure_ascii=False).encode())

    def decrypted(self, whose: str, sealed: bytes) -> dict[str, Any]:
        """Decrypt content that was encrypted for the row with this id.

        Raises StoreDamaged when it is another's or not what was sealed; KeyUnusable when the key has changed.
        """
        try:
            plain = self._fernet.decrypt(sealed)
        except InvalidToken:
            plain = self._decrypted_again(sealed)
        owner, content = json.loads(plain)
        if owner != whose:
            raise StoreDamaged("A row of the database contains a value of another row. Restore a backup.")
        return dict(content)

    def _take(self, found: Secrets) -> None:
        self._secrets = found
        self._fernet = _fernet(found.seals)

    def _keys(self) -> tuple[str, ...]:
        """The keys, without those older than the one that opened the secrets before: no way leads back."""
        keys, known = self._ring.keys(), self._secrets.key
        return keys[: keys.index(known) + 1] if known in keys else keys

    def _decrypted_again(self, sealed: bytes) -> bytes:
        """Decrypt with freshly read secrets, because the key may have been rotated in the meantime."""
        with self._reading_again:
            found = _found(self._database, self._keys)
            if found is not None and found.mac.number >= self._secrets.mac.number:
                self._take(found)
        try:
            return self._fernet.decrypt(sealed)
        except InvalidToken as error:
            raise StoreDamaged(
                "A row of the database is not what Unsaid has encrypted. Restore a backup."
            ) from error


def rotate(
    database: Database,
    ring: KeyRing,
    checked: Callable[[Session], int],
    noted: Callable[[Session, Seal], None],
) -> int:
    """Put the secrets under the newest key, every row under a new seal, and make a new secret for MACs.

    How many rows were sealed.

    The newest key is the first of UNSAID_KEY, or a new one in the key file, from which older ones then go. Older
    seals still open what a process sealed that knew no better. Killed at any moment, all can be opened, and a
    second call ends it. `checked` is called before anything is changed; it gives the number of the last row of the
    trail, up to which the former secret for MACs has signed. `noted` is called after that with the new secrets, and
    makes all MACs anew; all is one transaction.

    Raises KeyUnusable, StoreUnavailable, OutputFailed; StoreDamaged when someone else writes to the secrets.
    """
    with database.alone() as session:
        last = checked(session)
        keys = ring.keys()
        if not ring.from_file and len(keys) == 1:
            raise KeyUnusable(
                "UNSAID_KEY contains only one key. Put a new key and a comma before it, restart Unsaid, and "
                "repeat the rotation."
            )
        before = _read(session, keys)
        if not ring.from_file and before.key == keys[0]:
            raise KeyUnusable(
                "Everything is already encrypted with the first key of UNSAID_KEY. Put a new key and a comma "
                "before it, restart Unsaid, and repeat the rotation."
            )
        if ring.from_file:
            keys = (new_key(), *keys)
            ring.replace(keys)  # before anything is under the new key
        _put_secrets_anew(session, keys, before, last)
        found = _read(session, keys)
        if (found.seals[1:], found.mark, found.mac.number) != (before.seals, before.mark, before.mac.number + 1):
            raise StoreDamaged(_CHANGED)  # somebody writes there at the same moment, and knows the former key
        seal = Seal(database, ring, found)
        rows = sum(_resealed(session, table, seal) for table in sealed_tables())
        session.flush()
        noted(session, seal)
    if ring.from_file:
        _forget_older(database, ring, keys[0])
    return rows


def _put_secrets_anew(session: Session, keys: Sequence[str], before: Secrets, last: int) -> None:
    """Put all secrets under the first of the keys, with a new one that seals and a new one that makes MACs.

    The secret of marks says from now on that no MAC is made with it, and earlier ones for MACs say that they are
    former: whoever knows these, and takes the newer one away, does not let them count again.
    """
    opens = _fernet(keys)
    for row in session.scalars(select(SecretRow)):
        if row.purpose == _MAC:
            session.delete(row)
        else:
            secret = before.mark + _OWN_MACS if row.purpose == _MARK else _unlocked(opens, row.sealed)
            row.sealed = _fernet(keys[:1]).encrypt(secret)
    number = before.seal + 1
    session.add(_row(_SEAL, keys[0], Fernet.generate_key() + str(number).encode()))
    macs = (*before.former, replace(before.mac, until=last), MacSecret.following(before.mac, number))
    session.add_all([_row(_MAC, keys[0], each.as_bytes()) for each in macs])
    session.flush()


def remember_macs(session: Session, ring: KeyRing) -> None:
    """Remember that the rows have MACs from now on, so that they are never adopted again after a removal."""
    keys = ring.keys()
    secret = session.scalars(select(SecretRow).where(SecretRow.purpose == _MARK)).one()
    mark = _unlocked(_fernet(keys), secret.sealed)[:_MARK_BYTES]
    secret.sealed = _fernet(keys[:1]).encrypt(mark + _HAS_MACS)
    session.flush()


def _forget_older(database: Database, ring: KeyRing, newest: str) -> None:
    """Leave only the newest key in the key file, unless another rotation has changed the file.

    The database does not say which key that is: someone could put a former secret back, and the only key of what
    was just encrypted would be deleted.

    Raises StoreDamaged when a secret is under another key; all keys stay in the file then.
    """
    with database.alone() as session:
        if all(_opens(newest, sealed) for sealed in session.scalars(select(SecretRow.sealed)).all()):
            ring.replace((newest,))
        elif ring.keys()[0] == newest:
            raise StoreDamaged(_CHANGED)


def sealed_tables() -> tuple[type[Any], ...]:
    """The tables with an id and encrypted content, if they have rows."""
    classes = (mapper.class_ for mapper in Table.registry.mappers if "sealed" in mapper.columns)
    return tuple(each for each in classes if each is not SecretRow)


def _resealed(session: Session, table: type[Any], seal: Seal) -> int:
    rows = 0
    # With a lock; otherwise a concurrent write between our read and our write would be lost.
    for row in session.scalars(select(table).where(table.sealed.is_not(None)).with_for_update()):
        row.sealed = seal.encrypted(row.id, seal.decrypted(row.id, row.sealed))
        rows += 1
    return rows


def _read(session: Session, keys: Sequence[str]) -> Secrets:
    oldest = 0
    seals: list[tuple[int, int, bytes]] = []
    marks: list[bytes] = []
    macs: list[MacSecret] = []
    try:
        rows = session.execute(select(SecretRow.id, SecretRow.purpose, SecretRow.sealed)).all()
    except (TypeError, ValueError) as error:
        raise StoreDamaged(_CHANGED) from error
    for row in rows:
        secret = _unlocked(_fernet(keys), row.sealed)
        oldest = max(oldest, next(place for place, key in enumerate(keys) if _opens(key, row.sealed)))
        if row.purpose == _MARK and _is_mark(secret):
            marks.append(secret)
        elif row.purpose == _SEAL and (number := _number_of_seal(secret)) is not None:
            seals.append((number, row.id, secret[:_SEAL_BYTES]))
        elif row.purpose == _MAC and (mac := mac_secret_of(secret)) is not None:
            macs.append(mac)
        else:
            raise StoreDamaged(_CHANGED)
    if not seals or len(marks) != 1:
        raise StoreDamaged(_LOST)
    mark, sealed = marks[0][:_MARK_BYTES], marks[0][_MARK_BYTES:]
    *former, newest = _macs_in_order(macs) if sealed == _OWN_MACS else [MacSecret(0, mark)]
    mac = replace(newest, origin=MacSecret(0, mark).derived("identity").hex()[:_ORIGIN_LENGTH])
    seals.sort(reverse=True)
    if (sealed != _OWN_MACS and macs) or seals[0][0] < mac.seal:
        raise StoreDamaged(_LOST)
    newest_first = tuple(secret for _number, _id, secret in seals)
    return Secrets(keys[oldest], newest_first, seals[0][0], mark, sealed != b"", mac, tuple(former))


def _macs_in_order(macs: Iterable[MacSecret]) -> list[MacSecret]:
    """The secrets for MACs, the present one last; none is missing, or a former one could count in its place."""
    ordered = sorted(macs, key=lambda each: each.number)
    listed = [(each.number, each.until is None) for each in ordered]
    if len(ordered) < 2 or listed != [(number, number == len(ordered) - 1) for number in range(len(ordered))]:
        raise StoreDamaged(_LOST)
    return ordered


def _is_mark(secret: bytes) -> bool:
    """Whether a secret is for keyed hashes. The secret itself says so, because its row could be changed."""
    return len(secret) >= _MARK_BYTES and secret[_MARK_BYTES:] in {b"", _HAS_MACS, _OWN_MACS}


def _number_of_seal(secret: bytes) -> int | None:
    """The number of a secret that encrypts rows; 0 for those of earlier versions; None for other secrets.

    It stands under the key, so that nobody can let new rows be sealed with an older secret.
    """
    number = secret[_SEAL_BYTES:]
    if len(secret) < _SEAL_BYTES or not (number == b"" or number.isdigit()):
        return None
    return int(number or b"0")


def _any(session: Session) -> bool:
    return session.scalar(select(SecretRow.id).limit(1)) is not None


def _found(database: Database, keys: Callable[[], Sequence[str]]) -> Secrets | None:
    """The secrets of a database, or None if there are none yet."""
    try:
        with database.reading() as session:
            return _read(session, keys()) if _any(session) else None
    except KeyUnusable:
        # The key file may be from before a rotation and the rows from after it, or the other way round.
        with database.alone() as session:
            return _read(session, keys())


def _made(database: Database, ring: KeyRing) -> Secrets:
    with database.alone() as session:
        # If two processes initialise a database at once, the second one uses the secrets of the first.
        if not _any(session):
            newest = ring.make()[0]
            mark = secrets.token_bytes(_MARK_BYTES) + _HAS_MACS
            session.add_all([_row(_SEAL, newest, Fernet.generate_key()), _row(_MARK, newest, mark)])
            session.flush()
        return _read(session, ring.keys())


def _row(purpose: str, key: str, secret: bytes) -> SecretRow:
    return SecretRow(purpose=purpose, sealed=_fernet([key]).encrypt(secret), created=datetime.now(UTC))


def _opens(key: str, sealed: bytes) -> bool:
    try:
        Fernet(key).decrypt(sealed)
    except InvalidToken:
        return False
    return True


def _unlocked(opens: MultiFernet, sealed: bytes) -> bytes:
    try:
        return opens.decrypt(sealed)
    except InvalidToken as error:
        raise KeyUnusable(
            "The key does not open this database. Set UNSAID_KEY to the key that the database was made or last "
            "rotated with, or restore the key file."
        ) from error


def _fernet(keys: Iterable[str | bytes]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])

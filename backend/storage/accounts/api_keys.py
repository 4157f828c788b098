"""API keys for programs: each key is shown once, and the database keeps its hash."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.errors import InvalidRequest, NotAuthentic, UnknownApiKey
from backend.logs import log
from backend.messages.problems import ApiKeyNotKnown
from backend.storage.audit.actions import Action
from backend.storage.audit.events import UNSAID, Event
from backend.storage.audit.trail import record_event
from backend.storage.db.database import Database
from backend.storage.db.sealed import Seal
from backend.storage.jobs.jobs import record_less_rights
from backend.storage.rights.rights import Rights
from backend.storage.rights.roles import Role
from backend.storage.tables import ApiKeyRow

PREFIX = "unsaid"
"""What a token begins with, so that scanners for leaked secrets know one."""

LONGEST_LIFETIME = timedelta(days=731)

_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class ApiKey:
    """The rights of a program with a key, and their end; with `groups` None it sees all clients by name."""

    id: str
    label: str
    role: Role
    groups: frozenset[str] | None
    created: datetime
    expires: datetime
    revoked: datetime | None = None

    @property
    def rights(self) -> Rights:
        """The rights of a program that signs in with this key."""
        return Rights({self.role: self.groups})

    def holds(self, now: datetime) -> bool:
        """Whether the key is valid at this moment."""
        return self.revoked is None and now < self.expires


@dataclass(frozen=True, slots=True)
class NewApiKey:
    """A new key with its token, which cannot be shown again."""

    key: ApiKey
    token: str

    def __repr__(self) -> str:
        return f"NewApiKey({self.key!r})"


class ApiKeys:
    """The stored keys; every method is one transaction. Tests may pass `now`."""

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    def new(
        self,
        label: str,
        role: Role,
        groups: Iterable[str] | None,
        lifetime: timedelta,
        now: datetime | None = None,
        by: str = UNSAID,
    ) -> NewApiKey:
        """Make a key.

        Raises InvalidRequest when the lifetime is none or too long.
        """
        if not timedelta() < lifetime <= LONGEST_LIFETIME:
            raise InvalidRequest(
                f"A key is valid for 1 to {LONGEST_LIFETIME.days} days. Choose a number in this range."
            )
        created = now or datetime.now(UTC)
        seen = None if groups is None else frozenset(groups)
        key = ApiKey(secrets.token_hex(8), label.strip(), role, seen, created, created + lifetime)
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        content = {"label": key.label, "groups": None if seen is None else sorted(seen)}
        with self._database.writing() as session:
            session.add(
                ApiKeyRow(
                    id=key.id,
                    secret_hash=_hash(secret),
                    role=role.value,
                    sealed=self._seal.encrypted(key.id, content),
                    created=key.created,
                    expires=key.expires,
                )
            )
            session.flush()
            record_event(session, Event(by, Action.KEY_MADE, key.id))
        return NewApiKey(key, f"{PREFIX}_{key.id}_{secret}")

    def all(self) -> tuple[ApiKey, ...]:
        """All keys, oldest first, including expired and revoked ones."""
        with self._database.reading() as session:
            rows = session.scalars(select(ApiKeyRow).order_by(ApiKeyRow.created, ApiKeyRow.id)).all()
        return tuple(map(self._opened, rows))

    def of(self, token: str, now: datetime | None = None) -> ApiKey | None:
        """Return the key of a token; None if the token is unknown, or its key has expired or was revoked.

        A key that somebody else than Unsaid has changed counts for nothing, and the log says which.

        Whoever guesses learns nothing from how long the answer takes: the hashes are compared as a whole.
        """
        prefix, _, rest = token.partition("_")
        name, _, secret = rest.partition("_")
        try:
            with self._database.reading() as session:
                row = session.get(ApiKeyRow, name) if prefix == PREFIX and name.isalnum() else None
        except NotAuthentic as error:
            log().error("row_refused", code=error.code, caller=name)
            return None
        matches = hmac.compare_digest(_hash(secret), row.secret_hash if row else _hash(""))
        if row is None or not matches:
            return None
        key = self._opened(row)
        return key if key.holds(now or datetime.now(UTC)) else None

    def rights_in(self, session: Session, key: str) -> Rights:
        """Read the rights of a key within another transaction; none if the key is no longer valid."""
        row = session.get(ApiKeyRow, key, populate_existing=True)
        opened = None if row is None else self._opened(row)
        return opened.rights if opened is not None and opened.holds(datetime.now(UTC)) else Rights()

    def revoke(self, key: str, now: datetime | None = None, by: str = UNSAID) -> ApiKey:
        """Revoke a key, and cancel its jobs; a key that is already revoked does not change.

        Raises UnknownApiKey.
        """
        moment = now or datetime.now(UTC)
        with self._database.writing() as session:
            row = session.get(ApiKeyRow, key, with_for_update=True) if key.isalnum() else None
            if row is None:
                raise UnknownApiKey(ApiKeyNotKnown())
            if row.revoked is None:
                row.revoked = moment
                session.flush()
                record_less_rights(session, key, Event(by, Action.KEY_REVOKED, key))
            return self._opened(row)

    def _opened(self, row: ApiKeyRow) -> ApiKey:
        content = self._seal.decrypted(row.id, row.sealed)
        groups = None if content["groups"] is None else frozenset(content["groups"])
        return ApiKey(row.id, content["label"], Role(row.role), groups, row.created, row.expires, row.revoked)


def _hash(secret: str) -> str:
    """A fast hash suffices for 256 random bits; a slow hash only helps passwords that people choose."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()

"""What all machines remember of the seals of model registries; see `backend.learning.registry_seal`."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.storage.audit.actions import Action
from backend.storage.audit.events import UNSAID, Event
from backend.storage.audit.trail import record_event
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.authenticity.transaction_reads import reads_of
from backend.storage.db.database import Database
from backend.storage.db.sealed import Seal
from backend.storage.tables import RegistrySealRow

Seen = tuple[int, int, int, bool]
"""The serial number and the digest of a seal, the identity of its registry, and whether it names the store."""

_CONTENT = ("serial", "digest", "identity", "store")


class RegistrySeals:
    """The latest seal of each registry, by the name of its place; every method is one transaction.

    Names are stored as keyed hashes, because a path may tell who a client is.
    """

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    def seen(self, names: Sequence[str]) -> tuple[str, dict[str, Seen]]:
        """The identity of the store, and the seals that are remembered under these names."""
        with self._database.reading() as session:
            rows = self._rows(session)
            marks = {name: self._mark(name) for name in names}
            end = reads_of(session).head
            identity = self._seal.mac.origin if end is None else end.identity
            return identity, {name: self._opened(rows[mark]) for name, mark in marks.items() if mark in rows}

    def keep(self, seal: Seen, instead_of: Mapping[str, Seen | None]) -> None:
        """Remember a seal under these names, where still the same seal as before, or none, is remembered."""
        by_mark = {self._mark(name): before for name, before in instead_of.items()}
        with self._database.writing() as session:
            rows = self._rows(session)
            now = {mark: self._opened(rows[mark]) if mark in rows else None for mark in by_mark}
            self._put(session, [mark for mark, before in by_mark.items() if now[mark] == before], seal)

    def all(self) -> dict[str, Seen]:
        """Everything that is remembered, by the keyed hashes of the names."""
        with self._database.reading() as session:
            return {mark: self._opened(row) for mark, row in self._rows(session).items()}

    def keep_later(self, known: Mapping[str, Seen]) -> None:
        """Remember again what `all` has returned, where nothing, or an earlier seal, is remembered."""
        with self._database.writing() as session:
            rows = self._rows(session)
            for mark, seal in known.items():
                if mark not in rows or self._opened(rows[mark]) < seal:
                    self._put(session, [mark], seal)

    def _put(self, session: Session, marks: Sequence[str], seal: Seen) -> None:
        for mark in marks:
            content = dict(zip(_CONTENT, seal, strict=True))
            sealed = self._seal.encrypted(mark, content)
            session.merge(RegistrySealRow(id=mark, sealed=sealed, changed=datetime.now(UTC)))
        if marks:
            session.flush()
            record_event(session, Event(UNSAID, Action.VERSIONS_SEALED, counts={"serial": seal[0]}))

    def _rows(self, session: Session) -> dict[str, RegistrySealRow]:
        rows = {row.id: row for row in session.scalars(select(RegistrySealRow)).all()}
        authentic_in(session).check_complete(session, RegistrySealRow.__tablename__, rows.keys())
        return rows

    def _opened(self, row: RegistrySealRow) -> Seen:
        content = self._seal.decrypted(row.id, row.sealed)
        return content["serial"], content["digest"], content["identity"], content["store"]

    def _mark(self, name: str) -> str:
        # Marks are the same for other spellings of a name, but other spellings of a path lead elsewhere.
        return self._seal.mark("registry", hashlib.sha256(name.encode(errors="surrogateescape")).hexdigest())

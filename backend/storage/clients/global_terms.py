"""The global term list: terms that are always or never redacted, in every document. Stored encrypted."""

from dataclasses import asdict
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.errors import StaleVersion
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.audit.trail import record_event
from backend.storage.authenticity.authentic_rows import authentic_in
from backend.storage.clients.dictionaries import KIND, Dictionary, StoredClient
from backend.storage.db.change_counters import count_change
from backend.storage.db.database import Database
from backend.storage.db.sealed import Seal
from backend.storage.tables import EveryoneRow

NAME = "everyone"
"""What the list is called where a client's would have the client's name."""


class GlobalTerms:
    """The global term list; every method is one transaction.

    It is a dictionary as clients have, of which only `always` and `never` count. Whoever keeps dictionaries in
    memory reads this one again when they do.
    """

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    def get(self) -> StoredClient:
        """The list; version 0 if nothing was ever stored."""
        with self._database.reading() as session:
            return self._read(session)

    def change(self, version: int, dictionary: Dictionary, who: str) -> StoredClient:
        """Replace the list, whose `version` was read.

        Raises StaleVersion when somebody has changed it since.
        """
        with self._database.writing() as session:
            count_change(session, KIND)
            before = self._read(session)
            if before.version != version:
                raise StaleVersion("Someone else changed this list. Read it again, then repeat the change.")
            after = self._put(session, before, dictionary)
            counts = {"always": len(dictionary.always), "never": len(dictionary.never)}
            record_event(session, Event(who, Action.EVERYONE_CHANGED, NAME, counts))
            return after

    def learn(self, session: Session, term: str, *, goes: bool) -> None:
        """Add a term to redact always or never, within another transaction, which records it."""
        count_change(session, KIND)
        before = self._read(session)
        self._put(session, before, before.dictionary.with_term(term, goes=goes))

    def _put(self, session: Session, before: StoredClient, dictionary: Dictionary) -> StoredClient:
        row = session.merge(
            EveryoneRow(
                id=NAME,
                version=before.version + 1,
                sealed=self._seal.encrypted(NAME, asdict(dictionary)),
                changed=datetime.now(UTC),
            )
        )
        session.flush()
        return self._opened(row)

    def _read(self, session: Session) -> StoredClient:
        row = session.get(EveryoneRow, NAME)
        if row is None:
            authentic_in(session).check_complete(session, EveryoneRow.__tablename__, ())
        return self._opened(row)

    def _opened(self, row: EveryoneRow | None) -> StoredClient:
        if row is None:
            return StoredClient(NAME, 0, datetime.fromtimestamp(0, UTC), Dictionary(NAME))
        content = self._seal.decrypted(NAME, row.sealed)
        return StoredClient(NAME, row.version, row.changed, Dictionary.as_stored(content))

"""All that is kept, behind one door."""

import threading
from dataclasses import dataclass
from pathlib import Path

from backend.settings import Settings
from backend.storage import backup, migrations, sealed
from backend.storage.api_keys import ApiKeys
from backend.storage.clients import Clients
from backend.storage.database import Database, url_of
from backend.storage.jobs import Jobs
from backend.storage.keys import KeyRing
from backend.storage.sealed import Seal


@dataclass(frozen=True, slots=True)
class _Open:
    seal: Seal
    clients: Clients
    api_keys: ApiKeys


class Store:
    """The store of one process, for all its threads; make it after a fork, not before.

    It is opened when something is first asked of it, so a process can start while the database is away: whatever
    asks then raises StoreUnavailable, until the database answers. A database that is empty gets its tables.
    """

    def __init__(self, database: Database, ring: KeyRing) -> None:
        self._database = database
        self._ring = ring
        self._opening = threading.Lock()
        self._opened: _Open | None = None

    @classmethod
    def of(cls, settings: Settings, *, may_make_key: bool = True) -> "Store":
        """The store of the settings.

        With `may_make_key` a file of SQLite that has no key yet gets one, in the key file. A database that many
        machines may use wants UNSAID_KEY.

        Raises InvalidRequest when UNSAID_DATABASE cannot be understood.
        """
        database = Database(url_of(settings))
        return cls(database, KeyRing.of(settings, may_make=may_make_key and database.is_sqlite))

    @property
    def exists(self) -> bool:
        """Tell whether anything was ever stored here, as far as that can be told without asking a server."""
        return self._database.exists

    @property
    def clients(self) -> Clients:
        """The dictionaries of clients."""
        return self._open().clients

    @property
    def api_keys(self) -> ApiKeys:
        """The keys of programs."""
        return self._open().api_keys

    def jobs(self, kind: str) -> Jobs:
        """The jobs of a kind."""
        self._open()
        return Jobs(self._database, kind)

    def check(self) -> None:
        """Raise StoreUnavailable, or one of its kinds, unless the store can be used now."""
        self._open()
        migrations.refuse_outdated(self._database)

    def upgrade(self) -> tuple[str | None, str]:
        """Bring the tables to this version; the revision they had, and the one they have."""
        return migrations.upgrade(self._database), migrations.newest()

    def back_up(self, path: Path) -> int:
        """Write a backup; see `backup.back_up`."""
        return backup.back_up(self._database, path)

    def restore(self, path: Path, *, replace: bool = False) -> int:
        """Bring a backup back; see `backup.restore`."""
        return backup.restore(self._database, self._ring, path, replace=replace)

    def rotate_key(self) -> int:
        """Seal everything anew under the newest key; see `sealed.rotate`."""
        self.check()
        return sealed.rotate(self._database, self._ring)

    def close(self) -> None:
        """Close all connections."""
        self._database.close()

    def _open(self) -> _Open:
        if self._opened is None:
            with self._opening:
                if self._opened is None:
                    migrations.refuse_outdated(self._database)
                    seal = Seal.of(self._database, self._ring)
                    clients, api_keys = Clients(self._database, seal), ApiKeys(self._database, seal)
                    self._opened = _Open(seal, clients, api_keys)
        return self._opened

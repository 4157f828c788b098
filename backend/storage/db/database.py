"""The database connection: SQLite in the data folder, or PostgreSQL by URL."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, exc, make_url, text
from sqlalchemy.orm import Session

from backend.errors import InvalidRequest, StoreUnavailable
from backend.files import PRIVATE
from backend.settings import Settings
from backend.storage.authenticity.authentic_rows import INFO
from backend.storage.authenticity.checked_session import CheckedSession
from backend.storage.authenticity.foreign_objects import refuse_foreign_objects
from backend.storage.authenticity.trail_end import stored_head
from backend.storage.db.driver_errors import translate_errors
from backend.storage.db.location import default_file

_SQLITE, _POSTGRESQL = "sqlite", "postgresql"
_OWNER_ONLY = 0o700
_PATIENCE_MS = 10_000
"""How long a writer waits for another one."""
_SILENT, _SILENT_ALONE = timedelta(seconds=30), timedelta(minutes=10)
"""How long a process may be silent within a transaction that others wait for: its machine may have frozen."""
SYNCHRONOUS = "FULL"
"""What SQLite waits for when it commits: with FULL, committed data survive a power cut."""

_POOL = {"pool_size": 5, "max_overflow": 20, "pool_timeout": _PATIENCE_MS / 1000}


def url_of(settings: Settings) -> URL:
    """The URL of the database in the settings.

    Raises InvalidRequest when UNSAID_DATABASE is no URL of SQLite or PostgreSQL; the error does not repeat it, for
    it may hold a password.
    """
    if settings.database is None:
        return URL.create(_SQLITE, database=str(default_file(settings).absolute()))
    try:
        url = make_url(settings.database)
    except exc.ArgumentError:
        url = URL.create("")
    if url.drivername in {"postgres", "postgresql", "postgresql+psycopg"}:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == _SQLITE and url.database and url.database != ":memory:":
        return url
    raise InvalidRequest(
        "UNSAID_DATABASE is not the URL of a database. Write sqlite:////srv/unsaid.db or "
        "postgresql://user@host/name."
    )


@dataclass(frozen=True, slots=True, eq=False)
class Database:
    """A database that the threads of a process share; each block of reads or writes is one transaction.

    What is written is on the disk when `writing` ends without an error, and nothing of it is there otherwise. What
    is read is as it was at one moment. Both raise StoreUnavailable, or one of its kinds, when the database does not
    do as it should; connections that broke are made anew.
    """

    url: URL
    carried: dict[str, Any] = field(init=False, repr=False, default_factory=dict)
    """What every transaction has with it, in `Session.info`."""
    _engine: Engine = field(init=False, repr=False)

    def __post_init__(self) -> None:
        make = _sqlite if self.is_sqlite else _postgresql
        object.__setattr__(self, "_engine", make(self.url))

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is a SQLite file."""
        return self.url.get_backend_name() == _SQLITE

    @property
    def exists(self) -> bool:
        """Whether there is a database: the SQLite file; always true for PostgreSQL."""
        return not self.is_sqlite or Path(str(self.url.database)).is_file()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A read-only transaction."""
        level = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        engine = self._engine.execution_options(**level)
        with translate_errors(), CheckedSession(engine, info=self.carried) as session:
            yield session

    @contextmanager
    def writing(self, patience: timedelta | None = None) -> Iterator[Session]:
        """A transaction that is committed when the block ends, and rolled back when it raises.

        With `patience` it waits so long for other writers, and no longer: then it raises StoreUnavailable.

        Writers of an opened store go one after the other, from the first to the last statement: each of them
        changes the end of the audit trail, and what a row is checked against must not change meanwhile.
        """
        with self._begun(patience) as session:
            if not self.is_sqlite:
                _end_if_silent(session, _SILENT)
            if patience is not None and not self.is_sqlite:
                session.execute(text(f"SET LOCAL lock_timeout = {_milliseconds(patience)}"))
            if INFO in self.carried:
                stored_head(session, lock=True)
                refuse_foreign_objects(session)
            yield session

    @contextmanager
    def alone(self) -> Iterator[Session]:
        """As `writing`, for long work on the whole database: only one such transaction runs at a time."""
        with self._begun() as session:
            session.connection()  # a transaction begins with its first statement, and files may be read before that
            if not self.is_sqlite:
                _end_if_silent(session, _SILENT_ALONE)
                session.execute(text("SET LOCAL statement_timeout = 0"))
                session.execute(text("SET LOCAL lock_timeout = 0"))
                session.execute(text("SELECT pg_advisory_xact_lock(hashtext('unsaid'))"))
            if INFO in self.carried:
                stored_head(session, lock=True)
                refuse_foreign_objects(session)
            yield session

    @contextmanager
    def _begun(self, patience: timedelta | None = None) -> Iterator[Session]:
        if self.is_sqlite:
            make_private(Path(str(self.url.database)))
        engine = self._engine.execution_options(unsaid_writes=True, unsaid_patience=patience)
        with (
            translate_errors(),
            CheckedSession(engine, expire_on_commit=False, info=self.carried) as session,
            session.begin(),
        ):
            yield session

    def close(self) -> None:
        """Close all connections; the next transaction opens new ones."""
        self._engine.dispose()


def _end_if_silent(session: Session, after: timedelta) -> None:
    """Let PostgreSQL end this transaction if the process is silent within it: all other writers wait for it."""
    session.execute(text(f"SET LOCAL idle_in_transaction_session_timeout = {_milliseconds(after)}"))


def _milliseconds(patience: timedelta) -> int:
    return max(1, round(patience.total_seconds() * 1000))


def _sqlite(url: URL) -> Engine:
    """Readers never wait for a writer (WAL); a writer takes its lock at once, so that two cannot deadlock."""
    arguments = {"timeout": _PATIENCE_MS / 1000, "isolation_level": None}
    engine = create_engine(url, connect_args=arguments, hide_parameters=True, **_POOL)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        # Deleted data are overwritten.
        for pragma in ("journal_mode=WAL", f"synchronous={SYNCHRONOUS}", "foreign_keys=ON", "secure_delete=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        patience = options.get("unsaid_patience")
        if patience is not None:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {_milliseconds(patience)}").close()
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("unsaid_writes") else "BEGIN")
        finally:
            if patience is not None:
                connection.exec_driver_sql(f"PRAGMA busy_timeout = {_PATIENCE_MS}").close()

    return engine


def _postgresql(url: URL) -> Engine:
    """A lost server is noticed by a ping before each transaction, and by time limits on every wait."""
    limits = {"connect_timeout": 5, "tcp_user_timeout": _PATIENCE_MS, "application_name": "unsaid"}
    arguments = {key: value for key, value in limits.items() if key not in url.query}
    engine = create_engine(url, connect_args=arguments, hide_parameters=True, pool_pre_ping=True, **_POOL)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {_PATIENCE_MS}")
            cursor.execute(f"SET statement_timeout = {3 * _PATIENCE_MS}")
        connection.commit()

    return engine


def make_private(path: Path) -> None:
    """Make the file and its folder accessible to the owner only, before anything is written.

    A file that is there is not opened: the system drops all locks that SQLite has in this process as soon as
    anything here closes the same file, and the next process to leave would take away the log that is written to.
    """
    if path.exists():
        return
    try:
        path.parent.mkdir(mode=_OWNER_ONLY, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
    except FileExistsError:
        return
    except OSError as error:
        raise StoreUnavailable(
            f"{path}: cannot be opened or made ({(error.strerror or 'refused').lower()}). Check the permissions "
            "of its folder, or choose another folder with UNSAID_DATA."
        ) from error

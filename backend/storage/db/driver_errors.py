"""Translate errors of the database drivers into our own, without any value of a row."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc
from sqlalchemy.orm.exc import StaleDataError

from backend.errors import StoreDamaged, StoreFull, StoreOutdated, StoreUnavailable
from backend.messages.store_problems import DatabaseDamaged, RowNotOnce, RowNotText, TablesOutdated

_FULL = "The disk of the database is full. The change was not saved. Free some space, then repeat it."
_DAMAGED, _NOT_ONE = DatabaseDamaged(), RowNotOnce()
_NO_TEXT, _OUTDATED = RowNotText(), TablesOutdated()
_BUSY = "The database is busy. The change was not saved. Repeat it in a moment."
_LOCKED_AWAY = "The database cannot be opened or written. Check the permissions of its file and folder."
_REFUSES = "The database refuses to write. Check the rights of its role, and that it is no standby."
_GONE = "The database does not respond. Check that it runs, and repeat this in a moment."

_OF_SQLALCHEMY: dict[type[exc.SQLAlchemyError], StoreUnavailable] = {
    exc.TimeoutError: StoreUnavailable(_BUSY),
    StaleDataError: StoreDamaged(_NOT_ONE),
}

_OF_SQLITE: dict[int, StoreUnavailable] = {
    sqlite3.SQLITE_FULL: StoreFull(_FULL),
    sqlite3.SQLITE_CORRUPT: StoreDamaged(_DAMAGED),
    sqlite3.SQLITE_NOTADB: StoreDamaged(_DAMAGED),
    sqlite3.SQLITE_BUSY: StoreUnavailable(_BUSY),
    sqlite3.SQLITE_LOCKED: StoreUnavailable(_BUSY),
    sqlite3.SQLITE_READONLY: StoreUnavailable(_LOCKED_AWAY),
    sqlite3.SQLITE_CANTOPEN: StoreUnavailable(_LOCKED_AWAY),
    sqlite3.SQLITE_PERM: StoreUnavailable(_LOCKED_AWAY),
    sqlite3.SQLITE_IOERR: StoreUnavailable(_GONE),
}
"""By the primary result code, which is the last byte of the extended one."""

_OF_POSTGRESQL: dict[str, StoreUnavailable] = {
    "53100": StoreFull(_FULL),
    "42P01": StoreOutdated(_OUTDATED),
    "42703": StoreOutdated(_OUTDATED),
    "55P03": StoreUnavailable(_BUSY),
    "57014": StoreUnavailable(_BUSY),
    "25P03": StoreUnavailable(_BUSY),
    "25006": StoreUnavailable(_REFUSES),
    "42501": StoreUnavailable(_REFUSES),
    "40001": StoreUnavailable(_BUSY),
    "40P01": StoreUnavailable(_BUSY),
    "XX001": StoreDamaged(_DAMAGED),
    "XX002": StoreDamaged(_DAMAGED),
}
"""By SQLSTATE: disk_full, undefined_table, undefined_column, time-outs, no right to write, conflicts, damage."""


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise errors of the drivers as StoreUnavailable or a subclass; programming errors are not translated."""
    try:
        yield
    except exc.SQLAlchemyError as error:
        known = _known(error)
        if known is None:
            raise
        raise type(known)(*known.args) from error


def _known(error: exc.SQLAlchemyError) -> StoreUnavailable | None:
    if not isinstance(error, exc.DBAPIError):
        return next((known for kind, known in _OF_SQLALCHEMY.items() if isinstance(error, kind)), None)
    origin = error.orig
    if isinstance(origin, sqlite3.Error):
        return _of_sqlite(origin)
    state = getattr(origin, "sqlstate", None)
    if state in _OF_POSTGRESQL:
        return _OF_POSTGRESQL[state]
    if error.connection_invalidated or isinstance(error, exc.OperationalError | exc.InterfaceError):
        return StoreUnavailable(_GONE)
    return None


def _of_sqlite(origin: sqlite3.Error) -> StoreUnavailable | None:
    if str(origin).startswith(("no such table", "no such column")):
        return StoreOutdated(_OUTDATED)
    if str(origin).startswith("Could not decode to UTF-8"):  # the rest of it quotes the row
        return StoreDamaged(_NO_TEXT)
    return _OF_SQLITE.get(getattr(origin, "sqlite_errorcode", -1) & 0xFF)

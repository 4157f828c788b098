"""Read rows of the database of an index; whoever changed the file, what comes out has the types that it should."""

import sqlite3
from collections.abc import Iterable

from backend.errors import IndexBusy, IndexNotWritable, IndexUnusable

Row = tuple[object, ...]


def rows_of(connection: sqlite3.Connection, statement: str, *values: object) -> list[Row]:
    """Return the rows of a query.

    Raises IndexBusy, IndexNotWritable, IndexUnusable when the database is damaged.
    """
    try:
        return connection.execute(statement, values).fetchall()
    except sqlite3.Error as error:
        raise index_error(error) from error


def typed(row: Iterable[object], *types: type) -> Row:
    """Return a row whose values have these types; SQLite stores any value in any column.

    Raises IndexUnusable for another one.
    """
    values = tuple(row)
    if len(values) != len(types) or any(
        type(each) is not wanted for each, wanted in zip(values, types, strict=True)
    ):
        raise IndexUnusable("Values in the index have wrong types. Restore a backup or build it again.")
    return values


_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_NOT_WRITABLE = frozenset(
    {
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    }
)


def index_error(error: sqlite3.Error) -> IndexUnusable:
    """Return our error for one of SQLite: a lock passes, a full disk can be emptied, all else is damage."""
    # The last byte is the kind; the rest says more of its cause.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code in _BUSY:
        return IndexBusy("Another program is changing the index. Nothing was changed here. Try again in a moment.")
    if code in _NOT_WRITABLE:
        return IndexNotWritable(
            "The index cannot be written or read: its disk may be full, or its files belong to another account of "
            "the system. Nothing was changed. See to the disk and the files, then try again."
        )
    return damaged()


def damaged() -> IndexUnusable:
    """Return the error for files that are not what was written."""
    return IndexUnusable("The files of the index are damaged. Restore a backup or build it again.")

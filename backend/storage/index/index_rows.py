"""Read rows of the database of an index; whoever changed the file, what comes out has the types that it should."""

import sqlite3
from collections.abc import Iterable

from backend.errors import IndexUnusable

Row = tuple[object, ...]


def rows_of(connection: sqlite3.Connection, statement: str, *values: object) -> list[Row]:
    """Return the rows of a query.

    Raises IndexUnusable when the database is locked or damaged.
    """
    try:
        return connection.execute(statement, values).fetchall()
    except sqlite3.Error as error:
        raise unusable(error) from error


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


def unusable(error: sqlite3.Error) -> IndexUnusable:
    """Return what an error of the database means."""
    if not isinstance(error, sqlite3.OperationalError):
        return damaged()
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & 0xFF == sqlite3.SQLITE_ERROR:  # a table or a column is missing
        return damaged()
    reason = "another program is writing to it" if "locked" in str(error) else "its disk may be full"
    return IndexUnusable(f"The index cannot be read or changed: {reason}. Try again.")


def damaged() -> IndexUnusable:
    """Return the error for files that are not what was written."""
    return IndexUnusable("The files of the index are damaged. Restore a backup or build it again.")

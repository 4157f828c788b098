"""A database as an attacker with write access but without a key sees it: by the drivers, without Unsaid."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import psycopg

from backend.storage.db.database import url_of

IMPOSSIBLE = (sqlite3.IntegrityError, psycopg.errors.IntegrityError)
"""What the database itself does not let anybody do."""


class Raw:
    """All rows of all tables as lists of dictionaries; whatever is written is there at once."""

    def __init__(self, settings):
        url = url_of(settings)
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self.where = str(url.database) if self.is_sqlite else settings.database
        assert self.is_sqlite or urlsplit(self.where).scheme == "postgresql"
        self.refusals = (sqlite3.Error, OverflowError) if self.is_sqlite else (psycopg.Error,)
        """What the database raises where it does not take a value."""

    def _open(self):
        if self.is_sqlite:
            file = sqlite3.connect(self.where, timeout=10)
            file.execute("PRAGMA foreign_keys=OFF")
            return closing(file)
        connection = psycopg.connect(self.where)
        connection.execute("SET session_replication_role = replica")  # no foreign keys
        return closing(connection)

    def tables(self):
        asked = (
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            if self.is_sqlite
            else "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
        )
        with self._open() as connection:
            return {name for (name,) in connection.execute(asked).fetchall()} - {"alembic_version"}

    def rows(self, table):
        with self._open() as connection:
            found = connection.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - tables of our own
            names = [each[0] for each in found.description]
            return [dict(zip(names, row, strict=True)) for row in found.fetchall()]

    def all(self):
        return {table: self.rows(table) for table in sorted(self.tables())}

    def put(self, tables):
        """Let these tables hold these rows and no others."""
        mark = "?" if self.is_sqlite else "%s"
        with self._open() as connection:
            for table, rows in tables.items():
                connection.execute(f'DELETE FROM "{table}"')  # noqa: S608
                for row in rows:
                    names = ", ".join(f'"{name}"' for name in row)
                    marks = ", ".join([mark] * len(row))
                    statement = f'INSERT INTO "{table}" ({names}) VALUES ({marks})'  # noqa: S608
                    connection.execute(statement, list(row.values()))
            connection.commit()


MEANINGFUL = {
    "role": "admin",
    "stage": "approved",
    "state": "accepted",
    "decided": "rejected",
    "scope": "everyone",
    "kind": "batch",
    "verification": "clean",
}
"""What an attacker would like to write into columns of that name."""


def other(column, value, also):
    """Values that an attacker could write instead: `also` are those of other rows."""
    told = [each for each in also if each != value and each is not None][:1]
    if column in MEANINGFUL and value != MEANINGFUL[column]:
        told.append(MEANINGFUL[column])
    if isinstance(value, bool):
        told.append(not value)
    elif isinstance(value, int):
        told += [1 - value] if value in {0, 1} else [value + 1]
    elif isinstance(value, float):
        told.append(value + 0.25)
    elif isinstance(value, datetime):
        told.append(value + timedelta(days=400))
    elif isinstance(value, bytes):
        told.append(value[:-1] + bytes([value[-1] ^ 1]))
    elif isinstance(value, str) and value[:2] == "20" and value[4:5] == "-":
        told.append("2099" + value[4:])
    elif isinstance(value, str):
        told.append(("b" if value[:1] == "a" else "a") + value[1:])
    return told or ([None] if value is not None else [])

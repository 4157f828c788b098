"""The folder of an index: how it is made, opened and recognised."""

import contextlib
import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path

from backend.errors import IndexBusy, IndexNotWritable, IndexUnusable, OutputRefused
from backend.storage.index.index_members import SCHEMA

DATABASE = "index.sqlite"
APPLICATION = 0x556E7361
"""What says in the file that it belongs to Unsaid."""

FORMAT = 1

WAIT = 30.0
"""Seconds that a command or a job waits for another program that is changing the index."""

_FOLDER_MODE, _FILE_MODE = 0o700, 0o600


@contextlib.contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Yield a hidden folder beside `path`, which takes its name in the end; if anything fails, nothing is left.

    Raises OutputRefused when the path exists.
    """
    if path.exists():
        raise OutputRefused(f"{path}: exists already. Name a new folder, or remove this one first.")
    path.parent.mkdir(parents=True, exist_ok=True)
    hidden = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    hidden.mkdir(mode=_FOLDER_MODE)
    try:
        yield hidden
        for file in hidden.iterdir():
            file.chmod(_FILE_MODE)
        hidden.rename(path)
        _sync_folder(path.parent)
    except BaseException:
        shutil.rmtree(hidden, ignore_errors=True)
        raise


def create_database(folder: Path) -> sqlite3.Connection:
    """Create the empty database of an index."""
    connection = _connected(folder / DATABASE, "rwc", WAIT)
    connection.executescript(SCHEMA)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    return connection


def is_index(folder: Path) -> bool:
    """Whether a folder has the database of an index."""
    return (folder / DATABASE).is_file()


def open_database(folder: Path, wait: float = WAIT) -> sqlite3.Connection:
    """Open the database of an index; what is done with it waits so many seconds for other programs.

    Raises IndexUnusable when there is none, or one of a later version of Unsaid; IndexBusy.
    """
    file = folder / DATABASE
    if not is_index(folder):
        raise IndexUnusable(f"{folder}: this is no index. Name the folder of an index.")
    try:
        connection = _connected(file, "rw", wait)
        ((application,), (version,)) = (
            connection.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
        )
    except sqlite3.DatabaseError as error:
        raise index_error(error) from error
    if application != APPLICATION:
        connection.close()
        raise IndexUnusable(f"{folder}: this is no index. Name the folder of an index.")
    if version > FORMAT:
        connection.close()
        raise IndexUnusable(f"{folder}: a later version of Unsaid made this index. Install that version.")
    return connection


def header(connection: sqlite3.Connection) -> Mapping[str, bytes]:
    """Return what the index says of itself."""
    return dict(connection.execute("SELECT name, value FROM header").fetchall())


@contextlib.contextmanager
def changing(connection: sqlite3.Connection) -> Iterator[None]:
    """Hold the lock of all writers; what the block has changed is on disk after it, or not at all.

    Raises IndexBusy, IndexNotWritable, IndexUnusable.
    """
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    except sqlite3.DatabaseError as error:
        raise index_error(error) from error


@contextlib.contextmanager
def without_waiting(connection: sqlite3.Connection) -> Iterator[None]:
    """Wait for no other program within the block."""
    (wait,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA busy_timeout = {wait}")


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


def index_error(error: sqlite3.DatabaseError) -> IndexUnusable:
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
    return IndexUnusable("The index is damaged. Restore a backup or build it again.")


def damaged(folder: Path) -> IndexUnusable:
    """Return the error for files that are not what was written."""
    return IndexUnusable(f"{folder}: the files of this index are damaged. Restore a backup or build it again.")


def _connected(file: Path, mode: str, wait: float) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{file.absolute().as_uri()}?mode={mode}", timeout=wait, isolation_level=None, uri=True
    )
    # Deleted rows are overwritten. A change counts once the journal is emptied, which needs one sync less than to
    # remove it. A large change stays in memory until it is committed: readers wait only then.
    for pragma in (
        "secure_delete = ON",
        "journal_mode = TRUNCATE",
        "synchronous = FULL",
        "trusted_schema = OFF",
        "cache_spill = OFF",
    ):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

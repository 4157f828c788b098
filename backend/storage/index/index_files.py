"""The folder of an index: how it is made, opened and recognised."""

import contextlib
import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from backend.errors import IndexUnusable, OutputRefused
from backend.storage.index.index_members import SCHEMA
from backend.storage.index.index_rows import index_error

DATABASE = "index.sqlite"
APPLICATION = 0x556E7361
"""What says in the file that it belongs to Unsaid."""

FORMAT = 2

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


def create_file(path: Path, content: bytes) -> None:
    """Write a new file, safely on disk."""
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def is_index(folder: Path) -> bool:
    """Whether a folder has the database of an index."""
    return (folder / DATABASE).is_file()


def open_database(folder: Path, wait: float = WAIT) -> sqlite3.Connection:
    """Open the database of an index; what is done with it waits so many seconds for other programs.

    Raises IndexUnusable when there is none, or one of another version of Unsaid; IndexBusy.
    """
    if not is_index(folder):
        raise IndexUnusable("This is no index. Name the folder of an index.")
    try:
        connection = _connected(folder / DATABASE, "rw", wait)
        ((application,), (version,)) = (
            connection.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
        )
    except sqlite3.DatabaseError as error:
        raise index_error(error) from error
    if fault := _fault_of(application, version):
        connection.close()
        raise IndexUnusable(fault)
    return connection


def _fault_of(application: int, version: int) -> str | None:
    if application != APPLICATION:
        return "This is no index. Name the folder of an index."
    if version > FORMAT:
        return "A later version of Unsaid made this index. Install that version."
    if version < FORMAT:
        return (
            "An earlier version of Unsaid made this index. Build it again from its documents, and delete its old "
            "editions."
        )
    return None


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
    except sqlite3.Error as error:
        raise index_error(error) from error


@contextlib.contextmanager
def reading(connection: sqlite3.Connection) -> Iterator[None]:
    """Let all queries of the block see one state of the index.

    Raises IndexUnusable when the database is locked or damaged.
    """
    try:
        connection.execute("BEGIN")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")
    except sqlite3.Error as error:
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

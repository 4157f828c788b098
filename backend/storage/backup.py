"""A backup: one file, made from either kind of database and restored into either.

It is a database of SQLite with the tables of the version that made it. What is sealed stays sealed, so it is of use
to nobody without the key, which is not in it.
"""

import os
import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL, Table, func, insert, select
from sqlalchemy.orm import Session

from backend.errors import BackupUnusable, OutputFailed, OutputRefused, StoreDamaged, StoreOutdated, UnreadableFile
from backend.storage import migrations, tables
from backend.storage.database import Database
from backend.storage.keys import KeyRing
from backend.storage.sealed import Seal, sealed_tables

_AT_ONCE = 1000
"""Rows that are in memory at one time."""


def back_up(database: Database, path: Path) -> int:
    """Write a backup of the database, as it is at one moment, while others use it; how many rows it has.

    The file appears whole or not at all, for its owner alone.

    Raises OutputRefused when there is a file already, OutputFailed, StoreUnavailable.
    """
    migrations.refuse_outdated(database)
    if path.exists():
        raise OutputRefused(f"{path}: exists already; name another file")
    with _whole(path) as unfinished:
        copy = _file(unfinished)
        try:
            migrations.upgrade(copy)
            with database.reading() as source, copy.writing() as target:
                rows = _copy(source, target)
        finally:
            copy.close()
        with closing(sqlite3.connect(unfinished)) as alone:
            alone.execute("PRAGMA journal_mode=DELETE")  # or reading it would want files beside it
    return rows


def restore(database: Database, ring: KeyRing, path: Path, *, replace: bool) -> int:
    """Bring back what a backup holds, all of it or nothing; how many rows that are.

    The backup may be of an earlier version, and of the other kind of database. Every sealed row is opened before
    anything is changed.

    Raises BackupUnusable, KeyUnusable; OutputRefused when the database holds something and shall not `replace` it.
    """
    with _readable(path) as backup:
        _examine(backup, ring, path)
        migrations.upgrade(database)
        with backup.reading() as source, database.alone() as target:
            if not replace and any(target.scalar(select(func.count()).select_from(each)) for each in _kept()):
                raise OutputRefused("the database holds something already; restore with --replace to lose that")
            return _replace(source, target)


def _kept() -> tuple[Table, ...]:
    """All tables but those that Unsaid fills by itself."""
    own = {tables.SecretRow.__table__, tables.RevisionRow.__table__}
    return tuple(each for each in tables.Table.metadata.sorted_tables if each not in own)


def _replace(source: Session, target: Session) -> int:
    # No revision may come again that others know with other rows.
    ahead = dict(target.execute(select(tables.RevisionRow.kind, tables.RevisionRow.number)).tuples().all())
    for table in reversed(tables.Table.metadata.sorted_tables):
        target.execute(table.delete())
    rows = _copy(source, target)
    for revision in target.scalars(select(tables.RevisionRow)):
        revision.number = max(revision.number, ahead.get(revision.kind, 0)) + 1
    return rows


def _copy(source: Session, target: Session) -> int:
    rows = 0
    for table in tables.Table.metadata.sorted_tables:
        target.execute(table.delete())
        for some in source.execute(select(table)).mappings().partitions(_AT_ONCE):
            target.execute(insert(table), [dict(row) for row in some])
            rows += len(some)
        _count_on(target, table)
    return rows


def _count_on(target: Session, table: Table) -> None:
    """PostgreSQL numbers new rows by a counter of its own, which knows nothing of rows that came with a number."""
    column = table.autoincrement_column
    if column is not None and target.get_bind().dialect.name == "postgresql":
        counter = func.pg_get_serial_sequence(table.name, column.name)
        target.execute(select(func.setval(counter, func.coalesce(func.max(column), 0) + 1, False)))  # noqa: FBT003


def _examine(backup: Database, ring: KeyRing, path: Path) -> None:
    """Bring the copy of a backup to this version, and open whatever is sealed in it."""
    try:
        if migrations.revision_of(backup) is None:
            raise BackupUnusable(f"{path}: is no backup of Unsaid; name a file that `unsaid db backup` has written")
        migrations.upgrade(backup)
        seal = Seal.of(backup, ring)
        for table in sealed_tables():
            with backup.reading() as session:
                for row in session.scalars(select(table).execution_options(yield_per=_AT_ONCE)):
                    seal.opened(row.id, row.sealed)
    except StoreOutdated as error:
        raise BackupUnusable(f"{path}: was made by a newer version of Unsaid; update Unsaid here") from error
    except StoreDamaged as error:
        raise BackupUnusable(f"{path}: is damaged, or no backup of Unsaid; take an older one") from error


@contextmanager
def _readable(path: Path) -> Iterator[Database]:
    """A copy to open and to bring up to date; the backup itself is never written to."""
    with tempfile.TemporaryDirectory(prefix="unsaid-restore-") as folder:
        try:
            copy = _file(Path(shutil.copyfile(path, Path(folder, "backup.db"))))
        except OSError as error:
            raise UnreadableFile(f"{path}: cannot be read ({(error.strerror or 'refused').lower()})") from error
        try:
            yield copy
        finally:
            copy.close()


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """A name beside `path` to write to, which becomes `path` when all is done."""
    unfinished = path.with_name(f".unsaid-{secrets.token_hex(8)}")
    try:
        yield unfinished
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
        os.link(unfinished, path)  # fails where there is one by now
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise OutputFailed(f"{path}: cannot be written ({why}); nothing was left there") from error
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            unfinished.with_name(unfinished.name + suffix).unlink(missing_ok=True)


def _file(path: Path) -> Database:
    return Database(URL.create("sqlite", database=str(path.absolute())))

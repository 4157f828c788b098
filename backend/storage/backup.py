"""A backup: one file, made from SQLite or PostgreSQL and restored into either.

The file is a gzipped SQLite database with the tables of the version that made it; the checksum of gzip detects
damage. Encrypted values stay encrypted, so the backup is useless without the key, which it does not contain.
"""

import gzip
import os
import secrets
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from sqlalchemy import URL, Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from backend.errors import (
    BackupUnusable,
    OutputFailed,
    OutputRefused,
    StoreDamaged,
    StoreFull,
    StoreOutdated,
    UnreadableFile,
)
from backend.files import PRIVATE
from backend.messages.problems import FileUnreadable, FileUnwritable
from backend.messages.store_problems import BackupNotRecognised, StoreNotEmpty
from backend.storage import tables
from backend.storage.adoption import is_adopted
from backend.storage.audit.trail import verify_within
from backend.storage.authenticity.foreign_objects import refuse_foreign_objects
from backend.storage.authenticity.trail_end import TAMPERED
from backend.storage.db.database import Database
from backend.storage.db.keys import KeyRing
from backend.storage.db.sealed import Seal, sealed_tables
from backend.storage.migrations import upgrade

_AT_ONCE, _SEALED_AT_ONCE = 1000, 20
"""Rows that are in memory at one time: fewer with encrypted content, which may have megabytes."""


def back_up(database: Database, path: Path) -> int:
    """Write a backup of one snapshot while others use the database; return the number of rows.

    The file appears whole or not at all, for its owner alone.

    Raises OutputRefused when there is a file already, OutputFailed, StoreUnavailable.
    """
    upgrade.refuse_outdated(database)
    if path.exists():
        raise OutputRefused(f"{path}: exists already. Name another file.")
    with _written_atomically(path) as written, _scratch() as copy:
        upgrade.upgrade_tables(copy)
        with database.reading() as source, copy.writing() as target:
            rows = _copy(source, target)
        copy.close()  # which leaves one file
        with gzip.open(written, "wb") as packed, _file_of(copy).open("rb") as plain:
            shutil.copyfileobj(plain, packed)
    return rows


def restore(
    database: Database,
    ring: KeyRing,
    path: Path,
    *,
    replace: bool,
    noted: Callable[[Session, Seal], None] = lambda _session, _seal: None,
) -> int:
    """Restore a backup, all of it or nothing; return the number of rows.

    The backup may be of an earlier version, and of the other kind of database. Every sealed row is opened before
    anything is changed. `noted` is called in the same transaction, with the seal of what was restored.

    Raises BackupUnusable, KeyUnusable; OutputRefused when the database holds something and shall not `replace` it.
    """
    with _scratch() as backup:
        _unpack(path, _file_of(backup))
        seal = _examine(backup, ring, path)
        upgrade.upgrade_tables(database)
        with backup.reading() as source, database.alone() as target:
            refuse_foreign_objects(target)  # whether the store was opened before or not
            if not replace and any(target.scalar(select(func.count()).select_from(each)) for each in _kept()):
                raise OutputRefused(StoreNotEmpty())
            rows = _replace(source, target)
            target.flush()
            noted(target, seal)
            return rows


def _kept() -> tuple[Table, ...]:
    """All tables except those that Unsaid fills by itself."""
    own = {tables.SecretRow.__table__, tables.RevisionRow.__table__, tables.AuditHeadRow.__table__}
    return tuple(each for each in tables.Table.metadata.sorted_tables if each not in own)


def _replace(source: Session, target: Session) -> int:
    # No revision may be reused, because caches know it with other rows.
    ahead = {each.kind: each.number for each in target.scalars(select(tables.RevisionRow))}
    target.expunge_all()
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
        at_once = _SEALED_AT_ONCE if "sealed" in table.columns else _AT_ONCE
        for some in source.execute(select(table)).mappings().partitions(at_once):
            target.execute(insert(table), [dict(row) for row in some])
            rows += len(some)
        _count_on(target, table)
    return rows


def _count_on(target: Session, table: Table) -> None:
    """Advance PostgreSQL's sequences past the numbers of the restored rows."""
    column = table.autoincrement_column
    if column is not None and target.get_bind().dialect.name == "postgresql":
        counter = func.pg_get_serial_sequence(table.name, column.name)
        target.execute(select(func.setval(counter, func.coalesce(func.max(column), 0) + 1, False)))  # noqa: FBT003


def _examine(backup: Database, ring: KeyRing, path: Path) -> Seal:
    """Migrate the copy of a backup to this version, and decrypt every value in it as a check."""
    try:
        if upgrade.revision_of(backup) is None:
            raise BackupUnusable(BackupNotRecognised(str(path)))
        _check_file(backup, path)
        upgrade.upgrade_tables(backup)
        seal = Seal.of(backup, ring)
        for table in sealed_tables():
            with backup.reading() as session:
                some = select(table).where(table.sealed.is_not(None))
                for row in session.scalars(some.execution_options(yield_per=_SEALED_AT_ONCE)):
                    seal.decrypted(row.id, row.sealed)
        _check_rows(backup, seal)
    except StoreOutdated as error:
        raise BackupUnusable(f"{path}: a newer version of Unsaid made this backup. Update Unsaid.") from error
    except (StoreDamaged, SQLAlchemyError, ValueError, TypeError, LookupError) as error:
        # Whoever has written the file decides what is in it, down to single bytes.
        raise BackupUnusable(f"{path}: is damaged, or not a backup of Unsaid. Restore an older one.") from error
    return seal


def _check_file(backup: Database, path: Path) -> None:
    """Raise BackupUnusable if SQLite finds a damaged page or index, or NULL where the schema forbids it."""
    with backup.reading() as session:
        if session.scalar(text("PRAGMA integrity_check(1)")) != "ok":
            raise BackupUnusable(f"{path}: is damaged. Restore an older one.")


def _check_rows(backup: Database, seal: Seal) -> None:
    """Raise StoreDamaged if the trail of a backup, or a row of one with MACs, is not what Unsaid has stored.

    What `audit verify` would find in the restored store is found here, before anything is changed.
    """
    with backup.reading() as session:
        refuse_foreign_objects(session)
        verdict = verify_within(session, seal)
        if verdict.faults or (is_adopted(session) and verdict.stored):
            raise StoreDamaged(TAMPERED)


def _unpack(path: Path, plain: Path) -> None:
    try:
        with gzip.open(path) as packed, plain.open("wb") as unpacked:
            shutil.copyfileobj(packed, unpacked)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BackupUnusable(f"{path}: is damaged, or not a backup of Unsaid. Restore another one.") from error
    except OSError as error:
        raise UnreadableFile(FileUnreadable(str(path), _reason(error))) from error


@contextmanager
def _written_atomically(path: Path) -> Iterator[BinaryIO]:
    """A temporary file beside `path` that takes its name when everything is written."""
    unfinished = path.with_name(f".unsaid-{secrets.token_hex(8)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE), "wb") as written:
            yield written
            written.flush()
            os.fsync(written.fileno())
        os.link(unfinished, path)  # fails if the file exists by now
    except (OSError, StoreFull) as error:
        raise OutputFailed(FileUnwritable(str(path), _reason(error))) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


@contextmanager
def _scratch() -> Iterator[Database]:
    """A temporary SQLite file in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="unsaid-backup-") as folder:
        url = URL.create("sqlite", database=str(Path(folder, "copy.db")))
        with closing(Database(url)) as database:
            yield database


def _file_of(database: Database) -> Path:
    return Path(str(database.url.database))


def _reason(error: OSError | StoreFull) -> str:
    return (error.strerror or type(error).__name__).lower() if isinstance(error, OSError) else "no room is left"

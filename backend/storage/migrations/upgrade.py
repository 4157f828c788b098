"""Migrate the tables of any earlier version to those of this version."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.runtime.migration import MigrationStep
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from backend.errors import StoreDamaged, StoreOutdated
from backend.messages.store_problems import TablesOutdated, TablesUnknown
from backend.storage.db.database import Database
from backend.storage.tables import SecretRow


def newest() -> str:
    """The revision of the tables that this version of Unsaid works with."""
    return str(_scripts().get_current_head())


def revision_of(database: Database) -> str | None:
    """The revision of a database's tables; None if there are none yet.

    Raises StoreUnavailable.
    """
    with database.reading() as session:
        return _revision(session.connection())


def upgrade_tables(database: Database) -> str | None:
    """Migrate the tables to `newest`; return the revision that they had, or None.

    All steps are one transaction, and of several processes that upgrade at once one does it.

    Raises StoreUnavailable; StoreOutdated when a newer version of Unsaid has made them; StoreDamaged when the
    database does not say which it has.
    """
    with database.alone() as session:
        connection = session.connection()
        before = _revision(connection)
        refuse_newer(before)
        context = MigrationContext.configure(connection, opts={"fn": _steps})
        with Operations.context(context):
            context.run_migrations()
    return before


def refuse_outdated(database: Database) -> None:
    """Raise StoreOutdated unless the tables are those of this version; create them in an empty database."""
    found = revision_of(database) if database.exists else None
    if found is None:
        upgrade_tables(database)
    elif found != newest():
        refuse_newer(found)
        raise StoreOutdated(TablesOutdated())


def refuse_newer(revision: str | None) -> None:
    """Raise StoreOutdated if the tables are from a newer version of Unsaid."""
    # Not `get_revision`, which also takes "head", and the beginning of a revision.
    if revision is not None and revision not in {each.revision for each in _scripts().walk_revisions()}:
        raise StoreOutdated("A newer version of Unsaid made these tables. Update Unsaid.")


def _steps(heads: tuple[str, ...], _context: MigrationContext) -> Iterator[Any]:
    scripts = _scripts()
    ahead = list(scripts.iterate_revisions("head", heads[0] if heads else "base"))
    for script in reversed(ahead):
        yield MigrationStep.upgrade_from_script(scripts.revision_map, script)


@cache
def _scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def _revision(connection: Connection) -> str | None:
    inspected = inspect(connection)
    is_there = inspected.has_table("alembic_version")
    found = MigrationContext.configure(connection).get_current_heads() if is_there else ()
    if len(found) > 1 or (not found and inspected.has_table(SecretRow.__tablename__)):
        raise StoreDamaged(TablesUnknown())
    return found[0] if found else None

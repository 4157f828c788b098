"""Detect triggers, rules and views that someone else has added to the database.

A trigger or a rule could undo or change what was written; a view could show each reader something else. Unsaid
creates none of these. It writes nothing to a database that has any, and `unsaid audit verify` names them.
"""

from sqlalchemy import TextClause, text
from sqlalchemy.orm import Session

from backend.errors import StoreDamaged
from backend.messages.store_problems import ForeignObject
from backend.storage.tables import Table

# SQLite goes by the statement alone, whatever the type beside it says, which can be written too.
_IN_SQLITE = text(
    "SELECT tbl_name, name FROM sqlite_master WHERE type IN ('trigger', 'view') "
    "OR (sql NOT LIKE 'CREATE TABLE %' AND sql NOT LIKE 'CREATE INDEX %' AND sql NOT LIKE 'CREATE UNIQUE INDEX %') "
    "OR (sql LIKE 'CREATE TABLE %' AND rootpage = 0)"
)
# Of each operator it is said whose: another schema may have one of that name, which takes nothing for equal.
_IN_POSTGRESQL = text(
    """
    WITH ours AS (
        SELECT oid, relname, relkind, relrowsecurity, relhassubclass FROM pg_catalog.pg_class
        WHERE relname OPERATOR(pg_catalog.=) ANY (CAST(:tables AS pg_catalog.name[]))
        AND relkind OPERATOR(pg_catalog.=) ANY (CAST('{r,v,m,f,p}' AS pg_catalog."char"[]))
        AND pg_catalog.pg_table_is_visible(oid)
    )
    SELECT relname, tgname FROM pg_catalog.pg_trigger
    JOIN ours ON ours.oid OPERATOR(pg_catalog.=) tgrelid WHERE NOT tgisinternal
    UNION ALL SELECT relname, rulename FROM pg_catalog.pg_rewrite
    JOIN ours ON ours.oid OPERATOR(pg_catalog.=) ev_class
    UNION ALL SELECT relname, relname FROM ours
    WHERE relkind OPERATOR(pg_catalog.<>) CAST('r' AS pg_catalog."char") OR relrowsecurity OR relhassubclass
    """
)


def find_foreign_objects(session: Session) -> tuple[tuple[str, str], ...]:
    """The tables that have triggers, rules or views, with the names of these objects."""
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    query: TextClause = _IN_SQLITE if is_sqlite else _IN_POSTGRESQL
    parameters = {} if is_sqlite else {"tables": [*Table.metadata.tables]}
    return tuple((str(table), str(name)) for table, name in session.execute(query, parameters))


def refuse_foreign_objects(session: Session) -> None:
    """Raise StoreDamaged if the database has triggers, rules or views that Unsaid did not create."""
    if found := find_foreign_objects(session):
        raise StoreDamaged(ForeignObject(found[0][0][:80]))

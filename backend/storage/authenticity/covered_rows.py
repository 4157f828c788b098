"""Authenticated rows as stored in the database: read by columns, outside the session's identity map."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select, tuple_
from sqlalchemy.orm import Session

from backend.storage.authenticity.covered import Coverage, Values
from backend.storage.authenticity.mac_tree import Hashes
from backend.storage.tables import Table

_AT_ONCE = 500


def stored_rows(session: Session, coverage: Coverage, names: Iterable[str] | None) -> dict[str, Values]:
    """Rows by their names; None for all rows.

    Raises ValueError where a table has two rows of one key, since somebody has taken its key away.
    """
    table = Table.metadata.tables[coverage.table]
    keys = [table.columns[column] for column in coverage.key]
    rows = select(*(table.columns[column] for column in coverage.all_columns))
    found: dict[str, Values] = {}
    if names is None:
        return _each_once(coverage, found, session.execute(rows).mappings())
    wanted = [key_of(coverage, name) for name in names]
    for first in range(0, len(wanted), _AT_ONCE):
        some = wanted[first : first + _AT_ONCE]
        which = tuple_(*keys).in_(some) if len(keys) > 1 else keys[0].in_([key for (key,) in some])
        _each_once(coverage, found, session.execute(rows.where(which)).mappings())
    return found


def _each_once(
    coverage: Coverage, found: dict[str, Values], rows: Iterable[Mapping[Any, Any]]
) -> dict[str, Values]:
    """Add rows to others by their names."""
    for row in map(_values, rows):
        name = name_of(coverage, row)
        if name in found:
            raise ValueError(f"two rows of {coverage.table} have one key")
        found[name] = row
    return found


def stored_names(session: Session, coverage: Coverage) -> tuple[str, ...]:
    """The names of all rows."""
    columns = Table.metadata.tables[coverage.table].columns
    rows = session.execute(select(*(columns[key] for key in coverage.key))).mappings()
    return tuple(name_of(coverage, _values(row)) for row in rows)


def stored_parents(session: Session, coverage: Coverage) -> set[str]:
    """The names of rows that have child rows, whether the rows themselves exist or not."""
    columns = (Table.metadata.tables[part.row.__tablename__].columns[part.parent] for part in coverage.parts)
    return {name for column in columns for name in session.scalars(select(column).distinct())}


def name_of(coverage: Coverage, values: Mapping[str, Any]) -> str:
    """The name of a row: its key as text."""
    return "/".join(str(values[key]) for key in coverage.key)


def key_of(coverage: Coverage, name: str) -> tuple[Any, ...]:
    """The key of the row with this name."""
    texts = name.rsplit("/", len(coverage.key) - 1)
    columns = Table.metadata.tables[coverage.table].columns
    return tuple(columns[key].type.python_type(text) for key, text in zip(coverage.key, texts, strict=True))


def plain(value: Any) -> Any:
    """Convert a value that JSON cannot represent into the form that is authenticated."""
    if isinstance(value, datetime):
        # A review may have ten thousand: most are in UTC already.
        moment = value if value.tzinfo is UTC else value.astimezone(UTC)
        return moment.isoformat(timespec="microseconds")
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    raise TypeError(f"a column holds a {type(value).__name__}")


def without_end(values: Any) -> Any:
    """Drop trailing NULLs, so that a new column changes no MAC."""
    while values and values[-1] is None:
        values = values[:-1]
    return values


def _values(row: Mapping[Any, Any]) -> Values:
    return {str(column): value for column, value in row.items()}


def mac_of(hashes: Hashes, coverage: Coverage, name: str, version: int, values: Values, parts: str | None) -> str:
    """The MAC of a row with these values."""
    seen = coverage.view(values)
    counts = without_end([seen[column] for column in coverage.columns])
    return hashes.mac(json.dumps([coverage.table, name, version, counts, parts], default=plain))

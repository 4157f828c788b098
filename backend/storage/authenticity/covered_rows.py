"""Authenticated rows as stored in the database: read by columns, outside the session's identity map."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from types import NoneType
from typing import Any

from sqlalchemy import func, literal, select, tuple_
from sqlalchemy.orm import Session

from backend.errors import StoreDamaged
from backend.storage.authenticity.covered import Coverage, Values
from backend.storage.authenticity.mac_tree import Hashes
from backend.storage.tables import Table

_AT_ONCE = 500

BYTES_OF_A_PAGE = 8 * 1024 * 1024
"""How much encrypted content is read at one time, where all rows of a table are."""

UNLIKE_STORED = (TypeError, ValueError, LookupError)
"""What a value raises that Unsaid cannot have stored."""

UNREADABLE = "A row of the database contains a value that Unsaid does not store there. Restore a backup."


def readable_rows(session: Session, coverage: Coverage, names: Iterable[str] | None) -> dict[str, Values]:
    """Rows by their names; raises StoreDamaged if a value cannot have been stored by Unsaid."""
    try:
        return stored_rows(session, coverage, names)
    except UNLIKE_STORED as error:
        raise StoreDamaged(UNREADABLE) from error


def readable_pages(session: Session, coverage: Coverage) -> Iterator[dict[str, Values]]:
    """All rows of a table, page by page; raises as `readable_rows`, also where two rows have one name."""
    sizes = stored_sizes(session, coverage)
    if len(dict(sizes)) < len(sizes):  # in two types: asked for by its key, one of them would be found
        raise StoreDamaged(UNREADABLE)
    for names in in_pages(sizes):
        yield readable_rows(session, coverage, names)


def in_pages(sizes: Iterable[tuple[str, int]]) -> Iterator[list[str]]:
    """Divide names of rows into pages of at most BYTES_OF_A_PAGE, or of one row; names come once."""
    page: list[str] = []
    size = 0
    for name, more in dict(sizes).items():
        if page and (size + more > BYTES_OF_A_PAGE or len(page) == _AT_ONCE):
            yield page
            page, size = [], 0
        page.append(name)
        size += more
    if page:
        yield page


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


def stored_sizes(session: Session, coverage: Coverage) -> tuple[tuple[str, int], ...]:
    """The names of all rows, and the bytes of their encrypted content."""
    columns = Table.metadata.tables[coverage.table].columns
    size = func.length(columns["sealed"]) if "sealed" in coverage.columns else literal(0)
    rows = session.execute(select(*(columns[key] for key in coverage.key), size.label(_SIZE))).mappings()
    return tuple((name_of(coverage, _values(row)), row[_SIZE] or 0) for row in rows)


_SIZE = "size of content"


def stored_parents(session: Session, coverage: Coverage) -> set[str]:
    """The names of rows that have child rows, whether the rows themselves exist or not."""
    columns = (Table.metadata.tables[part.row.__tablename__].columns[part.parent] for part in coverage.parts)
    return {str(name) for column in columns for name in session.scalars(select(column).distinct())}


def name_of(coverage: Coverage, values: Mapping[str, Any]) -> str:
    """The name of a row: its key as text."""
    return "/".join(str(values[key]) for key in coverage.key)


def key_of(coverage: Coverage, name: str) -> tuple[Any, ...]:
    """The key of the row with this name."""
    texts = name.rsplit("/", len(coverage.key) - 1)
    columns = Table.metadata.tables[coverage.table].columns
    return tuple(columns[key].type.python_type(text) for key, text in zip(coverage.key, texts, strict=True))


def check_types(table: str, columns: tuple[str, ...], rows: Iterable[Sequence[Any]]) -> None:
    """Raise TypeError if a value is not of the type of its column.

    Hexadecimal digits and the bytes that they stand for have the same MAC, but equal nothing that they are compared
    with: an author who is not the author, a policy of nobody. The database may hold either in any column.
    """
    types = _types_of(table, columns)
    for found in {tuple(map(type, row)) for row in rows}:
        for column, own, expected in zip(columns, found, types, strict=True):
            if not issubclass(own, (expected, NoneType)):
                raise TypeError(f"{table}.{column} holds a {own.__name__}")


@cache
def _types_of(table: str, columns: tuple[str, ...]) -> tuple[type, ...]:
    """The types of the values of some columns."""
    found = Table.metadata.tables[table].columns
    return tuple(found[column].type.python_type for column in columns)


def plain(value: Any) -> Any:
    """Convert a value that JSON cannot represent into the form that is authenticated."""
    if isinstance(value, datetime):
        # A review may have ten thousand: most are in UTC already.
        moment = value if value.tzinfo is UTC else value.astimezone(UTC)
        return moment.isoformat(timespec="microseconds")
    if isinstance(value, bytes):
        return value.hex()
    raise TypeError(f"a column holds a {type(value).__name__}")


def without_end(values: Any) -> Any:
    """Drop trailing NULLs, so that a new column changes no MAC."""
    while values and values[-1] is None:
        values = values[:-1]
    return values


def _values(row: Mapping[Any, Any]) -> Values:
    return {str(column): value for column, value in row.items()}


def mac_of(hashes: Hashes, coverage: Coverage, name: str, version: int, values: Values, parts: str | None) -> str:
    """The MAC of a row with these values; raises TypeError if one is not of the type of its column."""
    check_types(coverage.table, coverage.all_columns, [[values[column] for column in coverage.all_columns]])
    seen = coverage.view(values)
    counts = without_end([seen[column] for column in coverage.columns])
    return hashes.mac(json.dumps([coverage.table, name, version, counts, parts], default=plain))

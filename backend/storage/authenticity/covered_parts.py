"""The child rows of an authenticated row, in a few groups that are authenticated one by one.

A review may have ten thousand decisions. To change one of them, only its group is read, checked and hashed. The
hashes of all groups together are one text, which the MAC of the review covers.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from backend.storage.authenticity.covered import PARENT_OF, Coverage
from backend.storage.authenticity.covered_rows import check_types, plain, without_end
from backend.storage.authenticity.mac_tree import Hashes
from backend.storage.tables import Table

Found = dict[str, Sequence[Any]]
"""Rows by the tables of the parts, each with the columns that `covered` lists."""

Keyed = dict[tuple[str, tuple[Any, ...]], tuple[Any, ...]]
"""Rows by their tables and their own keys."""

ALL_GROUPS = frozenset({"all"})
"""Stands for every group, whichever there are; the name of a group is one character."""


def group_of(first: str) -> str:
    """The group of a child row, from its first column in `covered`: hexadecimal ids and hashes make 16 groups."""
    return first[:1]


def stored_parts(session: Session, coverage: Coverage, name: str, groups: Collection[str] | None = None) -> Found:
    """The child rows of a row; with `groups`, only those of these groups."""
    found: Found = {}
    for part in coverage.parts:
        table = Table.metadata.tables[part.row.__tablename__]
        rows = select(*(table.columns[column] for column in part.columns)).where(table.columns[part.parent] == name)
        if groups is not None:
            rows = rows.where(func.substr(table.columns[part.columns[0]], 1, 1).in_(sorted(groups)))
        found[str(table.name)] = session.execute(rows).all()
    return found


def hashes_of(hashes: Hashes, kind: str, name: str, found: Mapping[str, Sequence[Any]]) -> dict[str, str]:
    """The hash of each group; the first two columns of each child table are its key.

    Raises TypeError if a value is not of the type of its column.
    """
    groups: dict[str, dict[str, list[Any]]] = {}
    for table, rows in found.items():
        check_types(table, PARENT_OF[table][1].columns, rows)
        for row in rows:
            groups.setdefault(group_of(row[0]), {}).setdefault(table, []).append(without_end(tuple(row)))
    return {
        group: hashes.of_parts(json.dumps([kind, name, group, _sorted(tables)], default=plain))
        for group, tables in groups.items()
    }


def keyed(coverage: Coverage, found: Mapping[str, Sequence[Any]]) -> Keyed:
    """Rows by their key."""
    keys = {str(part.row.__tablename__): len(part.key) for part in coverage.parts}
    return {(table, tuple(row[: keys[table]])): tuple(row) for table, rows in found.items() for row in rows}


def is_keyed_as(coverage: Coverage, found: Mapping[str, Sequence[Any]], expected: Keyed) -> bool:
    """Whether these are exactly the expected rows, each once."""
    return sum(map(len, found.values())) == len(expected) and keyed(coverage, found) == expected


def as_text(hashes: Mapping[str, str]) -> str | None:
    """The stored text of the hashes of all groups; None if there are no child rows."""
    return json.dumps(hashes, sort_keys=True, separators=(",", ":")) if hashes else None


def from_text(stored: str | None) -> dict[str, str]:
    """Parse the text from `as_text`; the caller has checked that Unsaid wrote it."""
    return {} if stored is None else dict(json.loads(stored))


def groups_of(firsts: Iterable[str]) -> set[str]:
    """The groups of child rows, from their first columns."""
    return {group_of(first) for first in firsts}


def _sorted(tables: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    return {table: sorted(rows, key=lambda row: row[:2]) for table, rows in tables.items()}

"""The rows that one transaction has read, checked and changed so far."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import inspect
from sqlalchemy.orm import Session

from backend.storage.authenticity.covered import BY_TABLE, PARENT_OF, Coverage, Values
from backend.storage.authenticity.covered_parts import ALL_GROUPS, Found, Keyed, group_of, groups_of, keyed
from backend.storage.authenticity.covered_rows import name_of
from backend.storage.authenticity.hash_chain import Head
from backend.storage.authenticity.mac_keys import MacKeys

READS = "read so far"
"""Where a session has its Reads."""

Name = tuple[str, str]
"""A table, and the key of one of its rows."""


Written = dict[tuple[str, tuple[Any, ...]], tuple[Any, ...] | None]
"""Parts of a row as they were written, by their tables and keys; None: deleted."""


@dataclass(slots=True)
class Reads:
    """The roots of all trees, their state, the end of the trail that has it, and the keys that have signed it.

    Then what was checked and has changed. `parts` are all parts of a row, where they were read as a whole;
    `proven` are the groups of parts that were checked, with what was found. `written` is what this transaction
    has put into rows, None into those that it has deleted, and `written_parts` the same of parts, by tables and
    keys: a database that stores something else, by a trigger or because somebody else writes too, is found out
    before that gets a MAC.
    """

    roots: dict[str, str] | None = None
    state: str | None = None
    head: Head | None = None
    keys: MacKeys | None = None
    checked: set[Name] = field(default_factory=set)
    parts: dict[Name, dict[str, Sequence[Any]]] = field(default_factory=dict)
    proven: dict[Name, list[tuple[Set[str], Set[str], Found]]] = field(default_factory=dict)
    changed: set[Name] = field(default_factory=set)
    changed_groups: dict[Name, set[str]] = field(default_factory=dict)
    added: set[Name] = field(default_factory=set)
    written: dict[Name, Values | None] = field(default_factory=dict)
    written_parts: dict[Name, Written] = field(default_factory=dict)

    def prove(self, name: Name, groups: Set[str], found: Found) -> None:
        """Remember the checked rows of groups, except groups that this transaction has already changed."""
        self.proven.setdefault(name, []).append((groups, frozenset(self.changed_groups.get(name, ())), found))

    def proven_parts(self, name: Name, group: str) -> Found | None:
        """The rows of a group when it was checked, before any change; None if it was not checked."""
        for groups, but, found in self.proven.get(name, ()):
            if (groups is ALL_GROUPS or group in groups) and group not in but:
                return {table: [row for row in rows if group_of(row[0]) == group] for table, rows in found.items()}
        return None

    def forget_changes(self) -> None:
        """Forget the changes, since they have MACs now."""
        self.checked |= self.changed
        for each in (self.changed, self.changed_groups, self.added, self.parts, self.proven):
            each.clear()
        self.written.clear()
        self.written_parts.clear()


def reads_of(session: Session) -> Reads:
    """The rows that a transaction has read and changed so far."""
    reads: Reads = session.info.setdefault(READS, Reads())
    return reads


def was_changed(session: Session, row: Any, *, added: bool = False, deleted: bool = False) -> None:
    """Record that this transaction changed, added or deleted a row; ignored if the row is not authenticated."""
    table, reads, now = row.__tablename__, reads_of(session), inspect(row).dict
    if table in PARENT_OF:
        part = PARENT_OF[table][1]
        parent, part_key = str(now[part.parent]), {column: now.get(column) for column in part.columns}
        if deleted:
            parts_deleted(session, row.__class__, parent, [tuple(part_key[column] for column in part.key)])
        else:
            parts_written(session, row.__class__, parent, [part_key])
    elif table in BY_TABLE:
        values = {column: now.get(column) for column in BY_TABLE[table].all_columns}
        name = (table, name_of(BY_TABLE[table], values))
        reads.changed.add(name)
        reads.written[name] = None if deleted else values
        if added:
            reads.added.add(name)


def rows_added(session: Session, kind: str, rows: Iterable[Values]) -> None:
    """Record rows that a statement inserted without the session's knowledge, with their columns in `covered`."""
    reads, coverage = reads_of(session), BY_TABLE[kind]
    for values in rows:
        name = (kind, name_of(coverage, values))
        reads.changed.add(name)
        reads.added.add(name)
        reads.written[name] = {column: values.get(column) for column in coverage.all_columns}


def rows_deleted(session: Session, kind: str, names: Iterable[str]) -> None:
    """Record rows that a statement deleted without the session's knowledge."""
    reads = reads_of(session)
    for name in names:
        reads.changed.add((kind, name))
        reads.written[kind, name] = None


def parts_written(session: Session, row: type[Any], parent: str, parts: Iterable[Mapping[str, Any]]) -> None:
    """Record child rows that a statement inserted or changed, with their columns in `covered`."""
    part = PARENT_OF[row.__tablename__][1]
    part_values = [tuple(each[column] for column in part.columns) for each in parts]
    _parts_changed(session, part.row, parent, {values[: len(part.key)]: values for values in part_values})


def parts_deleted(session: Session, row: type[Any], parent: str, keys: Iterable[tuple[Any, ...]]) -> None:
    """Record child rows that a statement deleted."""
    _parts_changed(session, row, parent, dict.fromkeys(keys))


def _parts_changed(
    session: Session, row: type[Any], parent: str, parts: Mapping[tuple[Any, ...], tuple[Any, ...] | None]
) -> None:
    reads, table = reads_of(session), row.__tablename__
    name = (PARENT_OF[table][0].table, parent)
    reads.changed.add(name)
    reads.changed_groups.setdefault(name, set()).update(groups_of(key[0] for key in parts))
    reads.written_parts.setdefault(name, {}).update({(table, key): values for key, values in parts.items()})
    reads.parts.pop(name, None)


def parts_as_written(session: Session, coverage: Coverage, name: str, changed: Iterable[str]) -> Keyed:
    """The rows of checked groups, by their keys, after the writes of this transaction."""
    reads = reads_of(session)
    expected: dict[tuple[str, tuple[Any, ...]], tuple[Any, ...] | None] = {}
    for group in changed:
        proven = reads.proven_parts((coverage.table, name), group)
        if proven is None:
            raise RuntimeError(f"parts of {coverage.table} were changed before they were read and checked")
        expected.update(keyed(coverage, proven))
    expected.update(reads.written_parts.get((coverage.table, name), {}))
    return {key: values for key, values in expected.items() if values is not None}

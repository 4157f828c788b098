"""What one transaction has read and checked, and what it has changed since."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.orm import Session

from backend.storage.covered import BY_TABLE, PARENT_OF
from backend.storage.covered_parts import groups_of
from backend.storage.covered_rows import name_of

READS = "read so far"
"""Where a session has its Reads."""

Name = tuple[str, str]
"""A table, and the key of one of its rows."""


@dataclass(slots=True)
class Reads:
    """The roots of all trees and their state; rows, and groups of parts, that were checked; what has changed.

    `parts` are all parts of a row, where these were read as a whole.
    """

    roots: dict[str, str] | None = None
    state: str | None = None
    checked: set[Name] = field(default_factory=set)
    parts: dict[Name, dict[str, Sequence[Any]]] = field(default_factory=dict)
    groups: dict[Name, set[str]] = field(default_factory=dict)
    changed: set[Name] = field(default_factory=set)
    changed_groups: dict[Name, set[str]] = field(default_factory=dict)
    added: set[Name] = field(default_factory=set)


def reads_of(session: Session) -> Reads:
    """What a transaction has read and changed so far."""
    reads: Reads = session.info.setdefault(READS, Reads())
    return reads


def was_changed(session: Session, row: Any, *, added: bool = False) -> None:
    """A row was changed in this transaction, added or deleted; nothing happens where it is not covered."""
    table, reads = row.__tablename__, reads_of(session)
    if table in PARENT_OF:
        whole, part = PARENT_OF[table]
        parts_changed(session, whole.table, str(getattr(row, part.parent)), [getattr(row, part.columns[0])])
    elif table in BY_TABLE:
        name = (table, name_of(BY_TABLE[table], {key: getattr(row, key) for key in BY_TABLE[table].key}))
        reads.changed.add(name)
        if added:
            reads.added.add(name)


def rows_deleted(session: Session, kind: str, names: Iterable[str]) -> None:
    """Rows were deleted by a statement, of which the session knows nothing."""
    reads_of(session).changed.update((kind, name) for name in names)


def parts_changed(session: Session, kind: str, name: str, firsts: Iterable[str]) -> None:
    """What belongs to a row was changed by a statement, of which the session knows nothing.

    `firsts` are the first columns of what was changed, as `covered` lists them.
    """
    reads = reads_of(session)
    reads.changed.add((kind, name))
    reads.changed_groups.setdefault((kind, name), set()).update(groups_of(firsts))
    reads.parts.pop((kind, name), None)

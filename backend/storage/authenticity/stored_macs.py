"""Read and write the tables of the MACs and the hash-tree nodes above them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from backend.errors import StoreDamaged
from backend.storage.authenticity.mac_tree import NO_CHILDREN, leaf_of
from backend.storage.tables import MacNodeRow, RowMacRow, Table

_AT_ONCE = 500

MACS = Table.metadata.tables[RowMacRow.__tablename__]
NODES = Table.metadata.tables[MacNodeRow.__tablename__]
SELECT_MACS = select(MACS.c.name, MACS.c.version, MACS.c.mac, MACS.c.parts)


@dataclass(frozen=True, slots=True)
class Mac:
    """The stored version and MAC of a row."""

    version: int
    mac: str
    parts: str | None


def stored_nodes(session: Session, kind: str, nodes: Iterable[int]) -> dict[int, bytes]:
    """Some stored nodes of a table's tree."""
    found = select(NODES.c.node, NODES.c.children).where(NODES.c.kind == kind, NODES.c.node.in_(set(nodes)))
    return {node: _as_bytes(children) for node, children in session.execute(found)}


def all_nodes(session: Session, kind: str) -> list[tuple[int, bytes]]:
    """All nodes of a table's tree that have something below them, in ascending order."""
    found = session.execute(select(NODES.c.node, NODES.c.children).where(NODES.c.kind == kind))
    return sorted((node, hashes) for node, children in found if (hashes := _as_bytes(children)) != NO_CHILDREN)


def _as_bytes(stored: object) -> bytes:
    """A column of bytes; in SQLite someone else may have stored a text there."""
    if not isinstance(stored, bytes | memoryview):
        raise StoreDamaged("The database holds a text or a number where hashes belong. Restore a backup.")
    return bytes(stored)


def all_places(session: Session, kind: str) -> list[tuple[str, int]]:
    """The names of all rows of a table that have a MAC, in ascending order, each with its leaf."""
    return sorted(
        (name, leaf) for name, leaf in session.execute(select(MACS.c.name, MACS.c.leaf).where(MACS.c.kind == kind))
    )


def write_nodes(session: Session, kind: str, nodes: Mapping[int, bytes]) -> None:
    """Store nodes, replacing existing ones."""
    session.execute(delete(NODES).where(NODES.c.kind == kind, NODES.c.node.in_(list(nodes))))
    rows = [{"kind": kind, "node": node, "children": children} for node, children in nodes.items()]
    session.execute(insert(NODES), rows)


def write_macs(session: Session, kind: str, macs: Mapping[str, Mac | None]) -> None:
    """Store MACs, replacing existing ones; None deletes one."""
    names = list(macs)
    for first in range(0, len(names), _AT_ONCE):
        some = names[first : first + _AT_ONCE]
        session.execute(delete(MACS).where(MACS.c.kind == kind, MACS.c.name.in_(some)))
    rows = [
        {
            "kind": kind,
            "name": name,
            "leaf": leaf_of(kind, name),
            "version": each.version,
            "mac": each.mac,
            "parts": each.parts,
        }
        for name, each in macs.items()
        if each is not None
    ]
    if rows:
        session.execute(insert(MACS), rows)

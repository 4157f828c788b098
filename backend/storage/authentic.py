"""Whoever can write to the database, but lacks the key, can neither change, add, remove nor roll back a row.

Each row that `covered` lists has a version and a MAC under a key of the store, over the table, the row's own key,
the version and what counts of it. A tree of hashes (`mac_tree`) leads from the MACs to one hash, the state, which
every row of the audit trail holds: so the MACs of now are told from those of earlier, and a row that is gone from
one that never was. Rows are checked as they are read (`checked_session`), within the transaction that uses them.
"""

import hmac
import json
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from backend.errors import NotAuthentic, StoreDamaged, StoreOutdated
from backend.storage.chain import BEGINNING, Sign, hash_of, is_signed
from backend.storage.covered import BY_TABLE, COVERED, Coverage, Values
from backend.storage.covered_parts import (
    ALL_GROUPS,
    Found,
    as_text,
    from_text,
    groups_of,
    hashes_of,
    stored_parts,
)
from backend.storage.covered_rows import plain, stored_rows, without_end
from backend.storage.mac_tree import (
    FAN_OUT,
    NO_CHILDREN,
    NOTHING,
    ROOT,
    Entry,
    Hashes,
    child_of,
    leaf_of,
    with_child,
)
from backend.storage.reads import READS, Name, Reads, reads_of
from backend.storage.stored_macs import MACS, NODES, SELECT_MACS, Mac, stored_nodes, write_macs, write_nodes
from backend.storage.trail_end import TAMPERED, stored_end

INFO = "authentic"
"""Where a session has the Authentic of its store."""

STATE, CHANGED = "state", "rows"
"""What a row of the trail calls the state after it, and the rows that have changed since the one before."""

_FEW = 64
_ALL_ROOTS = ""
"""The table whose one node holds the roots of all others."""


@dataclass(slots=True)
class _Tree:
    """What was read of the tree of a table, and leads to its root: MACs by the names of their rows, and nodes."""

    kind: str
    macs: dict[str, Mac]
    nodes: dict[int, bytes]


class Authentic:
    """Tells authentic rows from others, and keeps the MACs of those that change; what it says is of one session."""

    def __init__(self, key: bytes, sign: Sign) -> None:
        self._sign = sign
        self._hashes = Hashes(key)

    # Reading

    def check(self, session: Session, kind: str, rows: Mapping[str, Values]) -> None:
        """Raise NotAuthentic unless rows of a table, by their names, are what was stored last."""
        reads, whole = reads_of(session), BY_TABLE[kind]
        rows = {name: values for name, values in rows.items() if (kind, name) not in reads.changed}
        if not rows:
            return
        tree = self._tree(session, kind, rows)
        for name, values in rows.items():
            self._check_row(whole, name, values, tree.macs.get(name))
        reads.checked.update((kind, name) for name in rows)

    def check_complete(self, session: Session, kind: str, names: Collection[str]) -> None:
        """Raise NotAuthentic unless these are the names of all rows of a table: what is gone was not there."""
        known = self.whole_tree(session, kind).macs
        for name in known.keys() ^ set(names):
            if (kind, name) not in reads_of(session).changed:
                raise refused(kind, name, known[name].version if name in known else None)

    def check_whole(self, session: Session, kind: str) -> None:
        """Raise NotAuthentic unless all rows of a table are what was stored, parts and all."""
        whole = BY_TABLE[kind]
        rows = stored_rows(session, whole, None)
        self.check(session, kind, rows)
        self.check_complete(session, kind, rows.keys())
        if whole.parts:
            for name in rows:
                self.parts_of(session, kind, name)

    def parts_of(self, session: Session, kind: str, name: str) -> Found:
        """All rows that belong to a row, by their tables, each with the columns that `covered` lists.

        Raises NotAuthentic when they are not what was stored.
        """
        reads = reads_of(session)
        if (kind, name) not in reads.parts:
            reads.parts[kind, name] = self._checked_parts(session, kind, name, None)
        return reads.parts[kind, name]

    def parts_like(self, session: Session, kind: str, name: str, firsts: Iterable[str]) -> Found:
        """As `parts_of`, of the groups alone that rows with these first columns are in."""
        return self._checked_parts(session, kind, name, groups_of(firsts))

    def _checked_parts(self, session: Session, kind: str, name: str, groups: Set[str] | None) -> Found:
        reads, found = reads_of(session), stored_parts(session, BY_TABLE[kind], name, groups)
        known = self._tree(session, kind, [name]).macs.get(name)
        version = None if known is None else known.version
        try:
            told, own = from_text(None if known is None else known.parts), self.hashes_of_parts(kind, name, found)
        except (TypeError, ValueError) as error:
            raise refused(kind, name, version) from error
        changed = reads.changed_groups.get((kind, name), set())
        looked_at = (told.keys() | own.keys() if groups is None else groups) - changed
        is_there = known is not None or (kind, name) in reads.changed
        if not is_there or any(told.get(group) != own.get(group) for group in looked_at):
            raise refused(kind, name, version)
        reads.groups.setdefault((kind, name), set()).update(ALL_GROUPS if groups is None else groups)
        return found

    def revision(self, session: Session, kinds: Iterable[str]) -> str:
        """What is another text as soon as a row of these tables has changed."""
        roots = self.roots(session)
        return " ".join(roots.get(kind, "") for kind in kinds)

    def roots(self, session: Session) -> dict[str, str]:
        """The roots of all tables that have rows, as the end of the trail has them.

        Raises StoreDamaged when somebody has changed them, or the end; StoreOutdated when none were ever made.
        """
        reads = reads_of(session)
        if reads.roots is None:
            state = self._signed_state(session)
            node = stored_nodes(session, _ALL_ROOTS, [ROOT]).get(ROOT, b"{}")
            found = {} if state is None else _as_roots(node)
            if state is not None and not hmac.compare_digest(self._hashes.of_state(found), state):
                raise StoreDamaged(_STATE_CHANGED)
            reads.roots, reads.state = found, self._hashes.of_state(found)
        return reads.roots

    # Changing

    def put_down(self, session: Session) -> dict[str, Any]:
        """Give what this transaction has changed its versions and MACs; what the trail says of that."""
        reads = reads_of(session)
        roots = self.roots(session)
        told: list[tuple[str, str, int]] = []
        for kind in sorted({kind for kind, _ in reads.changed}):
            told += self._put_down(session, BY_TABLE[kind], sorted(n for k, n in reads.changed if k == kind))
        if reads.changed:
            write_nodes(session, _ALL_ROOTS, {ROOT: json.dumps(roots, sort_keys=True).encode()})
            reads.state = self._hashes.of_state(roots)
        reads.checked |= reads.changed
        for each in (reads.changed, reads.changed_groups, reads.added, reads.parts, reads.groups):
            each.clear()
        return {STATE: reads.state, CHANGED: told}

    def has_unnoted(self, session: Session) -> bool:
        """Whether this transaction has changed what counts of a row, and noted nothing since."""
        changed = reads_of(session).changed
        return any(self._differs(session, BY_TABLE[kind], name) for kind, name in changed)

    def adopt(self, session: Session) -> dict[str, int]:
        """Take all rows for authentic as they are now; how many of each table.

        For a store that never had MACs. Whoever calls this has made sure of that, and notes it next.
        """
        return self._make_anew(session, {})

    def renew(self, session: Session) -> None:
        """Make all MACs anew after the seals of rows have changed, with the versions that they have.

        Whoever calls this has checked all rows before they were changed, in the same transaction.
        """
        versions = {
            (kind, name): version
            for kind, name, version in session.execute(select(MACS.c.kind, MACS.c.name, MACS.c.version))
        }
        self._make_anew(session, versions)

    # Within

    def _signed_state(self, session: Session) -> str | None:
        """The state in the last row of the trail; None before the first one."""
        head, content = stored_end(session)
        if not is_signed(head, self._sign) or (head != BEGINNING and hash_of(content) != head.hash):
            raise StoreDamaged(TAMPERED)
        if head == BEGINNING:
            return None
        state = json.loads(content).get(STATE)
        if state is None:
            raise StoreOutdated(NEVER_ADOPTED)
        return str(state)

    def _check_row(self, whole: Coverage, name: str, values: Values, known: Mac | None) -> None:
        if known is None:
            raise refused(whole.table, name, None)
        if not hmac.compare_digest(known.mac, self.mac(whole, name, known.version, values, known.parts)):
            raise refused(whole.table, name, known.version)

    def was_never_adopted(self, session: Session) -> bool:
        """Whether the signed end is that of an earlier version; raises StoreDamaged when it is not signed."""
        try:
            return self._signed_state(session) is None
        except StoreOutdated:
            return True

    def mac(self, whole: Coverage, name: str, version: int, values: Values, parts: str | None) -> str:
        """The MAC of a row with these values."""
        seen = whole.view(values)
        counts = without_end([seen[column] for column in whole.columns])
        return self._hashes.mac(json.dumps([whole.table, name, version, counts, parts], default=plain))

    def hashes_of_parts(self, kind: str, name: str, found: Found) -> dict[str, str]:
        """The hashes of what belongs to a row, by its groups."""
        return hashes_of(self._hashes, kind, name, found)

    def _tree(self, session: Session, kind: str, names: Iterable[str]) -> _Tree:
        """What the state says of some rows, and of those at the same leaves."""
        leaves = {leaf_of(kind, name) for name in names}
        if len(leaves) > _FEW:
            return self.whole_tree(session, kind)
        root = bytes.fromhex(self.roots(session).get(kind, NOTHING.hex()))
        nodes = stored_nodes(session, kind, {ROOT, *(leaf // FAN_OUT for leaf in leaves)})
        expected = {ROOT: root} | {
            node: child_of(nodes.get(ROOT, NO_CHILDREN), node) for node in {leaf // FAN_OUT for leaf in leaves}
        }
        for node, own in expected.items():
            if self._hashes.of_node(kind, node, nodes.setdefault(node, NO_CHILDREN)) != own:
                raise StoreDamaged(_STATE_CHANGED)
        found = session.execute(SELECT_MACS.where(MACS.c.kind == kind, MACS.c.leaf.in_(leaves))).all()
        macs = {name: Mac(version, mac, parts) for name, version, mac, parts in found}
        for leaf, own in self._hashes_of_leaves(kind, macs, leaves).items():
            if child_of(nodes[leaf // FAN_OUT], leaf % FAN_OUT) != own:
                raise StoreDamaged(_STATE_CHANGED)
        return _Tree(kind, macs, nodes)

    def whole_tree(self, session: Session, kind: str) -> _Tree:
        """All MACs of a table; raises StoreDamaged when they are not those that the audit trail has signed."""
        found = session.execute(SELECT_MACS.where(MACS.c.kind == kind)).all()
        macs = {name: Mac(version, mac, parts) for name, version, mac, parts in found}
        tree = self._grown(kind, macs)
        if self._hashes.of_node(kind, ROOT, tree.nodes[ROOT]).hex() != self._root_of(session, kind):
            raise StoreDamaged(_STATE_CHANGED)
        return tree

    def _root_of(self, session: Session, kind: str) -> str:
        return self.roots(session).get(kind, NOTHING.hex())

    def _grown(self, kind: str, macs: dict[str, Mac]) -> _Tree:
        """The whole tree over MACs."""
        tree = _Tree(kind, macs, {ROOT: NO_CHILDREN})
        self._grow(tree, {leaf_of(kind, name) for name in macs})
        return tree

    def _grow(self, tree: _Tree, leaves: Collection[int]) -> None:
        """Bring the nodes above some leaves to what the MACs are now."""
        for leaf, own in self._hashes_of_leaves(tree.kind, tree.macs, leaves).items():
            node = leaf // FAN_OUT
            tree.nodes[node] = with_child(tree.nodes.get(node, NO_CHILDREN), leaf % FAN_OUT, own)
        for node in {leaf // FAN_OUT for leaf in leaves}:
            own = self._hashes.of_node(tree.kind, node, tree.nodes[node])
            tree.nodes[ROOT] = with_child(tree.nodes[ROOT], node, own)

    def _hashes_of_leaves(self, kind: str, macs: Mapping[str, Mac], leaves: Iterable[int]) -> dict[int, bytes]:
        at: dict[int, list[Entry]] = {leaf: [] for leaf in leaves}
        for name, known in macs.items():
            leaf = leaf_of(kind, name)
            if leaf in at:
                at[leaf].append((name, known.version, known.mac, known.parts))
        return {leaf: self._hashes.of_leaf(kind, leaf, entries) for leaf, entries in at.items()}

    def _put_down(self, session: Session, whole: Coverage, names: Sequence[str]) -> list[tuple[str, str, int]]:
        kind = whole.table
        tree = self._tree(session, kind, names)
        rows = stored_rows(session, whole, names)
        now = {name: self._mac_now(session, whole, name, rows.get(name), tree.macs.get(name)) for name in names}
        changed = {name: each for name, each in now.items() if each != tree.macs.get(name)}
        if not changed:
            return []
        for name, each in changed.items():
            if each is None:
                del tree.macs[name]
            else:
                tree.macs[name] = each
        leaves = {leaf_of(kind, name) for name in changed}
        self._grow(tree, leaves)
        write_macs(session, kind, changed)
        write_nodes(session, kind, {node: tree.nodes[node] for node in {ROOT, *(n // FAN_OUT for n in leaves)}})
        self.roots(session)[kind] = self._hashes.of_node(kind, ROOT, tree.nodes[ROOT]).hex()
        listed = changed if whole.listed else {}
        return [(kind, name, 0 if each is None else each.version) for name, each in listed.items()]

    def _mac_now(
        self, session: Session, whole: Coverage, name: str, values: Values | None, known: Mac | None
    ) -> Mac | None:
        """What a row that this transaction has changed gets; itself where nothing that counts has changed."""
        if values is None:
            return None
        kind, reads = whole.table, reads_of(session)
        if (known is None) != ((kind, name) in reads.added) or (
            known is not None and (kind, name) not in reads.checked
        ):
            raise refused(kind, name, None if known is None else known.version)
        parts = self._parts_now(session, whole, name, known)
        if known is not None and self.mac(whole, name, known.version, values, parts) == known.mac:
            return known
        version = 1 if known is None else known.version + 1
        return Mac(version, self.mac(whole, name, version, values, parts), parts)

    def _parts_now(self, session: Session, whole: Coverage, name: str, known: Mac | None) -> str | None:
        """The hashes of all groups of what belongs to a row; those that have changed are made anew."""
        kind, reads = whole.table, reads_of(session)
        if known is None:
            return as_text(self.hashes_of_parts(kind, name, stored_parts(session, whole, name)))
        changed = reads.changed_groups.get((kind, name))
        if not changed:
            return known.parts
        checked = reads.groups.get((kind, name), set())
        if not changed <= checked and ALL_GROUPS - checked:
            raise RuntimeError(f"parts of {kind} were changed before they were read and checked")
        told = {group: own for group, own in from_text(known.parts).items() if group not in changed}
        return as_text(told | self.hashes_of_parts(kind, name, stored_parts(session, whole, name, changed)))

    def _differs(self, session: Session, whole: Coverage, name: str) -> bool:
        known = self._tree(session, whole.table, [name]).macs.get(name)
        values = stored_rows(session, whole, [name]).get(name)
        return self._mac_now(session, whole, name, values, known) != known

    def _make_anew(self, session: Session, versions: Mapping[Name, int]) -> dict[str, int]:
        roots: dict[str, str] = {}
        counts: dict[str, int] = {}
        session.execute(delete(MACS))
        session.execute(delete(NODES))
        for whole in COVERED:
            kind = whole.table
            macs: dict[str, Mac | None] = {}
            for name, values in stored_rows(session, whole, None).items():
                parts = self._parts_now(session, whole, name, None)
                version = versions.get((kind, name), 1)
                macs[name] = Mac(version, self.mac(whole, name, version, values, parts), parts)
            if macs:
                tree = self._grown(kind, {name: each for name, each in macs.items() if each is not None})
                write_macs(session, kind, macs)
                write_nodes(session, kind, tree.nodes)
                roots[kind] = self._hashes.of_node(kind, ROOT, tree.nodes[ROOT]).hex()
                counts[kind] = len(macs)
        write_nodes(session, _ALL_ROOTS, {ROOT: json.dumps(roots, sort_keys=True).encode()})
        session.info[READS] = Reads(roots, self._hashes.of_state(roots))
        return counts


def authentic_in(session: Session) -> Authentic:
    """What tells authentic rows in a transaction of an opened store."""
    found: Authentic | None = session.info.get(INFO)
    if found is None:
        raise RuntimeError("rows are read and changed in transactions of an opened store")
    return found


def refused(kind: str, name: str, version: int | None) -> NotAuthentic:
    """The error for a row that is not what was stored; its key is no name of anybody."""
    which = f"row {name[:80]!r} of the table {kind!r}" + ("" if version is None else f", version {version},")
    return NotAuthentic(
        f"{which} is not what Unsaid has stored, and nothing is done with it; `unsaid audit verify` tells which "
        "rows were changed, and `unsaid db restore` brings a backup back"
    )


NEVER_ADOPTED = (
    "the rows of this store have no MACs; if it comes from an earlier version, run `unsaid db upgrade` once, "
    "otherwise somebody has put it back to an earlier state: restore a backup"
)

_STATE_CHANGED = (
    "the versions of stored rows are not those that the audit trail has signed; nothing is done with them: "
    "`unsaid audit verify` tells which rows were changed, and `unsaid db restore` brings a backup back"
)


def _as_roots(node: bytes) -> dict[str, str]:
    try:
        found = json.loads(node)
        return {str(kind): str(root) for kind, root in found.items()}
    except (ValueError, AttributeError, RecursionError) as error:
        raise StoreDamaged(_STATE_CHANGED) from error

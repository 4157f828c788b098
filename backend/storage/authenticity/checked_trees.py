"""The MACs of rows, checked against the hash tree up to the signed state, and cached for that state.

The hash of a root covers all MACs of its table, under a key. So MACs that were once checked against a root belong
to that root for ever, whatever happens to the tables of MACs and nodes later: they need not be read again for as
long as the audit trail has signed that root. Rows are compared with their MACs each time they are read.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from backend.errors import StoreDamaged
from backend.messages.store_problems import RowVersionsChanged
from backend.storage.authenticity.mac_tree import (
    FAN_OUT,
    NO_CHILDREN,
    ROOT,
    Entry,
    Hashes,
    child_of,
    leaf_of,
    with_child,
)
from backend.storage.authenticity.stored_macs import (
    MACS,
    SELECT_MACS,
    Mac,
    all_nodes,
    all_places,
    stored_nodes,
)

STATE_CHANGED = RowVersionsChanged()

_FEW = 512
"""Leaves that are read one by one; where more are asked for, all are read."""

_MAX_KEPT = 20_000
"""MACs of a table that are kept in memory, of some hundred bytes each."""


@dataclass(slots=True)
class Tree:
    """The part of a table's tree that was read and leads to its root: MACs by row name, and nodes."""

    kind: str
    macs: dict[str, Mac]
    nodes: dict[int, bytes]


@dataclass(slots=True)
class _Kept:
    """Cached MACs below a root, by leaf; `whole` if these are all."""

    root: bytes
    leaves: dict[int, dict[str, Mac]] = field(default_factory=dict)
    whole: bool = False


class Trees:
    """The trees of all tables under one key; safe for use by several threads."""

    def __init__(self, hashes: Hashes) -> None:
        self._hashes = hashes
        self._kept: dict[str, _Kept] = {}

    def macs(self, session: Session, kind: str, root: bytes, names: Collection[str]) -> dict[str, Mac]:
        """The MACs of some rows of a table whose root is signed, and perhaps of others.

        Raises StoreDamaged when what is stored does not lead to that root.
        """
        leaves = {leaf_of(kind, name) for name in names}
        kept = self._kept_of(kind, root)
        missing = set() if kept.whole else leaves - kept.leaves.keys()
        if len(missing) > _FEW:
            return self.all_macs(session, kind, root)
        found = by_leaves(kind, self.some(session, kind, root, missing).macs, missing) if missing else {}
        self._keep(kind, kept, found)
        known = (found.get(leaf) or kept.leaves.get(leaf, {}) for leaf in leaves)
        return {name: mac for macs in known for name, mac in macs.items()}

    def all_macs(self, session: Session, kind: str, root: bytes) -> dict[str, Mac]:
        """The MACs of all rows of a table; see `macs`."""
        kept = self._kept_of(kind, root)
        if kept.whole:
            return {name: mac for macs in kept.leaves.values() for name, mac in macs.items()}
        macs = self.whole(session, kind, root).macs
        self._keep(kind, kept, by_leaves(kind, macs, {leaf_of(kind, name) for name in macs}), is_complete=True)
        return macs

    def some(self, session: Session, kind: str, root: bytes, leaves: Collection[int]) -> Tree:
        """Read some leaves and the nodes above them; raises StoreDamaged if they do not lead to the root."""
        if len(leaves) > _FEW:
            return self.whole(session, kind, root)
        nodes = stored_nodes(session, kind, {ROOT, *(leaf // FAN_OUT for leaf in leaves)})
        expected = {ROOT: root} | {
            node: child_of(nodes.get(ROOT, NO_CHILDREN), node) for node in {leaf // FAN_OUT for leaf in leaves}
        }
        for node, own in expected.items():
            if self._hashes.of_node(kind, node, nodes.setdefault(node, NO_CHILDREN)) != own:
                raise StoreDamaged(STATE_CHANGED)
        found = session.execute(SELECT_MACS.where(MACS.c.kind == kind, MACS.c.leaf.in_(leaves))).all()
        macs = {name: Mac(version, mac, parts) for name, version, mac, parts in found}
        for leaf, own in self._hashes_of_leaves(kind, macs, leaves).items():
            if child_of(nodes[leaf // FAN_OUT], leaf % FAN_OUT) != own:
                raise StoreDamaged(STATE_CHANGED)
        return Tree(kind, macs, nodes)

    def whole(self, session: Session, kind: str, root: bytes) -> Tree:
        """Read the whole tree of a table; raises StoreDamaged if it does not lead to the root."""
        found = session.execute(SELECT_MACS.where(MACS.c.kind == kind)).all()
        tree = self.grown(kind, {name: Mac(version, mac, parts) for name, version, mac, parts in found})
        if self.root_of(tree) != root:
            raise StoreDamaged(STATE_CHANGED)
        return tree

    def check_stored(self, session: Session, kind: str, root: bytes) -> None:
        """Raise StoreDamaged if a stored MAC or node does not lead to the root, or is in the wrong place."""
        tree = self.whole(session, kind, root)
        nodes = {node: children for node, children in tree.nodes.items() if children != NO_CHILDREN}
        places = all_places(session, kind)
        if all_nodes(session, kind) != sorted(nodes.items()) or places != sorted(
            (name, leaf_of(kind, name)) for name in tree.macs
        ):
            raise StoreDamaged(STATE_CHANGED)

    def grown(self, kind: str, macs: dict[str, Mac]) -> Tree:
        """Build the tree over all MACs of a table."""
        tree = Tree(kind, macs, {ROOT: NO_CHILDREN})
        self.grow(tree, {leaf_of(kind, name) for name in macs})
        return tree

    def grow(self, tree: Tree, leaves: Collection[int]) -> None:
        """Update the nodes above some leaves to the current MACs."""
        for leaf, own in self._hashes_of_leaves(tree.kind, tree.macs, leaves).items():
            node = leaf // FAN_OUT
            tree.nodes[node] = with_child(tree.nodes.get(node, NO_CHILDREN), leaf % FAN_OUT, own)
        for node in {leaf // FAN_OUT for leaf in leaves}:
            own = self._hashes.of_node(tree.kind, node, tree.nodes[node])
            tree.nodes[ROOT] = with_child(tree.nodes[ROOT], node, own)

    def root_of(self, tree: Tree) -> bytes:
        """The root hash of a tree."""
        return self._hashes.of_node(tree.kind, ROOT, tree.nodes[ROOT])

    def follow(self, tree: Tree, before: bytes, leaves: Collection[int]) -> None:
        """Keep the cache of root `before` for a new tree that differs from it in these leaves."""
        kept = self._kept_of(tree.kind, before)
        changed = {leaf: dict[str, Mac]() for leaf in leaves} | by_leaves(tree.kind, tree.macs, leaves)
        after = _Kept(self.root_of(tree), {**kept.leaves, **changed}, kept.whole)
        self._kept[tree.kind] = after

    def _kept_of(self, kind: str, root: bytes) -> _Kept:
        kept = self._kept.get(kind)
        return kept if kept is not None and kept.root == root else _Kept(root)

    def _keep(
        self, kind: str, kept: _Kept, found: Mapping[int, dict[str, Mac]], *, is_complete: bool = False
    ) -> None:
        """Add to the cache as a new value, so that reading threads keep the value they have."""
        if not found and not is_complete:
            return
        leaves = {**kept.leaves, **found}
        if sum(map(len, leaves.values())) <= _MAX_KEPT:
            self._kept[kind] = _Kept(kept.root, leaves, is_complete)

    def _hashes_of_leaves(self, kind: str, macs: Mapping[str, Mac], leaves: Iterable[int]) -> dict[int, bytes]:
        at: dict[int, list[Entry]] = {leaf: [] for leaf in leaves}
        for leaf, entries in by_leaves(kind, macs, at).items():
            at[leaf] = [(name, known.version, known.mac, known.parts) for name, known in entries.items()]
        return {leaf: self._hashes.of_leaf(kind, leaf, entries) for leaf, entries in at.items()}


def by_leaves(kind: str, macs: Mapping[str, Mac], leaves: Collection[int]) -> dict[int, dict[str, Mac]]:
    """The MACs at these leaves, even if the stored rows name other leaves."""
    found: dict[int, dict[str, Mac]] = {leaf: {} for leaf in leaves}
    for name, mac in macs.items():
        leaf = leaf_of(kind, name)
        if leaf in found:
            found[leaf][name] = mac
    return found


def as_roots(node: bytes) -> dict[str, str]:
    """The roots of all tables in a stored node; raises StoreDamaged if it contains something else."""
    try:
        found = json.loads(node)
        return {str(kind): str(root) for kind, root in found.items()}
    except (ValueError, AttributeError, RecursionError) as error:
        raise StoreDamaged(STATE_CHANGED) from error

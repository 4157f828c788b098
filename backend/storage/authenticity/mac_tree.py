"""Hash trees over the MACs of rows, to check that one row is current by reading only a few others.

Each table has a tree of two levels with 64 children each: 4,096 leaves, each for the MACs of a few rows. The hashes
are keyed. The roots of all tables make one text, the state; its hash stands in the signed chain of the audit trail.
Whoever can write to the database could have written what is read here: it counts only if it leads to that state.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from backend.storage.authenticity.covered import NUMBERED

SHORT_ID = 16
"""How many characters the ids of jobs had in earlier versions; today they have more."""

FAN_OUT = 64
LEAVES = FAN_OUT * FAN_OUT
_SIZE = 16
"""Bytes of a hash: nobody can try hashes that are made with a key."""

NOTHING = bytes(_SIZE)
"""The hash where there is no row."""

ROOT = -1
"""The number of the node whose children are the nodes 0 to 63, the children of which are the leaves."""

NO_CHILDREN = NOTHING * FAN_OUT

Entry = tuple[str, int, str, str | None]
"""The name of a row, its version, its MAC, and the hashes of what belongs to it."""


def leaf_of(kind: str, name: str) -> int:
    """The leaf of a table's tree that contains the MAC of a row.

    Up to a hundred numbered rows of one parent share a leaf, so that 10,000 files of a job have a hundred leaves.
    Rows whose parent has a SHORT_ID come from an earlier version, which gave each row its own leaf.
    """
    if kind in NUMBERED:
        parent, _, number = name.rpartition("/")
        if len(parent) > SHORT_ID:
            name = f"{parent}/{number[:-2]}"
    return int.from_bytes(hashlib.sha256(f"{kind}\0{name}".encode()).digest()[:2], "big") % LEAVES


def child_of(children: bytes, place: int) -> bytes:
    """The hash of one child in a node."""
    return children[place * _SIZE : (place + 1) * _SIZE]


def with_child(children: bytes, place: int, own: bytes) -> bytes:
    """A node with the hash of one child replaced."""
    return children[: place * _SIZE] + own + children[(place + 1) * _SIZE :]


@dataclass(frozen=True, slots=True)
class Hashes:
    """Keyed hashes of leaves, nodes and states."""

    _key: bytes = field(repr=False)

    def of_leaf(self, kind: str, leaf: int, entries: Iterable[Entry]) -> bytes:
        """The hash of the MACs at a leaf, in any order."""
        ordered = sorted(entries, key=lambda entry: entry[0])
        return self._made("leaf", json.dumps([kind, leaf, ordered]).encode())[:_SIZE] if ordered else NOTHING

    def of_node(self, kind: str, node: int, children: bytes) -> bytes:
        """The hash of a node."""
        if children == NO_CHILDREN:
            return NOTHING
        return self._made(f"node\0{kind}\0{node}", children)[:_SIZE]

    def of_state(self, roots: Mapping[str, str]) -> str:
        """The hash of the roots of all tables that have rows."""
        return self._made("state", json.dumps(dict(sorted(roots.items()))).encode()).hex()

    def mac(self, content: str) -> str:
        """The MAC of a row."""
        return self._made("row", content.encode()).hex()

    def of_parts(self, content: str) -> str:
        """The hash of a group of child rows."""
        return self._made("parts", content.encode())[:_SIZE].hex()

    def _made(self, label: str, content: bytes) -> bytes:
        return hmac.digest(self._key, label.encode() + b"\0" + content, hashlib.sha256)

"""The groups in the database of an index, and the MAC that ties each one to its members.

The MAC of a group covers its numbers, its vector, and of each member the marks, whether it is in the core, and the
entry. Whoever changes a row, adds one, or moves one to another group, needs the secret of the index.
"""

import hashlib
import hmac
import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

import numpy as np

from backend.errors import IndexUnusable
from backend.privacy.group_vectors import GroupVectors
from backend.storage.index.index_rows import rows_of, typed
from backend.storage.index.index_secret import MARK_BYTES, IndexSecret

COLUMNS = "grp, documents, owners, core_owners, distances, squares, vector, mac"
MEMBER_COLUMNS = "mark, owner, core, entry"

Member = tuple[bytes, bytes, int, bytes]
"""The mark of an entry, that of its owner, whether it is in the core of its group (0 or 1), and the entry."""


@dataclass(frozen=True, slots=True)
class GroupState:
    """A group: its documents, their distinct owners, and the owners of its core, whose mean its vector is.

    `distances` and `squares` are the estimated sums of distances and of their squares, `vector` is the SHA-256 of
    the group's vector.
    """

    group: int
    documents: int
    owners: int
    core_owners: int
    distances: float
    squares: float
    vector: bytes

    def mac(self, secret: IndexSecret, digest: bytes) -> bytes:
        """Return the MAC of the group with the members that have this digest."""
        numbers = [self.group, self.documents, self.owners, self.core_owners, self.distances, self.squares]
        return secret.mac("group", json.dumps([*numbers, self.vector.hex()]).encode() + digest)


def stored_group(row: Iterable[object]) -> tuple[GroupState, bytes]:
    """Return a group and its MAC from a row with COLUMNS.

    Raises IndexUnusable for values of other types.
    """
    *values, mac = typed(row, int, int, int, int, float, float, bytes, bytes)
    return GroupState(*values), cast("bytes", mac)  # type: ignore[arg-type]


def stored_member(row: Iterable[object]) -> Member:
    """Return a member from a row with MEMBER_COLUMNS.

    Raises IndexUnusable for values of other types.
    """
    member = cast("Member", typed(row, bytes, bytes, int, bytes))
    if len(member[0]) != 2 * MARK_BYTES or len(member[1]) != MARK_BYTES:
        raise IndexUnusable("Values in the index have wrong lengths. Restore a backup or build it again.")
    return member


def members_of(connection: sqlite3.Connection, group: int) -> list[Member]:
    """Return the members of a group.

    Raises IndexUnusable.
    """
    rows = rows_of(connection, f"SELECT {MEMBER_COLUMNS} FROM documents WHERE grp = ?", group)  # noqa: S608
    return [stored_member(row) for row in rows]


def digest_of(members: Iterable[Member]) -> bytes:
    """Return the hash of some members, whatever their order."""
    return joint_digest(member_digest(each) for each in members)


def member_digest(member: Member) -> bytes:
    """Return the hash of a member."""
    mark, owner, core, entry = member
    return hashlib.sha256(mark + owner + b"%d," % core + entry).digest()


def joint_digest(digests: Iterable[bytes]) -> bytes:
    """Return the hash of some members from theirs."""
    return hashlib.sha256(b"".join(sorted(digests))).digest()


def authentic_group(
    connection: sqlite3.Connection, secret: IndexSecret, group: int
) -> tuple[GroupState, bytes, list[Member]] | None:
    """Return a group with its MAC and its members; None if there is no such group.

    Raises IndexUnusable when somebody has changed it.
    """
    rows = rows_of(connection, f"SELECT {COLUMNS} FROM groups WHERE grp = ?", group)  # noqa: S608
    if not rows:
        return None
    (state, mac), members = stored_group(rows[0]), members_of(connection, group)
    if not hmac.compare_digest(state.mac(secret, digest_of(members)), mac):
        raise changed()
    return state, mac, members


def check_vector(vectors: GroupVectors, state: GroupState) -> None:
    """Raise IndexUnusable unless a group has the vector that it should."""
    if not 0 <= state.group < len(vectors) or vector_digest(vectors, state.group) != state.vector:
        raise changed()


def vector_digest(vectors: GroupVectors, group: int) -> bytes:
    """Return the SHA-256 of the length, the columns and the weights of a group."""
    columns, weights = vectors.row(group)
    length = np.float64(vectors.norms[group])
    return hashlib.sha256(length.tobytes() + columns.tobytes() + weights.tobytes()).digest()


def changed() -> IndexUnusable:
    """Return the error for a group that is not what was certified."""
    return IndexUnusable(
        "Somebody has changed a group of the index outside of Unsaid. Restore a backup or build it again."
    )

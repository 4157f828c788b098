"""The members of groups in the database of an index."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from backend.privacy.anonymous_index import DistanceSums
from backend.privacy.group_vectors import GroupVectors
from backend.storage.index.group_rows import (
    GroupState,
    authentic_group,
    changed,
    check_vector,
    digest_of,
    members_of,
)
from backend.storage.index.index_rows import rows_of, typed
from backend.storage.index.index_secret import IndexSecret

SCHEMA = """
CREATE TABLE header (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE documents (mark BLOB PRIMARY KEY, owner BLOB NOT NULL, grp INTEGER NOT NULL, core INTEGER NOT NULL,
    entry BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX documents_of_group ON documents (grp, owner);
CREATE TABLE groups (grp INTEGER PRIMARY KEY, documents INTEGER NOT NULL, owners INTEGER NOT NULL,
    core_owners INTEGER NOT NULL, distances REAL NOT NULL, squares REAL NOT NULL, vector BLOB NOT NULL,
    mac BLOB NOT NULL);
CREATE INDEX groups_by_owners ON groups (core_owners);
CREATE TABLE certificates (change INTEGER PRIMARY KEY, documents INTEGER NOT NULL, groups INTEGER NOT NULL,
    smallest INTEGER NOT NULL, digest BLOB NOT NULL, mac BLOB NOT NULL, content TEXT NOT NULL);
CREATE TABLE to_wipe (grp INTEGER PRIMARY KEY);
CREATE TABLE other_stems (place INTEGER PRIMARY KEY, stem TEXT NOT NULL);
"""
"""`mark` and `owner` are hashes, `entry` is encrypted, `core` says whether the vector of the group has the
document, `vector` is the SHA-256 of a group's vector. `to_wipe` has the groups whose vectors are still to be
overwritten. Documents have no row ids, which would tell their order."""


@dataclass(slots=True)
class IndexMembers:
    """Members in a database, within a transaction; `entry` is what a document that is added has encrypted.

    Each group is checked when it is first needed, and gets its new MAC in `seal`. `before` are the MACs that groups
    had then, `dissolved` those that are gone.
    """

    connection: sqlite3.Connection
    secret: IndexSecret
    vectors: GroupVectors
    entry: bytes = b""
    before: dict[int, bytes] = field(default_factory=dict, init=False)
    documents_added: int = field(default=0, init=False)
    dissolved: list[int] = field(default_factory=list, init=False)
    _states: dict[int, GroupState] = field(default_factory=dict, init=False)
    _touched: set[int] = field(default_factory=set, init=False)

    def group_of(self, document: bytes) -> int | None:
        """Return the group of a document; None if it is not in the index.

        Raises IndexUnusable.
        """
        rows = rows_of(self.connection, "SELECT grp FROM documents WHERE mark = ?", document)
        return cast("int", typed(rows[0], int)[0]) if rows else None

    def core_owners(self, group: int) -> int:
        """Return the number of distinct owners of the documents in the core of a group.

        Raises IndexUnusable.
        """
        return self._state(group).core_owners

    def sums(self, group: int) -> DistanceSums:
        """Return the information loss of a group.

        Raises IndexUnusable for a group that was changed, or whose members are missing.
        """
        state = self._state(group)
        return DistanceSums(state.documents, state.distances, state.squares)

    def add(self, document: bytes, owner: bytes, group: int, sums: DistanceSums) -> None:
        """Add a document to a group, which has these sums then; its core stays as it is."""
        self._state(group)
        self._run("INSERT INTO documents VALUES (?, ?, ?, 0, ?)", document, owner, group, self.entry)
        self.documents_added += 1
        self._keep(group, sums)

    def remove(self, document: bytes, group: int, sums: DistanceSums) -> None:
        """Remove a document from its group, which has these sums then."""
        self._state(group)
        self._run("DELETE FROM documents WHERE mark = ?", document)
        self.documents_added -= 1
        self._keep(group, sums)

    def merge(self, group: int, into: int, sums: DistanceSums) -> None:
        """Move the documents of a group into another one, which has these sums then; the first one is gone."""
        self._state(group)
        self._state(into)
        self._run("UPDATE documents SET grp = ?, core = 0 WHERE grp = ?", into, group)
        self._run("DELETE FROM groups WHERE grp = ?", group)
        self._run("INSERT INTO to_wipe VALUES (?)", group)
        self.dissolved.append(group)
        self._touched.discard(group)
        del self._states[group]
        self._keep(into, sums)

    def seal(self) -> Mapping[int, bytes]:
        """Write the groups that were changed and are still there; return their new MACs."""
        macs = {}
        for group in sorted(self._touched):
            state = self._states[group]
            macs[group] = state.mac(self.secret, digest_of(members_of(self.connection, group)))
            self._run(
                "UPDATE groups SET documents = ?, owners = ?, core_owners = ?, distances = ?, squares = ?, mac = ? "
                "WHERE grp = ?",
                state.documents,
                state.owners,
                state.core_owners,
                state.distances,
                state.squares,
                macs[group],
                group,
            )
        return macs

    def smallest(self) -> int:
        """Return the owners of the smallest core, after `seal`.

        Raises IndexUnusable.
        """
        rows = rows_of(self.connection, "SELECT grp FROM groups ORDER BY core_owners LIMIT 1")
        if not rows:
            raise changed()
        return self._state(cast("int", typed(rows[0], int)[0])).core_owners

    def _state(self, group: int) -> GroupState:
        if group not in self._states:
            found = authentic_group(self.connection, self.secret, group)
            if found is None:
                raise changed()
            self._states[group], self.before[group], _ = found
            check_vector(self.vectors, self._states[group])
        return self._states[group]

    def _keep(self, group: int, sums: DistanceSums) -> None:
        counting = (
            "SELECT count(DISTINCT owner), count(DISTINCT CASE WHEN core = 1 THEN owner END) FROM documents "
            "WHERE grp = ?"
        )
        owners, core_owners = self.connection.execute(counting, (group,)).fetchone()
        self._states[group] = replace(
            self._state(group),
            documents=sums.documents,
            owners=owners,
            core_owners=core_owners,
            distances=float(sums.distances),
            squares=float(sums.squares),
        )
        self._touched.add(group)

    def _run(self, statement: str, *values: object) -> None:
        self.connection.execute(statement, values)

"""The members of groups in the database of an index."""

import sqlite3
from dataclasses import dataclass, field

from backend.errors import IndexUnusable
from backend.privacy.anonymous_index import DistanceSums

SCHEMA = """
CREATE TABLE header (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE documents (mark BLOB PRIMARY KEY, owner BLOB NOT NULL, grp INTEGER NOT NULL, entry BLOB NOT NULL)
    WITHOUT ROWID;
CREATE INDEX documents_of_group ON documents (grp, owner);
CREATE TABLE groups (grp INTEGER PRIMARY KEY, documents INTEGER NOT NULL, owners INTEGER NOT NULL,
    distances REAL NOT NULL, squares REAL NOT NULL, vector BLOB NOT NULL);
CREATE INDEX groups_by_owners ON groups (owners);
CREATE TABLE certificates (change INTEGER PRIMARY KEY, documents INTEGER NOT NULL, groups INTEGER NOT NULL,
    smallest INTEGER NOT NULL, content TEXT NOT NULL, mac BLOB NOT NULL);
CREATE TABLE to_wipe (grp INTEGER PRIMARY KEY);
CREATE TABLE other_stems (place INTEGER PRIMARY KEY, stem TEXT NOT NULL);
"""
"""`mark` and `owner` are hashes, `entry` is encrypted, `vector` is the SHA-256 of a group's vector. `to_wipe` has
the groups whose vectors are still to be overwritten. Documents have no row ids, which would tell their order."""


@dataclass(slots=True)
class IndexMembers:
    """Members in a database, within a transaction; `entry` is what a document that is added has encrypted.

    `touched` are the groups that this transaction has changed and that are still there.
    """

    connection: sqlite3.Connection
    entry: bytes = b""
    touched: set[int] = field(default_factory=set, init=False)
    documents_added: int = field(default=0, init=False)
    dissolved: list[int] = field(default_factory=list, init=False)

    def group_of(self, document: bytes) -> int | None:
        """Return the group of a document; None if it is not in the index."""
        row = self._one("SELECT grp FROM documents WHERE mark = ?", document)
        return None if row is None else int(row[0])

    def owners(self, group: int) -> int:
        """Return the number of distinct owners of the documents of a group."""
        row = self._one("SELECT count(DISTINCT owner) FROM documents WHERE grp = ?", group)
        return 0 if row is None else int(row[0])

    def sums(self, group: int) -> DistanceSums:
        """Return the information loss of a group.

        Raises IndexUnusable for a group whose members are missing.
        """
        row = self._one("SELECT documents, distances, squares FROM groups WHERE grp = ?", group)
        if row is None:
            raise IndexUnusable("The index has lost the members of a group. Restore a backup or build it again.")
        return DistanceSums(*row)

    def add(self, document: bytes, owner: bytes, group: int, sums: DistanceSums) -> None:
        """Add a document to a group, which has these sums then."""
        self._run("INSERT INTO documents VALUES (?, ?, ?, ?)", document, owner, group, self.entry)
        self.documents_added += 1
        self._keep(group, sums)

    def remove(self, document: bytes, group: int, sums: DistanceSums) -> None:
        """Remove a document from its group, which has these sums then."""
        self._run("DELETE FROM documents WHERE mark = ?", document)
        self.documents_added -= 1
        self._keep(group, sums)

    def merge(self, group: int, into: int, sums: DistanceSums) -> None:
        """Move the documents of a group into another one, which has these sums then; the first one is gone."""
        self._run("UPDATE documents SET grp = ? WHERE grp = ?", into, group)
        self._run("DELETE FROM groups WHERE grp = ?", group)
        self._run("INSERT INTO to_wipe VALUES (?)", group)
        self.dissolved.append(group)
        self.touched.discard(group)
        self._keep(into, sums)

    def _keep(self, group: int, sums: DistanceSums) -> None:
        self._run(
            "UPDATE groups SET documents = ?, owners = ?, distances = ?, squares = ? WHERE grp = ?",
            sums.documents,
            self.owners(group),
            sums.distances,
            sums.squares,
            group,
        )
        self.touched.add(group)

    def _one(self, statement: str, *values: object) -> tuple[int, ...] | None:
        row: tuple[int, ...] | None = self.connection.execute(statement, values).fetchone()
        return row

    def _run(self, statement: str, *values: object) -> None:
        self.connection.execute(statement, values)

"""An anonymous index on disk: every change is one transaction, and leaves a certificate."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np

from backend.errors import IndexBelowK, IndexBusy, IndexUnusable
from backend.learning.arrays import Floats
from backend.privacy.anonymous_index import AnonymousIndex, Insertion, Removal
from backend.privacy.index_vectors import VectorSpace
from backend.storage.db.keys import KeyRing
from backend.storage.index.certificates import Certificate, certify, last_certificate
from backend.storage.index.index_check import faults
from backend.storage.index.index_files import (
    WAIT,
    changing,
    damaged,
    header,
    index_error,
    open_database,
    without_waiting,
)
from backend.storage.index.index_members import IndexMembers
from backend.storage.index.index_secret import Entry, IndexSecret
from backend.storage.index.vector_files import VectorFile
from backend.taxonomy.dictionary import Dictionary

IDF_FILE = "idf.npy"

_UNFLUSHED = 32
"""Dissolved groups whose overwritten vectors the system may still have to write to the disk."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class GroupState:
    """A group: its documents and distinct owners, and the estimated sums of distances and of their squares."""

    group: int
    documents: int
    owners: int
    distances: float
    squares: float


@dataclass(frozen=True, slots=True)
class IndexHeader:
    """What an index says of itself: k, and the mean squared distance of its documents when it was built.

    The vector of a group has only stems of documents of `shared_by` owners. An index of before that rule has 1: its
    vectors give documents away.
    """

    k: int
    weighting: str
    built_error: float
    shared_by: int = 1


@dataclass(frozen=True, slots=True)
class RemovedTogether:
    """Documents that were removed together, and their groups: each with that it was dissolved into, if it was."""

    documents: tuple[str, ...]
    groups: Mapping[int, int | None]


class StoredIndex:
    """An index in a folder. One object is for one thread; processes and objects may share the folder."""

    def __init__(self, folder: Path, ring: KeyRing, dictionary: Dictionary, wait: float = WAIT) -> None:
        """Open the index of a folder; changes wait so many seconds for other programs.

        Raises IndexUnusable when the folder has none, or damaged files; IndexBusy, KeyUnusable.
        """
        self._folder = folder
        self._connection = open_database(folder, wait)
        try:
            self._load(ring, dictionary)
        except sqlite3.DatabaseError as error:
            self._connection.close()
            raise index_error(error) from error
        except (KeyError, TypeError, ValueError, EOFError) as error:
            self._connection.close()
            raise damaged(folder) from error
        except BaseException:
            self._connection.close()
            raise

    def _load(self, ring: KeyRing, dictionary: Dictionary) -> None:
        found = header(self._connection)
        self.header = IndexHeader(**json.loads(found["header"]))
        if found["dictionary"].decode() != dictionary.digest:
            raise IndexUnusable(
                f"{self._folder}: this index was made with another dictionary. Build it again from its documents."
            )
        self._secret, sealed = IndexSecret.opened(found["secret"], ring)
        others = self._connection.execute("SELECT stem FROM other_stems ORDER BY place").fetchall()
        self.space = VectorSpace(dictionary, tuple(stem for (stem,) in others), self._idf())
        self._file = VectorFile.mapped(self._folder, self.space.width)
        self.vectors = self._file.vectors
        # What is left to do: a later opening does it, if another program is changing the index now.
        with suppress(IndexBusy), without_waiting(self._connection):
            if sealed != found["secret"]:  # the key was rotated
                with changing(self._connection):
                    self._connection.execute("UPDATE header SET value = ? WHERE name = 'secret'", (sealed,))
            if self._dissolved():
                with changing(self._connection):
                    self._wipe_dissolved(at_most=0)

    def _idf(self) -> Floats | None:
        file = self._folder / IDF_FILE
        return np.load(file, allow_pickle=False) if file.is_file() else None

    def close(self) -> None:
        """Close the database."""
        self._connection.close()

    def __enter__(self) -> "StoredIndex":
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        self.close()
        if isinstance(error, sqlite3.DatabaseError):  # of a reader, who waits for the commit of others
            raise index_error(error) from error

    @property
    def k(self) -> int:
        """The number of distinct owners that each group has at least."""
        return self.header.k

    def insert(self, entry: Entry, vector: Mapping[int, float]) -> Insertion:
        """Add a document to the nearest group; afterwards it is safely on disk, and its vector is gone.

        Raises AlreadyIndexed, InvalidRequest for a vector without columns, IndexUnusable.
        """
        mark, owner = self._secret.document_mark(entry.id), self._secret.owner_mark(entry)
        return self._changed(lambda index: index.insert(mark, owner, vector), self._secret.encrypted(entry))

    def remove(self, document: str) -> Removal:
        """Remove a document; afterwards that is safely on disk, and the vector of a dissolved group is overwritten.

        The system writes the overwritten vector to the disk within seconds; where the machine stops before, the
        next opening overwrites it.

        Raises NotIndexed, IndexUnusable.
        """
        mark = self._secret.document_mark(document)
        removal = self._changed(lambda index: index.remove(mark))
        if removal.into is not None:
            self._file.wipe(removal.group)
        return removal

    def count_of(self, owners: Collection[str]) -> int:
        """Return the number of documents of some owners."""
        return sum(len(self._rows_of(self._owner(each))) for each in owners)

    def remove_of(self, owners: Collection[str]) -> RemovedTogether:
        """Remove all documents of some owners, all or none; vectors are overwritten as by `remove`.

        Raises IndexBusy, IndexUnusable.
        """
        marks = [self._owner(each) for each in owners]
        removed = self._changed(lambda index: self._without(index, marks))
        for group, into in removed.groups.items():
            if into is not None:
                self._file.wipe(group)
        return removed

    def _owner(self, owner: str) -> bytes:
        return self._secret.owner_mark(Entry("", owner))

    def _without(self, index: AnonymousIndex, owners: Collection[bytes]) -> RemovedTogether:
        rows = [row for owner in owners for row in self._rows_of(owner)]
        documents = sorted(self._secret.decrypted(*row).id for row in rows)
        return RemovedTogether(tuple(documents), index.remove_all(mark for mark, _ in rows))

    def _rows_of(self, owner: bytes) -> list[tuple[bytes, bytes]]:
        return self._connection.execute("SELECT mark, entry FROM documents WHERE owner = ?", (owner,)).fetchall()

    def entry(self, document: str) -> Entry | None:
        """Return the entry of a document; None if it is not in the index.

        Raises IndexUnusable.
        """
        mark = self._secret.document_mark(document)
        row = self._connection.execute("SELECT mark, entry FROM documents WHERE mark = ?", (mark,)).fetchone()
        return None if row is None else self._secret.decrypted(*row)

    def _changed(self, change: Callable[[AnonymousIndex], Result], entry: bytes = b"") -> Result:
        with changing(self._connection):
            self._wipe_dissolved()
            members = IndexMembers(self._connection, entry)
            result = change(AnonymousIndex(self.k, self.vectors, members))
            certify(self._connection, self._secret, members)
        return result

    def _dissolved(self) -> list[int]:
        return [group for (group,) in self._connection.execute("SELECT grp FROM to_wipe")]

    def _wipe_dissolved(self, at_most: int = _UNFLUSHED) -> None:
        """Overwrite the vectors of dissolved groups, where a process stopped before it had done so.

        They are listed until it is certain that they are overwritten on disk; it is made certain for all of them
        together, when they are more than `at_most`.
        """
        groups = self._dissolved()
        for group in groups:
            self._file.wipe(group)
        if len(groups) > at_most:
            self._file.flush()
            self._connection.execute("DELETE FROM to_wipe")

    def certificate(self) -> Certificate:
        """Return the certificate of the last change."""
        return last_certificate(self._connection)

    def groups(self) -> dict[int, GroupState]:
        """Return the groups, by their numbers."""
        rows = self._connection.execute("SELECT grp, documents, owners, distances, squares FROM groups")
        return {row[0]: GroupState(*row) for row in rows}

    def group(self, number: int) -> GroupState | None:
        """Return a group; None if there is none with this number."""
        row = self._connection.execute(
            "SELECT grp, documents, owners, distances, squares FROM groups WHERE grp = ?", (number,)
        ).fetchone()
        return None if row is None else GroupState(*row)

    def entries(self, group: int) -> list[Entry]:
        """Return the entries of a group, by the ids of their documents."""
        rows = self._connection.execute("SELECT mark, entry FROM documents WHERE grp = ?", (group,)).fetchall()
        return sorted((self._secret.decrypted(*row) for row in rows), key=lambda each: each.id)

    @property
    def held(self) -> bool:
        """Whether each group has documents of k owners."""
        return self.certificate().smallest >= self.k

    def faults(self) -> list[str]:
        """Check the index completely; return what is wrong with it."""
        return faults(self._connection, self.vectors, self.k, self._secret)

    def largest_shares(self) -> dict[int, float]:
        """Return for each group the largest share of its documents that one owner has."""
        counts: defaultdict[int, list[int]] = defaultdict(list)
        for group, count in self._connection.execute("SELECT grp, count(*) FROM documents GROUP BY grp, owner"):
            counts[group].append(count)
        return {group: max(each) / sum(each) for group, each in counts.items()}

    def largest_share(self, group: int) -> float:
        """Return the largest share of the documents of a group that one owner has."""
        rows = self._connection.execute(
            "SELECT count(*) FROM documents WHERE grp = ? GROUP BY owner", (group,)
        ).fetchall()
        counts: list[int] = [count for (count,) in rows]
        return max(counts) / sum(counts) if counts else 0.0  # the last group stays, also without documents

    def ranked(self, vector: Mapping[int, float], top: int) -> list[tuple[GroupState, float]]:
        """Return the groups nearest to a vector with their distances; groups at one distance all come along.

        Raises IndexBelowK when documents of fewer than k owners are left.
        """
        self.check_held()
        ranked = self.vectors.ranked(vector, top)
        return [(state, distance) for group, distance in ranked if (state := self.group(group)) is not None]

    def check_held(self) -> None:
        """Raise IndexBelowK when documents of fewer than k owners are left."""
        if (left := self.certificate().smallest) < self.k:
            raise IndexBelowK(
                f"The index has documents of {left} owners left, and k is {self.k}. Add documents of other owners."
            )

"""An anonymous index on disk: every change is one transaction, and leaves a certificate."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

from backend.errors import IndexBelowK, IndexBusy, IndexUnusable
from backend.privacy.anonymous_index import AnonymousIndex, Insertion, Removal
from backend.privacy.group_vectors import GroupVectors
from backend.storage.db.keys import KeyRing
from backend.storage.index.certificates import Certificate, Certificates
from backend.storage.index.group_rows import COLUMNS, GroupState, authentic_group, stored_group
from backend.storage.index.index_check import Examined, examine
from backend.storage.index.index_files import WAIT, changing, open_database, without_waiting
from backend.storage.index.index_header import open_header
from backend.storage.index.index_members import IndexMembers
from backend.storage.index.index_rows import damaged, index_error, rows_of, typed
from backend.storage.index.index_secret import MARK_BYTES, Entry
from backend.storage.index.vector_files import VectorFile
from backend.taxonomy.dictionary import Dictionary

_UNFLUSHED = 32
"""Dissolved groups whose overwritten vectors the system may still have to write to the disk."""

_DECRYPTED = 8
"""Entries that are decrypted at least when those of a document are looked for, however few it has."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class SoundIndex:
    """What an index was found to have in a complete check: its vectors, and the documents of each group."""

    vectors: GroupVectors
    sizes: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class RemovedTogether:
    """Entries that were removed together, and their groups: each with that it was dissolved into, if it was."""

    entries: tuple[Entry, ...]
    groups: Mapping[int, int | None]


class StoredIndex:
    """An index in a folder. One object is for one thread; processes and objects may share the folder."""

    def __init__(self, folder: Path, ring: KeyRing, dictionary: Dictionary, wait: float = WAIT) -> None:
        """Open the index of a folder; changes wait so many seconds for other programs.

        Raises IndexUnusable when the folder has none, or files that are damaged or were changed; IndexBusy,
        KeyUnusable.
        """
        self._connection = open_database(folder, wait)
        try:
            self._load(folder, ring, dictionary)
        except sqlite3.Error as error:
            self._connection.close()
            raise index_error(error) from error
        except (KeyError, TypeError, ValueError, EOFError, OSError) as error:
            self._connection.close()
            raise damaged() from error
        except BaseException:
            self._connection.close()
            raise

    def _load(self, folder: Path, ring: KeyRing, dictionary: Dictionary) -> None:
        opened = open_header(self._connection, folder, ring, dictionary)
        self.header, self.space, self._secret = opened.header, opened.space, opened.secret
        self._certificates = Certificates(self._connection, opened.secret, opened.mac)
        self._file = VectorFile.mapped(folder, self.space.width)
        self.vectors = self._file.vectors
        if self._dissolved():  # where another program is changing the index now, a later opening does it
            with suppress(IndexBusy), without_waiting(self._connection), changing(self._connection):
                self._wipe_dissolved(at_most=0)

    def close(self) -> None:
        """Close the database."""
        self._connection.close()

    def __enter__(self) -> "StoredIndex":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def k(self) -> int:
        """The number of distinct owners that the core of each group has at least."""
        return self.header.k

    def insert(self, entry: Entry, vector: Mapping[int, float]) -> Insertion:
        """Add a document to the nearest group; afterwards it is safely on disk, and its vector is gone.

        Raises AlreadyIndexed for an entry with its id, owner and contact, InvalidRequest for a vector without
        columns, IndexBelowK, IndexUnusable.
        """
        self.check_held()
        mark, owner = self._secret.entry_mark(entry), self._secret.owner_mark(entry)
        return self._changed(lambda index: index.insert(mark, owner, vector), self._secret.encrypted(entry))

    def remove(self, entry: Entry) -> Removal:
        """Remove a document; afterwards that is safely on disk, and the vector of a dissolved group is overwritten.

        The system writes the overwritten vector to the disk within seconds; where the machine stops before, the
        next opening overwrites it.

        Raises NotIndexed, IndexUnusable.
        """
        mark = self._secret.entry_mark(entry)
        removal = self._changed(lambda index: index.remove(mark))
        if removal.into is not None:
            self._file.wipe(removal.group)
        return removal

    def remove_all(self, entries: Iterable[Entry]) -> RemovedTogether:
        """Remove documents in one transaction, as `remove`: all of them, or none if it fails.

        Those that are not there (any more) are passed over.

        Raises IndexBusy, IndexUnusable.
        """
        wanted = list(entries)
        return self._removed(lambda: wanted) if wanted else RemovedTogether((), {})

    def remove_of(self, owners: Collection[str]) -> RemovedTogether:
        """Remove all documents of some owners, as `remove_all`.

        Raises IndexBusy, IndexUnusable.
        """
        return self._removed(lambda: [each for owner in owners for each in self.entries_of_owner(owner)])

    def count_of(self, owners: Collection[str]) -> int:
        """Return the number of documents of some owners.

        Raises IndexUnusable.
        """
        return sum(len(self.entries_of_owner(each)) for each in owners)

    def _removed(self, wanted: Callable[[], Iterable[Entry]]) -> RemovedTogether:
        def without(index: AnonymousIndex) -> RemovedTogether:
            marks = {self._secret.entry_mark(each): each for each in wanted()}
            there = {mark: each for mark, each in marks.items() if index.members.group_of(mark) is not None}
            return RemovedTogether(tuple(there.values()), index.remove_all(there))

        removed = self._changed(without)
        for group, into in removed.groups.items():
            if into is not None:
                self._file.wipe(group)
        return removed

    def key_of(self, entry: Entry) -> str:
        """Return what an entry is called elsewhere; two entries with one id have two keys."""
        return self._secret.entry_mark(entry).hex()

    def entry(self, key: str) -> Entry | None:
        """Return the entry with a key; None if it is not in the index (any more).

        Raises IndexUnusable.
        """
        found = self._entries("SELECT mark, entry FROM documents WHERE mark = ?", bytes.fromhex(key))
        return found[0] if found else None

    def entries_of(self, document: str) -> list[Entry]:
        """Return all entries with an id, in order.

        It takes the same time for none as for some, so that nobody learns from it whether another has indexed it.

        Raises IndexUnusable.
        """
        start = self._secret.document_mark(document)
        first, last = start + bytes(MARK_BYTES), start + b"\xff" * MARK_BYTES
        query = "SELECT mark, entry FROM documents WHERE mark BETWEEN ? AND ?"
        decoy = Entry(document, "", "", industry="")
        mark, sealed = self._secret.entry_mark(decoy), self._secret.encrypted(decoy)
        found = self._entries(query, first, last)
        for _ in range(len(found), _DECRYPTED):
            self._secret.decrypted(mark, sealed)
        return found

    def entries_of_owner(self, owner: str) -> list[Entry]:
        """Return all entries of an owner, in order.

        Raises IndexUnusable.
        """
        mark = self._secret.owner_mark(Entry("", owner))
        return self._entries("SELECT mark, entry FROM documents WHERE owner = ?", mark)

    def entries(self, group: int) -> list[Entry]:
        """Return the entries of a group, in order; none where there is no such group.

        Raises IndexUnusable.
        """
        found = authentic_group(self._connection, self._secret, group)
        members = [] if found is None else found[2]
        return sorted((self._secret.decrypted(mark, entry) for mark, _, _, entry in members), key=_order)

    def _entries(self, query: str, *values: object) -> list[Entry]:
        rows = [typed(row, bytes, bytes) for row in rows_of(self._connection, query, *values)]
        return sorted((self._secret.decrypted(*row) for row in rows), key=_order)  # type: ignore[arg-type]

    def _changed(self, change: Callable[[AnonymousIndex], Result], entry: bytes = b"") -> Result:
        with changing(self._connection):
            self._wipe_dissolved()
            members = IndexMembers(self._connection, self._secret, self.vectors, entry)
            result = change(AnonymousIndex(self.k, self.vectors, members))
            self._certificates.add(members)
        return result

    def _dissolved(self) -> list[int]:
        """Return the groups that are still to be overwritten.

        Raises IndexUnusable when one of them is still there.
        """
        query = "SELECT to_wipe.grp, groups.grp IS NULL FROM to_wipe LEFT JOIN groups USING (grp)"
        listed = [typed(row, int, int) for row in rows_of(self._connection, query)]
        groups = [cast("int", group) for group, gone in listed if gone]
        if len(groups) < len(listed) or any(not 0 <= group < len(self.vectors) for group in groups):
            raise damaged()
        return groups

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
        """Return the certificate of the last change.

        Raises IndexUnusable.
        """
        return self._certificates.last()

    @property
    def state(self) -> str:
        """What the audit trail says of the index: which one it is, and the MAC of its last certificate.

        Raises IndexUnusable.
        """
        return self._secret.state(self.certificate().mac)

    def is_of(self, state: str) -> bool:
        """Whether a state in the audit trail is one of this index."""
        return state.startswith(self._secret.identity())

    def states(self, examined: Examined) -> frozenset[str]:
        """Return all states that the index has had, of a complete check."""
        return frozenset(map(self._secret.state, examined.certificates))

    def edition_mac(self, name: str) -> str:
        """Return the MAC of the name of an edition, by which it is known again as one of this index."""
        return self._secret.mac("edition", name.encode())[:MARK_BYTES].hex()

    def groups(self) -> dict[int, GroupState]:
        """Return the groups as they are stored, by their numbers; only `examined` tells whether they are sound.

        Raises IndexUnusable.
        """
        rows = rows_of(self._connection, f"SELECT {COLUMNS} FROM groups")  # noqa: S608
        return {state.group: state for state, _ in map(stored_group, rows)}

    def group(self, number: int) -> GroupState | None:
        """Return a group; None if there is none with this number.

        Raises IndexUnusable when somebody has changed it.
        """
        found = authentic_group(self._connection, self._secret, number)
        return None if found is None else found[0]

    @property
    def held(self) -> bool:
        """Whether the core of each group has documents of k owners."""
        return self.certificate().smallest >= self.k

    def examined(self) -> Examined:
        """Check the index completely.

        Raises IndexUnusable when its rows cannot be read.
        """
        return examine(self._connection, self._certificates, self.vectors)

    def faults(self) -> list[str]:
        """Check the index completely; return what is wrong with it, also that k is not held.

        Raises IndexUnusable when its rows cannot be read.
        """
        found = list(self.examined().faults)
        if not found and (left := self.certificate().smallest) < self.k:
            found.append(f"Documents of {left} owners are left, and k is {self.k}.")
        return found

    def sound(self) -> SoundIndex:
        """Return what is published of the index, from a complete check.

        The vectors that were checked are those that come back, whatever happens to the files meanwhile.

        Raises IndexUnusable when the index is not sound, IndexBelowK.
        """
        vectors = self._file.copied()
        examined = examine(self._connection, self._certificates, vectors)
        if examined.faults:
            raise IndexUnusable(f"The index is not sound, and is not published: {examined.faults[0]}")
        if any(each.core_owners < self.k for each in examined.groups):
            raise self._below_k(min(each.core_owners for each in examined.groups))
        return SoundIndex(vectors, {each.group: each.documents for each in examined.groups})

    def largest_shares(self) -> dict[int, float]:
        """Return for each group the largest share of its documents that one owner has.

        Raises IndexUnusable.
        """
        counts: defaultdict[int, list[int]] = defaultdict(list)
        for row in rows_of(self._connection, "SELECT grp, count(*) FROM documents GROUP BY grp, owner"):
            group, count = cast("tuple[int, int]", typed(row, int, int))
            counts[group].append(count)
        return {group: max(each) / sum(each) for group, each in counts.items()}

    def largest_share(self, group: int) -> float:
        """Return the largest share of the documents of a group that one owner has.

        Raises IndexUnusable.
        """
        query = "SELECT count(*) FROM documents WHERE grp = ? GROUP BY owner"
        counts = [cast("int", count) for (count,) in rows_of(self._connection, query, group)]
        return max(counts) / sum(counts) if counts else 0.0  # the last group stays, also without documents

    def ranked(self, vector: Mapping[int, float], top: int) -> list[tuple[GroupState, float]]:
        """Return the groups nearest to a vector with their distances; groups at one distance all come along.

        Raises IndexBelowK when documents of fewer than k owners are left; IndexUnusable.
        """
        self.check_held()
        ranked = self.vectors.ranked(vector, top)
        return [(state, distance) for group, distance in ranked if (state := self.group(group)) is not None]

    def check_held(self) -> None:
        """Raise IndexBelowK when a group has fewer than k owners left in its core."""
        if (left := self.certificate().smallest) < self.k:
            raise self._below_k(left)

    def _below_k(self, left: int) -> IndexBelowK:
        return IndexBelowK(
            f"The last group has documents of {left} owners left of those that it was made of, and k is {self.k}. "
            "Documents that are added do not change that: build the index again."
        )


def _order(entry: Entry) -> tuple[str, str, str]:
    return entry.id, entry.owner or "", entry.contact or ""

"""Authenticated rows: without the key, nobody can change, add, remove or roll back a row unnoticed.

Each row that `covered` lists has a version and a MAC under a key of the store. The MAC covers the table, the row's
primary key, the version and the columns that matter. A hash tree (`mac_tree`) leads from the MACs to one hash, the
state, and every row of the audit trail holds that state. So current MACs can be told from older ones, and a deleted
row from one that never existed. Rows are checked as they are read (`checked_session`), within the transaction that
uses them.
"""

import hmac
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from sqlalchemy import delete
from sqlalchemy.orm import Session

from backend.errors import NotAuthentic, StoreDamaged, StoreOutdated
from backend.messages.store_problems import RowNotAuthentic, RowsNeverAuthenticated
from backend.storage.authenticity.checked_trees import STATE_CHANGED, as_roots
from backend.storage.authenticity.covered import BY_TABLE, COVERED, Coverage, Values
from backend.storage.authenticity.covered_parts import (
    ALL_GROUPS,
    Found,
    as_text,
    from_text,
    groups_of,
    hashes_of,
    is_keyed_as,
    stored_parts,
)
from backend.storage.authenticity.covered_rows import (
    UNLIKE_STORED,
    UNREADABLE,
    mac_of,
    readable_pages,
    readable_rows,
    stored_sizes,
)
from backend.storage.authenticity.hash_chain import BEGINNING, Head, hash_of, identity_in, is_signed
from backend.storage.authenticity.mac_keys import MacKeys
from backend.storage.authenticity.mac_tree import FAN_OUT, NOTHING, ROOT, leaf_of
from backend.storage.authenticity.seen_end import WENT_BACK, SeenEnd
from backend.storage.authenticity.stored_macs import MACS, NODES, Mac, stored_nodes, write_macs, write_nodes
from backend.storage.authenticity.trail_end import TAMPERED, stored_end, stored_identity
from backend.storage.authenticity.transaction_reads import READS, Reads, parts_as_written, reads_of

INFO = "authentic"
"""Where a session has the Authentic of its store."""

SEEN = "end that was seen before"
"""Where a session has the end of the trail that the process had seen when the session was made."""

KEYS = "keys that were known before"
"""Where a session has the keys that the process had when the session was made."""

STATE, CHANGED = "state", "rows"
"""What a row of the trail calls the state after it, and the rows that have changed since the one before."""

_NOTHING_WRITTEN: Values = {}
"""Stands for a row whose parts alone were changed."""

_ALL_ROOTS = ""
"""The table whose one node holds the roots of all others."""


class Authentic:
    """Checks that rows are authentic, and computes the MACs of changed rows, for one session."""

    def __init__(self, keys: MacKeys, seen_by: Callable[[Session], MacKeys] | None = None) -> None:
        """Begin with these keys; `seen_by` gives those that a transaction sees, after a rotation."""
        self.seen = SeenEnd()
        self.keys = keys
        self._seen_by = seen_by

    # Reading

    def check(self, session: Session, kind: str, rows: Mapping[str, Values]) -> None:
        """Raise NotAuthentic unless these rows of a table are what was stored last."""
        reads, coverage = reads_of(session), BY_TABLE[kind]
        rows = {name: values for name, values in rows.items() if (kind, name) not in reads.changed}
        if not rows:
            return
        macs = self._macs(session, kind, rows)
        for name, values in rows.items():
            self._check_row(session, coverage, name, values, macs.get(name))
        reads.checked.update((kind, name) for name in rows)

    def check_complete(self, session: Session, kind: str, names: Collection[str]) -> None:
        """Raise NotAuthentic unless these are the names of all rows of a table, so that no row is missing."""
        known = self._all_macs(session, kind)
        for name in known.keys() ^ set(names):
            if (kind, name) not in reads_of(session).changed:
                raise refused(kind, name, known[name].version if name in known else None)

    def check_absent(self, session: Session, kind: str, name: str) -> None:
        """Raise NotAuthentic when a row of this name should exist although the database returned none."""
        if (kind, name) not in reads_of(session).changed:
            known = self._macs(session, kind, [name]).get(name)
            if known is not None:
                raise refused(kind, name, known.version)

    def check_whole(self, session: Session, kind: str) -> None:
        """Raise NotAuthentic unless all rows of a table, with their child rows, are what was stored."""
        coverage = BY_TABLE[kind]
        for rows in readable_pages(session, coverage):
            self.check(session, kind, rows)
            for name in rows if coverage.parts else ():
                self.parts_of(session, kind, name)
        self.check_complete(session, kind, [name for name, _ in stored_sizes(session, coverage)])

    def parts_of(self, session: Session, kind: str, name: str) -> Found:
        """All child rows of a row, by table, with the columns that `covered` lists.

        Raises NotAuthentic when they are not what was stored.
        """
        reads = reads_of(session)
        if (kind, name) not in reads.parts:
            reads.parts[kind, name] = self._checked_parts(session, kind, name, None)
        return reads.parts[kind, name]

    def parts_like(self, session: Session, kind: str, name: str, firsts: Iterable[str]) -> Found:
        """As `parts_of`, but only the groups that contain rows with these first columns."""
        return self._checked_parts(session, kind, name, groups_of(firsts))

    def _checked_parts(self, session: Session, kind: str, name: str, groups: Set[str] | None) -> Found:
        reads, known = reads_of(session), self._macs(session, kind, [name]).get(name)
        version = None if known is None else known.version
        try:
            found = stored_parts(session, BY_TABLE[kind], name, groups)
            recorded = from_text(None if known is None else known.parts)
            own = self.hashes_of_parts(session, kind, name, found)
        except UNLIKE_STORED as error:
            raise refused(kind, name, version) from error
        changed = reads.changed_groups.get((kind, name), set())
        looked_at = (recorded.keys() | own.keys() if groups is None else groups) - changed
        is_there = known is not None or (kind, name) in reads.changed
        if not is_there or any(recorded.get(group) != own.get(group) for group in looked_at):
            raise refused(kind, name, version)
        reads.prove((kind, name), ALL_GROUPS if groups is None else groups, found)
        return found

    def revision(self, session: Session, kinds: Iterable[str]) -> str:
        """A text that differs as soon as a row of these tables has changed."""
        roots = self.roots(session)
        return " ".join(roots.get(kind, "") for kind in kinds)

    def roots(self, session: Session) -> dict[str, str]:
        """The roots of all tables that have rows, as the end of the trail signs them.

        Raises StoreDamaged when somebody has changed them, or the end; StoreOutdated when none were ever made.
        """
        reads = reads_of(session)
        if reads.roots is None:
            state = self._signed_state(session)
            reads.roots = {} if state is None else self._roots_below(session, state)
            reads.state = self.keys_in(session).hashes.of_state(reads.roots)
        return reads.roots

    def _roots_below(self, session: Session, state: str) -> dict[str, str]:
        """The roots of a signed state. They never change, so the last ones are cached."""
        keys = self.keys_in(session)
        known, roots = keys.roots
        if known != state:
            roots = as_roots(stored_nodes(session, _ALL_ROOTS, [ROOT]).get(ROOT, b"{}"))
            if not hmac.compare_digest(keys.hashes.of_state(roots), state):
                raise StoreDamaged(STATE_CHANGED)
            keys.roots = (state, roots)
        return dict(roots)

    def keys_in(self, session: Session) -> MacKeys:
        """The keys that a transaction uses: those that have signed the end of the trail that it sees."""
        keys = reads_of(session).keys
        if keys is None:
            self.roots(session)
            return self.keys_in(session)
        return keys

    def keys_for(self, session: Session, head: Head) -> MacKeys:
        """As `keys_in`, where the end was read already; other keys may have signed it: see `_signed_state`.

        Secrets are read again where a rotation may have made new ones, within the transaction: it may see less, or
        more, than others do.
        """
        is_ours = session.info.get(INFO) is self
        keys: MacKeys = session.info[KEYS] if is_ours and KEYS in session.info else self.keys
        if not is_signed(head, keys.sign) and self._seen_by is not None:
            found = self._seen_by(session)
            if found.number > keys.number:
                keys = found
                if found.number > self.keys.number:
                    self.keys = found
            elif found.number < keys.number and is_ours:
                raise StoreDamaged(WENT_BACK)
        reads_of(session).keys = keys
        return keys

    def identified(self, session: Session, head: Head) -> Head:
        """A signed end with the identity of its store, which the row of that end or the secrets tell."""
        return replace(head, identity=stored_identity(session, head) or self.keys_for(session, head).origin)

    def follows(self, session: Session, head: Head) -> bool:
        """Whether this end of the trail has the state that this transaction uses."""
        self.roots(session)
        return reads_of(session).head in (None, head)

    # Changing

    def put_down(self, session: Session) -> dict[str, Any]:
        """Write versions and MACs of all changed rows; return what the trail records of them."""
        reads = reads_of(session)
        roots = self.roots(session)
        versions: list[tuple[str, str, int]] = []
        for kind in sorted({kind for kind, _ in reads.changed}):
            versions += self._put_down(session, BY_TABLE[kind], sorted(n for k, n in reads.changed if k == kind))
        if reads.changed:
            write_nodes(session, _ALL_ROOTS, {ROOT: json.dumps(roots, sort_keys=True).encode()})
            keys = self.keys_in(session)
            reads.state = keys.hashes.of_state(roots)
            keys.roots = (reads.state, dict(roots))
        reads.forget_changes()
        return {STATE: reads.state, CHANGED: versions}

    def has_unnoted(self, session: Session) -> bool:
        """Whether this transaction has changed authenticated columns without recording an event since."""
        changed = reads_of(session).changed
        return any(self._differs(session, BY_TABLE[kind], name) for kind, name in changed)

    def adopt(self, session: Session) -> dict[str, int]:
        """Accept all rows as authentic as they are now; return how many each table has.

        For a store that never had MACs. Whoever calls this has made sure of that, and notes it next.
        """

        def made(coverage: Coverage, name: str, values: Values) -> Mac:
            parts = as_text(
                self.hashes_of_parts(session, coverage.table, name, stored_parts(session, coverage, name))
            )
            return Mac(1, self.mac(session, coverage, name, 1, values, parts), parts)

        return self._make_anew(session, self.keys_in(session), {}, made)

    def renew(self, session: Session, keys: MacKeys, head: Head) -> None:
        """Recompute all MACs with new keys after rows were encrypted again, and keep their versions.

        Whoever calls this has checked all rows before they were changed, in the same transaction. `head` is the end
        of the trail, signed with the new keys; the transaction goes on with both. Raises NotAuthentic when a row
        is neither what it was then, nor what the transaction has written since.
        """
        known = {coverage.table: self._all_macs(session, coverage.table) for coverage in COVERED}

        def made(coverage: Coverage, name: str, values: Values) -> Mac:
            before = known[coverage.table].get(name)
            if before is None:
                raise refused(coverage.table, name, None)
            self._check_is_as_written(session, coverage, name, values, before)
            parts_text = self._parts_now(session, coverage, name, before)
            found = stored_parts(session, coverage, name)
            if as_text(self.hashes_of_parts(session, coverage.table, name, found)) != parts_text:
                raise refused(coverage.table, name, before.version)
            parts = as_text(hashes_of(keys.hashes, coverage.table, name, found))
            return Mac(before.version, mac_of(keys.hashes, coverage, name, before.version, values, parts), parts)

        self._make_anew(session, keys, known, made)
        reads_of(session).head = head

    # Within

    def _signed_state(self, session: Session) -> str | None:
        """The state in the last row of the trail; None if there is no row."""
        head, content = stored_end(session)
        keys = self.keys_for(session, head)
        if not is_signed(head, keys.sign) or (head != BEGINNING and hash_of(content) != head.hash):
            raise StoreDamaged(TAMPERED)
        head = replace(head, identity=identity_in(content) or keys.origin)
        if session.info.get(INFO) is self:
            self.seen.check(session, head, session.info.get(SEEN))
            self.seen.remember(head)
        reads_of(session).head = head
        if head == BEGINNING:
            return None
        state = json.loads(content).get(STATE)
        if state is None:
            raise StoreOutdated(RowsNeverAuthenticated())
        return str(state)

    def _check_row(
        self, session: Session, coverage: Coverage, name: str, values: Values, known: Mac | None
    ) -> None:
        if known is None:
            raise refused(coverage.table, name, None)
        try:
            own = self.mac(session, coverage, name, known.version, values, known.parts)
        except UNLIKE_STORED as error:
            raise refused(coverage.table, name, known.version) from error
        if not hmac.compare_digest(known.mac, own):
            raise refused(coverage.table, name, known.version)

    def was_never_adopted(self, session: Session) -> bool:
        """Whether an earlier version of Unsaid signed the end; raises StoreDamaged if it is not signed."""
        try:
            return self._signed_state(session) is None
        except StoreOutdated:
            return True

    def mac(
        self, session: Session, coverage: Coverage, name: str, version: int, values: Values, parts: str | None
    ) -> str:
        """The MAC of a row with these values."""
        return mac_of(self.keys_in(session).hashes, coverage, name, version, values, parts)

    def hashes_of_parts(self, session: Session, kind: str, name: str, found: Found) -> dict[str, str]:
        """The hashes of the child rows of a row, by group."""
        return hashes_of(self.keys_in(session).hashes, kind, name, found)

    def _macs(self, session: Session, kind: str, names: Collection[str]) -> dict[str, Mac]:
        """The MACs of the given rows, checked against the state."""
        return self.keys_in(session).trees.macs(session, kind, self._root_of(session, kind), names)

    def check_tree(self, session: Session, kind: str) -> None:
        """Raise StoreDamaged when the MACs of a table, or hashes above, differ from what the trail has signed."""
        self.keys_in(session).trees.check_stored(session, kind, self._root_of(session, kind))

    def _all_macs(self, session: Session, kind: str) -> dict[str, Mac]:
        return self.keys_in(session).trees.all_macs(session, kind, self._root_of(session, kind))

    def _root_of(self, session: Session, kind: str) -> bytes:
        return bytes.fromhex(self.roots(session).get(kind, NOTHING.hex()))

    def _put_down(self, session: Session, coverage: Coverage, names: Sequence[str]) -> list[tuple[str, str, int]]:
        kind = coverage.table
        before, trees = self._root_of(session, kind), self.keys_in(session).trees
        tree = trees.some(session, kind, before, {leaf_of(kind, name) for name in names})
        rows = readable_rows(session, coverage, names)
        now = {name: self._mac_now(session, coverage, name, rows.get(name), tree.macs.get(name)) for name in names}
        changed = {name: each for name, each in now.items() if each != tree.macs.get(name)}
        if not changed:
            return []
        for name, each in changed.items():
            if each is None:
                del tree.macs[name]
            else:
                tree.macs[name] = each
        leaves = {leaf_of(kind, name) for name in changed}
        trees.grow(tree, leaves)
        trees.follow(tree, before, leaves)
        write_macs(session, kind, changed)
        write_nodes(session, kind, {node: tree.nodes[node] for node in {ROOT, *(n // FAN_OUT for n in leaves)}})
        self.roots(session)[kind] = trees.root_of(tree).hex()
        listed = changed if coverage.listed else {}
        return [(kind, name, 0 if each is None else each.version) for name, each in listed.items()]

    def _mac_now(
        self, session: Session, coverage: Coverage, name: str, values: Values | None, known: Mac | None
    ) -> Mac | None:
        """The new MAC of a changed row; the old one if no authenticated column has changed."""
        self._check_is_as_written(session, coverage, name, values, known)
        if values is None:
            return None
        kind, reads = coverage.table, reads_of(session)
        if (known is None) != ((kind, name) in reads.added) or (
            known is not None and (kind, name) not in reads.checked
        ):
            raise refused(kind, name, None if known is None else known.version)
        parts = self._parts_now(session, coverage, name, known)
        if known is not None and self.mac(session, coverage, name, known.version, values, parts) == known.mac:
            return known
        version = 1 if known is None else known.version + 1
        return Mac(version, self.mac(session, coverage, name, version, values, parts), parts)

    def _check_is_as_written(
        self, session: Session, coverage: Coverage, name: str, values: Values | None, known: Mac | None
    ) -> None:
        """Raise NotAuthentic unless the database holds exactly what this transaction wrote or left unchanged.

        A trigger might have stored something else, or somebody who writes at the same moment.
        """
        written = reads_of(session).written.get((coverage.table, name), _NOTHING_WRITTEN)
        if written is _NOTHING_WRITTEN:
            if values is None:
                raise refused(coverage.table, name, None if known is None else known.version)
            self._check_row(session, coverage, name, values, known)
        elif values != written:
            raise refused(coverage.table, name, None if known is None else known.version)

    def _parts_now(self, session: Session, coverage: Coverage, name: str, known: Mac | None) -> str | None:
        """The hashes of all groups of child rows; those of changed groups are computed again."""
        if not coverage.parts:
            return None
        changed = None if known is None else reads_of(session).changed_groups.get((coverage.table, name), set())
        if known is not None and not changed:
            return known.parts
        stored = stored_parts(session, coverage, name, changed)
        expected = parts_as_written(session, coverage, name, changed or ())
        if not is_keyed_as(coverage, stored, expected):
            raise refused(coverage.table, name, None if known is None else known.version)
        recorded = {} if known is None else from_text(known.parts)
        kept = {group: own for group, own in recorded.items() if group not in (changed or ())}
        return as_text(kept | self.hashes_of_parts(session, coverage.table, name, stored))

    def _differs(self, session: Session, coverage: Coverage, name: str) -> bool:
        known = self._macs(session, coverage.table, [name]).get(name)
        values = readable_rows(session, coverage, [name]).get(name)
        return self._mac_now(session, coverage, name, values, known) != known

    def _make_anew(
        self,
        session: Session,
        keys: MacKeys,
        known: Mapping[str, Collection[str]],
        made: Callable[[Coverage, str, Values], Mac],
    ) -> dict[str, int]:
        """Replace all MACs by those from `made`; return counts by table. Raises if a `known` row is missing."""
        roots: dict[str, str] = {}
        counts: dict[str, int] = {}
        session.execute(delete(MACS))
        session.execute(delete(NODES))
        for coverage in COVERED:
            kind = coverage.table
            macs: dict[str, Mac] = {}
            for rows in readable_pages(session, coverage):
                try:
                    macs |= {name: made(coverage, name, values) for name, values in rows.items()}
                except UNLIKE_STORED as error:
                    raise StoreDamaged(UNREADABLE) from error
            for name in set(known.get(kind, ())) - macs.keys():
                raise refused(kind, name, None)
            if macs:
                tree = keys.trees.grown(kind, macs)
                write_macs(session, kind, macs)
                write_nodes(session, kind, tree.nodes)
                roots[kind] = keys.trees.root_of(tree).hex()
                counts[kind] = len(macs)
        write_nodes(session, _ALL_ROOTS, {ROOT: json.dumps(roots, sort_keys=True).encode()})
        session.info[READS] = Reads(roots, keys.hashes.of_state(roots), reads_of(session).head, keys)
        return counts


def authentic_in(session: Session) -> Authentic:
    """Return the checker of authentic rows of a transaction."""
    found: Authentic | None = session.info.get(INFO)
    if found is None:
        raise RuntimeError("rows are read and changed in transactions of an opened store")
    return found


def refused(kind: str, name: str, version: int | None) -> NotAuthentic:
    """The error for a row that is not what was stored; it names only the row's key."""
    return NotAuthentic(RowNotAuthentic(kind, name[:80], version))

"""Check an index completely: count its owners again, and compare all groups with what the certificates state."""

import hmac
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from backend.privacy.group_vectors import GroupVectors
from backend.storage.index.certificates import Certificates
from backend.storage.index.group_rows import (
    COLUMNS,
    MEMBER_COLUMNS,
    GroupState,
    joint_digest,
    member_digest,
    stored_group,
    stored_member,
    vector_digest,
)
from backend.storage.index.index_files import reading
from backend.storage.index.index_rows import rows_of, typed


@dataclass(frozen=True, slots=True)
class Examined:
    """What a complete check has found.

    `faults` are sentences about what is wrong; none for an index that is what its certificates state. `groups` are
    the groups as they were read, `certificates` the MACs of all certificates.
    """

    faults: tuple[str, ...]
    groups: tuple[GroupState, ...] = ()
    certificates: Collection[bytes] = frozenset()


@dataclass(slots=True)
class _Counted:
    """The members of a group, counted again."""

    digests: list[bytes] = field(default_factory=list)
    owners: set[bytes] = field(default_factory=set)
    core_owners: set[bytes] = field(default_factory=set)


def examine(connection: sqlite3.Connection, certificates: Certificates, vectors: GroupVectors) -> Examined:
    """Check an index completely, in one state of it.

    Everything is counted again from the members. These have no vectors of their own, so that those of a group are
    equal to the bit if the vector of the group is the one that was certified. Tables are read whole: an index of
    SQLite may have a false order.

    Raises IndexUnusable when rows cannot be read, or are none.
    """
    with reading(connection):
        replayed = certificates.replayed()
        if replayed is None:
            return Examined(("The certificates were changed, or some are missing.",))
        certified, macs = replayed
        last = certificates.last()
        stored = [stored_group(row) for row in rows_of(connection, f"SELECT {COLUMNS} FROM groups NOT INDEXED")]  # noqa: S608
        counted = _counted(connection)
        wiped = {typed(row, int)[0] for row in rows_of(connection, "SELECT grp FROM to_wipe")}
    found = []
    groups = {state.group: state for state, _ in stored}
    smallest = min((len(each.core_owners) for each in counted.values()), default=0)
    numbers = (sum(len(each.digests) for each in counted.values()), len(counted), smallest)
    if {state.group: mac for state, mac in stored} != certified or numbers != (
        last.documents,
        last.groups,
        last.smallest,
    ):
        found.append("The groups are not those that the certificates state.")
    if counted.keys() != groups.keys() or not all(
        _is_sealed(certificates, state, mac, counted[state.group]) for state, mac in stored
    ):
        found.append("The members of some groups are not those that the certificates state.")
    if not all(_has_vector(vectors, state) for state in groups.values()):
        found.append("The vectors of some groups were changed.")
    if any(vectors.row(group)[1].any() for group in range(len(vectors)) if group not in groups):
        found.append("The vectors of some dissolved groups are still there.")
    if wiped & groups.keys():
        found.append("Groups that are still there are listed as dissolved.")
    return Examined(tuple(found), tuple(groups[group] for group in sorted(groups)), macs)


def _counted(connection: sqlite3.Connection) -> Mapping[int, _Counted]:
    counted: defaultdict[int, _Counted] = defaultdict(_Counted)
    for group, *columns in rows_of(connection, f"SELECT grp, {MEMBER_COLUMNS} FROM documents NOT INDEXED"):  # noqa: S608
        member = stored_member(columns)
        own = counted[int(typed((group,), int)[0])]  # type: ignore[call-overload]
        own.digests.append(member_digest(member))
        own.owners.add(member[1])
        if member[2]:
            own.core_owners.add(member[1])
    return counted


def _is_sealed(certificates: Certificates, state: GroupState, mac: bytes, counted: _Counted) -> bool:
    own = state.mac(certificates.secret, joint_digest(counted.digests))
    stated = (state.documents, state.owners, state.core_owners)
    recounted = (len(counted.digests), len(counted.owners), len(counted.core_owners))
    return hmac.compare_digest(own, mac) and stated == recounted


def _has_vector(vectors: GroupVectors, state: GroupState) -> bool:
    inside = 0 <= state.group < len(vectors)
    return inside and vectors.norms[state.group] > 0 and vector_digest(vectors, state.group) == state.vector

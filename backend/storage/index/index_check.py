"""Check an index completely: count its owners again, and compare the vectors of its groups to the bit."""

import hashlib
import sqlite3

from backend.privacy.group_vectors import GroupVectors
from backend.storage.index.certificates import certified_groups, last_certificate
from backend.storage.index.index_secret import IndexSecret


def vector_digest(vectors: GroupVectors, group: int) -> bytes:
    """Return the SHA-256 of the columns and weights of a group."""
    columns, weights = vectors.row(group)
    return hashlib.sha256(columns.tobytes() + weights.tobytes()).digest()


def faults(connection: sqlite3.Connection, vectors: GroupVectors, k: int, secret: IndexSecret) -> list[str]:
    """Return what is wrong with an index; nothing for one whose certificates hold.

    The numbers are counted again from the members. Members have no vectors of their own, so that those of a group
    are equal to the bit if the vector of the group is the one that was certified.
    """
    certified = certified_groups(connection, secret)
    if certified is None:
        return ["The certificates were changed, or some are missing."]
    found, last = [], last_certificate(connection)
    counted = connection.execute(
        "SELECT grp, count(*), count(DISTINCT owner) FROM documents GROUP BY grp ORDER BY grp"
    ).fetchall()
    if counted != [facts[:3] for facts in certified] or _of(counted) != (
        last.documents,
        last.groups,
        last.smallest,
    ):
        found.append("The members of some groups are not those that the certificates state.")
    if any(
        vectors.norms[group] <= 0 or vector_digest(vectors, group).hex().upper() != digest
        for group, _, _, digest in certified
    ):
        found.append("The vectors of some groups were changed.")
    living = {group for group, *_ in certified}
    if any(vectors.row(group)[1].any() for group in range(len(vectors)) if group not in living):
        found.append("The vectors of some dissolved groups are still there.")
    if last.smallest < k:
        found.append(f"Documents of {last.smallest} owners are left, and k is {k}.")
    return found


def _of(counted: list[tuple[int, int, int]]) -> tuple[int, int, int]:
    return sum(each[1] for each in counted), len(counted), min((each[2] for each in counted), default=0)

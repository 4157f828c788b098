"""The certificates of an index: after each change, what holds."""

import hmac
import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from backend.errors import IndexUnusable
from backend.storage.index.index_members import IndexMembers
from backend.storage.index.index_secret import IndexSecret

GroupFacts = tuple[int, int, int, str]
"""A group as certificates state it: its number, its documents and owners, and the SHA-256 of its vector."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What holds after a change: how many documents and groups there are, and the owners of the smallest group.

    `mac` is made with the secret of the index. It follows the one of the certificate before, and covers these
    numbers, the facts of each group that the change has touched, and the groups that it has dissolved.
    """

    change: int
    documents: int
    groups: int
    smallest: int
    mac: bytes


def last_certificate(connection: sqlite3.Connection) -> Certificate:
    """Return the certificate of the last change.

    Raises IndexUnusable when there is none.
    """
    row = connection.execute(
        "SELECT change, documents, groups, smallest, mac FROM certificates ORDER BY change DESC LIMIT 1"
    ).fetchone()
    if row is None:
        raise IndexUnusable("The index has lost its certificates. Restore a backup or build it again.")
    return Certificate(*row)


def certify_built(connection: sqlite3.Connection, secret: IndexSecret) -> None:
    """Add the first certificate, which covers all groups."""
    groups = [group for (group,) in connection.execute("SELECT grp FROM groups ORDER BY grp")]
    (documents,) = connection.execute("SELECT count(*) FROM documents").fetchone()
    _add(connection, secret, Certificate(-1, documents, len(groups), 0, b""), groups)


def certify(connection: sqlite3.Connection, secret: IndexSecret, change: IndexMembers) -> None:
    """Add the certificate of a change to its transaction."""
    last = last_certificate(connection)
    documents, groups = last.documents + change.documents_added, last.groups - len(change.dissolved)
    before = Certificate(last.change, documents, groups, 0, last.mac)
    _add(connection, secret, before, sorted(change.touched), change.dissolved)


def certified_groups(connection: sqlite3.Connection, secret: IndexSecret) -> list[GroupFacts] | None:
    """Return the facts of all groups, as the certificates state them; None if one was changed or is missing."""
    facts: dict[int, GroupFacts] = {}
    mac = b""
    certificates = connection.execute(
        "SELECT change, documents, groups, smallest, content, mac FROM certificates ORDER BY change"
    )
    for expected, (*numbers, content, stated) in enumerate(certificates):
        mac = secret.chained(mac, [*numbers, content])
        if numbers[0] != expected or not hmac.compare_digest(mac, stated):
            return None
        touched, dissolved = json.loads(content)
        facts.update({row[0]: tuple(row) for row in touched})
        for group in dissolved:
            del facts[group]
    return sorted(facts.values())


def _add(
    connection: sqlite3.Connection,
    secret: IndexSecret,
    last: Certificate,
    touched: Sequence[int],
    dissolved: Sequence[int] = (),
) -> None:
    """Add the certificate after `last`, which has the new numbers already."""
    (smallest,) = connection.execute("SELECT min(owners) FROM groups").fetchone()
    numbers = (last.change + 1, last.documents, last.groups, smallest)
    facts = [
        connection.execute(
            "SELECT grp, documents, owners, hex(vector) FROM groups WHERE grp = ?", (group,)
        ).fetchone()
        for group in touched
    ]
    content = json.dumps([facts, list(dissolved)])
    mac = secret.chained(last.mac, [*numbers, content])
    connection.execute("INSERT INTO certificates VALUES (?, ?, ?, ?, ?, ?)", (*numbers, content, mac))

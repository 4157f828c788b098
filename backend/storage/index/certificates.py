"""The certificates of an index: after each change, what holds."""

import hashlib
import hmac
import json
import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from backend.errors import IndexUnusable
from backend.storage.index.index_members import IndexMembers
from backend.storage.index.index_rows import rows_of, typed
from backend.storage.index.index_secret import IndexSecret

_COLUMNS = "change, documents, groups, smallest, digest, mac"


@dataclass(frozen=True, slots=True)
class Certificate:
    """What holds after a change: how many documents and groups there are, and the owners of the smallest core.

    `mac` is made with the secret of the index. It follows that of the certificate before, the first one that of the
    header. It covers these numbers, and by `digest` the MACs that the touched groups had before and have now.
    """

    change: int
    documents: int
    groups: int
    smallest: int
    digest: bytes
    mac: bytes


@dataclass(frozen=True, slots=True)
class Certificates:
    """The certificates in the database of an index; `start` is the MAC of its header."""

    connection: sqlite3.Connection
    secret: IndexSecret
    start: bytes

    def last(self) -> Certificate:
        """Return the certificate of the last change.

        Raises IndexUnusable when there is none, or somebody has changed it.
        """
        query = f"SELECT {_COLUMNS} FROM certificates ORDER BY change DESC LIMIT 2"  # noqa: S608
        found = [_stored(row) for row in rows_of(self.connection, query)]
        if not found:
            raise IndexUnusable("The index has lost its certificates. Restore a backup or build it again.")
        before = found[1].mac if len(found) > 1 else self.start
        if not hmac.compare_digest(self._mac(before, found[0]), found[0].mac):
            raise IndexUnusable("The certificates of the index were changed. Restore a backup or build it again.")
        return found[0]

    def add_first(self, documents: int, smallest: int, groups: Mapping[int, bytes]) -> None:
        """Certify a new index with these MACs of its groups."""
        content = _content({group: (b"", mac) for group, mac in groups.items()})
        self._add(self.start, Certificate(0, documents, len(groups), smallest, b"", b""), content)

    def add(self, change: IndexMembers) -> None:
        """Seal the groups that a change has touched, and certify it in its transaction.

        Raises IndexUnusable.
        """
        last = self.last()
        after = change.seal()
        touched = {group: (mac, after.get(group, b"")) for group, mac in change.before.items() if group in after}
        gone = {group: (change.before[group], b"") for group in change.dissolved}
        certificate = replace(
            last,
            change=last.change + 1,
            documents=last.documents + change.documents_added,
            groups=last.groups - len(change.dissolved),
            smallest=change.smallest(),
        )
        self._add(last.mac, certificate, _content(touched | gone))

    def replayed(self) -> tuple[Mapping[int, bytes], Collection[bytes]] | None:
        """Return the MACs of all groups as the certificates state them, and the MACs of all certificates.

        None if a certificate was changed or is missing.

        Raises IndexUnusable when the database cannot be read.
        """
        groups: dict[int, bytes] = {}
        macs: list[bytes] = [self.start]
        query = f"SELECT {_COLUMNS}, content FROM certificates ORDER BY change"  # noqa: S608
        for expected, row in enumerate(rows_of(self.connection, query)):
            *columns, content = row
            found = _stored(columns)
            encoded = content.encode() if isinstance(content, str) else b""
            if found.change != expected or found.digest != hashlib.sha256(encoded).digest():
                return None
            if not hmac.compare_digest(self._mac(macs[-1], found), found.mac):
                return None
            macs.append(found.mac)
            for group, before, after in json.loads(encoded):
                if groups.pop(group, b"").hex() != before:
                    return None
                if after:
                    groups[group] = bytes.fromhex(after)
        return groups, frozenset(macs[1:])

    def _add(self, before: bytes, certificate: Certificate, content: str) -> None:
        unsigned = replace(certificate, digest=hashlib.sha256(content.encode()).digest())
        self.connection.execute(
            "INSERT INTO certificates VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                unsigned.change,
                unsigned.documents,
                unsigned.groups,
                unsigned.smallest,
                unsigned.digest,
                self._mac(before, unsigned),
                content,
            ),
        )

    def _mac(self, before: bytes, it: Certificate) -> bytes:
        numbers = [it.change, it.documents, it.groups, it.smallest]
        return self.secret.mac("certificate", before + json.dumps(numbers).encode() + it.digest)


def _stored(row: Collection[object]) -> Certificate:
    return Certificate(*typed(row, int, int, int, int, bytes, bytes))  # type: ignore[arg-type]


def _content(groups: Mapping[int, tuple[bytes, bytes]]) -> str:
    """The number of each group, and its MAC before and after the change; empty where there was or is none."""
    return json.dumps([[group, before.hex(), after.hex()] for group, (before, after) in sorted(groups.items())])

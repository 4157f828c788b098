"""A hash chain: each row contains the hash of the previous row, so a changed row is detected.

Nothing here needs a database, so an exported trail can be verified anywhere.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

NOTHING_BEFORE = "0" * 64
"""What the first row holds in place of a hash."""

IDENTITY = "store"
"""What a row calls the identity of its store, where its secrets came from another store with a backup."""

RESTORED = "store.restored"
"""What a row tells of that was noted when a backup came back, which may be of an earlier time."""

MAX_FAULTS = 1_000
"""Faults that are told; one row too many moves all that come after it."""

Sign = Callable[[str], str]
"""What only the owner of the store's key can make of a text."""


@dataclass(frozen=True, slots=True)
class Link:
    """A row of the trail: number, content, hash, and in the store the signature of the hash."""

    number: int
    content: str
    hash: str
    signature: str | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """The end of the trail. It is stored apart from the rows, so that removed last rows are noticed.

    `identity` is that of its store, where it is known: see `Authentic.identified`.
    """

    number: int
    hash: str
    moment: str
    signature: str
    identity: str = field(default="", compare=False)

    @property
    def signed(self) -> str:
        """The text that the signature covers."""
        return f"{self.number} {self.hash} {self.moment}"

    def as_json(self) -> dict[str, Any]:
        """The end as it is stored and exported."""
        return {"number": self.number, "hash": self.hash, "moment": self.moment, "signature": self.signature}


BEGINNING = Head(0, NOTHING_BEFORE, "", "")
"""The end of a trail in which nothing was noted yet."""


NO_HEAD = Head(0, "", "", "")
"""Where the end is gone."""


class FaultKind(StrEnum):
    """The kinds of faults in a trail."""

    CHANGED = "changed"
    """What stands there was not noted there: it was changed afterwards, or put in."""
    MOVED = "moved"
    """It was noted, with another number."""
    UNLINKED = "unlinked"
    """It was noted, and not after the row that stands before it now."""
    MISSING = "missing"
    """It is gone."""
    AFTER_THE_END = "after_the_end"
    """It stands behind the last one that was noted."""
    NOT_STORED = "not_stored"
    """The store has another row there, or none: it was put back to an earlier state, or written anew."""
    END_CHANGED = "end_changed"
    """The end that is kept apart is not the one that Unsaid has written."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault and the number of its row; up to row `last` if several consecutive rows are missing."""

    number: int
    wrong: FaultKind
    last: int

    def as_json(self) -> dict[str, Any]:
        """The object of `audit verify --json`."""
        return {"number": self.number, "wrong": self.wrong.value, "last": self.last}


class RowFaultKind(StrEnum):
    """The kinds of faults in a row that grants, approves or constrains something."""

    CHANGED = "changed"
    """It is not what was stored, or it is another row's."""
    ROLLED_BACK = "rolled_back"
    """It is what was stored at an earlier time."""
    MISSING = "missing"
    """It is gone."""
    ADDED = "added"
    """Nobody has stored it."""
    RESTORED = "restored"
    """It was stored, and deleted since."""
    VERSIONS_CHANGED = "versions_changed"
    """The versions of the rows of the table are not those that the audit trail has signed."""
    FOREIGN = "foreign"
    """It is no row: a trigger, a rule or a view of that name stands there, which Unsaid has not made."""


@dataclass(frozen=True, slots=True)
class RowFault:
    """A fault in a stored row: its table, its key, and the expected version if it is known."""

    table: str
    row: str
    version: int | None
    wrong: RowFaultKind

    def as_json(self) -> dict[str, Any]:
        """The object of `audit verify --json`."""
        return {"table": self.table, "row": self.row, "version": self.version, "wrong": self.wrong.value}


@dataclass(frozen=True, slots=True)
class TrailVerification:
    """The result of verifying a trail: the number of rows, the end, and the faults.

    `faults` are in the order of the rows; of more than MAX_FAULTS, the first. `stored` tells of rows of other
    tables that are not what the trail has signed; of an exported trail, nothing. `index` has sentences about what
    is wrong with the index of released documents, where it was verified too.
    """

    rows: int
    head: Head
    faults: tuple[Fault, ...]
    stored: tuple[RowFault, ...] = ()
    index: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether there are no faults."""
        return not self.faults and not self.stored and not self.index

    def as_json(self) -> dict[str, Any]:
        """The object of `audit verify --json`; `hash` is that of the last row."""
        return {
            "holds": self.holds,
            "rows": self.rows,
            "number": self.head.number,
            "hash": self.head.hash,
            "faults": [each.as_json() for each in self.faults],
            "stored": [each.as_json() for each in self.stored],
            "index": list(self.index),
        }


def canonical(content: Mapping[str, Any]) -> str:
    """The canonical JSON of a row, in ASCII."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"))


def hash_of(content: str) -> str:
    """The hash of a row's content."""
    return hashlib.sha256(content.encode(errors="surrogateescape")).hexdigest()


def linked(content: Mapping[str, Any], number: int, previous: str, sign: Sign) -> Link:
    """The next row after the row with the hash `previous`."""
    content_text = canonical({**content, "number": number, "previous": previous})
    own = hash_of(content_text)
    return Link(number, content_text, own, sign(own))


def is_signed(head: Head, sign: Sign | None) -> bool:
    """Whether Unsaid signed this end; an empty trail has nothing to sign."""
    return head == BEGINNING or (head.number > 0 and (sign is None or sign(head.signed) == head.signature))


def examine(links: Iterable[Link], head: Head, sign: Sign | None) -> TrailVerification:
    """Verify a whole trail, in ascending order of numbers.

    Without the key that signs, a trail that somebody has written anew from some row to its end passes for true; of
    rows that are not signed one by one, the key tells by the end that this was done, and not where.
    """
    faults: list[Fault] = []
    rows, end, last = 0, _end_of(head, sign), _NOTHING
    for link in links:
        rows += 1
        if len(faults) < MAX_FAULTS:
            faults += _faults_of(link, last, end, sign)
        last = max(last, _Place(link.number, link.hash), key=lambda place: place.number)
    if end is None:
        faults.append(Fault(last.number, FaultKind.END_CHANGED, last.number))
    elif end.number > last.number:
        faults.append(Fault(last.number + 1, FaultKind.MISSING, end.number))
    return TrailVerification(rows, head, tuple(faults))


@dataclass(frozen=True, slots=True)
class _Place:
    number: int
    hash: str


_NOTHING = _Place(0, NOTHING_BEFORE)


def _faults_of(link: Link, before: _Place, end: Head | None, sign: Sign | None) -> Iterator[Fault]:
    if link.number > before.number + 1:
        yield Fault(before.number + 1, FaultKind.MISSING, link.number - 1)
    wrong = _wrong_with(link, before, sign)
    if wrong is None and link.number <= before.number:
        wrong = FaultKind.MOVED
    if wrong is None and end is not None:
        if link.number > end.number:
            wrong = FaultKind.AFTER_THE_END
        elif link.number == end.number and (link.hash, _moment_of(link)) != (end.hash, end.moment):
            wrong = FaultKind.UNLINKED
    if wrong is not None:
        yield Fault(link.number, wrong, link.number)


def _end_of(head: Head, sign: Sign | None) -> Head | None:
    return head if is_signed(head, sign) else None


def _wrong_with(link: Link, before: _Place, sign: Sign | None) -> FaultKind | None:
    own = hash_of(link.content)
    forged = sign is not None and link.signature is not None and sign(own) != link.signature
    if own != link.hash or forged:
        return FaultKind.CHANGED
    entry = _read(link.content)
    if entry is None:
        return FaultKind.CHANGED
    if entry.get("number") != link.number:
        return FaultKind.MOVED
    if link.number == before.number + 1 and entry.get("previous") != before.hash:
        return FaultKind.UNLINKED
    return None


def previous_of(content: str, number: int, own: str) -> str | None:
    """The hash of the row before this one; None where it is not the row of that number and hash."""
    entry = _read(content) if hash_of(content) == own else None
    return str(entry.get("previous")) if entry is not None and entry.get("number") == number else None


def identity_in(content: str) -> str:
    """The identity of the store that a row tells; empty where its secrets tell it."""
    return str((_read(content) or {}).get(IDENTITY, ""))


def _moment_of(link: Link) -> Any:
    return (_read(link.content) or {}).get("moment")


def _read(content: str) -> dict[str, Any] | None:
    try:
        entry = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None

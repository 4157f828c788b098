"""An exported audit trail: one row per line, the head of the chain last. It can be verified without a database."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from backend.errors import TrailUnusable
from backend.files import read_bytes
from backend.messages.store_problems import TrailNotRecognised
from backend.storage.audit.trail import Audit
from backend.storage.authenticity.hash_chain import (
    NO_HEAD,
    Fault,
    FaultKind,
    Head,
    Link,
    TrailVerification,
    canonical,
    examine,
    hash_of,
)

_ROW, _END = "row", "end"


def export_lines(links: Iterable[Link], head: Head) -> Iterator[bytes]:
    """The lines of an exported trail."""
    for link in links:
        yield _line({_ROW: link.content, "hash": link.hash})
    yield _line({_END: head.as_json()})


def examine_file(path: Path, store: Audit | None) -> TrailVerification:
    """Verify an exported trail by its hash chain; with a store, also compare it with the store's trail.

    Raises TrailUnusable when it is none, UnreadableFile; StoreUnavailable.
    """
    lines = read_bytes(path).splitlines()
    entries = [_read(line) for line in lines]
    if not any(entries):
        raise TrailUnusable(TrailNotRecognised(str(path)))
    end = entries.pop() if entries[-1] is not None and _END in entries[-1] else None
    links = tuple(_links(entries))
    head = _head(end)
    verdict = examine(links, head, None if store is None else store.signer_of_end(head.number))
    if store is None or (differs := store.first_unlike(links)) is None:
        return verdict
    faults = (*verdict.faults, Fault(differs, FaultKind.NOT_STORED, differs))
    return replace(verdict, faults=tuple(sorted(faults, key=lambda fault: fault.number)))


def _line(content: dict[str, Any]) -> bytes:
    return canonical(content).encode("ascii") + b"\n"


def _read(line: bytes) -> dict[str, Any] | None:
    """Parse a line; None if it differs in any byte from how this module writes it."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(entry, dict) or _line(entry) != line + b"\n":
        return None
    return entry if set(entry) in ({_END}, {_ROW, "hash"}) else None


def _links(entries: Iterable[dict[str, Any] | None]) -> Iterator[Link]:
    """The rows; an unreadable row, or one that does not match its hash, is kept as a faulty row."""
    number = 0
    for each in entries:
        content, own = (str((each or {}).get(key, "")) for key in (_ROW, "hash"))
        number = _number(content) if own == hash_of(content) else number + 1
        yield Link(number, content, own)


def _number(content: str) -> int:
    try:
        number = json.loads(content)["number"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return 0
    return number if type(number) is int else 0


def _head(end: dict[str, Any] | None) -> Head:
    stored = (end or {}).get(_END)
    if not isinstance(stored, dict) or set(stored) != set(NO_HEAD.as_json()) or type(stored["number"]) is not int:
        return NO_HEAD
    return Head(stored["number"], str(stored["hash"]), str(stored["moment"]), str(stored["signature"]))

"""List every row that differs from what Unsaid stored last, for `unsaid audit verify`."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from backend.errors import StoreDamaged
from backend.storage.authenticity.authentic_rows import CHANGED, Authentic
from backend.storage.authenticity.covered import COVERED, Coverage, Values
from backend.storage.authenticity.covered_parts import as_text, stored_parts
from backend.storage.authenticity.covered_rows import in_pages, stored_parents, stored_rows, stored_sizes
from backend.storage.authenticity.foreign_objects import find_foreign_objects
from backend.storage.authenticity.hash_chain import MAX_FAULTS, Link, RowFault, RowFaultKind
from backend.storage.authenticity.stored_macs import MACS, Mac
from backend.storage.authenticity.transaction_reads import Name

_UNREADABLE = (ValueError, TypeError, LookupError, SQLAlchemyError)
"""What reading raises where a column holds what is not of its type."""


@dataclass(slots=True)
class RecordedVersions:
    """The versions of rows that the trail records, 0 for deleted rows; filled by `collect_versions`."""

    versions: dict[Name, int] = field(default_factory=dict)


def collect_versions(links: Iterable[Link], recorded: RecordedVersions) -> Iterator[Link]:
    """Pass the rows of a trail on, and collect the versions that they record in `recorded`."""
    for link in links:
        try:
            changed = json.loads(link.content).get(CHANGED, ())
            recorded.versions.update(((str(kind), str(name)), int(version)) for kind, name, version in changed)
        except (ValueError, TypeError, AttributeError, RecursionError):
            pass  # it is reported as a fault of the trail
        yield link


def examine_rows(session: Session, authentic: Authentic, recorded: RecordedVersions) -> tuple[RowFault, ...]:
    """Check all authenticated rows, their MACs and the signed state; return the first MAX_FAULTS faults."""
    faults = [
        fault for coverage in COVERED for fault in _faults_of(session, authentic, coverage, recorded.versions)
    ]
    foreign = [RowFault(table, name, None, RowFaultKind.FOREIGN) for table, name in find_foreign_objects(session)]
    return tuple((foreign + faults)[:MAX_FAULTS])


def _faults_of(
    session: Session, authentic: Authentic, coverage: Coverage, versions: Mapping[Name, int]
) -> Iterator[RowFault]:
    kind = coverage.table
    macs = _stored_macs(session, kind)
    sizes = stored_sizes(session, coverage)
    times = Counter(name for name, _ in sizes)
    faulty = False
    orphans = stored_parents(session, coverage) - times.keys()
    wanted = dict.fromkeys(macs.keys() | orphans | {n for k, n in versions if k == kind}, 0) | dict(sizes)
    for page in in_pages(sorted(wanted.items())):
        rows = _read(session, coverage, {name: times[name] for name in page if name in times})
        for name in page:
            version = versions.get((kind, name), macs[name].version if name in macs else None)
            wrong = _wrong_with(session, authentic, coverage, name, rows, macs.get(name), version)
            if wrong is None and name in orphans:
                wrong = RowFaultKind.RESTORED if version == 0 else RowFaultKind.ADDED
            if wrong is not None:
                faulty = True
                yield RowFault(kind, name, version or None, wrong)
    if not faulty and not _is_signed(session, authentic, kind):
        yield RowFault(kind, "", None, RowFaultKind.VERSIONS_CHANGED)


def _stored_macs(session: Session, kind: str) -> dict[str, Mac]:
    """The stored MACs of a table; none of them if one cannot be read, so that every row of the table is told."""
    try:
        found = session.execute(select(MACS).where(MACS.c.kind == kind)).mappings().all()
    except _UNREADABLE:
        return {}
    return {row["name"]: Mac(row["version"], row["mac"], row["parts"]) for row in found}


def _wrong_with(
    session: Session,
    authentic: Authentic,
    coverage: Coverage,
    name: str,
    rows: Mapping[str, Values | None],
    known: Mac | None,
    version: int | None,
) -> RowFaultKind | None:
    if name not in rows:
        return RowFaultKind.MISSING if version else None
    if version is None:
        return RowFaultKind.ADDED
    if version == 0:
        return RowFaultKind.RESTORED
    values = rows[name]
    if known is None or values is None or not _fits(session, authentic, coverage, name, values, known):
        return RowFaultKind.CHANGED
    return None if known.version == version else RowFaultKind.ROLLED_BACK


def _fits(
    session: Session, authentic: Authentic, coverage: Coverage, name: str, values: Values, known: Mac
) -> bool:
    try:
        parts = as_text(
            authentic.hashes_of_parts(session, coverage.table, name, stored_parts(session, coverage, name))
        )
        own = authentic.mac(session, coverage, name, known.version, values, known.parts)
    except _UNREADABLE:
        return False
    return (known.parts, known.mac) == (parts, own)


def _read(session: Session, coverage: Coverage, names: Mapping[str, int]) -> dict[str, Values | None]:
    """Read some rows, of which each name is there so often; None for what Unsaid cannot have stored.

    Of two rows with one name, in two types, only one could be asked for: neither is read.
    """
    unique = [name for name, times in names.items() if times == 1]
    try:
        found: Mapping[str, Values | None] = stored_rows(session, coverage, unique)
    except _UNREADABLE:
        found = {name: _read_one(session, coverage, name) for name in unique}
    return {name: found.get(name) for name in names}


def _read_one(session: Session, coverage: Coverage, name: str) -> Values | None:
    try:
        return stored_rows(session, coverage, [name]).get(name)
    except _UNREADABLE:
        return None


def _is_signed(session: Session, authentic: Authentic, kind: str) -> bool:
    try:
        authentic.check_tree(session, kind)
    except (StoreDamaged, *_UNREADABLE):
        return False
    return True

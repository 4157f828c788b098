"""Find out whether somebody has changed the index outside of Unsaid, or put an earlier state of it back."""

from collections.abc import Iterator
from dataclasses import replace

from backend.errors import NoIndex, UnsaidError
from backend.services.index.released_index import ReleasedIndex
from backend.storage.audit.actions import Action
from backend.storage.audit.trail import Audit
from backend.storage.authenticity.hash_chain import TrailVerification
from backend.storage.index.stored_index import StoredIndex

_CHANGES = frozenset(
    each.value for each in (Action.INDEX_BUILT, Action.INDEX_ADDED, Action.INDEX_REMOVED, Action.INDEX_PUBLISHED)
)
"""Actions whose rows have the state of the index in `document`."""


def verify_with_index(audit: Audit, index: ReleasedIndex) -> TrailVerification:
    """Verify the audit trail, and the index of released documents against it.

    Raises StoreUnavailable.
    """
    verdict = audit.verify()
    return replace(verdict, index=tuple(_faults(audit if verdict.holds else None, index)))


def _faults(audit: Audit | None, index: ReleasedIndex) -> Iterator[str]:
    """What is wrong with the index; compared with the trail only where that is sound."""
    try:
        # In this order: what is recorded after it was read would be missing from the certificates.
        recorded = {} if audit is None else _recorded(audit)
        with index.opened() as opened:
            yield from _faults_of(opened, recorded)
    except NoIndex:
        return
    except UnsaidError as error:
        yield str(error)


def _faults_of(opened: StoredIndex, recorded: dict[str, int]) -> Iterator[str]:
    examined = opened.examined()
    yield from examined.faults
    states = opened.states(examined)
    lost = [number for state, number in recorded.items() if opened.is_of(state) and state not in states]
    if lost and states:
        yield (
            f"The index is older than row {max(lost)} of the audit trail: somebody has put an earlier state back. "
            "Restore the newest backup, or build it again."
        )


def _recorded(audit: Audit) -> dict[str, int]:
    """The states that the trail has recorded, each with the number of its newest row."""
    rows = audit.rows(most=_ALL, wanted=lambda row: row.content["action"] in _CHANGES)
    return {row.content["document"]: row.number for row in reversed(rows) if row.content["document"] is not None}


_ALL = 2**62

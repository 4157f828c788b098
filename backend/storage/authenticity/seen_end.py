"""Remember the end of the audit trail that this process has seen, and refuse a trail that was rolled back.

Someone who resets the whole database to an earlier state, trail included, has changed nothing that is signed. If it
is reset for a moment only, that would leave no trace, and a revoked key would work meanwhile. So a process that has
seen a later state refuses the earlier one, until a restore is recorded that was made after that state.
"""

import json
import threading
from collections.abc import Generator
from contextlib import closing

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.errors import StoreDamaged
from backend.messages.store_problems import StoreWentBack
from backend.storage.authenticity.hash_chain import RESTORED, Head, hash_of
from backend.storage.authenticity.remembered_end import RememberedEnd
from backend.storage.authenticity.trail_end import as_text, raw
from backend.storage.tables import AuditRow

WENT_BACK = StoreWentBack()

_AT_ONCE = 1_000


class SeenEnd:
    """The latest end that this process has seen, or this machine before; threads may share it."""

    def __init__(self, on_disk: RememberedEnd | None = None) -> None:
        """Begin with what this machine has seen, where that is kept `on_disk`."""
        self._remembering = threading.Lock()
        self._on_disk = on_disk
        self._head: Head | None = None if on_disk is None else on_disk.read()

    @property
    def head(self) -> Head | None:
        """That end; ask before the first statement of a transaction, which then sees that end, or a later one."""
        recorded = None if self._on_disk is None else self._on_disk.latest()
        if recorded is not None:
            with self._remembering:
                if _is_later(recorded, self._head):
                    self._head = recorded
        return self._head

    def remember(self, head: Head) -> None:
        """Others have stored this end, or this process has, for good."""
        with self._remembering:
            if _is_later(head, self._head):
                self._head = head
                if self._on_disk is not None:
                    self._on_disk.keep(head)

    def check(self, session: Session, head: Head, before: Head | None) -> None:
        """Raise StoreDamaged unless the trail continues from the end `before` to `head`, or was restored since.

        A backup that was restored elsewhere goes on from this trail too, or tells of a restore. It has another
        identity, by which it is known if somebody puts it in place of this store.
        """
        if before is None or head == before:
            return
        is_the_same = before.identity in {"", head.identity}  # an earlier version has remembered none
        if not is_the_same or not (_goes_on(session, head, before) or _was_restored(session, head, before)):
            raise StoreDamaged(WENT_BACK)


def _is_later(head: Head, other: Head | None) -> bool:
    return other is None or (head.moment, head.number) > (other.moment, other.number)


def _goes_on(session: Session, head: Head, before: Head) -> bool:
    """Whether each row from the end down to `before` holds the hash of the one before it."""
    number, expected = head.number, head.hash
    with closing(_rows_down(session, head, before.number)) as rows:
        for found, recorded in rows:
            if (found, hash_of(recorded)) != (number, expected):
                return False
            number, expected = number - 1, json.loads(recorded)["previous"]
    return (number, expected) == (before.number, before.hash)


def _was_restored(session: Session, head: Head, before: Head) -> bool:
    """Whether the trail that ends with `head` tells of a restore after that moment; what came back may be earlier.

    The row has to be one of that trail: someone could put in a row of another trail, or of a restore that was
    rolled back. `head` is signed, and the hashes lead from there down.
    """
    number, expected = head.number, head.hash
    with closing(_rows_down(session, head, 0)) as rows:
        for found, recorded in rows:
            if (found, hash_of(recorded)) != (number, expected):
                return False
            entry = json.loads(recorded)
            if entry["moment"] <= before.moment:
                return False  # so are all rows below
            if entry["action"] == RESTORED:
                return True
            number, expected = number - 1, entry["previous"]
    return False


def _rows_down(session: Session, head: Head, number: int) -> Generator[tuple[int, str], None, None]:
    """The numbers and contents of the rows from an end down to the one after that number, unchecked."""
    columns = (AuditRow.number, raw(session, AuditRow.content))
    later = (AuditRow.number > number, AuditRow.number <= head.number)
    rows = select(*columns).where(*later).order_by(AuditRow.number.desc()).execution_options(yield_per=_AT_ONCE)
    with closing(session.execute(rows)) as read:
        for found, content in read:
            yield found, as_text(content)

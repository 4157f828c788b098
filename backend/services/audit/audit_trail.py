"""Search, export and verify the audit trail."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from backend.errors import OutputRefused
from backend.files import PRIVATE, write_atomically
from backend.services.clients.client_list import ClientList
from backend.services.review.reviews import only_of
from backend.storage.audit.trail import Audit, AuditEntry
from backend.storage.audit.trail_file import examine_file, export_lines
from backend.storage.authenticity.hash_chain import Head, TrailVerification
from backend.storage.store import Store

MAX_REVIEWS = 100_000


@dataclass(frozen=True, slots=True)
class AuditQuery:
    """A query for rows; None matches everything.

    `client` is a name, found by its mark; `document` the hash of a file that came in or went out.
    """

    who: str | None = None
    action: str | None = None
    subject: str | None = None
    client: str | None = None
    document: str | None = None


def subjects_in_view(store: Store, clients: ClientList, who: str, groups: Collection[str]) -> frozenset[str]:
    """The subjects that a caller with these groups may see: their clients, reviews and users.

    Rows about a client bear the mark of a name, which may be the name of another client, too.
    """
    return frozenset(
        {
            *(store.audit.mark_of(name) for each in clients.clients for name in (each.name, *each.unshared)),
            *(each.id for each in store.reviews.all(who, groups, MAX_REVIEWS, only_of(clients))),
            *(each.id for each in store.users.in_view(who, frozenset(groups))),
        }
    )


def find_rows(
    audit: Audit,
    sought: AuditQuery,
    before: int | None,
    most: int,
    may_see: Callable[[AuditEntry], bool] = lambda _: True,
) -> tuple[AuditEntry, ...]:
    """The newest matching rows that may be seen, newest first; only below a number if one is given.

    Raises StoreUnavailable.
    """
    mark = None if sought.client is None else audit.mark_of(sought.client)
    named = {"who": sought.who, "action": sought.action, "subject": sought.subject}

    def wanted(row: AuditEntry) -> bool:
        content = row.content
        return (
            may_see(row)
            and all(value is None or content[name] == value for name, value in named.items())
            and (mark is None or content["subject"] == mark)
            and (sought.document is None or sought.document in (content["document"], content["result"]))
        )

    return audit.rows(before=before, most=most, wanted=wanted)


def export_trail(audit: Audit, path: Path) -> Head:
    """Write all rows to a file that only its owner can read; return the end of the trail.

    Raises OutputRefused when there is a file already, OutputFailed, StoreUnavailable.
    """
    if path.exists():
        raise OutputRefused(f"{path}: exists already. Name another file.")
    with audit.opened() as (links, head):
        content = b"".join(export_lines(links, head))
    write_atomically(path, content, mode=PRIVATE)
    return head


def verify_file(path: Path, audit: Audit | None) -> TrailVerification:
    """Verify an exported trail; with a store, compare it too. See `trail_file.examine_file`."""
    return examine_file(path, audit)

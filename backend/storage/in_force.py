"""Refuse to record results of policies, dictionaries, list files or an approval that no longer apply.

A document takes seconds to redact, and a change may come meanwhile. So whoever makes something remembers what
counted when it was begun, and the transaction that records it compares.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy.orm import Session

from backend.detection.custom.list_files import ListFiles
from backend.errors import StaleVersion
from backend.storage.db.change_counters import revision
from backend.storage.tables import ReviewRow


class NoLongerInForce(StaleVersion):
    """Some policy, dictionary or list was changed since it was read, perhaps one of no matter to the document."""


@dataclass(frozen=True, slots=True)
class InForce:
    """The revisions of policies, dictionaries and list files, and the version of a review with a used approval."""

    policies: str
    clients: str
    lists: ListFiles
    review: tuple[str, int] | None = None

    @classmethod
    def at(cls, session: Session, lists: Path) -> "InForce":
        """The policies and lists in force at the moment of a transaction; `lists` is the folder of list files."""
        return cls(revision(session, "policies"), revision(session, "clients"), ListFiles.of(lists))

    def check(self, session: Session) -> None:
        """Raise NoLongerInForce if policies, dictionaries or lists have changed, StaleVersion if the review has."""
        if self.review is not None:
            review, version = self.review
            row = session.get(ReviewRow, review, populate_existing=True)
            if row is None or row.version != version:
                raise StaleVersion(
                    "Someone else changed the review while the document was redacted. Read the review, then "
                    "send the request again."
                )
        if InForce.at(session, self.lists.folder) != replace(self, review=None):
            raise NoLongerInForce(
                "A policy, a dictionary or a list was changed while the document was redacted. Send the request "
                "again."
            )

"""The account that sends an HTTP request, and its rights at the moment of a transaction.

A right that the account held when the request was admitted may have been revoked since, by a concurrent request. So
the transaction reads the rights again: `rights_now` for grants, and `check_still_held` at the end of every change.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from backend.errors import NotHeld
from backend.storage.db.database import Database
from backend.storage.rights.rights import EVERYTHING, Rights

ReadRights = Callable[[Session], Rights]
"""Reads what an account holds at the moment of a transaction."""

_ACTING = "acting"


@dataclass(frozen=True, slots=True)
class CurrentAccount:
    """The account that requests a change: its rights when it was admitted, and how to read them again."""

    id: str
    rights: Rights
    read: ReadRights


FindCurrentAccount = Callable[[], CurrentAccount | None]
"""Who asks right now; None: nobody over HTTP, so the shell of the machine or a worker."""


def identify_accounts_by(database: Database, find: FindCurrentAccount) -> None:
    """Let transactions of this database ask `find` for the current account."""
    database.carried[_ACTING] = find


def rights_now(session: Session) -> tuple[str | None, Rights]:
    """The id of the current account and its rights at this moment; the command line has all rights."""
    acting = _acting(session)
    return (None, EVERYTHING) if acting is None else (acting.id, acting.read(session))


def check_still_held(session: Session) -> None:
    """Raise NotHeld if the current account has fewer rights now than when its request was admitted."""
    acting = _acting(session)
    if acting is not None and not acting.read(session).covers(acting.rights):
        raise NotHeld(
            "The rights of your account changed during this request. Nothing was done. Send the request again."
        )


def _acting(session: Session) -> CurrentAccount | None:
    find: Any = session.info.get(_ACTING)
    found: CurrentAccount | None = find() if find is not None else None
    return found

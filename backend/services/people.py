"""What was granted to people here, where they sign in."""

import threading
from collections.abc import Callable

from backend.errors import StoreUnavailable
from backend.storage.store import Store
from backend.storage.users import NOTHING, Granted, pseudonym

FindGranted = Callable[[str, str, str | None], Granted]
"""What was granted to somebody: of an issuer, by its subject, and as the token calls them."""


class People:
    """The grants in the memory of one process, read again when somebody has changed one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looking = threading.Lock()
        self._revision: int | None = None
        self._granted: dict[str, Granted] = {}

    def granted(self, issuer: str, subject: str, called: str | None) -> Granted:
        """What was granted to somebody who signs in; whoever comes for the first time is remembered.

        Where the database does not answer, nothing is: what a token says counts all the same.
        """
        user = pseudonym(issuer, subject)
        try:
            with self._looking:
                revision = self._store.users.revision()
                if revision != self._revision:
                    self._granted = {each.id: each.granted for each in self._store.users.all()}
                    self._revision = revision
                if user not in self._granted:
                    self._granted[user] = self._store.users.seen(issuer, subject, called).granted
                return self._granted[user]
        except StoreUnavailable:
            return NOTHING

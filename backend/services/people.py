"""What was granted to people here, where they sign in."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from backend.errors import StoreUnavailable
from backend.storage.acting import ReadRights
from backend.storage.rights import NOTHING, Granted, Groups
from backend.storage.roles import Role
from backend.storage.store import Store
from backend.storage.users import pseudonym

FindGranted = Callable[[str, str, str | None], Granted]
"""What was granted to somebody: of an issuer, by its subject, and as the token calls them."""


@dataclass(frozen=True, slots=True)
class RightsAgain:
    """Reads what an account holds once more, in the transaction of what it changes."""

    store: Store

    def of_key(self, key: str) -> ReadRights:
        """Of a program that has signed in with the key of that id."""
        return partial(self.store.api_keys.rights_in, key=key)

    def of_person(self, user: str, roles: frozenset[Role], groups: Groups) -> ReadRights:
        """Of somebody whose token says these roles and groups, which it does until it expires."""
        users = self.store.users
        return lambda session: users.granted_in(session, user).beside(roles, groups)


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

"""Grant roles and client groups to users."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from backend.errors import StoreUnavailable
from backend.storage.accounts.users import pseudonym
from backend.storage.rights.rights import NOTHING, Granted, Groups, Rights
from backend.storage.rights.roles import Role
from backend.storage.store import Store

FindGranted = Callable[[str, str, str | None], Granted]
"""What was granted to somebody: of an issuer, by its subject, and as the token calls them."""


@dataclass(frozen=True, slots=True)
class KeyRights:
    """What the key of that id holds by now; without a store it travels to another process, which has its own."""

    key: str
    store: Store | None = field(repr=False)

    def at(self, store: Store | None) -> "KeyRights":
        """The same, read from another store; None: for the journey."""
        return replace(self, store=store)

    def __call__(self, session: Any) -> Rights:
        """Read it in this transaction."""
        return _here(self.store).api_keys.rights_in(session, key=self.key)


@dataclass(frozen=True, slots=True)
class UserRights:
    """What a person holds by now beside what a token says; without a store it travels, as KeyRights does."""

    user: str
    roles: frozenset[Role]
    groups: Groups
    store: Store | None = field(repr=False)

    def at(self, store: Store | None) -> "UserRights":
        """See KeyRights."""
        return replace(self, store=store)

    def __call__(self, session: Any) -> Rights:
        """Read it in this transaction."""
        return _here(self.store).users.granted_in(session, self.user).beside(self.roles, self.groups)


def _here(store: Store | None) -> Store:
    if store is None:
        raise TypeError("it has travelled from another process; `at` a store of this one it can read")
    return store


@dataclass(frozen=True, slots=True)
class CurrentRights:
    """Reads what an account holds once more, in the transaction of what it changes."""

    store: Store

    def of_key(self, key: str) -> KeyRights:
        """Of a program that has signed in with the key of that id."""
        return KeyRights(key, self.store)

    def of_person(self, user: str, roles: frozenset[Role], groups: Groups) -> UserRights:
        """Of somebody whose token says these roles and groups, which it does until it expires."""
        return UserRights(user, roles, groups, self.store)


class UserGrants:
    """The grants in the memory of one process, read again when somebody has changed one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looking = threading.Lock()
        self._revision: str | None = None
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

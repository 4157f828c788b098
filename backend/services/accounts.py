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
    """Reads the current rights of an API key; without a store it can be sent to another process."""

    key: str
    store: Store | None = field(repr=False)

    def at(self, store: Store | None) -> "KeyRights":
        """The same with another store; None before it is sent to another process."""
        return replace(self, store=store)

    def __call__(self, session: Any) -> Rights:
        """Read the rights within this transaction."""
        return _here(self.store).api_keys.rights_in(session, key=self.key)


@dataclass(frozen=True, slots=True)
class UserRights:
    """Reads the current rights of a user, including those of the token; it can be sent as KeyRights can."""

    user: str
    roles: frozenset[Role]
    groups: Groups
    store: Store | None = field(repr=False)

    def at(self, store: Store | None) -> "UserRights":
        """See KeyRights."""
        return replace(self, store=store)

    def __call__(self, session: Any) -> Rights:
        """Read the rights within this transaction."""
        return _here(self.store).users.granted_in(session, self.user).beside(self.roles, self.groups)


def _here(store: Store | None) -> Store:
    if store is None:
        raise TypeError("it comes from another process; bind it to a store of this process first")
    return store


@dataclass(frozen=True, slots=True)
class CurrentRights:
    """Makes readers of an account's rights, for the transaction of a change."""

    store: Store

    def of_key(self, key: str) -> KeyRights:
        """The reader for a program that has signed in with this key."""
        return KeyRights(key, self.store)

    def of_person(self, user: str, roles: frozenset[Role], groups: Groups) -> UserRights:
        """The reader for a user whose token gives these roles and groups until it expires."""
        return UserRights(user, roles, groups, self.store)


class UserGrants:
    """The grants of users, cached in one process and read again when they change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looking = threading.Lock()
        self._revision: str | None = None
        self._granted: dict[str, Granted] = {}

    def granted(self, issuer: str, subject: str, called: str | None) -> Granted:
        """Return what was granted to a user who signs in; a new user is stored.

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

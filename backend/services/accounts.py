"""Grant roles and client groups to users."""

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from time import monotonic
from typing import Any

from backend.errors import StoreUnavailable
from backend.storage.accounts.users import pseudonym
from backend.storage.rights.rights import NOTHING, Granted, Groups, Rights
from backend.storage.rights.roles import Role
from backend.storage.store import Store

FindGranted = Callable[[str, str, str | None], Granted]
"""What was granted to somebody: of an issuer, by its subject, and as the token calls them."""

PATIENCE = timedelta(milliseconds=200)
"""How long the request of a new user waits for the database, so that the user can be stored."""

REST = 5.0
"""Seconds after a user could not be stored until that is tried again."""


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
    """The grants of users who sign in, cached in one process and read again when those of any user change.

    Every request with a token of the issuer comes here, before anything limits how many are answered at once. So
    no request waits for a busy database: reading does not wait for writers, one thread at a time stores a new
    user, and that one waits for PATIENCE.
    """

    def __init__(self, store: Store, clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._clock = clock
        self._reading = threading.Lock()
        self._storing = threading.Lock()
        self._revision: str | None = None
        self._granted: dict[str, Granted] = {}
        self._failures = 0
        self._store_again = -math.inf

    def granted(self, issuer: str, subject: str, called: str | None) -> Granted:
        """Return what was granted to a user who signs in; a new user is stored.

        Where the database does not answer, nothing is: what a token says counts all the same. A user who could not
        be stored has no grants, and is stored with a later request.
        """
        user = pseudonym(issuer, subject)
        try:
            found = self._known(user)
        except StoreUnavailable:
            return NOTHING
        return self._stored(issuer, subject, called) if found is None else found

    def _known(self, user: str) -> Granted | None:
        """The grants of one user; None for a new user.

        Only the row of this user is read, so that thousands of others make no sign-in slower. Where reading fails,
        it has failed for those, too, who waited for it: they do not try one after the other.
        """
        before = self._failures
        with self._reading:
            if self._failures != before:
                raise StoreUnavailable("The database does not respond. Repeat this in a moment.")
            try:
                revision = self._store.users.revision()
                if revision != self._revision:
                    self._granted, self._revision = {}, revision
                known = self._granted.get(user)
                if known is None:
                    known = self._store.users.granted(user)
            except StoreUnavailable:
                self._failures += 1
                raise
            if known is not None:
                self._granted[user] = known
            return known

    def _stored(self, issuer: str, subject: str, called: str | None) -> Granted:
        """Store a new user, unless another thread is storing one, or that has just failed."""
        if self._clock() < self._store_again or not self._storing.acquire(blocking=False):
            return NOTHING
        try:
            return self._store.users.seen(issuer, subject, called, PATIENCE).granted
        except StoreUnavailable:
            self._store_again = self._clock() + REST
            return NOTHING
        finally:
            self._storing.release()

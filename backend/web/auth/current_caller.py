"""The signed-in caller of the current request, as the routes see it."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import cast

from flask import g, has_request_context

from backend.services.accounts import KeyRights, UserRights
from backend.storage.rights.current_account import CurrentAccount
from backend.storage.rights.rights import Groups, Rights
from backend.storage.rights.roles import Role
from backend.storage.store import Store


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who has signed in.

    `id` is a pseudonym that may stand in logs. `rights` are what the caller holds, and `read` reads that again;
    None where nothing can change it. `asks_as` are the roles to which the route of the request is open. `is_alone`
    is the single user of this machine.
    """

    id: str
    rights: Rights
    is_alone: bool = False
    read: KeyRights | UserRights | None = field(default=None, repr=False, compare=False)
    asks_as: frozenset[Role] = frozenset(Role)

    def at(self, store: Store | None) -> "Caller":
        """The caller in a process with that store; None: for the journey there."""
        return self if self.read is None else replace(self, read=self.read.at(store))

    @property
    def roles(self) -> frozenset[Role]:
        """The roles that the caller has, whatever the groups."""
        return self.rights.roles

    @property
    def groups(self) -> Groups:
        """The groups of clients whose names the caller may see in this request; None: all.

        They are those for which the caller has a role that the route is open to. Of a model's clients,
        `services.clients.dictionaries` says which these are: `known.visible(caller().groups)`.
        """
        return self.rights.groups(self.asks_as)

    def groups_as(self, role: Role) -> Groups:
        """The groups for which the caller has this role."""
        return self.rights.groups({role})

    def asking(self, roles: Collection[Role]) -> "Caller":
        """The caller at a route that is open to these roles."""
        return replace(self, asks_as=frozenset(roles))


def current_account() -> CurrentAccount | None:
    """In whose name the store changes something right now; None: in that of nobody who could lose rights."""
    found: Caller | None = g.get("caller") if has_request_context() else None
    return None if found is None or found.read is None else CurrentAccount(found.id, found.rights, found.read)


def caller() -> Caller:
    """Who asks in the present request; there is nobody on a route that is open to everybody."""
    return cast("Caller", g.caller)

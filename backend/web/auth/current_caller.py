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
    """A signed-in caller.

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
        """The same caller with another store; None before it is sent to another process."""
        return self if self.read is None else replace(self, read=self.read.at(store))

    @property
    def roles(self) -> frozenset[Role]:
        """The caller's roles, for any group."""
        return self.rights.roles

    @property
    def groups(self) -> Groups:
        """The client groups whose clients the caller may see by name in this request; None: all.

        They are those for which the caller has a role that the route is open to. Of a model's clients,
        `services.clients.dictionaries` says which these are: `known.visible(caller().groups)`.
        """
        return self.rights.groups(self.asks_as)

    def groups_as(self, role: Role) -> Groups:
        """The groups that the caller's role covers."""
        return self.rights.groups({role})

    def asking(self, roles: Collection[Role]) -> "Caller":
        """The caller at a route that these roles may use."""
        return replace(self, asks_as=frozenset(roles))


def current_account() -> CurrentAccount | None:
    """The account whose rights the store checks now; None if there are no rights to lose."""
    found: Caller | None = g.get("caller") if has_request_context() else None
    return None if found is None or found.read is None else CurrentAccount(found.id, found.rights, found.read)


def caller() -> Caller:
    """The caller of the current request; routes without sign-in have none."""
    return cast("Caller", g.caller)

"""The rights of an account, and which of them it may grant: each role with the client groups that it covers."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from backend.storage.rights.roles import Role

Groups = frozenset[str] | None
"""Groups of clients; None: every group. Names are compared letter by letter, so no other spelling is the same."""

NO_GROUP: Groups = frozenset()


def is_within(inner: Groups, outer: Groups) -> bool:
    """Whether all these groups are among the other groups.

    >>> is_within(frozenset({"Retail"}), None), is_within(None, frozenset({"Retail"}))
    (True, False)
    """
    return outer is None or (inner is not None and inner <= outer)


def all_of(groups: Iterable[Groups]) -> Groups:
    """The union of several groups."""
    found: frozenset[str] = frozenset()
    for each in groups:
        if each is None:
            return None
        found |= each
    return found


@dataclass(frozen=True, slots=True)
class Rights:
    """The roles of an account, each with the client groups that it covers.

    A reviewer of one group who is an administrator of another one is no administrator of the first, so a role and
    a group are never looked at apart from each other.

    >>> rights = Rights({Role.REVIEWER: frozenset({"Retail"}), Role.ADMIN: frozenset({"Ports"})})
    >>> rights.covers(Rights({Role.ADMIN: frozenset({"Retail"})}))
    False
    """

    held: Mapping[Role, Groups] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "held", MappingProxyType({Role(role): of for role, of in self.held.items()}))

    @property
    def roles(self) -> frozenset[Role]:
        """The roles, for any group."""
        return frozenset(self.held)

    def groups(self, roles: Collection[Role] = tuple(Role)) -> Groups:
        """The groups for which the account has one of these roles."""
        return all_of(groups for role, groups in self.held.items() if role in roles)

    def covers(self, other: "Rights") -> bool:
        """Whether these rights include all of the other rights."""
        return all(role in self.held and is_within(of, self.held[role]) for role, of in other.held.items())

    def may_administer(self, other: "Rights") -> bool:
        """Whether an account with these rights may grant or revoke the other rights.

        It holds all of them itself, and is an administrator of each of their groups.
        """
        return self.covers(other) and is_within(other.groups(), self.groups({Role.ADMIN}))

    def __or__(self, other: "Rights") -> "Rights":
        return Rights({role: all_of((_of(self, role), _of(other, role))) for role in self.roles | other.roles})


def _of(rights: Rights, role: Role) -> Groups:
    return rights.held.get(role, NO_GROUP)


EVERYTHING = Rights(dict.fromkeys(Role))
"""What whoever has the shell of the machine holds."""


@dataclass(frozen=True, slots=True)
class Granted:
    """What was granted to a user here.

    `apart` are roles that were granted together with groups: each counts for these groups alone. `roles` that were
    granted alone count for whatever groups somebody has, and `groups` that were granted alone (None: every group)
    for whatever roles they have, also by what their token says.
    """

    roles: frozenset[Role] = frozenset()
    groups: Groups = NO_GROUP
    apart: Rights = field(default_factory=Rights)

    @property
    def all_roles(self) -> frozenset[Role]:
        """Every role that was granted."""
        return self.roles | self.apart.roles

    @property
    def all_groups(self) -> Groups:
        """Every group that was granted."""
        return all_of((self.groups, self.apart.groups()))

    @property
    def most(self) -> Rights:
        """The most rights that these grants can give with any token of the user."""
        alone = Rights(dict.fromkeys(self.roles))
        return (
            self.apart | alone | (Rights() if self.groups == NO_GROUP else Rights(dict.fromkeys(Role, self.groups)))
        )

    def beside(self, roles: frozenset[Role], groups: Groups) -> Rights:
        """The rights of a user whose token gives these roles and groups."""
        seen = all_of((self.groups, groups))
        return self.apart | Rights(dict.fromkeys(self.roles | roles, seen))

    def and_also(self, roles: Collection[Role], groups: Collection[str] | None) -> "Granted":
        """The grants plus these roles and groups; groups None means every group."""
        named: Groups = None if groups is None else frozenset(groups)
        if not roles:
            return Granted(self.roles, all_of((self.groups, named)), self.apart)
        if named == NO_GROUP:
            return Granted(self.roles | frozenset(roles), self.groups, self.apart)
        return Granted(self.roles, self.groups, self.apart | Rights(dict.fromkeys(roles, named)))

    def without(self, roles: Collection[Role], groups: Collection[str]) -> "Granted":
        """The grants minus these roles and groups; a user with every group loses that if any group is named.

        A role whose last group goes is gone: it never comes to count for other groups.
        """
        removed = frozenset(groups)
        left = {
            role: _less(of, removed)
            for role, of in self.apart.held.items()
            if role not in roles and (not removed or _less(of, removed) != NO_GROUP)
        }
        return Granted(self.roles - frozenset(roles), _less(self.groups, removed), Rights(left))


def _less(groups: Groups, removed: frozenset[str]) -> Groups:
    if not removed:
        return groups
    return NO_GROUP if groups is None else groups - removed


NOTHING = Granted()

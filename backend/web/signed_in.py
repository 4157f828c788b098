"""Who asks: what sign-in found out, as the routes see it."""

from dataclasses import dataclass
from typing import cast

from flask import g

from backend.storage.roles import Role


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who has signed in.

    `id` is a pseudonym that may stand in logs. `groups` are the groups of clients whose names the caller may see;
    None: all. Of a model's clients, `services.dictionaries` says which these are: `known.visible(caller().groups)`.
    `is_alone` is the single user of this machine.
    """

    id: str
    roles: frozenset[Role]
    groups: frozenset[str] | None
    is_alone: bool = False


def caller() -> Caller:
    """Who asks in the present request; there is nobody on a route that is open to everybody."""
    return cast("Caller", g.caller)

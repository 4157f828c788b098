"""Who asks: what sign-in found out, as the routes see it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from flask import g

from backend.learning.visible import EVERYBODY, Visible


class Role(StrEnum):
    """What somebody may do; `backend.web.roles` says where."""

    USER = "user"
    REVIEWER = "reviewer"
    ADMIN = "admin"
    AUDITOR = "auditor"


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who has signed in.

    `id` is a pseudonym that may stand in logs. `groups` are the groups of clients whose names the caller may see;
    None: all. `visible` says the same of the clients of the model.
    """

    id: str
    roles: frozenset[Role]
    groups: frozenset[str] | None = None
    visible: Visible = EVERYBODY


def caller() -> Caller:
    """Who asks in the present request."""
    return cast("Caller", g.caller)

"""The roles of users and API keys."""

from enum import StrEnum


class Role(StrEnum):
    """A role; `web.auth.route_roles` says what each may do."""

    USER = "user"
    REVIEWER = "reviewer"
    ADMIN = "admin"
    AUDITOR = "auditor"

"""The roles of users and API keys."""

from enum import StrEnum


class Role(StrEnum):
    """A role; what each may do stands in the table of the routes."""

    USER = "user"
    REVIEWER = "reviewer"
    ADMIN = "admin"
    AUDITOR = "auditor"

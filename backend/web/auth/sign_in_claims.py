"""Read roles and client groups from the claims of a token."""

from collections.abc import Mapping
from typing import Any

from backend.document.entry_validation import label_fault
from backend.storage.rights.roles import Role
from backend.web.auth.sign_in_settings import EVERY_VALUE, Issuer


def roles_in(claims: Mapping[str, Any], issuer: Issuer) -> frozenset[Role]:
    """The roles that the issuer's rules give to these claims.

    >>> issuer = Issuer("https://login.example", ("unsaid",), roles={"legal-team": Role.REVIEWER})
    >>> sorted(roles_in({"roles": ["legal-team", "admin"]}, issuer))
    [<Role.REVIEWER: 'reviewer'>]
    """
    values = {*_values(claims, issuer.roles_claim), EVERY_VALUE}
    return frozenset(role for value, role in issuer.roles.items() if value in values)


def groups_in(claims: Mapping[str, Any], issuer: Issuer) -> frozenset[str] | None:
    """The client groups that these claims allow to see by name; None: all.

    Where no rule is set, a group of clients is called what the claim says. A claim that is missing, as it is when
    somebody is in more groups than a token can hold, gives no group.

    >>> issuer = Issuer("https://login.example", ("unsaid",), groups_claim="teams", groups={"partners": "*"})
    >>> groups_in({"teams": ["partners"]}, issuer), groups_in({}, issuer)
    (None, frozenset())
    """
    if issuer.groups_claim is None:
        return None
    values = _values(claims, issuer.groups_claim)
    if not issuer.groups:
        return frozenset(values)
    groups = frozenset(group for value, group in issuer.groups.items() if value in {*values, EVERY_VALUE})
    return None if EVERY_VALUE in groups else groups


def scopes_in(claims: Mapping[str, Any]) -> frozenset[str]:
    """The scopes of a token: `scope` as in RFC 9068, or `scp` as Microsoft writes it."""
    return frozenset(each for name in ("scope", "scp") for value in _values(claims, name) for each in value.split())


def _values(claims: Mapping[str, Any], name: str) -> frozenset[str]:
    """The values of a claim, one value or a list, without those that nothing can be called.

    The name is taken as it is, since some are addresses with dots in them, else as a path such as
    `realm_access.roles`.
    """
    found: Any = claims
    for step in (name,) if name in claims else name.split("."):
        found = found.get(step) if isinstance(found, dict) else None
    listed = found if isinstance(found, list) else [found]
    return frozenset(value for value in listed if isinstance(value, str) and label_fault(value, len(value)) is None)

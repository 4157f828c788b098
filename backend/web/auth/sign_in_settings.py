"""The settings of sign-in: environment variables, read once into one frozen value."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from urllib.parse import urlsplit

from limits import parse

from backend.errors import InvalidRequest
from backend.storage.rights.roles import Role
from backend.web.auth.loopback import is_loopback

TENANT_IN_ISSUER = "{tenantid}"
"""How Microsoft writes an issuer that has a name for each tenant."""

SCOPE, ROLES_CLAIM = "unsaid", "roles"

EVERY_VALUE = "*"
"""On the left of a rule: whatever the claim holds. On the right of a rule of groups: every group."""


@dataclass(frozen=True, slots=True)
class Issuer:
    """An issuer whose tokens are accepted, and what they must contain.

    `url` is what `iss` must be (`UNSAID_OIDC_ISSUER`), `audiences` what `aud` must be one of
    (`UNSAID_OIDC_AUDIENCE`), `scope` what must be among the scopes (`UNSAID_OIDC_SCOPE`), `tenants` what `tid` must
    be one of (`UNSAID_OIDC_TENANTS`; none: it is not looked at). `keys` is where the signing keys are
    (`UNSAID_OIDC_JWKS`; None: where the issuer's own description says).

    `roles` says which value of the claim `roles_claim` gives which role (`UNSAID_OIDC_ROLES`,
    `UNSAID_OIDC_ROLES_CLAIM`), `groups` which value of `groups_claim` gives which group of clients
    (`UNSAID_OIDC_GROUPS`, `UNSAID_OIDC_GROUPS_CLAIM`; None: everybody sees the clients of every group).

    `pane` is what the issuer calls the pane (`UNSAID_OIDC_PANE`; None: people cannot sign in through it), and
    `pane_scope` how the pane has to ask for `scope` there (`UNSAID_OIDC_PANE_SCOPE`, by default as it is called).
    """

    url: str
    audiences: tuple[str, ...]
    scope: str = SCOPE
    tenants: frozenset[str] = frozenset()
    keys: str | None = None
    roles_claim: str = ROLES_CLAIM
    roles: Mapping[str, Role] = field(default_factory=lambda: MappingProxyType({role.value: role for role in Role}))
    groups_claim: str | None = None
    groups: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    pane: str | None = None
    pane_scope: str | None = None

    def is_named(self, iss: object, tid: object) -> bool:
        """Whether a token's `iss` is this issuer, whose URL may contain the token's tenant."""
        if TENANT_IN_ISSUER not in self.url:
            return iss == self.url
        return isinstance(tid, str) and iss == self.url.replace(TENANT_IN_ISSUER, tid)

    def lets_in(self, tid: object) -> bool:
        """Whether a token's `tid` is an allowed tenant, if tenants are restricted."""
        return not self.tenants or (isinstance(tid, str) and tid in self.tenants)


@dataclass(frozen=True, slots=True)
class SignInSettings:
    """Who may sign in, and the rate limits.

    `issuer` is None where none is configured. `rate` is how often one caller may ask (`UNSAID_RATE_LIMIT`),
    `failures` how often one address or identity may fail before it has to rest (`UNSAID_LOCK_OUT`), `questions` how
    many documents a caller may ask about from whom clients are hidden (`UNSAID_QUESTIONS`); the workers of one
    machine count together. What that many `proxies` say of a request is believed (`UNSAID_PROXIES`).
    """

    issuer: Issuer | None = None
    rate: str = "1200 per minute"
    failures: str = "20 per 10 minutes"
    questions: str = "600 per hour; 3000 per day"
    proxies: int = 0

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "SignInSettings":
        """Read the settings from environment variables.

        Raises InvalidRequest when they contradict each other or would leave a door open.
        """
        default = cls()
        settings = cls(
            _issuer(environment),
            environment.get("UNSAID_RATE_LIMIT") or default.rate,
            environment.get("UNSAID_LOCK_OUT") or default.failures,
            environment.get("UNSAID_QUESTIONS") or default.questions,
            _proxies(environment.get("UNSAID_PROXIES") or "0"),
        )
        _check_frequency("UNSAID_RATE_LIMIT", settings.rate)
        _check_frequency("UNSAID_LOCK_OUT", settings.failures)
        for each in settings.questions.split(";"):
            _check_frequency("UNSAID_QUESTIONS", each)
        return settings


def _issuer(environment: Mapping[str, str]) -> Issuer | None:
    url = environment.get("UNSAID_OIDC_ISSUER", "").strip()
    if not url:
        stray = sorted(
            name for name, value in environment.items() if name.startswith("UNSAID_OIDC_") and value.strip()
        )
        if stray:
            raise InvalidRequest(f"{stray[0]} is set without UNSAID_OIDC_ISSUER. Name the issuer, or unset it.")
        return None
    issuer = Issuer(
        url,
        _listed(environment, "UNSAID_OIDC_AUDIENCE"),
        environment.get("UNSAID_OIDC_SCOPE", "").strip() or SCOPE,
        frozenset(_listed(environment, "UNSAID_OIDC_TENANTS")),
        environment.get("UNSAID_OIDC_JWKS", "").strip() or None,
        environment.get("UNSAID_OIDC_ROLES_CLAIM") or ROLES_CLAIM,
        _roles(environment),
        environment.get("UNSAID_OIDC_GROUPS_CLAIM") or None,
        MappingProxyType(dict(_rules(environment, "UNSAID_OIDC_GROUPS"))),
        environment.get("UNSAID_OIDC_PANE", "").strip() or None,
        environment.get("UNSAID_OIDC_PANE_SCOPE", "").strip() or None,
    )
    _check(issuer)
    return issuer


def _check(issuer: Issuer) -> None:
    if not issuer.audiences:
        raise InvalidRequest(
            "With UNSAID_OIDC_ISSUER but without UNSAID_OIDC_AUDIENCE, the service would accept tokens for "
            "other services. Set UNSAID_OIDC_AUDIENCE to the name that the issuer gives this service."
        )
    if TENANT_IN_ISSUER in issuer.url and not (issuer.tenants and issuer.keys):
        raise InvalidRequest(
            f"An issuer with {TENANT_IN_ISSUER} in its name stands for many tenants. List the permitted ones in "
            "UNSAID_OIDC_TENANTS, and set UNSAID_OIDC_JWKS to the address of its keys."
        )
    if issuer.groups and issuer.groups_claim is None:
        raise InvalidRequest("UNSAID_OIDC_GROUPS needs a claim. Name it in UNSAID_OIDC_GROUPS_CLAIM.")
    # If the URL of the keys is given, the issuer is only a name: that of ADFS begins with http.
    name, address = ("UNSAID_OIDC_JWKS", issuer.keys) if issuer.keys else ("UNSAID_OIDC_ISSUER", issuer.url)
    if not is_trustworthy(address):
        raise InvalidRequest(
            f"{name} must be an https address. Over plain http, an attacker could change the response and sign "
            "in as anyone."
        )


def is_trustworthy(url: str) -> bool:
    """Whether responses from an address cannot be changed on the way.

    >>> is_trustworthy("https://login.example"), is_trustworthy("http://127.0.0.1:8080"), is_trustworthy("file:///k")
    (True, True, False)
    """
    parts = urlsplit(url)
    return bool(parts.hostname) and (
        parts.scheme == "https" or (parts.scheme == "http" and is_loopback(str(parts.hostname)))
    )


def _roles(environment: Mapping[str, str]) -> Mapping[str, Role]:
    rules = _rules(environment, "UNSAID_OIDC_ROLES") or [(role.value, role.value) for role in Role]
    unknown = [role for _, role in rules if role not in frozenset(Role)]
    if unknown:
        raise InvalidRequest(f"UNSAID_OIDC_ROLES: {unknown[0]!r} is not a role. Choose from {', '.join(Role)}.")
    return MappingProxyType({value: Role(role) for value, role in rules})


def _rules(environment: Mapping[str, str], name: str) -> list[tuple[str, str]]:
    """Parse `value=meaning,value=meaning`."""
    rules = [tuple(part.strip() for part in rule.rpartition("=")[::2]) for rule in _listed(environment, name)]
    if not all(value and meaning for value, meaning in rules):
        raise InvalidRequest(f"{name} takes rules such as value=meaning, separated by commas.")
    if len({value for value, _ in rules}) < len(rules):
        raise InvalidRequest(f"{name} maps one value twice. Remove one of the two.")
    return [(value, meaning) for value, meaning in rules]


def _listed(environment: Mapping[str, str], name: str) -> tuple[str, ...]:
    return tuple(part for each in environment.get(name, "").split(",") if (part := each.strip()))


def _proxies(text: str) -> int:
    if not text.isdecimal():
        raise InvalidRequest("UNSAID_PROXIES must be the number of proxies in front of the service, 0 or more.")
    return int(text)


def _check_frequency(name: str, text: str) -> None:
    try:
        parse(text)
    except ValueError as error:
        raise InvalidRequest(f"{name} takes a rate such as `20 per 10 minutes`.") from error

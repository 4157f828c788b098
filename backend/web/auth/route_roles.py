"""The role that each route needs. A route without a row here is closed to everybody."""

from collections.abc import Mapping
from types import MappingProxyType

from werkzeug.routing import Rule

from backend.storage.rights.roles import Role

Who = frozenset[Role] | None
"""The roles of which one is needed; None: everybody, without signing in."""

EVERYBODY: Who = None
WITH_DOCUMENTS: Who = frozenset({Role.USER, Role.REVIEWER})
WITH_CLIENTS: Who = frozenset({Role.USER, Role.REVIEWER, Role.ADMIN})
REVIEWS: Who = frozenset({Role.REVIEWER})
REMOVES_REVIEWS: Who = frozenset({Role.USER, Role.REVIEWER, Role.ADMIN})
"""An administrator, who sees nothing of it, or its author."""
LOOKS_AFTER_CLIENTS: Who = frozenset({Role.REVIEWER, Role.ADMIN})
RUNS_IT: Who = frozenset({Role.ADMIN})
ASKS_FOR_JOBS: Who = frozenset({Role.USER, Role.REVIEWER, Role.ADMIN})
SIGNED_IN: Who = frozenset(Role)
LOOKS_AFTER_IT: Who = frozenset({Role.ADMIN, Role.AUDITOR})

ROUTES: Mapping[str, Who] = MappingProxyType(
    {
        "GET /healthz": EVERYBODY,
        "GET /readyz": EVERYBODY,
        "GET /v1/version": EVERYBODY,
        "GET /v1/openapi.json": EVERYBODY,
        "GET /v1/certificate-keys": EVERYBODY,
        "GET /": EVERYBODY,
        "GET /pane": EVERYBODY,
        "GET /pane/": EVERYBODY,
        "GET /pane/<path:name>": EVERYBODY,
        "GET /metrics": LOOKS_AFTER_IT,
        "POST /v1/analyses": WITH_DOCUMENTS,
        "POST /v1/guesses": WITH_DOCUMENTS,
        "POST /v1/privacy/spi": WITH_DOCUMENTS,
        "POST /v1/privacy/linkability": WITH_DOCUMENTS,
        "POST /v1/privacy/policy": WITH_DOCUMENTS,
        "POST /v1/redactions": WITH_DOCUMENTS,
        "POST /v1/redactions/check": WITH_DOCUMENTS,
        "POST /v1/policies/effective": WITH_DOCUMENTS,
        "POST /v1/verifications": WITH_DOCUMENTS,
        "POST /v1/copies": WITH_DOCUMENTS,
        "POST /v1/downloads": WITH_DOCUMENTS,
        "POST /v1/downloads/<download>/collect": EVERYBODY,
        "GET /v1/clients": WITH_CLIENTS,
        "POST /v1/clients/search": WITH_CLIENTS,
        "GET /v1/clients/<client>": LOOKS_AFTER_CLIENTS,
        "POST /v1/clients": LOOKS_AFTER_CLIENTS,
        "PUT /v1/clients/<client>": LOOKS_AFTER_CLIENTS,
        "DELETE /v1/clients/<client>": LOOKS_AFTER_CLIENTS,
        "POST /v1/reviews": WITH_DOCUMENTS,
        "GET /v1/reviews": WITH_DOCUMENTS,
        "GET /v1/reviews/<review>": WITH_DOCUMENTS,
        "DELETE /v1/reviews/<review>": REMOVES_REVIEWS,
        "POST /v1/reviews/<review>/decisions": WITH_DOCUMENTS,
        "PATCH /v1/reviews/<review>/decisions": WITH_DOCUMENTS,
        "POST /v1/reviews/<review>/submit": WITH_DOCUMENTS,
        "POST /v1/reviews/<review>/recall": WITH_DOCUMENTS,
        "POST /v1/reviews/<review>/claim": REVIEWS,
        "POST /v1/reviews/<review>/release": REVIEWS,
        "POST /v1/reviews/<review>/approve": REVIEWS,
        "POST /v1/reviews/<review>/return": REVIEWS,
        "POST /v1/reviews/<review>/reopen": WITH_DOCUMENTS,
        "POST /v1/reviews/<review>/sample": REVIEWS,
        "PATCH /v1/reviews/<review>/sample": REVIEWS,
        "GET /v1/reviews/<review>/agreement": REVIEWS,
        "GET /v1/proposals": RUNS_IT,
        "POST /v1/proposals/<proposal>/accept": RUNS_IT,
        "POST /v1/proposals/<proposal>/decline": RUNS_IT,
        "GET /v1/admin/everyone": RUNS_IT,
        "PUT /v1/admin/everyone": RUNS_IT,
        "GET /v1/admin/versions": LOOKS_AFTER_IT,
        "POST /v1/admin/versions/<version>/promote": RUNS_IT,
        "POST /v1/admin/roll-back": RUNS_IT,
        "POST /v1/admin/training": RUNS_IT,
        "GET /v1/admin/training": LOOKS_AFTER_IT,
        "GET /v1/admin/training/<job>": LOOKS_AFTER_IT,
        "GET /v1/admin/policies": LOOKS_AFTER_IT,
        "POST /v1/admin/policies/versions": LOOKS_AFTER_IT,
        "POST /v1/admin/policies": RUNS_IT,
        "POST /v1/admin/policies/remove": RUNS_IT,
        "GET /v1/admin/users": LOOKS_AFTER_IT,
        "POST /v1/admin/users": RUNS_IT,
        "POST /v1/admin/users/<user>/revoke": RUNS_IT,
        "DELETE /v1/admin/users/<user>": RUNS_IT,
        "POST /v1/admin/audit/search": LOOKS_AFTER_IT,
        "GET /v1/admin/audit/verification": LOOKS_AFTER_IT,
        "GET /v1/admin/audit/export": LOOKS_AFTER_IT,
        "POST /v1/batches": WITH_DOCUMENTS,
        "POST /v1/batches/folders": WITH_DOCUMENTS,
        "GET /v1/jobs": SIGNED_IN,
        "GET /v1/jobs/<job>": SIGNED_IN,
        "GET /v1/jobs/<job>/files": WITH_DOCUMENTS,
        "GET /v1/jobs/<job>/privacy": WITH_DOCUMENTS,
        "POST /v1/jobs/<job>/cancel": ASKS_FOR_JOBS,
        "POST /v1/jobs/<job>/retry": ASKS_FOR_JOBS,
        "GET /v1/index": SIGNED_IN,
        "GET /v1/index/edition": SIGNED_IN,
        "POST /v1/index/searches": SIGNED_IN,
        "DELETE /v1/index/documents/<document>": WITH_CLIENTS,
        "POST /v1/index/requests": WITH_CLIENTS,
        "GET /v1/index/requests": WITH_CLIENTS,
        "POST /v1/index/requests/<request>/answers": WITH_CLIENTS,
        "DELETE /v1/index/requests/<request>": WITH_CLIENTS,
        "POST /v1/admin/index/editions": RUNS_IT,
    }
)
"""By method and template of the address. An administrator who works with documents has both roles."""


CONCERNS_EVERY_GROUP: frozenset[str] = frozenset(
    {
        "POST /v1/clients",
        "DELETE /v1/clients/<client>",
        "GET /v1/admin/everyone",
        "PUT /v1/admin/everyone",
        "POST /v1/admin/versions/<version>/promote",
        "POST /v1/admin/roll-back",
        "POST /v1/admin/training",
        "GET /v1/admin/training",
        "GET /v1/admin/training/<job>",
        "DELETE /v1/admin/users/<user>",
        "GET /v1/admin/audit/export",
        "POST /v1/admin/index/editions",
    }
)
"""Routes to what counts for the documents of every group, or tells of it: no one of them alone opens these."""


def rows_of(rule: Rule) -> tuple[str, ...]:
    """The table rows of a route; HEAD counts as GET, and OPTIONS is not answered."""
    return tuple(f"{method} {rule.rule}" for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}))


def roles_allowed(method: str, rule: str) -> Who:
    """The roles that may use this method on the route with this template."""
    return ROUTES.get(_row(method, rule), frozenset())


def takes_every_group(method: str, rule: str) -> bool:
    """Whether a route needs a role that covers every client group."""
    return _row(method, rule) in CONCERNS_EVERY_GROUP


def _row(method: str, rule: str) -> str:
    return f"{'GET' if method == 'HEAD' else method} {rule}"

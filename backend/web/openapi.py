"""`/v1/openapi.json`: the routes, who may use them, and the problems they return."""

import re
from typing import Any

from apiflask import APIFlask

from backend.web.auth.route_roles import CONCERNS_EVERY_GROUP, ROUTES
from backend.web.http import url_converters
from backend.web.http.problems import MIMETYPE
from backend.web.schemas import documents_in, messages
from backend.web.schemas.examples import with_examples
from backend.wiring.choices import SHORTFALLS

PATH = "/v1/openapi.json"

_TEXT = {"type": "string"}
PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "Why a request was not served (RFC 9457).",
    "required": ["type", "title", "status", "code", "detail", "request_id"],
    "properties": {
        "type": {**_TEXT, "example": "urn:unsaid:problem:no_model"},
        "title": {**_TEXT, "description": "The kind of problem; always the same for a code."},
        "status": {"type": "integer"},
        "code": {**_TEXT, "description": "Stable; programs branch on it.", "example": "no_model"},
        "detail": {**_TEXT, "description": "What is wrong and what to do; never text of a document."},
        "request_id": {**_TEXT, "description": "The id of the request, as in the server's log."},
        "errors": {
            "type": "array",
            "description": "For does_not_fit: the invalid fields, with * for unknown names.",
            "items": {"type": "object", "required": ["at", "error"], "properties": {"at": _TEXT, "error": _TEXT}},
        },
        "unmet": {
            "type": "array",
            "description": "For outcome_not_met: the shortfalls.",
            "items": {
                "type": "object",
                "required": ["kind", "count"],
                "properties": {
                    "kind": {**_TEXT, "enum": list(SHORTFALLS)},
                    "count": {"type": "integer"},
                    "level": {"type": "integer", "description": "For k: the level that is not reached."},
                },
            },
        },
    },
}

SIGN_IN: dict[str, Any] = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token of the configured issuer, an API key, or the start-up token of a single user.",
}


def init_app(app: APIFlask) -> None:
    """Describe problems and sign-in once, for all routes."""
    app.config["OPENAPI_VERSION"] = "3.0.3"
    app.config["AUTO_SERVERS"] = False
    app.config["AUTO_404_RESPONSE"] = False
    app.config["AUTO_VALIDATION_ERROR_RESPONSE"] = False
    app.config["AUTO_AUTH_ERROR_RESPONSE"] = False
    app.security_schemes = {"bearer": SIGN_IN}
    app.spec_processor(_finished)


def _finished(spec: Any) -> dict[str, Any]:
    described: dict[str, Any] = with_examples(
        _with_roles(_with_problems(url_converters.describe(documents_in.describe(messages.describe(spec)))))
    )
    # Each blueprint adds its tag, and tags must be unique.
    described["tags"] = [{"name": name} for name in dict.fromkeys(tag["name"] for tag in described["tags"])]
    return described


def _with_roles(spec: Any) -> Any:
    """Add to each operation whether it needs a token, which roles may use it, and whether for every group."""
    # The OpenAPI paths have no converters, such as the one in <int:number>.
    rows_as_told = {re.sub(r"<(?:[^:>]+:)?([^>]+)>", r"{\1}", row): row for row in ROUTES}
    rows = {shown_row: ROUTES[row] for shown_row, row in rows_as_told.items()}
    for path, operations in spec.get("paths", {}).items():
        for method, operation in operations.items():
            who = rows.get(f"{method.upper()} {path}", frozenset())
            operation["security"] = [] if who is None else [{"bearer": []}]
            operation["x-roles"] = [] if who is None else sorted(who)
            operation["x-every-group"] = rows_as_told.get(f"{method.upper()} {path}", "") in CONCERNS_EVERY_GROUP
    return spec


def _with_problems(spec: Any) -> Any:
    """Add to each operation the problem response, which has its own content type."""
    spec.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
    problem = {
        "description": "A problem",
        "content": {MIMETYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for path in spec.get("paths", {}).values():
        for operation in path.values():
            operation["responses"].setdefault("default", problem)
    return spec

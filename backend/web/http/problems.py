"""Errors as `application/problem+json` (RFC 9457), with Retry-After: a code and what to do, no document text."""

import inspect
import json
from collections.abc import Iterator
from http import HTTPStatus
from itertools import islice
from typing import Any

from apiflask import APIFlask, HTTPError
from flask import Response, g
from werkzeug.exceptions import HTTPException

from backend.errors import UnsaidError, unforeseen
from backend.logs import log
from backend.web.http.request_ids import request_id
from backend.web.message_words import HTTP

MIMETYPE = "application/problem+json"

UNFORESEEN = "unforeseen"
"""The code of an unexpected error. The log has its kind and place, and nothing else."""

RETRY_AFTER = 5
"""`Retry-After` in seconds, for every refusal that names no other."""


def init_app(app: APIFlask) -> None:
    """Answer every error with a problem response."""
    app.register_error_handler(UnsaidError, of_unsaid)
    app.register_error_handler(HTTPException, _of_werkzeug)
    app.register_error_handler(HTTPError, lambda error: _of_apiflask(app, error))
    app.register_error_handler(Exception, _of_anything)


def problem(status: int, code: str, title: str, detail: str, *, headers: Any = (), **members: Any) -> Response:
    """Make a problem response."""
    g.problem = code
    if status == HTTPStatus.SERVICE_UNAVAILABLE and not headers:
        headers = [*headers, ("Retry-After", str(RETRY_AFTER))]
    body = {
        "type": f"urn:unsaid:problem:{code}",
        "title": title,
        "status": status,
        "code": code,
        "detail": detail,
        "request_id": request_id(),
        **members,
    }
    return Response(json.dumps(body, ensure_ascii=False) + "\n", status, headers, mimetype=MIMETYPE)


def of_unsaid(error: UnsaidError) -> Response:
    """The problem of one of our errors: its code, the title of its class, and its message."""
    title = (inspect.getdoc(type(error)) or "").split(".", 1)[0].split(":", 1)[0].replace("\n", " ")
    headers = [("Retry-After", str(error.retry_after))] if hasattr(error, "retry_after") else []
    members = getattr(error, "members", {})
    return problem(error.status_hint, error.code, title, error.text(HTTP), headers=headers, **members)


def _of_werkzeug(error: HTTPException) -> Response:
    """The problem of an HTTP error; werkzeug's message is dropped if it may quote the request."""
    headers = [(name, value) for name, value in error.get_headers() if name.lower() in _KEPT_HEADERS]
    return _of_status(error.code or 500, headers)


_KEPT_HEADERS = frozenset({"allow", "retry-after", "www-authenticate", "content-range", "location"})


def _of_status(status: int, headers: Any = (), **members: Any) -> Response:
    code, title, detail = _STATUSES.get(status) or (
        f"http_{status}",
        HTTPStatus(status).phrase,
        "Check the request.",
    )
    return problem(status, code, title, detail, headers=headers, **members)


_STATUSES = {
    400: ("bad_request", "The request cannot be read", "Compare it with /v1/openapi.json."),
    401: ("not_signed_in", "You are not signed in", "Send a bearer token or an API key."),
    403: ("forbidden", "You do not have permission", "Ask an administrator for the role that this needs."),
    404: ("not_found", "There is nothing at this address", "See /v1/openapi.json for all addresses."),
    405: ("method_not_allowed", "This address does not accept the method", "Use one that the header Allow names."),
    406: ("not_acceptable", "The requested content type is not available", "Accept application/json."),
    408: ("request_too_slow", "The request did not arrive in time", "Send it again over a better connection."),
    411: ("length_required", "The request has no Content-Length", "Send a Content-Length."),
    413: (
        "request_too_large",
        "The request is too large",
        "Send less. If this route has no limit of its own, ask an administrator for a higher UNSAID_MAX_REQUEST.",
    ),
    415: ("unsupported_media_type", "This content type is not supported", "Use one that /v1/openapi.json names."),
    422: ("does_not_fit", "The request does not fit its schema", "Correct the fields that `errors` names."),
    429: ("too_many_requests", "Too many requests", "Wait as long as the header Retry-After says."),
    503: (
        "unavailable",
        "The service cannot respond now",
        "Try again after the time that the header Retry-After names.",
    ),
}
"""Codes of our own, since the phrases of HTTP change with the release of Python."""


def _of_apiflask(app: APIFlask, error: HTTPError) -> Response:
    """The problem of a body or query that does not fit its schema."""
    return _of_status(error.status_code, error.headers, errors=_places(app, error.detail))


def _places(app: APIFlask, messages: Any) -> list[dict[str, str]]:
    """The invalid fields; an unknown name is not repeated, because it may be text of a document."""
    known = _names(app) | _LOCATIONS
    return [
        {"at": "/".join(step if step.isdecimal() or step in known else "*" for step in path), "error": message}
        for path, message in islice(_leaves(messages, ()), MAX_PLACES)
    ]


MAX_PLACES = 100
"""That are told of one request: an answer is not longer than what was sent."""

_LOCATIONS = frozenset({"json", "query", "headers", "files", "form", "form_and_files", "path"}) | {
    *("key", "value", "_schema"),
}


def _names(app: APIFlask) -> frozenset[str]:
    """The field names of all schemas, collected once."""
    if _KNOWN not in app.extensions:
        spec = app.spec
        schemas = spec.get("components", {}).get("schemas", {}) if isinstance(spec, dict) else {}
        app.extensions[_KNOWN] = frozenset(
            name for schema in schemas.values() for name in schema.get("properties", ())
        )
    names: frozenset[str] = app.extensions[_KNOWN]
    return names


_KNOWN = "unsaid_names"


def _leaves(messages: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(messages, dict):
        for key, value in messages.items():
            yield from _leaves(value, (*path, str(key)))
    elif isinstance(messages, list):
        for value in messages:
            yield from _leaves(value, path)
    else:
        yield path, str(messages)


def _of_anything(error: Exception) -> Response:
    """The problem of an unexpected error, without its message, which may quote a document."""
    log().error("unforeseen", error=unforeseen(error), request_id=request_id())
    return problem(
        500,
        UNFORESEEN,
        "An unexpected error occurred",
        "Nothing was stored. Try again, and report the request_id if it happens again.",
    )

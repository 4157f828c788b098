"""An id for each request, which its response and its log line both carry."""

import re
import uuid

from flask import Flask, Response, g, request

HEADER = "X-Request-ID"

_VALID_ID = re.compile(r"[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""Only what is surely an id is taken over from a proxy: anything freer could carry words into the log."""


def request_id() -> str:
    """The id of the current request: a UUID from the proxy, or a new one."""
    if "request_id" not in g:
        sent_id = request.headers.get(HEADER, "").lower()
        g.request_id = sent_id if _VALID_ID.fullmatch(sent_id) else uuid.uuid4().hex
    return str(g.request_id)


def init_app(app: Flask) -> None:
    """Add the id to every response."""

    @app.after_request
    def carry(response: Response) -> Response:
        response.headers[HEADER] = request_id()
        return response

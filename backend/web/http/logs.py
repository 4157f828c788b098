"""Write one log line, and count one request in the metrics, for each request."""

import time

from flask import Flask, Response, g, request

from backend.logs import log
from backend.web.http import metrics
from backend.web.http.request_ids import request_id

NO_ROUTE = "none"
"""What an address is called that nobody serves: what stands in it may be anything."""


def init_app(app: Flask) -> None:
    """Log each request by its route template, never by its URL, query or body."""

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()

    @app.after_request
    def tell(response: Response) -> Response:
        route = request.url_rule.rule if request.url_rule else NO_ROUTE
        method = request.method if request.method in _METHODS else "OTHER"
        seconds = time.perf_counter() - g.get("began", time.perf_counter())
        metrics.REQUESTS.labels(method, route, str(response.status_code)).inc()
        metrics.SECONDS.labels(route).observe(seconds)
        if "problem" in g:
            metrics.PROBLEMS.labels(g.problem).inc()
        caller = g.get("caller")
        log().info(
            "request",
            request_id=request_id(),
            method=method,
            route=route,
            status=response.status_code,
            seconds=round(seconds, 4),
            **({"caller": caller.id} if caller is not None else {}),
            **({"code": g.problem} if "problem" in g else {}),
        )
        return response


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""A method is free text as well."""

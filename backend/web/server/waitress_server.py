"""Serve with waitress where gunicorn does not run: one process, without TLS."""

import sys
from collections.abc import Callable
from typing import Any

from flask import Flask
from waitress.server import create_server

from backend.errors import CannotServe
from backend.settings import ServiceSettings
from backend.web.server.listen import Listen
from backend.web.server.waitress_channels import watch
from backend.web.service import EXTENSION

THREADS = 64
MAX_CONNECTIONS = 500


def serve(app: Flask, settings: ServiceSettings, listen: Listen, ready: Callable[[], None]) -> None:
    """Serve until Ctrl-C.

    Raises CannotServe where TLS is asked for.
    """
    if listen.certfile is not None:
        raise CannotServe(
            "waitress does not support TLS. Put a proxy with TLS in front of it, or serve from Linux or WSL2."
        )
    dispatchers: dict[int, Any] = {}
    server = create_server(app, dispatchers, **options(settings, listen))
    watch(dispatchers, MAX_CONNECTIONS)
    app.extensions[EXTENSION].begin()
    ready()
    server.run()


def options(settings: ServiceSettings, listen: Listen) -> dict[str, object]:
    """Waitress's settings."""
    return {
        "listen": listen.address,
        "threads": THREADS + settings.at_once,
        "connection_limit": MAX_CONNECTIONS,
        "channel_timeout": 30,
        "max_request_body_size": settings.max_request,
        # Beyond these it would spool bodies and answers to temporary files.
        "inbuf_overflow": sys.maxsize,
        "outbuf_overflow": sys.maxsize,
        "ident": None,
        # The application needs these headers to see that a proxy forwarded a request, and for whom.
        "clear_untrusted_proxy_headers": False,
    }

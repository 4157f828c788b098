"""Run the service with the web server that fits this system.

The application is imported late, because the metrics library reads the environment on import.
"""

import math
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from backend.logs import configure
from backend.settings import Settings
from backend.storage.db.keys import KeyRing
from backend.storage.store import Store
from backend.web.server.listen import Listen

if TYPE_CHECKING:
    from apiflask import APIFlask

    from backend.web.auth.sign_in import SignInMethods


Ready = Callable[[str | None], None]
"""Is told the start-up token, where there is one, when the first request can be answered."""


def serve(settings: Settings, listen: Listen, ready: Ready) -> None:
    """Serve until a signal.

    Raises CannotServe, InvalidRequest, StoreUnavailable.
    """
    listen.refuse_taken()
    configure()
    if sys.platform == "win32":
        _by_waitress(settings, listen, ready)
    else:
        _by_gunicorn(settings, listen, ready)


def _by_gunicorn(settings: Settings, listen: Listen, ready: Ready) -> None:
    with tempfile.TemporaryDirectory(prefix="unsaid-metrics-") as figures:  # for its owner alone
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = figures
        from backend.web.server import gunicorn_server

        way_in = _way_in(settings, listen)
        gunicorn_server.serve(lambda: _app(settings, way_in), listen, lambda: ready(way_in.told))


def _by_waitress(settings: Settings, listen: Listen, ready: Ready) -> None:
    from backend.web.server import waitress_server

    way_in = _way_in(settings, listen)
    waitress_server.serve(_app(settings, way_in), settings.service, listen, lambda: ready(way_in.told))


def _app(settings: Settings, way_in: "_WayIn") -> "APIFlask":
    from backend.web.app import create_app
    from backend.web.server.request_processes import Children

    doer = Children(settings, may_make_key=way_in.may_make_key)
    return create_app(settings, way_in.sign_in_methods, may_make_key=way_in.may_make_key, doer=doer)


@dataclass(frozen=True, slots=True)
class _WayIn:
    """The sign-in methods, the start-up token, and whether the store may create a key file."""

    sign_in_methods: "SignInMethods"
    told: str | None
    may_make_key: bool


def _way_in(settings: Settings, listen: Listen) -> _WayIn:
    """Choose how callers sign in where the service listens.

    Raises CannotServe; KeyUnusable where others can come in and no key seals what is stored.
    """
    from backend.web.auth.sign_in import is_single_user, sign_in_methods_at
    from backend.web.auth.sign_in_settings import SignInSettings

    options = SignInSettings.from_environment()
    sign_in_methods, announcement = sign_in_methods_at(listen.host, options, lambda: _has_api_keys(settings))
    for_one = is_single_user(listen.host, options)
    if not for_one:
        KeyRing.of(settings, may_make=False).make()
    return _WayIn(sign_in_methods, announcement, for_one)


def _has_api_keys(settings: Settings) -> bool:
    """Whether the store has API keys; it is closed again, because workers are forked later."""
    store = Store.of(settings, may_make_key=False)
    try:
        now = datetime.now(UTC)
        return store.exists and any(key.holds(now) for key in store.api_keys.all())
    finally:
        store.close()


def longest_answer(settings: Settings) -> int:
    """The seconds after which every request is answered or refused, with some reserve."""
    return math.ceil(settings.service.wait + settings.service.time_limit) + 5

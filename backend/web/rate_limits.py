"""How often one caller may ask, and how often somebody may fail before having to rest; for all workers together."""

import math
import time

from apiflask import APIFlask
from flask import Response, g, request
from flask_limiter import Limiter, RateLimitExceeded
from limits import parse
from limits.strategies import FixedWindowRateLimiter

from backend.errors import LockedOut
from backend.web.problems import problem
from backend.web.shared_counts import SCHEME, SharedCounts
from backend.web.sign_in_loopback import neighbourhood
from backend.web.sign_in_settings import SignInSettings
from backend.web.signed_in import Caller


class LockOut:
    """Counts failures of addresses and identities; who has failed too often rests until counting begins anew."""

    def __init__(self, settings: SignInSettings) -> None:
        self._allowed = parse(settings.failures)
        self._failures = FixedWindowRateLimiter(SharedCounts())

    def check(self, *who: str) -> None:
        """Raise LockedOut when one of them has failed too often."""
        for each in who:
            if not self._failures.test(self._allowed, "failed", each):
                resets = self._failures.get_window_stats(self._allowed, "failed", each).reset_time
                raise LockedOut(
                    "too many attempts from there have failed; wait as long as the header Retry-After says",
                    retry_after=_seconds_until(resets),
                )

    def failed(self, *who: str) -> None:
        """Each of them has failed once more."""
        for each in who:
            self._failures.hit(self._allowed, "failed", each)


def init_app(app: APIFlask, settings: SignInSettings) -> None:
    """Hold each caller, or each address where nobody has signed in, to its rate over all routes together."""
    limiter = Limiter(
        _who_asks,
        app=app,
        application_limits=[settings.rate],
        storage_uri=f"{SCHEME}://",
        strategy="sliding-window-counter",
    )
    limiter.request_filter(_is_alone)

    def refuse(_error: RateLimitExceeded) -> Response:
        limit = limiter.current_limit
        wait = _seconds_until(limit.reset_at) if limit else 1
        return problem(
            429,
            "too_many_requests",
            "Too many requests",
            "wait as long as the header Retry-After says",
            headers={"Retry-After": str(wait)},
        )

    app.register_error_handler(RateLimitExceeded, refuse)


def _who_asks() -> str:
    caller: Caller | None = g.get("caller")
    return caller.id if caller is not None else neighbourhood(request.remote_addr)


def _is_alone() -> bool:
    """The single user of a machine keeps nobody else from anything."""
    caller: Caller | None = g.get("caller")
    return caller is not None and caller.is_alone


def _seconds_until(moment: float) -> int:
    return max(1, math.ceil(moment - time.time()))

"""Rate limits per caller, and a lock-out after failed sign-ins, shared by all workers."""

import math
import time

from limits import parse
from limits.strategies import FixedWindowRateLimiter, SlidingWindowCounterRateLimiter

from backend.errors import AskedTooOften, LockedOut, TooManyQuestions
from backend.web.auth.shared_counters import SharedCounts
from backend.web.auth.sign_in_settings import SignInSettings

ASKED, REFUSED = "asked", "refused"
"""What is counted: requests, and those of an address that were refused before anybody had signed in.

They are counted apart, so that whoever tries tokens keeps nobody behind the same address from what is open to all.
"""


class LockOut:
    """Counts failed sign-ins of addresses and callers; too many lock them out until the period ends."""

    def __init__(self, settings: SignInSettings) -> None:
        self._allowed = parse(settings.failures)
        self._failures = FixedWindowRateLimiter(SharedCounts())

    def check(self, who: str) -> None:
        """Raise LockedOut after too many failures."""
        if not self._failures.test(self._allowed, "failed", who):
            resets = self._failures.get_window_stats(self._allowed, "failed", who).reset_time
            raise LockedOut(
                "Too many attempts from this address have failed. Wait as long as the header Retry-After says.",
                retry_after=_seconds_until(resets),
            )

    def failed(self, who: str) -> None:
        """Count one more failure."""
        self._failures.hit(self._allowed, "failed", who)


class Questions:
    """Counts the documents that callers with hidden clients ask about.

    Whether k is held depends on hidden clients too, so each answer tells a little of them; this bounds how much.
    """

    def __init__(self, settings: SignInSettings) -> None:
        self._allowed = tuple(map(parse, settings.questions.split(";")))
        self._asked = FixedWindowRateLimiter(SharedCounts())

    def wait(self, who: str, how_many: int = 1) -> int | None:
        """The seconds until the caller may ask about this many more; None if now."""
        resets = [
            self._asked.get_window_stats(each, "asked", who).reset_time
            for each in self._allowed
            if not self._asked.test(each, "asked", who, cost=how_many)
        ]
        return _seconds_until(max(resets)) if resets else None

    def count(self, who: str, how_many: int) -> None:
        """Count this many more.

        Raises TooManyQuestions, and counts nothing, where they are too many.
        """
        seconds = self.wait(who, how_many)
        if seconds is not None:
            raise TooManyQuestions(
                f"{how_many} documents are more than this caller may ask about now. Wait as long as the header "
                "Retry-After says, or ask an administrator to raise UNSAID_QUESTIONS.",
                retry_after=seconds,
            )
        self.add(who, how_many)

    def add(self, who: str, how_many: int) -> None:
        """Count this many more that are already answered."""
        for each in self._allowed:
            self._asked.hit(each, "asked", who, cost=how_many)


class Rates:
    """Counts the requests of callers over all routes, and of addresses without a signed-in caller."""

    def __init__(self, settings: SignInSettings) -> None:
        self._allowed = parse(settings.rate)
        self._asked = SlidingWindowCounterRateLimiter(SharedCounts())

    def count(self, who: str, what: str = ASKED) -> None:
        """Count one more request.

        Raises AskedTooOften when that is one too many.
        """
        if not self._asked.hit(self._allowed, what, who):
            resets = self._asked.get_window_stats(self._allowed, what, who).reset_time
            raise AskedTooOften(
                "There were too many requests. Wait as long as the header Retry-After says.",
                retry_after=_seconds_until(resets),
            )


def _seconds_until(moment: float) -> int:
    return max(1, math.ceil(moment - time.time()))

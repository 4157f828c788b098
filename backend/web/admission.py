"""Limit how many documents are processed at once. Other requests wait, and get status 503 after a while."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from backend.errors import Busy

Result = TypeVar("Result")

MOST_WAITING = 24
"""Requests that may wait in one worker; each holds its body in memory, and a thread of the server.

Fewer than the threads of any server of ours: with all of them waiting here, nobody would be left to send the others
away with a word, and they would wait unheard.
"""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a gate lets through: `at_once` works side by side, `wait` seconds at most for each."""

    at_once: int
    wait: float


class Gate:
    """Lets so many pieces of heavy work run side by side in this process; each of them ends in time."""

    def __init__(self, limits: Limits, tell: Callable[[int, int], None] = lambda _waiting, _running: None) -> None:
        """Let through what `limits` say; `tell(waiting, running)` hears of every change."""
        self.limits = limits
        self._tell = tell
        self._free = threading.BoundedSemaphore(limits.at_once)
        self._counting = threading.Lock()
        self._waiting = self._running = 0

    @property
    def waiting(self) -> int:
        """How many requests wait for a place."""
        return self._waiting

    @property
    def running(self) -> int:
        """How many places are taken."""
        return self._running

    def run(self, work: Callable[[], Result]) -> Result:
        """Do the work as soon as a place is free.

        Raises Busy when no place gets free in time, and whatever the work raises.
        """
        self._wait()
        try:
            return work()
        finally:
            self._count(running=-1)
            self._free.release()

    def _wait(self) -> None:
        if self._waiting >= MOST_WAITING:
            raise _busy()
        self._count(waiting=1)
        found = self._free.acquire(timeout=self.limits.wait)
        self._count(waiting=-1, running=1 if found else 0)
        if not found:
            raise _busy()

    def _count(self, *, waiting: int = 0, running: int = 0) -> None:
        with self._counting:
            self._waiting += waiting
            self._running += running
            self._tell(self._waiting, self._running)


def _busy() -> Busy:
    return Busy("the server works on as much as it can; try again as the header Retry-After says")

"""Limit how many documents are processed at once. Other requests wait in turn, and get status 503 after a while."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from backend.errors import Busy

Result = TypeVar("Result")

MAX_WAITING = 24
"""Requests that may wait in one worker; each holds its body in memory, and a thread of the server.

At both gates fewer than the threads of any server of ours: with all of them waiting here, nobody would be left to
send the others away with a word, and health would wait unheard.
"""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a gate: how much work runs `at_once`, and how many seconds a request may `wait`."""

    at_once: int
    wait: float


ANSWERED_HERE = Limits(at_once=4, wait=20.0)
"""The limits of requests that are answered in the process that answers everyone.

They hold the interpreter in turn, so more at once would not be done sooner; those that write wait for each other.
"""


@dataclass(slots=True, eq=False)
class _Waiting:
    """A waiting request; `called` is set when it has a place or is refused."""

    called: threading.Event = field(default_factory=threading.Event)
    has_place: bool = False


class Gate:
    """Limits how much work of one kind runs at the same time.

    Callers take turns: a free place goes to the oldest request of the caller who was served longest ago. Where too
    many wait, the last request of the caller with the most of them is sent away for one of a caller with fewer.
    So one caller with many requests makes nobody else wait for all of these.
    """

    def __init__(self, limits: Limits, tell: Callable[[int, int], None] = lambda _waiting, _running: None) -> None:
        """Apply `limits`; `tell(waiting, running)` is called at every change."""
        self.limits = limits
        self._tell = tell
        self._changing = threading.Lock()
        self._lines: dict[str, deque[_Waiting]] = {}
        """Who waits, by caller; the caller whose turn it is comes first."""
        self._waiting = self._running = 0

    @property
    def waiting(self) -> int:
        """The number of waiting requests."""
        return self._waiting

    @property
    def running(self) -> int:
        """The number of running requests."""
        return self._running

    def run(self, work: Callable[[], Result], caller: str = "") -> Result:
        """Run the work when a place is free and it is the caller's turn.

        Raises Busy when no place gets free in time, and whatever the work raises.
        """
        self._wait(caller)
        try:
            return work()
        finally:
            with self._changing:
                self._running -= 1
                self._call_next()

    def _wait(self, caller: str) -> None:
        request = _Waiting()
        with self._changing:
            self._make_room(caller)
            self._lines.setdefault(caller, deque()).append(request)
            self._waiting += 1
            self._call_next()
        request.called.wait(self.limits.wait)
        with self._changing:
            if not request.called.is_set():  # timed out
                self._leave(caller, request)
                self._tell(self._waiting, self._running)
        if not request.has_place:
            raise _busy()

    def _make_room(self, caller: str) -> None:
        """Refuse a request if too many wait: this caller's, unless another caller has two more waiting."""
        if self._running < self.limits.at_once or self._waiting < MAX_WAITING:
            return
        longest = max(self._lines, key=lambda each: len(self._lines[each]), default=caller)
        if len(self._lines.get(longest, ())) <= len(self._lines.get(caller, ())) + 1:
            raise _busy()
        last = self._lines[longest][-1]
        self._leave(longest, last)
        last.called.set()

    def _leave(self, caller: str, request: _Waiting) -> None:
        line = self._lines[caller]
        line.remove(request)
        if not line:
            del self._lines[caller]
        self._waiting -= 1

    def _call_next(self) -> None:
        """Give free places to the next callers in turn; a caller who had a turn goes to the end."""
        while self._lines and self._running < self.limits.at_once:
            caller = next(iter(self._lines))
            request = self._lines[caller][0]
            self._leave(caller, request)
            if caller in self._lines:
                self._lines[caller] = self._lines.pop(caller)
            self._running += 1
            request.has_place = True
            request.called.set()
        self._tell(self._waiting, self._running)


def _busy() -> Busy:
    return Busy("The server is at its limit. Try again after the time that the header Retry-After names.")

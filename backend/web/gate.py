"""How much is worked on at once: the rest waits in turn for a while, and is then sent away with a word."""

import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from backend.errors import Busy, TookTooLong

Result = TypeVar("Result")

MOST_WAITING = 24
"""Requests that may wait in one worker; each holds its body in memory, and a thread of the server.

Fewer than the threads of any server of ours: with all of them waiting here, nobody would be left to send the others
away with a word, and they would wait unheard.
"""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a gate lets through: `at_once` works side by side, `wait` and `work` seconds at most for each."""

    at_once: int
    wait: float
    work: float


class Gate:
    """Lets so many pieces of heavy work run side by side in this process.

    Work that takes longer than its limit cannot be stopped from outside; nobody waits for it any more, but it keeps
    its place until it ends, so that a server never does more at once than it was made for. Where all places are
    taken by such work, `stuck` is called, and should let another process take over.
    """

    def __init__(
        self,
        limits: Limits,
        stuck: Callable[[], None] = lambda: None,
        tell: Callable[[int, int], None] = lambda _waiting, _running: None,
    ) -> None:
        """Let through what `limits` say; `tell(waiting, running)` hears of every change."""
        self.limits = limits
        self._stuck = stuck
        self._tell = tell
        self._free = threading.BoundedSemaphore(limits.at_once)
        self._threads = ThreadPoolExecutor(limits.at_once, "work")
        self._counting = threading.Lock()
        self._waiting = self._running = 0
        self._overdue: set[Future[Any]] = set()

    @property
    def waiting(self) -> int:
        """How many requests wait for a place."""
        return self._waiting

    @property
    def running(self) -> int:
        """How many places are taken."""
        return self._running

    def run(self, work: Callable[[], Result]) -> Result:
        """Do the work as soon as a place is free; it sees the context of the request.

        Raises Busy when no place gets free in time, TookTooLong when the work does not end in time, and whatever
        the work raises.
        """
        self._wait()
        context = contextvars.copy_context()
        running = self._threads.submit(context.run, work)
        running.add_done_callback(self._leave)
        try:
            return running.result(self.limits.work)
        except TimeoutError:
            if running.done():
                return running.result()  # in the last moment, or with a TimeoutError of its own
            self._late(running)
            raise TookTooLong(
                f"the work took longer than {self.limits.work:g} seconds; send less at once, or ask for a higher "
                "UNSAID_TIME_LIMIT"
            ) from None

    def _wait(self) -> None:
        if self._waiting >= MOST_WAITING:
            raise _busy()
        self._count(waiting=1)
        found = self._free.acquire(timeout=self.limits.wait)
        self._count(waiting=-1, running=1 if found else 0)
        if not found:
            raise _busy()

    def _leave(self, done: Future[Result]) -> None:
        self._count(running=-1, done=done)
        self._free.release()

    def _late(self, running: Future[Result]) -> None:
        with self._counting:
            if running.done():
                return
            self._overdue.add(running)
            stuck = len(self._overdue) == self.limits.at_once
        if stuck:
            self._stuck()

    def _count(self, *, waiting: int = 0, running: int = 0, done: Future[Any] | None = None) -> None:
        with self._counting:
            self._waiting += waiting
            self._running += running
            if done is not None:
                self._overdue.discard(done)
            self._tell(self._waiting, self._running)


def _busy() -> Busy:
    return Busy("the server works on as much as it can; try again as the header Retry-After says")

"""Return free memory of a worker to the system from time to time.

Concurrent threads leave free blocks between those still in use, and the C library keeps them for later: a worker
would seem to grow for minutes, up to the peak of its busiest moment. Where the library can, the blocks are
returned.
"""

import ctypes
import time
from collections.abc import Callable

EVERY = 10.0
"""Seconds between two times; giving back 50 MB takes about 10 ms, and another 10 when it is needed again."""


class SpareMemory:
    """Returns the free memory of one worker."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, trim: Callable[[int], int] | None = None
    ) -> None:
        """Use `trim`; by default that of the C library, if it is glibc."""
        self._clock = clock
        self._trim = trim or getattr(ctypes.CDLL(None), "malloc_trim", None)
        self._next = clock() + EVERY
        self._answered = 0

    def give_back(self, answered: int) -> None:
        """Return free memory if it is time and requests were answered since; `answered` counts all of them."""
        now = self._clock()
        if self._trim is None or now < self._next or answered == self._answered:
            return
        self._trim(0)  # glibc, malloc_trim(3): 0 bytes are kept at the top of the heap
        self._next, self._answered = now + EVERY, answered

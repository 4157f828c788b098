"""Cut off connections of waitress that send or read slowly, or not at all.

Waitress reads and writes without threads, but it holds a thread as long as more than its watermark waits to be
taken, and it never closes a connection to which nothing can be written. So each request has to arrive in time, and
each response has to be taken in time, as under gunicorn; see `slow_clients`.
"""

import time
from collections.abc import Callable, MutableMapping
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.receiver import ChunkedReceiver
from waitress.server import BaseWSGIServer
from waitress.utilities import BadRequest

from backend.web.server.slow_clients import HURRY, Pace, drop, pace
from backend.web.server.small_chunks import LONGEST_LINE, is_too_much_around

OFTEN = 0.5
"""Seconds between two looks at the connections."""


_AT_ONCE = 1024
"""Bytes that waitress reads chunks from at once: it copies what is left of them for each chunk."""


class HeldChunks(ChunkedReceiver):  # type: ignore[misc]  # waitress has no types
    """The chunks of a body, in whose lines and trailer waitress itself looks for an end without limit."""

    error: Any = None
    arrived = 0

    def received(self, data: bytes) -> int:
        """Read the bytes that have arrived; the number of those that are used, which are all after an error."""
        read = 0
        while read < len(data) and not self.completed and not self.error:
            read += super().received(data[read : read + _AT_ONCE])
            if len(self.control_line) > LONGEST_LINE or len(self.trailer) > LONGEST_LINE:
                self.error = BadRequest("The line of a chunk is too long")
            elif is_too_much_around(self.arrived + read, len(self)):
                self.error = BadRequest("The body comes in too many small chunks. Send larger ones, or its length")
        self.arrived += read
        return len(data) if self.error else read  # nobody knows where another request would begin


class HeldParser(HTTPRequestParser):  # type: ignore[misc]
    """A parser of requests that holds chunks to a size."""

    body_rcv: Any = None

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the lines before the body."""
        super().parse_header(header_plus)
        if isinstance(self.body_rcv, ChunkedReceiver):
            self.body_rcv = HeldChunks(self.body_rcv.getbuf())


class WatchedChannel(HTTPChannel):  # type: ignore[misc]
    """A connection that counts how much of a request has come, and how much of a response was taken."""

    parser_class = HeldParser

    arrives_since: float | None = None
    """When the request began that has not arrived yet."""
    arrived: int = 0
    leaves_since: float | None = None
    """When a look at it first found something to be taken."""
    taken: int = 0

    def received(self, data: bytes) -> Any:
        """Read the bytes that have arrived of one or several requests."""
        before = self.request
        done = super().received(data)
        if self.request is None:
            self.arrives_since = None
        elif self.request is before:
            self.arrived += len(data)
        else:
            self.arrives_since, self.arrived = time.monotonic(), len(data)
        return done

    def send(self, data: bytes, do_close: bool = True) -> int:  # noqa: FBT001, FBT002 - as waitress calls it
        """Send what the system accepts now."""
        sent: int = super().send(data, do_close=do_close)
        self.taken += sent
        return sent

    def is_overdue(self, now: float, granted: Pace) -> bool:
        """Whether its request should have arrived by `now`, or its response should have been taken."""
        if not self.total_outbufs_len:
            self.leaves_since, self.taken = None, 0
        elif self.leaves_since is None:
            self.leaves_since = now
        if self.requests and self.arrives_since is not None:
            self.arrives_since = now  # nothing is read of the next request while this one is worked on
        periods = ((self.leaves_since, self.taken), (self.arrives_since, self.arrived))
        return any(since is not None and granted.is_exceeded(now - since, size) for since, size in periods)

    @property
    def holds_thread(self) -> bool:
        """Whether a thread waits until more of the response is taken."""
        return bool(self.total_outbufs_len > self.adj.outbuf_high_watermark)

    @property
    def is_idle(self) -> bool:
        """Whether it is open and nothing is asked or answered."""
        return not self.requests and self.request is None and not self.total_outbufs_len


class Watch:
    """Looks at all connections, from the loop that reads and writes them.

    The loop asks everything in its map whether it can be read; that is when this looks.
    """

    accepting = False

    def __init__(
        self,
        channels: MutableMapping[int, Any],
        most: int,
        clock: Callable[[], float],
        lacks_threads: Callable[[], bool],
    ) -> None:
        """Watch the connections among `channels`, of which there are at most so many.

        `lacks_threads` tells whether a request waits for a thread.
        """
        self._channels = channels
        self._most = most
        self._clock = clock
        self._lacks_threads = lacks_threads
        self._next = 0.0

    def readable(self) -> bool:
        """Close overdue connections; there is nothing to read."""
        now = self._clock()
        if now >= self._next:
            self._next = now + OFTEN
            self.cut_overdue(now)
        return False

    def writable(self) -> bool:
        """There is nothing to be written."""
        return False

    def close(self) -> None:
        """There is nothing to be closed."""

    def cut_overdue(self, now: float) -> int:
        """Cut off overdue connections, and idle ones where most places are taken; return how many."""
        channels = [each for each in self._channels.values() if isinstance(each, WatchedChannel)]
        is_crowded = 4 * len(channels) > 3 * self._most
        granted = pace(len(channels), self._most)
        of_threads = pace(1, 1) if self._lacks_threads() else granted
        idle_since = time.time() - HURRY  # as waitress counts
        overdue = [
            each
            for each in channels
            if each.is_overdue(now, of_threads if each.holds_thread else granted)
            or (is_crowded and each.is_idle and each.last_activity < idle_since)
        ]
        for each in overdue:
            drop(each.socket)
            each.will_close = True  # so that the loop closes it, also where the system reports nothing to read
        return len(overdue)


def watch(channels: MutableMapping[int, Any], most: int, clock: Callable[[], float] = time.monotonic) -> Watch:
    """Watch the connections of the servers in a map of waitress's loop."""
    servers = [each for each in channels.values() if isinstance(each, BaseWSGIServer)]
    for each in servers:
        each.channel_class = WatchedChannel
    dispatchers = [each.task_dispatcher for each in servers]

    def lacks_threads() -> bool:
        return any(each.queue and each.active_count >= len(each.threads) for each in dispatchers)

    channels[_NO_FILE] = made = Watch(channels, most, clock, lacks_threads)
    return made


_NO_FILE = -1

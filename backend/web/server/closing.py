"""Close connections gracefully without waiting for anybody.

A connection that is closed while bytes of its client are unread is reset, and the client may lose the end of the
response (RFC 9112, 9.6). So only our side is closed at first. The rest is closed when the client has closed its
side, or after a while: in the loop that serves everybody, which may not wait.
"""

import socket
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

LINGER = 2.0
"""Seconds that a client has to close its side."""

OFTEN = 0.2
"""Seconds between two looks at them."""

MAX = 200
"""Connections that are half closed at one time; the oldest is closed for one more."""

_UNREAD = 64 * 1024
"""Bytes that are read of a closing connection at most, each time that it is looked at."""


class ClosingConnections:
    """The half-closed connections of one worker, used by its main thread alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: deque[tuple[float, socket.socket]] = deque()
        self._next = 0.0

    def add(self, connection: socket.socket) -> None:
        """Close our side of a connection, and the rest later."""
        try:
            connection.settimeout(0)
            connection.shutdown(socket.SHUT_WR)
        except OSError:  # the client has closed it, or TLS has
            _close(connection)
            return
        self._open.append((self._clock() + LINGER, connection))
        if len(self._open) > MAX:
            _close(self._open.popleft()[1])

    def close_overdue(self) -> None:
        """Close the connections that their clients have closed, or should have."""
        now = self._clock()
        if now < self._next:
            return
        self._next = now + OFTEN
        looked_at, self._open = self._open, deque()
        for until, connection in looked_at:
            if now < until and not _has_ended(connection):
                self._open.append((until, connection))
            else:
                _close(connection)


def _has_ended(connection: socket.socket) -> bool:
    """Whether the client has closed its side; what it has sent before is dropped."""
    try:
        return not connection.recv(_UNREAD)
    except BlockingIOError:
        return False
    except OSError:
        return True


def _close(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.close()

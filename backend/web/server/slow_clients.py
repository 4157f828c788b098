"""Time out connections that send slowly or not at all, so that they do not block threads.

gunicorn gives each connection a thread and waits for its bytes without limit. Here each request has to arrive in
time, headers and body. A request that does not is cut off, and sooner while many others are being waited for.
"""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

PATIENCE = 10.0
"""Seconds that a request may take to arrive, beside the time that its bytes are granted."""

HURRY = 2.0
"""The same where most threads are waiting for bytes."""

SLOWEST = 20_000
"""Bytes in a second at which a body must arrive on average."""

_STEP = 64 * 1024


class Body(Protocol):
    """A body that is read from a connection."""

    def read(self, size: int | None = None) -> bytes:
        """Read at most so many bytes, or all; fewer only at the end."""


@dataclass
class Arrival:
    """A request that is arriving: its start, how much of its body has come, and how to cut it off."""

    cut: Callable[[], None]
    since: float
    received: int = 0
    done: bool = False

    def overdue(self, now: float, patience: float) -> bool:
        """Whether it should have arrived by `now`."""
        return not self.done and now > self.since + patience + self.received / SLOWEST


@dataclass
class Arrivals:
    """All arriving requests of one worker with so many threads."""

    threads: int
    clock: Callable[[], float] = time.monotonic
    _coming: dict[int, Arrival] = field(default_factory=dict)
    _changing: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def expect(self, connection: socket.socket) -> Iterator[Arrival]:
        """Watch a connection until its request has arrived, or the block ends."""
        # TLS takes over the descriptor and closes the socket known here, so keep a second one.
        twin = socket.socket(fileno=socket.dup(connection.fileno()))
        arrival = Arrival(lambda: _cut(twin), self.clock())
        with self._changing:
            self._coming[id(arrival)] = arrival
        try:
            yield arrival
        finally:
            with self._changing:
                del self._coming[id(arrival)]
            twin.close()

    def cut_overdue(self) -> int:
        """Cut off overdue requests; return how many."""
        now = self.clock()
        with self._changing:
            coming = [arrival for arrival in self._coming.values() if not arrival.done]
            patience = HURRY if 4 * len(coming) > 3 * self.threads else PATIENCE
            overdue = [arrival for arrival in coming if arrival.overdue(now, patience)]
            for arrival in overdue:
                arrival.cut()
        return len(overdue)


class ArrivingBody:
    """A body that reports to its arrival how much has come."""

    def __init__(self, body: Body, length: int | None, arrival: Arrival) -> None:
        """Watch `body`, of `length` bytes if the request declares it."""
        self._body = body
        self._length = length
        self._arrival = arrival

    def read(self, size: int | None = None) -> bytes:
        """See Body."""
        wanted = None if size is None or size < 0 else size
        pieces: list[bytes] = []
        while wanted is None or wanted > 0:
            piece = self._body.read(_STEP if wanted is None else min(wanted, _STEP))
            self._came(piece)
            if not piece:
                break
            pieces.append(piece)
            wanted = None if wanted is None else wanted - len(piece)
        return b"".join(pieces)

    def readline(self, size: int | None = None) -> bytes:
        """One line, as from a file."""
        line: bytes = self._body.readline(size)  # type: ignore[attr-defined]
        self._came(line)
        return line

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.readline, b"")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._body, name)

    def _came(self, piece: bytes) -> None:
        self._arrival.received += len(piece)
        if not piece or self._arrival.received == self._length:
            self._arrival.done = True


def _cut(connection: socket.socket) -> None:
    """Shut down reading on a connection; a response can still be written."""
    with suppress(OSError):  # the client may have closed it
        connection.shutdown(socket.SHUT_RD)

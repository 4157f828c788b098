"""Time out connections that send or read slowly or not at all, so that they do not block threads.

gunicorn gives each connection a thread and waits for its bytes without limit. Here each request has to arrive in
time, headers and body, and each response has to be taken in time. One that is not is cut off, and sooner while many
others are being waited for: then whoever wants to keep the threads needs many new connections and much bandwidth.
"""

import socket
import struct
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

LAST_THREAD = 0.5
"""The same where all of them are, so that everyone else waits for one of these threads."""

SLOWEST = 20_000
"""Bytes in a second at which a body must arrive, and a response must be taken, on average."""

HURRIED = 200_000
"""The same where most threads are waiting for bytes. Otherwise one account with 64 uploads could keep every thread,
and so stop a worker, for as long as it sends two megabytes in a second."""

_STEP = 64 * 1024


@dataclass(frozen=True, slots=True)
class Pace:
    """What a connection is granted: seconds of patience, and so many bytes in a second after that."""

    patience: float
    slowest: int

    def is_exceeded(self, seconds: float, size: int) -> bool:
        """Whether so many bytes have taken too long.

        >>> Pace(10.0, 20_000).is_exceeded(12.0, 40_000), Pace(10.0, 20_000).is_exceeded(12.1, 40_000)
        (False, True)
        """
        return seconds > self.patience + size / self.slowest


def pace(waited_for: int, places: int) -> Pace:
    """What connections are granted where so many of these places are taken.

    Places that are taken by work are none of them: work ends by itself, and nobody else gets a thread meanwhile.
    """
    if waited_for >= places:
        return Pace(LAST_THREAD, HURRIED)
    return Pace(HURRY, HURRIED) if 4 * waited_for > 3 * places else Pace(PATIENCE, SLOWEST)


class Body(Protocol):
    """A body that is read from a connection."""

    def read(self, size: int | None = None) -> bytes:
        """Read at most so many bytes, or all; fewer only at the end."""


@dataclass
class Arrival:
    """A request that is arriving: its start, how much of its body has come, and how to cut it off.

    `drop` shuts down its connection, so that no response leaves by it either.
    """

    cut: Callable[[], None]
    since: float
    received: int = 0
    done: bool = False
    drop: Callable[[], None] = lambda: None

    def overdue(self, now: float, granted: Pace) -> bool:
        """Whether it should have arrived by `now`."""
        return not self.done and granted.is_exceeded(now - self.since, self.received)


@dataclass
class Departure:
    """A response that is being sent: how much of it was taken, and how long its reader was waited for."""

    cut: Callable[[], None]
    clock: Callable[[], float]
    taken: int = 0
    waited: float = 0.0
    since: float | None = None
    """When the piece began to leave that is leaving now; None while the response is worked on."""

    def send(self, piece: memoryview, send: Callable[[memoryview], None]) -> None:
        """Send a piece, and count how long that takes."""
        self.since = began = self.clock()
        try:
            send(piece)
        finally:
            self.since = None
            self.waited += self.clock() - began
        self.taken += len(piece)

    def overdue(self, now: float, granted: Pace) -> bool:
        """Whether it should have been taken by `now`; work between its pieces does not count."""
        since = self.since
        return since is not None and granted.is_exceeded(self.waited + now - since, self.taken)


@dataclass
class Arrivals:
    """All arriving requests, and all responses on their way, of one worker with so many threads."""

    threads: int
    clock: Callable[[], float] = time.monotonic
    _coming: dict[int, Arrival] = field(default_factory=dict)
    _leaving: dict[int, Departure] = field(default_factory=dict)
    _changing: threading.Lock = field(default_factory=threading.Lock)

    @property
    def look_again(self) -> float:
        """The seconds after which to look at them again."""
        return LAST_THREAD / 2 if 4 * len(self._coming) > 3 * self.threads else 1.0

    @contextmanager
    def expect(self, connection: socket.socket) -> Iterator[Arrival]:
        """Watch a connection until its request has arrived, or the block ends."""
        # TLS takes over the descriptor and closes the socket known here, so keep a second one.
        twin = socket.socket(fileno=socket.dup(connection.fileno()))
        arrival = Arrival(lambda: _cut(twin), self.clock(), drop=lambda: drop(twin))
        with self._changing:
            self._coming[id(arrival)] = arrival
        try:
            yield arrival
        finally:
            with self._changing:
                del self._coming[id(arrival)]
            twin.close()

    @contextmanager
    def answer(self, arrival: Arrival, connection: socket.socket) -> Iterator["WatchedSocket"]:
        """Watch the response to a request that has arrived, until the block ends."""
        departure = Departure(arrival.drop, self.clock)
        with self._changing:
            self._leaving[id(departure)] = departure
        try:
            yield WatchedSocket(connection, departure)
        finally:
            with self._changing:
                del self._leaving[id(departure)]

    def cut_overdue(self) -> int:
        """Cut off overdue requests and responses; return how many."""
        now = self.clock()
        with self._changing:
            waited_for: list[Arrival | Departure] = [
                *(arrival for arrival in self._coming.values() if not arrival.done),
                *(departure for departure in self._leaving.values() if departure.since is not None),
            ]
            working = max(0, len(self._coming) - len(waited_for))
            granted = pace(len(waited_for), self.threads - working)
            overdue = [each for each in waited_for if each.overdue(now, granted)]
            for each in overdue:
                each.cut()
        return len(overdue)


class WatchedSocket:
    """A socket that reports to a departure what it sends; everything else is the socket's own."""

    def __init__(self, connection: socket.socket, departure: Departure) -> None:
        self._connection = connection
        self._departure = departure

    def sendall(self, content: bytes) -> None:
        """Send everything, in pieces, to distinguish a slow reader from one that reads nothing."""
        view = memoryview(content)
        for start in range(0, len(view), _STEP):
            self._departure.send(view[start : start + _STEP], self._connection.sendall)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


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


def drop(connection: socket.socket) -> None:
    """Shut down a connection, and discard what the client has not received."""
    with suppress(OSError):  # the client may have closed it
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.shutdown(socket.SHUT_RDWR)


def _cut(connection: socket.socket) -> None:
    """Shut down reading on a connection; a response can still be written."""
    with suppress(OSError):  # the client may have closed it
        connection.shutdown(socket.SHUT_RD)

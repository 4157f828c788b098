"""Slow and silent connections under waitress: the loop is turned by the test, and the clock by hand."""

import socket
import sys
import time
from contextlib import closing, contextmanager

import pytest
from waitress import wasyncore
from waitress.server import create_server

from backend.web.server.slow_clients import HURRY, LAST_THREAD, PATIENCE, SLOWEST
from backend.web.server.waitress_channels import OFTEN, WatchedChannel, watch

LARGE = 20_000_000
"""More than the watermark of waitress, beyond which a thread waits until it is taken."""


class Turned:
    """A server with one thread, of which the test turns loop and clock."""

    def __init__(self, most=500):
        self.channels, self.now = {}, 1000.0
        self.server = create_server(
            _application,
            self.channels,
            listen="127.0.0.1:0",
            threads=1,
            outbuf_overflow=sys.maxsize,
            asyncore_loop_timeout=0.01,
        )
        self.watched = watch(self.channels, most, lambda: self.now)

    def until(self, condition):
        end = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < end, "it never came true"
            wasyncore.loop(0.01, map=self.channels, count=1)

    def connect(self, sent=b"", room=4096):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        client.connect(("127.0.0.1", int(self.server.effective_port)))
        client.settimeout(0)
        client.sendall(sent)
        return client

    def open_now(self):
        return [each for each in self.channels.values() if isinstance(each, WatchedChannel)]


def _application(environ, begin):
    begin("200 OK", [("Content-Type", "text/plain")])
    large = environ["PATH_INFO"] == "/large"
    return iter([bytes(LARGE), b"end"] if large else [b"small"])


@contextmanager
def turned(**more):
    made = Turned(**more)
    try:
        yield made
    finally:
        wasyncore.close_all(made.channels)
        made.server.task_dispatcher.shutdown()


def _ended(client):
    try:
        return client.recv(100) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def asked(path):
    return f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode()


def test_who_takes_no_response_gives_the_thread_back_to_others():
    with turned() as server, closing(server.connect(asked("/large"))):
        server.until(lambda: any(each.total_outbufs_len > LARGE / 2 for each in server.open_now()))
        (slow,) = server.open_now()
        with closing(server.connect(asked("/small"))) as other:
            server.now += OFTEN
            server.until(
                lambda: len(server.open_now()) == 2 and any(each.leaves_since for each in server.open_now())
            )
            server.now += 1 + PATIENCE + LARGE / SLOWEST
            got = bytearray()

            def answered():
                try:
                    got.extend(other.recv(1000))
                except BlockingIOError:
                    return False
                return b"small" in got

            server.until(answered)

            def the_slow_one_is_closed():
                server.now += OFTEN  # it looks again, as it does while time passes
                return slow not in server.open_now()

            server.until(the_slow_one_is_closed)


def test_who_takes_it_slowly_gives_the_thread_back_if_another_request_waits_for_one():
    with turned() as server, closing(server.connect(asked("/large"))):
        server.until(lambda: any(each.holds_thread for each in server.open_now()))
        server.watched.cut_overdue(server.now)
        server.now += PATIENCE
        assert server.watched.cut_overdue(server.now) == 0
        with closing(server.connect(asked("/small"))):
            server.until(lambda: server.server.task_dispatcher.queue)
            (slow,) = (each for each in server.open_now() if each.holds_thread)
            slow.leaves_since, slow.taken = server.now, 0
            server.now += LAST_THREAD
            assert server.watched.cut_overdue(server.now) == 0
            server.now += 0.1
            assert server.watched.cut_overdue(server.now) == 1


def test_who_takes_it_at_the_least_speed_gets_all_of_it():
    with turned() as server, closing(server.connect(asked("/large"), 4_000_000)) as client:
        got, began = 0, server.now

        def taken():
            nonlocal got
            try:
                got += len(client.recv(1_000_000))
            except BlockingIOError:
                return False
            # A send counts when it returns, which may be after the client has read its bytes.
            counted = max((each.taken for each in server.open_now()), default=0)
            server.now = max(server.now, began + min(got, counted) / SLOWEST)
            return got > LARGE

        server.until(taken)


@pytest.mark.parametrize("sent", [b"G", b"GET / HT", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab"])
def test_a_request_that_does_not_arrive_is_cut_off(sent):
    with turned() as server, closing(server.connect(sent)) as client:
        server.until(lambda: any(each.arrives_since for each in server.open_now()))
        (channel,) = server.open_now()
        channel.arrives_since = server.now
        server.now += PATIENCE
        assert server.watched.cut_overdue(server.now) == 0
        server.now += max(0.1, OFTEN)
        server.until(lambda: _ended(client))


def test_idle_connections_are_cut_off_where_most_places_are_taken():
    with turned(most=4) as server:
        clients = [server.connect() for _ in range(4)]
        server.until(lambda: len(server.open_now()) == 4)
        server.now += OFTEN
        assert server.watched.cut_overdue(server.now) == 0
        for each in server.open_now()[:3]:
            each.last_activity -= HURRY + 1
        assert server.watched.cut_overdue(server.now) == 3
        clients.pop().close()
        for each in clients:
            each.close()

"""A request arrives in time or is cut off; the clock is turned by hand."""

import io
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.web.server.slow_clients import HURRY, PATIENCE, SLOWEST, Arrival, Arrivals, ArrivingBody


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def pair():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def _arrival():
    return Arrival(lambda: None, 0.0)


def test_headers_that_do_not_come_are_cut_off_and_the_answer_can_still_be_sent(clock, pair):
    ours, theirs = pair
    arrivals = Arrivals(threads=64, clock=clock)
    with arrivals.expect(ours):
        theirs.sendall(b"GET / HT")
        clock.now += PATIENCE
        assert arrivals.cut_overdue() == 0
        clock.now += 0.1
        assert arrivals.cut_overdue() == 1
        assert (ours.recv(100), ours.recv(100)) == (b"GET / HT", b"")
        ours.sendall(b"late")
        assert theirs.recv(100) == b"late"


def test_a_body_has_the_time_that_its_bytes_are_granted(clock, pair):
    arrivals = Arrivals(threads=64, clock=clock)
    with arrivals.expect(pair[0]) as arrival:
        arrival.received = 3 * SLOWEST
        clock.now += PATIENCE + 3
        assert arrivals.cut_overdue() == 0
        clock.now += 0.1
        assert arrivals.cut_overdue() == 1


def test_what_has_arrived_may_be_worked_on_as_long_as_it_takes(clock, pair):
    arrivals = Arrivals(threads=64, clock=clock)
    with arrivals.expect(pair[0]) as arrival:
        arrival.done = True
        clock.now += 1000 * PATIENCE
        assert arrivals.cut_overdue() == 0


def test_where_most_threads_wait_for_bytes_less_time_is_granted(clock):
    """Three of four threads are not yet most of them; four of four are."""
    pairs = [socket.socketpair() for _ in range(4)]
    try:
        arrivals = Arrivals(threads=4, clock=clock)
        from contextlib import ExitStack

        with ExitStack() as coming:
            for ours, _ in pairs[:3]:
                coming.enter_context(arrivals.expect(ours))
            clock.now += HURRY + 0.1
            assert arrivals.cut_overdue() == 0
            coming.enter_context(arrivals.expect(pairs[3][0]))
            assert arrivals.cut_overdue() == 3
    finally:
        for each in pairs:
            for end in each:
                end.close()


def test_nothing_is_watched_once_it_was_answered(clock, pair):
    arrivals = Arrivals(threads=64, clock=clock)
    with arrivals.expect(pair[0]):
        pass
    clock.now += 1000 * PATIENCE
    assert arrivals.cut_overdue() == 0


@given(
    st.binary(max_size=300_000), st.lists(st.one_of(st.none(), st.integers(-1, 200_000)), max_size=5), st.booleans()
)
def test_a_watched_body_reads_as_the_one_it_is_made_of(content, sizes, says_its_length):
    arrival = _arrival()
    watched = ArrivingBody(io.BytesIO(content), len(content) if says_its_length else None, arrival)
    plain = io.BytesIO(content)
    for size in [*sizes, None]:
        assert watched.read(size) == plain.read(size)
    assert arrival.received == len(content)
    assert arrival.done or (says_its_length and not content)


def test_a_body_of_known_length_has_arrived_with_its_last_byte():
    arrival = _arrival()
    body = ArrivingBody(io.BytesIO(b"abcdef"), 6, arrival)
    body.read(5)
    assert not arrival.done
    body.read(1)
    assert arrival.done


def test_lines_count_too():
    arrival = _arrival()
    assert list(ArrivingBody(io.BytesIO(b"a\nbc\nd"), None, arrival)) == [b"a\n", b"bc\n", b"d"]
    assert (arrival.received, arrival.done) == (6, True)

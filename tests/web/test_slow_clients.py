"""A request arrives in time or is cut off; the clock is turned by hand."""

import io
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.web.server.closing import LINGER, MAX, OFTEN, ClosingConnections
from backend.web.server.slow_clients import (
    HURRIED,
    HURRY,
    LAST_THREAD,
    PATIENCE,
    SLOWEST,
    Arrival,
    Arrivals,
    ArrivingBody,
)


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


@pytest.mark.parametrize(
    ("waited_for", "patience", "slowest"),
    [(48, PATIENCE, SLOWEST), (49, HURRY, HURRIED), (63, HURRY, HURRIED), (64, LAST_THREAD, HURRIED)],
)
def test_uploads_that_are_just_fast_enough_keep_no_thread_where_few_are_left(clock, waited_for, patience, slowest):
    """64 uploads of one account, of 50 kB a second each, kept all threads of a worker for ten minutes."""
    arrivals = Arrivals(threads=64, clock=clock)
    ours, theirs = socket.socketpair()
    with ours, theirs, ExitStack() as coming:
        uploads = [coming.enter_context(arrivals.expect(ours)) for _ in range(waited_for)]
        for upload in uploads[1:]:
            upload.received = 600_000
        clock.now += patience
        assert arrivals.cut_overdue() == 0
        clock.now += 600_000 / slowest
        assert arrivals.cut_overdue() == 1, "the one that sends nothing"
        clock.now += 0.1
        assert arrivals.cut_overdue() == waited_for
        assert (arrivals.look_again < 1) == (waited_for > 48)


@given(st.integers(2, 64), st.data())
def test_slow_clients_may_keep_no_more_of_the_threads_that_do_not_work(threads, data):
    """26 analyses and 40 uploads of one account, of 26 kB a second each, kept all 64 threads."""
    working = data.draw(st.integers(0, threads - 1))
    waiting = data.draw(st.integers(1, threads - working))
    clock = Clock()
    arrivals, (ours, theirs) = Arrivals(threads, clock), socket.socketpair()
    with ours, theirs, ExitStack() as coming:
        for number in range(working + waiting):
            coming.enter_context(arrivals.expect(ours)).done = number < working
        clock.now += LAST_THREAD + 0.1
        assert arrivals.cut_overdue() == (waiting if working + waiting == threads else 0)
        clock.now += HURRY - LAST_THREAD
        assert arrivals.cut_overdue() == (waiting if 4 * waiting > 3 * (threads - working) else 0)


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


def _until(condition):
    """Look again and again, for as long as it takes; the test's own limit ends what never comes."""
    while not condition():
        pass


def test_a_response_that_nobody_takes_is_cut_off(clock, pair):
    arrivals, content = Arrivals(threads=64, clock=clock), bytes(5_000_000)
    with (
        ThreadPoolExecutor(1) as pool,
        arrivals.expect(pair[0]) as arrival,
        arrivals.answer(arrival, pair[0]) as watched,
    ):
        arrival.done = True
        sent = pool.submit(watched.sendall, content)
        (departure,) = arrivals._leaving.values()
        _until(lambda: departure.since is not None)
        assert arrivals.cut_overdue() == 0
        clock.now += PATIENCE + len(content) / SLOWEST
        _until(arrivals.cut_overdue)
        with pytest.raises(OSError, match=r"."):
            sent.result()
    assert arrivals._leaving == {}


def test_a_response_has_the_time_that_its_bytes_are_granted_and_no_work_counts(clock, pair):
    arrivals, seen = Arrivals(threads=64, clock=clock), []

    def slowly(piece):
        clock.now += PATIENCE
        seen.append(arrivals.cut_overdue())

    with arrivals.expect(pair[0]) as arrival, arrivals.answer(arrival, pair[0]):
        arrival.done = True
        (departure,) = arrivals._leaving.values()
        departure.send(memoryview(bytes(int(PATIENCE) * SLOWEST)), slowly)
        clock.now += 1000 * PATIENCE  # worked on the next piece
        assert arrivals.cut_overdue() == 0
        departure.send(memoryview(b"a"), slowly)  # 20 seconds for 10, and 10 more for the bytes before
        clock.now += 1000 * PATIENCE
        departure.send(memoryview(b"b"), slowly)
    assert seen == [0, 0, 1]


def test_what_is_watched_arrives_as_it_was_sent(clock, pair):
    ours, theirs = pair
    content = bytes(range(256)) * 1000
    arrivals = Arrivals(threads=64, clock=clock)
    with arrivals.expect(ours) as arrival, arrivals.answer(arrival, ours) as watched, ThreadPoolExecutor(1) as pool:
        sent = pool.submit(watched.sendall, content)
        with theirs.makefile("rb") as read:
            assert read.read(len(content)) == content
        sent.result()
        assert watched.fileno() == ours.fileno()


def _closing(clock, number):
    closing, pairs = ClosingConnections(clock), [socket.socketpair() for _ in range(number)]
    for ours, _ in pairs:
        closing.add(ours)
    return closing, pairs


def test_a_closing_connection_is_open_until_its_client_closes_it(clock):
    closing, [(ours, theirs), (other, silent)] = _closing(clock, 2)
    assert (theirs.recv(1), silent.recv(1)) == (b"", b"")  # our side is closed
    theirs.sendall(b"still sending")
    closing.close_overdue()
    assert ours.fileno() >= 0
    theirs.close()
    clock.now += OFTEN
    closing.close_overdue()
    assert (ours.fileno(), other.fileno() >= 0) == (-1, True)
    silent.close()
    other.close()


def test_a_closing_connection_is_not_waited_for_without_end(clock):
    closing, [(ours, theirs)] = _closing(clock, 1)
    clock.now += LINGER
    closing.close_overdue()
    assert ours.fileno() == -1
    theirs.close()


def test_the_oldest_of_too_many_closing_connections_is_closed(clock):
    _, pairs = _closing(clock, MAX + 1)
    assert [ours.fileno() >= 0 for ours, _ in pairs] == [False] + [True] * MAX
    for each in pairs:
        for end in each:
            end.close()


def test_what_is_closed_already_may_be_closed_again(clock):
    ours, theirs = socket.socketpair()
    theirs.close()
    ours.close()
    ClosingConnections(clock).add(ours)

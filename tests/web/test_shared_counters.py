"""Counters that all workers share; otherwise they act like the memory storage of `limits`."""

import multiprocessing
import sys
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, SlidingWindowCounterRateLimiter

from backend.web.auth import shared_counters
from backend.web.auth.shared_counters import SharedCounts

HOUR = 3600


@pytest.fixture
def counts():
    return SharedCounts()


def _count(counts, times):
    for _ in range(times):
        counts.incr("Zyrq", HOUR)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is forked on Windows")
def test_counts_are_shared_between_processes(counts):
    counts.incr("Zyrq", HOUR)
    workers = [multiprocessing.get_context("fork").Process(target=_count, args=(counts, 5)) for _ in range(2)]
    for worker in workers:  # one after the other, so that the sum is exact
        worker.start()
        worker.join()
    assert counts.get("Zyrq") == 11


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(1, 9)), max_size=40))
def test_each_key_has_a_count_of_its_own(added):
    counts, expected = SharedCounts(), Counter()
    for key, amount in added:
        expected[key] += amount
        assert counts.incr(key, HOUR, amount) == expected[key]
    assert {key: counts.get(key) for key in "abcdefg"} == {key: expected[key] for key in "abcdefg"}


def test_counting_begins_again_once_it_has_ended(counts, monkeypatch):
    now = time.time()
    counts.incr("a", 60)
    assert now + 59.9 <= counts.get_expiry("a") <= now + 62
    monkeypatch.setattr(time, "time", lambda: now + 30)
    assert counts.incr("a", 60) == 2
    monkeypatch.setattr(time, "time", lambda: now + 62)
    assert (counts.get("a"), counts.get_expiry("a")) == (0, now + 62)
    assert counts.incr("a", 60) == 1


@pytest.mark.parametrize("strategy", [FixedWindowRateLimiter, SlidingWindowCounterRateLimiter])
@settings(deadline=None)
@given(st.lists(st.integers(0, 40), min_size=1, max_size=30))
def test_shared_counters_decide_as_the_memory_storage(strategy, waits):
    item, start = parse("5 per minute"), 1_800_000_000.37  # no window ends on a whole second
    with pytest.MonkeyPatch.context() as clock:
        clock.setattr(time, "time", lambda: start)
        ours, theirs = SharedCounts(), MemoryStorage()
        for wait in waits:
            start += wait
            assert strategy(ours).test(item, "a") == strategy(theirs).test(item, "a")
            assert strategy(ours).hit(item, "a") == strategy(theirs).hit(item, "a")
            said, expected = (strategy(each).get_window_stats(item, "a") for each in (ours, theirs))
            assert said.remaining == expected.remaining
            assert said.reset_time == pytest.approx(expected.reset_time, rel=0, abs=0.002)


def test_where_all_slots_are_taken_the_last_to_come_is_still_counted(counts, monkeypatch):
    monkeypatch.setattr(shared_counters, "SLOTS", 16)
    for number in range(100):
        for expected in (1, 2, 3):
            assert counts.incr(f"192.0.2.{number}", HOUR + number) == expected
    assert sum(counts.get(f"192.0.2.{number}") > 0 for number in range(100)) <= 16


def test_a_count_that_has_ended_makes_room_before_one_that_has_not(counts, monkeypatch):
    monkeypatch.setattr(shared_counters, "SLOTS", 8)
    for number in range(8):
        counts.incr(f"old {number}", 60 if number == 3 else HOUR)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 70)
    counts.incr("new", HOUR)
    assert [counts.get(f"old {number}") for number in range(8)] == [1, 1, 1, 0, 1, 1, 1, 1]


def test_counted_callers_cannot_be_identified(counts):
    counts.incr("192.0.2.77", HOUR)
    assert b"192.0.2.77" not in bytes(counts._words)
    again = SharedCounts()
    again.incr("192.0.2.77", HOUR)
    assert _fingerprints(counts).isdisjoint(_fingerprints(again))


def _fingerprints(counts):
    return {word for word in counts._words[::2] if word}


def test_cleared_counts_are_forgotten(counts):
    limit, item = SlidingWindowCounterRateLimiter(counts), parse("1 per hour")
    assert [limit.hit(item, "a"), limit.hit(item, "a")] == [True, False]
    limit.clear(item, "a")
    assert limit.hit(item, "a")
    counts.incr("b", HOUR)
    counts.reset()
    assert (counts.get("b"), limit.test(item, "a")) == (0, True)

"""Admission: a limited number of documents at once, a limited wait, and no lost request."""

import importlib
import queue
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from backend.errors import Busy, ImpossibleK
from backend.settings import ServiceSettings
from backend.web import admission as gate_module
from backend.web.admission import Gate, Limits
from backend.web.server import waitress_server
from backend.web.server.listen import Listen

LONG = 60.0
"""Seconds that no test waits."""


@pytest.fixture
def release():
    """Lets held work go on; at the end in any case, so that no thread is left."""
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
def callers():
    with ThreadPoolExecutor(20) as threads:
        yield threads


def test_no_more_requests_run_at_once_than_there_are_places(callers):
    gate = Gate(Limits(3, LONG))
    side_by_side = []
    together = threading.Barrier(3)

    def work():
        together.wait(LONG)  # passes only if three are in at once
        side_by_side.append(gate.running)
        together.wait(LONG)

    for done in [callers.submit(gate.run, work) for _ in range(12)]:
        done.result(LONG)
    assert len(side_by_side) == 12
    assert max(side_by_side) == 3
    assert (gate.running, gate.waiting) == (0, 0)


def test_requests_that_wait_too_long_are_refused_and_the_others_finish(callers, release):
    gate = Gate(Limits(1, 0.0))
    begun = threading.Event()
    first = callers.submit(gate.run, lambda: (begun.set(), release.wait(LONG)))
    begun.wait(LONG)
    with pytest.raises(Busy):
        gate.run(lambda: None)
    release.set()
    assert first.result(LONG)[1]
    assert gate.run(lambda: "again") == "again"


class Watched(Gate):
    """A gate with one place, of which a test knows how many wait."""

    def __init__(self, callers, release):
        super().__init__(Limits(1, LONG), self._heard)
        self._numbers = queue.SimpleQueue()
        self._callers, self._release = callers, release
        self.served = []
        self.asks("holds the place", waiting=0)

    def _heard(self, waiting, _running):
        self._numbers.put(waiting)

    def asks(self, caller, *, waiting):
        """The caller sends a request; afterwards so many wait."""
        done = self._callers.submit(
            self.run, lambda: (self._release.wait(LONG), self.served.append(caller)), caller
        )
        while self._numbers.get(timeout=LONG) != waiting:
            pass
        return done


def test_more_than_may_wait_are_sent_away_at_once(callers, release, monkeypatch):
    monkeypatch.setattr(gate_module, "MAX_WAITING", 1)
    gate = Watched(callers, release)
    gate.asks("Ann", waiting=1)
    with pytest.raises(Busy):
        gate.run(lambda: None, "Ann")


def test_callers_take_turns(callers, release):
    gate = Watched(callers, release)
    done = [gate.asks("Ann", waiting=i) for i in (1, 2, 3)]
    done += [gate.asks("Bo", waiting=4), gate.asks("Cy", waiting=5), gate.asks("Bo", waiting=6)]
    release.set()
    for each in done:
        each.result(LONG)
    assert gate.served == ["holds the place", "Ann", "Bo", "Cy", "Ann", "Bo", "Ann"]


def test_if_too_many_wait_the_busiest_caller_loses_its_last_request(callers, release, monkeypatch):
    monkeypatch.setattr(gate_module, "MAX_WAITING", 3)
    gate = Watched(callers, release)
    of_ann = [gate.asks("Ann", waiting=i) for i in (1, 2, 3)]
    of_bo = gate.asks("Bo", waiting=3)
    with pytest.raises(Busy):
        of_ann[2].result(LONG)
    for caller in ("Ann", "Bo"):  # Ann has two, Bo one: to send one of hers away would turn that round
        with pytest.raises(Busy):
            gate.run(lambda: None, caller)
    release.set()
    for each in (*of_ann[:2], of_bo):
        each.result(LONG)
    assert gate.served == ["holds the place", "Ann", "Bo", "Ann"]
    assert (gate.running, gate.waiting) == (0, 0)


def test_expired_requests_leave_the_queue(callers, release):
    gate = Watched(callers, release)
    gate.limits = Limits(1, 0.0)
    with pytest.raises(Busy):
        gate.run(lambda: None, "Ann")
    assert gate.waiting == 0


@pytest.mark.parametrize("server", ["gunicorn_server", "waitress_server"])
def test_a_thread_is_always_left_to_send_others_away(server):
    threads = importlib.import_module(f"backend.web.server.{server}").THREADS
    assert threads > 2 * gate_module.MAX_WAITING + gate_module.ANSWERED_HERE.at_once + 8


@pytest.mark.skipif(sys.platform == "win32", reason="gunicorn does not run on Windows")
def test_more_documents_at_once_leave_as_many_threads():
    from backend.web.server import gunicorn_server

    listen, settings = Listen("127.0.0.1", 0, 1, 1, at_once=30), ServiceSettings(at_once=30)
    options = [gunicorn_server.options(listen, lambda: None), waitress_server.options(settings, listen)]
    assert [each["threads"] for each in options] == [94, 94]


def test_an_error_of_the_work_is_the_callers(callers):
    gate = Gate(Limits(1, LONG))
    for error in (ImpossibleK("too few clients"), TimeoutError("of its own")):

        def work(error=error):
            raise error

        with pytest.raises(type(error), match=str(error)):
            gate.run(work)
    assert gate.running == 0

"""Work that goes too far is ended, whatever it does, and whoever asked is told."""

import contextlib
import functools
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
import pytest

from backend.errors import (
    AnswerTooLarge,
    ImpossibleK,
    JobCancelled,
    TookTooLong,
    TookTooMuchMemory,
    WorkEnded,
    WorkFailed,
)
from backend.processes import fork_server
from backend.processes.ceilings import ANY_LENGTH, Ceiling
from backend.processes.child import ChildMessage
from backend.processes.fork_server import ChildPlan
from backend.processes.pool import Pool
from tests.processes import child_tasks

SHORT = Ceiling(seconds=0.5)
SMALL = Ceiling(memory=200 * 1024 * 1024)
PATIENCE = 60
_NO_ERROR = pickle.dumps((ChildMessage.FAILED, "no error"))

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are looked at as Linux tells of them")


def eventually(condition):
    end = time.monotonic() + PATIENCE
    while not (held := condition()):
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)
    return held


@pytest.fixture(params=["fork", "spawn"])
def pool(request):
    pool = Pool(ChildPlan(child_tasks.prepare, child_tasks.make), 2, spawn=request.param == "spawn")
    pool.begin()
    yield pool
    pool.close()


@pytest.fixture
def forked():
    pool = Pool(ChildPlan(child_tasks.prepare, child_tasks.make), 2)
    pool.begin()
    yield pool
    pool.close()


@pytest.fixture
def spawned():
    """A pool whose children begin empty: free memory in the heap of a test process escapes a limit."""
    pool = Pool(ChildPlan(child_tasks.prepare, child_tasks.make), 2, spawn=True)
    pool.begin()
    yield pool
    pool.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems choose by themselves")
def test_where_memory_runs_out_the_system_ends_work_before_those_who_wait_for_it(pool):
    own = int(Path("/proc/self/oom_score_adj").read_text("ascii"))
    assert pool.run(child_tasks.chosen_first) == max(own, 500) > own


def test_work_is_done_in_another_process_with_what_was_made_there(pool):
    made = pool.run(child_tasks.state)
    assert made["made"] == pool.run(child_tasks.pid) != os.getpid()
    assert pool.run(partial(child_tasks.twice, 21)) == 42


def test_prepared_data_are_shared_by_all_processes(forked):
    first = forked.run(child_tasks.state)
    os.kill(first["made"], signal.SIGKILL)
    eventually(lambda: not psutil.pid_exists(first["made"]))
    second = forked.run(child_tasks.state)
    assert first["made"] != second["made"]
    assert first["prepared"] == second["prepared"]
    assert len(first["prepared"]) == 1
    assert first["prepared"][0] not in {os.getpid(), first["made"]}


@pytest.mark.parametrize("endless", [child_tasks.loop, child_tasks.loop_in_c, child_tasks.sleep])
def test_work_that_never_ends_is_ended(pool, endless):
    before = pool.run(child_tasks.pid)
    with pytest.raises(TookTooLong, match="than its length explains"):
        pool.run(endless, SHORT)
    eventually(lambda: not psutil.pid_exists(before))
    assert pool.run(child_tasks.pid) != before


@pytest.mark.parametrize("greedy", [child_tasks.eat, child_tasks.eat_all_at_once, child_tasks.eat_quietly])
def test_work_that_eats_memory_is_ended(spawned, greedy):
    catches = greedy is child_tasks.eat_quietly  # and goes on until its time is over
    with pytest.raises(TookTooLong if catches else TookTooMuchMemory):
        spawned.run(greedy, Ceiling(seconds=1.0 if catches else 5.0, memory=SMALL.memory))
    assert spawned.run(partial(child_tasks.twice, 1)) == 2


def test_memory_never_exceeds_the_ceiling_where_errors_are_caught(spawned):
    """What the system refuses is never taken, so that no look comes too late."""
    most = []
    worker = psutil.Process(spawned.run(child_tasks.pid))

    def look():
        with contextlib.suppress(psutil.NoSuchProcess):  # it was ended
            most.append(worker.memory_info().rss)

    look()  # while it waits: it eats faster than a first look at work comes
    (waiting,) = most
    with pytest.raises(TookTooLong):
        spawned.run(child_tasks.eat_quietly, Ceiling(seconds=2.0, memory=SMALL.memory), look)
    assert SMALL.memory / 2 < max(most) - waiting < SMALL.memory * 1.2


def test_the_longest_wall_clock_time_is_named_by_its_setting(forked):
    with pytest.raises(TookTooLong, match="UNSAID_TIME_LIMIT"):
        forked.run(child_tasks.sleep, Ceiling(longest=0.2))


def test_a_long_text_may_take_longer(forked):
    with pytest.raises(TookTooLong):
        forked.run(partial(child_tasks.read_then_burn, 0, 2.0), SHORT)
    assert forked.run(partial(child_tasks.read_then_burn, 30_000, 2.0), SHORT) == "done"


def test_long_lists_of_terms_may_take_longer_in_a_short_text(forked):
    """Ten thousand names in all spellings took 7.3 s where 7.5 s were allowed, and the message blamed the text."""
    with pytest.raises(TookTooLong):
        forked.run(partial(child_tasks.search_then_burn, 30, 10, 2.0), SHORT)
    for text, terms in ((30, 30_000), (15_000, 15_000)):
        assert forked.run(partial(child_tasks.search_then_burn, text, terms, 2.0), SHORT) == "done"


def test_a_long_text_may_take_more_memory(spawned):
    with pytest.raises(TookTooMuchMemory):
        spawned.run(partial(child_tasks.read_then_take, 0, 300), SMALL)
    assert spawned.run(partial(child_tasks.read_then_take, 400_000, 300), SMALL) == 300 * 1024 * 1024


def test_an_answer_beyond_the_ceiling_is_never_sent_and_the_process_goes_on(pool):
    few = Ceiling(answer=1_000_000)
    first = pool.run(child_tasks.pid)
    with pytest.raises(AnswerTooLarge) as told:
        pool.run(partial(child_tasks.long_answer, 1_000_000), few)  # what is around it makes it longer
    assert (told.value.code, told.value.status_hint) == ("answer_too_large", 413)
    assert len(pool.run(partial(child_tasks.long_answer, 990_000), few)) == 990_000
    assert pool.run(child_tasks.pid) == first


def test_nobody_listens_to_a_process_that_sends_more_than_it_may(pool, monkeypatch):
    monkeypatch.setattr("backend.processes.pool.pickle.dumps", _without_bound)
    with pytest.raises(WorkEnded):
        pool.run(partial(child_tasks.long_answer, 1_000_001), Ceiling(answer=1_000_000))
    assert pool.run(partial(child_tasks.twice, 3)) == 6


def _without_bound(value, protocol):
    """Tell the child of no bound, so that it keeps to none."""
    work, ceiling = value
    return _DUMPS((work, replace(ceiling, answer=ANY_LENGTH)), protocol)


_DUMPS = pickle.dumps


def test_one_that_ends_by_itself_is_an_error_and_another_takes_its_place(pool):
    with pytest.raises(WorkEnded):
        pool.run(child_tasks.end_by_itself)
    assert pool.run(partial(child_tasks.twice, 3)) == 6


def test_an_error_of_the_family_is_raised_as_it_was(pool):
    with pytest.raises(ImpossibleK, match="too few clients"):
        pool.run(partial(child_tasks.fail, ImpossibleK("too few clients")))


def test_another_error_is_reported_by_kind_and_place_alone(pool):
    before = pool.run(child_tasks.pid)
    with pytest.raises(WorkFailed, match=r"KeyError in child_tasks.py:\d+") as told:
        pool.run(partial(child_tasks.fail, KeyError("Halden")))
    assert "Halden" not in str(told.value)
    assert pool.run(child_tasks.pid) == before


def test_a_result_that_cannot_travel_is_an_error(pool):
    with pytest.raises(WorkFailed):
        pool.run(child_tasks.cannot_travel)


def test_a_child_that_cannot_be_made_says_why():
    pool = Pool(ChildPlan(child_tasks.prepare, child_tasks.make_nothing), 1)
    with pytest.raises(ImpossibleK, match="nothing can be made"):
        pool.begin()
    pool.close()


def test_the_watcher_can_end_the_work(forked):
    looks = []

    def check():
        looks.append(None)
        if len(looks) > 2:
            raise JobCancelled("somebody has cancelled the job")

    with pytest.raises(JobCancelled):
        forked.run(child_tasks.loop_in_c, check=check)
    assert forked.run(partial(child_tasks.twice, 2)) == 4


def test_others_continue_while_one_loops(forked):
    with ThreadPoolExecutor(1) as threads:
        ends = threading.Event()
        looping = threads.submit(forked.run, child_tasks.loop_in_c, check=partial(_raise_once_set, ends))
        assert [forked.run(partial(child_tasks.twice, number)) for number in range(50)] == list(range(0, 100, 2))
        ends.set()
        with pytest.raises(JobCancelled):
            looping.result(PATIENCE)


def _raise_once_set(event):
    if event.is_set():
        raise JobCancelled("over")


def test_many_at_once_wait_for_their_turn(forked):
    with ThreadPoolExecutor(12) as threads:
        numbers = range(120)
        assert list(threads.map(lambda n: forked.run(partial(child_tasks.twice, n)), numbers)) == [
            2 * n for n in numbers
        ]


def test_a_dead_fork_server_is_started_again(forked):
    child = psutil.Process(forked.run(child_tasks.pid))
    fork_server = child.parent()
    fork_server.kill()
    eventually(lambda: not _living([child, fork_server]))
    assert forked.run(child_tasks.state)["prepared"] != ()
    assert forked.run(partial(child_tasks.twice, 4)) == 8


def _several(processes):
    return processes if len(processes) >= 2 else []


def _living(processes):
    return [each for each in processes if each.is_running() and each.status() != psutil.STATUS_ZOMBIE]


def test_closing_ends_all_processes(forked):
    fork_server = psutil.Process(forked.run(child_tasks.pid)).parent()
    started = [fork_server, *fork_server.children(recursive=True)]
    forked.close()
    eventually(lambda: not _living(started))
    with pytest.raises(WorkEnded):
        forked.run(child_tasks.pid)


PARENT = """
import sys, threading
from functools import partial
from backend.processes.fork_server import ChildPlan
from backend.processes.pool import Pool
from tests.processes import child_tasks
pool = Pool(ChildPlan(child_tasks.prepare, child_tasks.make), 2)
pool.begin()
pool.run(child_tasks.pid)
for endless in (child_tasks.loop, child_tasks.loop_in_c):
    threading.Thread(target=pool.run, args=(endless,)).start()
print("ready", flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_looping_worker_ends_with_its_parent_process(number):
    root = Path(__file__).parents[2]
    parent = subprocess.Popen([sys.executable, "-c", PARENT], cwd=root, stdout=subprocess.PIPE, text=True)
    assert parent.stdout.readline() == "ready\n"
    fork_server = eventually(lambda: psutil.Process(parent.pid).children())[0]
    started = [fork_server, *eventually(lambda: _several(fork_server.children()))]
    os.kill(parent.pid, number)
    parent.wait(PATIENCE)
    parent.stdout.close()
    eventually(lambda: not _living(started))


def test_ctrl_c_and_sigterm_leave_it_to_whoever_has_started_it(forked):
    child = forked.run(child_tasks.pid)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(child, number)
        os.kill(psutil.Process(child).ppid(), number)
    assert forked.run(child_tasks.pid) == child


def test_files_of_the_parent_are_not_held_open(forked, tmp_path):
    child = psutil.Process(forked.run(child_tasks.pid))
    with functools.partial(open, tmp_path / "held")("w"):
        assert len(child.open_files()) == 0
        assert child.num_fds() <= 6


@contextlib.contextmanager
def no_descriptors():
    """Let this process have no descriptor left meanwhile."""
    import resource

    before, held = resource.getrlimit(resource.RLIMIT_NOFILE), []
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (128, before[1]))
        with contextlib.suppress(OSError):
            held.extend(os.open(os.devnull, os.O_RDONLY) for _ in range(1_000))
        yield
    finally:
        for each in held:
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_pool_without_descriptors_loses_no_place_and_nobodys_work(forked):
    with ThreadPoolExecutor(1) as threads:
        begun = threading.Event()
        honest = threads.submit(forked.run, partial(child_tasks.read_then_burn, 0, 2.0), check=begun.set)
        begun.wait(PATIENCE)
        with no_descriptors():
            for _ in range(5):  # more often than there are places
                with pytest.raises(WorkEnded):
                    forked.run(child_tasks.end_by_itself)
        assert honest.result(PATIENCE) == "done"
    assert [forked.run(partial(child_tasks.twice, number)) for number in range(5)] == [0, 2, 4, 6, 8]


def test_a_fork_server_that_cannot_fork_keeps_the_children_that_it_has(forked, monkeypatch):
    forked._spawner.close()
    monkeypatch.setattr(fork_server, "_fork", child_tasks.fork_once)
    forked._spawner.fork()
    first = forked._spawner.child()
    with pytest.raises(WorkEnded, match="The service cannot start another process"):
        forked._spawner.child()
    assert psutil.pid_exists(first.pid)
    first.kill()


def test_a_place_returns_where_no_thread_can_be_started(forked, monkeypatch):
    def none_left(_thread):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as short:
        short.setattr(threading.Thread, "start", none_left)
        for _ in range(5):
            with pytest.raises(WorkEnded):
                forked.run(child_tasks.end_by_itself)
    assert forked.run(partial(child_tasks.twice, 3)) == 6


def test_work_is_over_when_its_process_is_dead_though_someone_holds_its_pipe(forked, monkeypatch):
    monkeypatch.setattr("backend.processes.pool._PATIENCE", 0.2)
    with pytest.raises(WorkEnded):
        forked.run(child_tasks.leave_somebody_behind, Ceiling(seconds=1_000.0))
    assert forked.run(partial(child_tasks.twice, 3)) == 6


@pytest.mark.parametrize("content", [b"\xff" * 100, b"\0\0\0\4nono", struct.pack("!i", len(_NO_ERROR)) + _NO_ERROR])
def test_a_process_that_writes_nonsense_costs_no_place(forked, content):
    for _ in range(4):  # more often than there are places
        with pytest.raises((WorkEnded, WorkFailed, TookTooLong)):
            forked.run(partial(child_tasks.write_nonsense, content), Ceiling(longest=5.0))
    assert forked.run(partial(child_tasks.twice, 3)) == 6


def test_a_process_that_stops_in_the_middle_of_its_answer_costs_no_place(forked, monkeypatch):
    monkeypatch.setattr("backend.processes.pool.MESSAGE_WITHIN", 0.2)
    for _ in range(4):  # more often than there are places
        with pytest.raises(WorkEnded):
            forked.run(child_tasks.stop_in_the_middle, Ceiling(seconds=1_000.0))
    monkeypatch.undo()
    assert forked.run(partial(child_tasks.twice, 3)) == 6


def test_half_an_answer_costs_no_place_though_someone_holds_the_pipe(forked, tmp_path, monkeypatch):
    monkeypatch.setattr("backend.processes.pool.MESSAGE_WITHIN", 0.2)
    monkeypatch.setattr("backend.processes.pool._PATIENCE", 0.2)
    for _ in range(4):  # more often than there are places
        with pytest.raises(WorkEnded):
            forked.run(
                partial(child_tasks.leave_half_an_answer_open, tmp_path / "holder"), Ceiling(seconds=1_000.0)
            )
        os.kill(int((tmp_path / "holder").read_text()), signal.SIGKILL)  # it is still there
    monkeypatch.undo()
    assert forked.run(partial(child_tasks.twice, 3)) == 6


def test_a_process_that_was_stopped_before_its_work_costs_no_place(forked, monkeypatch):
    """The work does not fit into the pipe, so that it cannot be sent to a process that takes nothing."""
    monkeypatch.setattr("backend.processes.pool.MESSAGE_WITHIN", 0.2)
    for _ in range(4):  # more often than there are places
        os.kill(forked.run(child_tasks.pid), signal.SIGSTOP)
        with pytest.raises(WorkEnded):
            forked.run(partial(child_tasks.echo, b"x" * 10_000_000))
    monkeypatch.undo()
    assert forked.run(partial(child_tasks.echo, b"x" * 10_000_000)) == b"x" * 10_000_000


def test_a_fork_server_that_was_stopped_is_replaced(forked, monkeypatch):
    server = psutil.Process(forked.run(child_tasks.pid)).parent()
    server.suspend()
    monkeypatch.setattr("backend.processes.fork_server.ANSWER_WITHIN", 0.2)
    with pytest.raises(WorkEnded):  # its place is filled by the server, which answers nothing
        forked.run(child_tasks.end_by_itself)
    assert [forked.run(partial(child_tasks.twice, number)) for number in range(3)] == [0, 2, 4]

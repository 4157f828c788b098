"""One thing done to many items."""

import os
import sys
import threading
from pathlib import Path

import pytest
from distributed import LocalCluster

from backend import workers
from backend.errors import InvalidRequest
from backend.processes.ceilings import Ceiling
from backend.workers import Workers
from tests.processes import child_tasks


def test_results_are_in_the_order_of_the_items_with_any_worker():
    assert list(Workers().map(len, ["a", "bb", ""])) == [1, 2, 0]
    assert list(Workers(jobs=2).map(len, ["a", "bb", ""])) == [1, 2, 0]


@pytest.fixture
def cluster():
    """A real scheduler with two workers, in this process, and the processes beside it."""
    with LocalCluster(n_workers=2, processes=False, dashboard_address=None) as cluster:
        yield cluster
    workers._machine().close()
    workers._machine.cache_clear()


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_dask_scheduler_gives_the_same_results(cluster):
    assert list(Workers(scheduler=cluster.scheduler_address).map(len, ["a", "bb", ""])) == [1, 2, 0]


def _said(item, error, again):
    return item, error.code, again(1)


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_work_that_a_scheduler_sends_has_a_ceiling_too(cluster, monkeypatch):
    monkeypatch.setattr(workers, "ANEW", Ceiling(seconds=3.0))
    told = list(Workers(scheduler=cluster.scheduler_address).map(child_tasks.loop_at_seven, [2, 7, 4], _said))
    assert told == [2, (7, "took_too_long", 1), 4]


def test_a_scheduler_that_does_not_answer_is_reported(monkeypatch):
    monkeypatch.setattr("backend.workers.RESPONDS_WITHIN", "0.2s")
    with pytest.raises(InvalidRequest, match="No Dask scheduler responds"):
        list(Workers(scheduler="tcp://127.0.0.1:1").map(len, ["a"]))


def test_without_the_cluster_extra_the_advice_is_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InvalidRequest, match=r"unsaid\[cluster\]"):
        list(Workers(scheduler="tcp://127.0.0.1:1").map(len, ["a"]))


def _grown(counts):
    return [*counts, os.getpid()]


def test_background_work_runs_in_another_process():
    with Workers().beside(_grown, [1, 2]) as result:
        *counts, process = result()
    assert counts == [1, 2]
    assert process != os.getpid()


def test_errors_of_a_worker_are_raised_where_its_result_is_awaited():
    with Workers().beside(int, "no number") as result, pytest.raises(ValueError, match="invalid literal"):
        result()


def _endless(pipe):
    with Path(pipe).open("w", encoding="ascii") as said:
        said.write(str(os.getpid()))
    threading.Event().wait()


def test_background_work_that_is_abandoned_leaves_no_process(tmp_path):
    """The other process says who it is, and then works for ever."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def give_up():
        with Workers().beside(_endless, str(pipe)):
            raise InvalidRequest(pipe.read_text())

    with pytest.raises(InvalidRequest) as given_up:
        give_up()
    with pytest.raises(ProcessLookupError):
        os.kill(int(str(given_up.value)), 0)

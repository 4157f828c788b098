"""One thing done to many items."""

import os
import sys
import threading
from pathlib import Path

import pytest
from distributed import LocalCluster

from backend.errors import InvalidRequest
from backend.workers import Workers


def test_results_come_in_the_order_of_the_items_wherever_they_are_made():
    assert list(Workers().map(len, ["a", "bb", ""])) == [1, 2, 0]
    assert list(Workers(jobs=2).map(len, ["a", "bb", ""])) == [1, 2, 0]


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_dask_scheduler_gives_the_same_results():
    """A real scheduler with two workers, in this process."""
    with LocalCluster(n_workers=2, processes=False, dashboard_address=None) as cluster:
        assert list(Workers(scheduler=cluster.scheduler_address).map(len, ["a", "bb", ""])) == [1, 2, 0]


def test_a_scheduler_that_does_not_answer_is_told():
    with pytest.raises(InvalidRequest, match="no Dask scheduler answers"):
        list(Workers(scheduler="tcp://127.0.0.1:1").map(len, ["a"]))


def test_without_the_cluster_extra_the_advice_is_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InvalidRequest, match=r"unsaid\[cluster\]"):
        list(Workers(scheduler="tcp://127.0.0.1:1").map(len, ["a"]))


def _grown(counts):
    return [*counts, os.getpid()]


def test_work_beside_is_done_in_another_process():
    with Workers().beside(_grown, [1, 2]) as result:
        *counts, process = result()
    assert counts == [1, 2]
    assert process != os.getpid()


def test_what_goes_wrong_beside_goes_wrong_where_it_is_waited_for():
    with Workers().beside(int, "no number") as result, pytest.raises(ValueError, match="invalid literal"):
        result()


def _endless(pipe):
    with Path(pipe).open("w", encoding="ascii") as said:
        said.write(str(os.getpid()))
    threading.Event().wait()


def test_work_that_nobody_waits_for_leaves_no_process(tmp_path):
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

"""One thing done to many items."""

import sys

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

"""Reading or storing some files of a batch touches few MACs, however many jobs there are."""

import pytest

from backend.errors import NotAuthentic
from backend.storage.authenticity.checked_trees import Trees
from backend.storage.authenticity.mac_tree import LEAVES, leaf_of
from backend.storage.jobs import jobs
from backend.storage.jobs.jobs import NewJob
from tests.storage.direct_database import Raw

FILES = tuple(f"{number:x}" for number in range(1_200))


def ask(store):
    return store.jobs.ask(NewJob("batch", {}, "ann", files=FILES)).id


def test_a_hundred_files_of_a_batch_share_a_leaf():
    leaves = {leaf_of("job_files", f"{'a' * 20}/{number}") for number in range(10_000)}
    assert len(leaves) <= 100
    single = {leaf_of("job_files", f"{'a' * 16}/{number}") for number in range(10_000)}
    assert len(single) > LEAVES / 2
    assert len({leaf_of("jobs", f"{'a' * 20}/{number}") for number in range(10_000)}) > LEAVES / 2


def test_neither_a_page_nor_a_new_batch_reads_all_macs(settings, opened, monkeypatch):
    job = ask(opened(settings))

    def refuse(_trees, _session, kind, _root):
        raise AssertionError(f"all MACs of {kind} were read")

    monkeypatch.setattr(Trees, "whole", refuse)
    store = opened(settings)
    assert len(store.job_files.all(job, 0, 1_000)) == 1_000
    ask(store)


def test_batches_of_earlier_versions_stay_readable(settings, opened, monkeypatch):
    with monkeypatch.context() as earlier:
        earlier.setattr(jobs, "_ID_BYTES", 8)
        before = ask(opened(settings))
    store = opened(settings)
    after = ask(store)
    assert (len(before), len(after)) == (16, 20)
    for job in (before, after):
        assert [file.mark for file in store.job_files.all(job, 1_100, 50)] == list(FILES[1_100:1_150])
    assert store.audit.verify().holds


@pytest.mark.parametrize("size", [8, 10])
def test_a_file_that_is_gone_is_reported(settings, opened, monkeypatch, size):
    monkeypatch.setattr(jobs, "_ID_BYTES", size)
    job = ask(opened(settings))
    raw = Raw(settings)
    raw.put({"job_files": [row for row in raw.rows("job_files") if row["ordinal"] != 1_103]})
    with pytest.raises(NotAuthentic):
        opened(settings).job_files.all(job, 1_100, 50)

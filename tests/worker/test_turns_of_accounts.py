"""A worker with one thread serves accounts in turn, also while a long batch runs."""

import pytest

from backend.services.jobs import folder_batch
from backend.storage.jobs.states import JobState
from backend.worker.job_runs import JobRunner
from tests.worker.jobs import ask_for_batch, letters_in


@pytest.mark.parametrize("waits", [True, False])
def test_a_long_batch_makes_room_after_some_files_and_is_finished_later(
    store, settings, tmp_path, monkeypatch, waits
):
    monkeypatch.setattr(folder_batch, "TURN", 2)
    inbox = letters_in(tmp_path / "folders" / "in", [f"{number}.txt" for number in range(7)])
    small = letters_in(tmp_path / "folders" / "small", ["one.txt"])
    long = ask_for_batch(store, inbox, inbox.parent / "out", "mallory").id
    other = ask_for_batch(store, small, inbox.parent / "out2", "bob" if waits else "mallory").id
    runs, order = JobRunner(settings, store, "worker", every=0), []
    while claimable := store.held_jobs.claimable(runs.forms):
        runs.run(claimable[0])
        told = store.jobs.get(claimable[0])
        order.append((claimable[0], told.state, told.done))
    made_room = [(long, JobState.WAITING, 2), (other, JobState.DONE, 1)]
    assert order == [*(made_room if waits else []), (long, JobState.DONE, 7), *([] if waits else made_room[1:])]
    assert len(list((inbox.parent / "out").iterdir())) == 7

"""One account with many jobs keeps nobody else from theirs."""

from functools import partial
from pathlib import Path

import pytest

from backend.errors import JobRunning, TooManyJobs
from backend.services.jobs.folder_batch import KIND, FolderBatch, Folders, writes_of
from backend.storage.db.sealed import Seal
from backend.storage.jobs import jobs
from backend.storage.jobs.jobs import NewJob
from backend.storage.jobs.states import JobState
from backend.storage.jobs.turns import Share
from backend.storage.tables import JobRow
from tests.storage.test_jobs import silent

FORMS = {"batch": 1, "training": 1}
SMALL = Share(jobs=3, files=10)


def ask(store, owner, files=1, share=None, outputs=None):
    """A job with so many files."""
    marks = tuple(f"{number:x}" for number in range(files))
    if outputs is None:
        return store.jobs.ask(NewJob(KIND, {}, owner, files=marks, share=share)).id
    batch = FolderBatch(Folders(Path("/in"), Path(outputs)), {}, None, None, None)
    return store.jobs.ask(
        NewJob(KIND, batch.as_json(), owner, files=marks, writes=writes_of(batch, store.job_files))
    ).id


def test_an_account_has_no_more_batches_waiting_than_its_share(store):
    jobs = [ask(store, "mallory", share=SMALL) for _ in range(3)]
    for refused in (partial(ask, store, "mallory"), partial(store.jobs.refuse_beyond, KIND, "mallory")):
        with pytest.raises(TooManyJobs, match="3 batches") as told:
            refused(share=SMALL)
        assert told.value.retry_after > 0
    ask(store, "bob", share=SMALL)
    store.held_jobs.take(jobs[0], "worker", FORMS)
    with pytest.raises(TooManyJobs):
        ask(store, "mallory", share=SMALL)
    store.jobs.cancel(jobs[1], "mallory")
    ask(store, "mallory", share=SMALL)
    with pytest.raises(TooManyJobs):
        store.jobs.retry(jobs[1], "mallory", share=SMALL)
    assert store.jobs.get(jobs[1]).state is JobState.CANCELLED


def test_an_account_has_no_more_files_waiting_than_its_share(store):
    """Those of a batch that was just cancelled count, so that asking and cancelling in turn gains nothing."""
    first = ask(store, "mallory", 8, share=SMALL)
    with pytest.raises(TooManyJobs, match="10 files"):
        ask(store, "mallory", 3, share=SMALL)
    store.jobs.cancel(first, "mallory")
    with pytest.raises(TooManyJobs, match="11"):
        ask(store, "mallory", 3, share=SMALL)
    assert store.jobs.retry(first, "mallory", share=SMALL).id == first
    ask(store, "mallory", 2, share=SMALL)
    ask(store, "bob", 10, share=SMALL)


def test_who_is_refused_waits_for_no_writer(store, settings, opened):
    for _ in range(3):
        ask(store, "mallory", share=SMALL)
    other = opened(settings)
    other.check()
    with other._database.alone(), pytest.raises(TooManyJobs):
        ask(store, "mallory", share=SMALL)


def test_accounts_take_turns(store):
    mallory = [ask(store, "mallory") for _ in range(4)]
    bob, eve = [ask(store, "bob") for _ in range(2)], [ask(store, "eve")]
    turns = [mallory[0], bob[0], eve[0], mallory[1], bob[1], mallory[2], mallory[3]]
    assert store.held_jobs.claimable(FORMS) == tuple(turns)
    store.held_jobs.take(mallory[0], "worker", FORMS)
    assert store.held_jobs.claimable(FORMS)[:3] == (bob[0], eve[0], bob[1])
    silent(store, mallory[0])  # its worker is gone, so it runs no more
    assert mallory[0] in store.held_jobs.claimable(FORMS)[:3]


def test_a_running_batch_makes_room_for_another_account(store):
    mallory = [ask(store, "mallory") for _ in range(3)]
    first, second = (store.held_jobs.take(job, "worker", FORMS) for job in mallory[:2])
    makes_room = partial(store.held_jobs.should_make_room, forms=FORMS)
    assert not makes_room(first)
    bob = ask(store, "bob")
    assert makes_room(first)
    assert not store.held_jobs.should_make_room(first, {"training": 1})
    store.held_jobs.give_back(first)
    assert store.held_jobs.claimable(FORMS)[0] == bob
    held = store.held_jobs.take(bob, "worker", FORMS)
    assert not makes_room(second)  # both have one
    assert not makes_room(held)
    assert store.jobs.get(first.id).attempts == 0


def _put_as_before(store, request, session, job, _sealed):
    session.get_one(JobRow, job).sealed = store.jobs._seal.encrypted(job, request)
    session.flush()


@pytest.mark.parametrize(
    ("theirs", "ours", "collides"),
    [
        ("/a/out", "/a/out", True),
        ("/a/out", "/a/out/b/c", True),
        ("/a/out/b/c", "/a/out", True),
        ("/a/out", "/a/out2", False),
        ("/a/out", "/a/b", False),
        ("/a/b/out", "/a/c/out", False),
    ],
)
@pytest.mark.parametrize("earlier", [False, True])
def test_outputs_in_one_another_are_refused_by_their_marks(store, monkeypatch, theirs, ours, collides, earlier):
    """No request is opened for it, but those of earlier versions, which have no marks of the folders around."""
    if earlier:
        batch = FolderBatch(Folders(Path("/in"), Path(theirs)), {}, None, None, None)
        where = f"{KIND} {store.job_files.mark_of(Path(theirs))}"
        with monkeypatch.context() as before:  # earlier versions kept the request in the row of the job
            before.setattr(jobs, "put_request", partial(_put_as_before, store, batch.as_json()))
            store.jobs.ask(NewJob(KIND, batch.as_json(), "bob", only_one=where, files=("a",)))
    else:
        ask(store, "bob", outputs=theirs)
    opened, original = [], Seal.decrypted
    monkeypatch.setattr(Seal, "decrypted", lambda *given: opened.append(given[1]) or original(*given))
    if collides:
        with pytest.raises(JobRunning):
            ask(store, "ann", outputs=ours)
    else:
        ask(store, "ann", outputs=ours)
    assert earlier or not opened

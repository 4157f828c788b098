"""The queue delivers ids of jobs, and nothing is lost when it fails."""

import pickle
import sqlite3
import stat
import threading
from contextlib import closing

import pytest

from backend.storage.jobs.jobs import Asked, JobState
from backend.storage.jobs.queue import PlainSerializer
from tests.web.server import eventually

BATCH = Asked("batch", {"inputs": "Quixotrade"}, "ann")


@pytest.fixture
def consume():
    """Starts consumers, and stops them in the end."""
    consumers = []

    def start(store, run, threads=1):
        consumer = store.queue.consumer(run, threads)
        consumers.append(consumer)
        consumer.scheduler.start()
        for _, thread in consumer.worker_threads:
            thread.start()
        return consumer

    yield start
    for consumer in consumers:
        consumer.stop_flag.set()
        consumer._join_workers()


def test_what_is_asked_for_is_told_in_another_process(store, settings, opened, consume):
    told = []
    other = opened(settings)
    job = store.jobs.ask(BATCH).id
    assert other.queue.waiting() == {job}
    consume(other, told.append)
    eventually(lambda: told == [job])
    assert other.queue.waiting() == frozenset()
    second = store.jobs.ask(BATCH).id
    eventually(lambda: told == [job, second])


def test_each_is_told_to_one_of_several(store, settings, opened, consume):
    told, lock = [], threading.Lock()

    def tell(job):
        with lock:
            told.append(job)

    for _ in range(2):
        consume(opened(settings), tell, threads=2)
    asked = [store.jobs.ask(BATCH).id for _ in range(12)]
    eventually(lambda: len(told) >= len(asked))
    assert sorted(told) == sorted(asked)


def test_nothing_but_the_id_is_in_it_and_it_is_its_owners_alone(store, settings):
    job = store.jobs.ask(BATCH).id
    (message,) = store.queue._opened().storage.enqueued_items()
    assert job.encode() in bytes(message)
    assert b"Quixotrade" not in bytes(message)
    if store._database.is_sqlite:
        assert stat.S_IMODE((settings.data / "unsaid-queue.db").stat().st_mode) == 0o600


def test_what_somebody_has_put_into_it_is_never_run(store, consume):
    """A message in huey's own form would run code when it is read."""
    ran, told = [], []

    class Harm:
        def __reduce__(self):
            return ran.append, (1,)

    with pytest.raises(ValueError, match=r"codec|Expecting"):
        PlainSerializer().deserialize(pickle.dumps(Harm()))
    store.queue._opened().storage.enqueue(pickle.dumps(Harm()))
    job = store.jobs.ask(BATCH).id
    consume(store, told.append)
    eventually(lambda: told == [job])
    assert ran == []


def test_a_queue_that_fails_loses_no_job(settings, opened, kind):
    """What is asked for is acknowledged by the store; whoever works finds it there."""
    store = opened(settings)
    store.check()
    if kind == "sqlite":
        (settings.data / "unsaid-queue.db").write_bytes(b"no database" * 100)
    else:
        store.queue._database = None
    asked = store.jobs.ask(BATCH)
    assert asked.state is JobState.WAITING
    assert store.held_jobs.to_deliver({"batch": 1}) == (asked.id,)


def test_a_backup_is_whole_without_the_queue(store, settings, tmp_path):
    store.jobs.ask(BATCH)
    store.back_up(tmp_path / "a.backup")
    store.restore(tmp_path / "a.backup", replace=True)
    assert [job.state for job in store.jobs.all()] == [JobState.WAITING]
    if store._database.is_sqlite:
        with closing(sqlite3.connect(settings.data / "unsaid.db")) as database:
            names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert "task" not in names

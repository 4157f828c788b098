"""A job that never ends can be cancelled, an endless file fails alone, and no process is left."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import psutil
import pytest

from backend.errors import TookTooLong
from backend.learning.counting import count_corpus
from backend.processes.fork_server import ChildPlan
from backend.processes.pool import Pool
from backend.storage.jobs.states import FileState, JobState
from backend.workers import Workers
from tests.processes import child_tasks as works
from tests.web.server import PATIENCE, eventually
from tests.worker.jobs import ask_for_batch, ask_for_training, corpus_in, letters_in

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")

ROOT = Path(__file__).parents[2]
ENDLESS = "Endless"
LOOPING = "looping"
"""The file in which the process that never ends leaves its id."""

WITH_A_FILE_THAT_NEVER_ENDS = """
import os
from backend.document import plain_text
from backend.processes import ceilings, pool
from backend.worker import batches
from backend import workers
from tests.processes import child_tasks

LOOPING = os.environ["TEST_LOOPING"]
read = plain_text.read_text
def reads(content):
    if b"Endless" in content:
        with open(LOOPING, "w") as file:
            file.write(str(os.getpid()))
        child_tasks.loop_in_c(None)
    return read(content)
plain_text.read_text = reads

short = ceilings.Ceiling(seconds=float(os.environ["TEST_SECONDS"]))
batches.Ceiling = workers.Ceiling = lambda: short
from backend.cli import main
main()
"""


@pytest.fixture
def kind():
    """What is tested here asks the database nothing that is not tested on both kinds elsewhere."""
    return "sqlite"


@pytest.fixture
def work(settings):
    """Starts a worker whose files may take so many seconds."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("UNSAID_")}
    processes = []

    def start(seconds):
        environment = {
            **own,
            "UNSAID_DATA": str(settings.data),
            "UNSAID_KEY": ",".join(settings.keys),
            "UNSAID_NER": "none",
            "OMP_NUM_THREADS": "1",
            "TEST_SECONDS": str(seconds),
            "TEST_LOOPING": str(settings.data / LOOPING),
        }
        command = [sys.executable, "-c", WITH_A_FILE_THAT_NEVER_ENDS, "worker"]
        processes.append(subprocess.Popen(command, env=environment, cwd=ROOT, stderr=subprocess.DEVNULL))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.wait()


@pytest.fixture
def inbox(tmp_path):
    inbox = letters_in(tmp_path / "folders" / "in", ("a.txt", "c.txt"))
    (inbox / "b.txt").write_text(ENDLESS)
    return inbox


def _living(processes):
    return [each for each in processes if each.is_running() and each.status() != psutil.STATUS_ZOMBIE]


def _one_that_loops(settings):
    """The process in which the file never ends, once it is at work."""
    path = settings.data / LOOPING
    return psutil.Process(int(eventually(lambda: path.exists() and path.read_text())))


def test_a_file_that_never_ends_is_one_failed_file(store, work, inbox):
    job = ask_for_batch(store, inbox, inbox.parent / "out").id
    work(5)
    eventually(lambda: store.jobs.get(job).is_over)
    assert (store.jobs.get(job).state, store.jobs.get(job).skipped) == (JobState.DONE, 1)
    failed = [row for row in store.job_files.all(job) if row.state is FileState.FAILED]
    assert [row.error for row in failed] == [TookTooLong.code]
    assert sorted(path.name for path in (inbox.parent / "out").iterdir()) == ["a.txt", "c.txt"]


def test_a_job_is_cancelled_within_a_document_and_the_worker_continues(store, settings, work, inbox):
    job = ask_for_batch(store, inbox, inbox.parent / "out").id
    worker = work(1_000)
    looping = _one_that_loops(settings)
    store.jobs.cancel(job, "bea")
    eventually(lambda: store.jobs.get(job).state is JobState.CANCELLED)
    eventually(lambda: not _living([looping]))
    (inbox / "b.txt").unlink()
    another = ask_for_batch(store, inbox, inbox.parent / "more").id
    eventually(lambda: store.jobs.get(another).state is JobState.DONE)
    assert worker.poll() is None


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_that_is_killed_or_stopped_leaves_no_looping_process(store, settings, work, inbox, number):
    ask_for_batch(store, inbox, inbox.parent / "out")
    worker = work(1_000)
    looping = _one_that_loops(settings)
    started = psutil.Process(worker.pid).children(recursive=True)
    assert looping in started
    worker.send_signal(number)
    worker.wait(PATIENCE)
    eventually(lambda: not _living(started))


def test_a_document_of_a_corpus_that_never_ends_is_skipped(store, registry, work, corpus):
    (corpus / "Northgate" / "endless.txt").write_text(ENDLESS)
    job = ask_for_training(store, registry, corpus).id
    work(5)
    eventually(lambda: store.jobs.get(job).is_over)
    told = store.jobs.get(job)
    assert (told.state, told.version, told.skipped) == (JobState.DONE, "learnt", 1)


def test_a_training_is_cancelled_within_a_document(store, settings, registry, work, corpus):
    (corpus / "Northgate" / "endless.txt").write_text(ENDLESS)
    job = ask_for_training(store, registry, corpus).id
    work(1_000)
    looping = _one_that_loops(settings)
    store.jobs.cancel(job, "ann")
    eventually(lambda: store.jobs.get(job).state is JobState.CANCELLED)
    eventually(lambda: not _living([looping]))
    assert registry.versions() == ()


def _texts(path):
    if "endless" in path.name:
        works.loop(None)
    return (path.read_text(),)


def test_counts_are_the_same_whether_or_not_a_batch_is_done_again(tmp_path, monkeypatch):
    from backend import workers
    from backend.processes.ceilings import Ceiling

    corpus = corpus_in(tmp_path / "corpus")
    expected = count_corpus(corpus, _texts).counts
    (corpus / "Northgate" / "endless.txt").write_text(ENDLESS)
    monkeypatch.setattr(workers, "Ceiling", lambda: Ceiling(seconds=2.0))
    pool = Pool(ChildPlan(works.prepare, works.make), 1)
    pool.begin()
    try:
        counted = count_corpus(corpus, _texts, workers=Workers(pool=pool))
    finally:
        pool.close()
    assert np.array_equal(counted.counts.word_counts.toarray(), expected.word_counts.toarray())
    assert counted.counts.documents == expected.documents
    assert [Path(each.where).name for each in counted.problems] == ["endless.txt"]

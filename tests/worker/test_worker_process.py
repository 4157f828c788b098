"""`unsaid worker` as a process: beside the service or alone, stopped, killed, and without its database."""

import os
import signal
import subprocess
import sys

import pytest
from sqlalchemy import text

from backend.storage.jobs.states import JobState
from tests.warm_process import WarmProcess
from tests.web.server import PATIENCE, eventually, running
from tests.worker.jobs import ask_for_batch, letters_in

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")

NAMES = tuple(f"letter {number}.txt" for number in range(40))


@pytest.fixture
def kind():
    """What differs between the two is tested where either is asked."""
    return "sqlite"


@pytest.fixture
def environment(settings):
    own = {name: value for name, value in os.environ.items() if not name.startswith("UNSAID_")}
    return {
        **own,
        "UNSAID_DATA": str(settings.data),
        "UNSAID_KEY": ",".join(settings.keys),
        "UNSAID_NER": "none",
        "OMP_NUM_THREADS": "1",
    }


@pytest.fixture
def work(environment):
    """Starts workers, and ends them."""
    processes = []

    def start(*options):
        command = [sys.executable, "-m", "backend", "worker", *options]
        processes.append(WarmProcess(command, env=environment, stderr=subprocess.PIPE, text=True))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.communicate()


@pytest.fixture
def inbox(tmp_path):
    return letters_in(tmp_path / "folders" / "in", NAMES)


def test_a_worker_that_is_killed_and_one_that_is_stopped_lose_nothing(store, work, inbox):
    out = inbox.parent / "out"
    job = ask_for_batch(store, inbox, out).id

    def done():
        return sum(row.state == "done" for row in store.job_files.all(job))

    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
        before = done()
        worker = work()
        eventually(lambda before=before: done() > before)
        worker.send_signal(number)
        worker.wait(PATIENCE)
        assert worker.returncode == (-number if number == signal.SIGKILL else 0)
        if store.jobs.get(job).is_over:
            break
        assert store.jobs.get(job).state is (JobState.RUNNING if number == signal.SIGKILL else JobState.WAITING)
    work()
    eventually(lambda: store.jobs.get(job).is_over)
    assert (store.jobs.get(job).state, store.jobs.get(job).skipped) == (JobState.DONE, 0)
    assert sorted(path.name for path in out.iterdir()) == sorted(NAMES)


def test_a_service_starts_a_worker_replaces_it_and_ends_it(store, settings, inbox):
    environment = {"UNSAID_KEY": ",".join(settings.keys)}
    with running(settings, "--workers", "1", worker=True, **environment) as server:

        def worker():
            found = [pid for pid in server.workers() if b"--beside" in command_of(pid)]
            return found[0] if found else None

        first = eventually(worker)
        os.kill(first, signal.SIGKILL)
        second = eventually(lambda: worker() not in {None, first} and worker())
        job = ask_for_batch(store, inbox, inbox.parent / "out").id
        eventually(lambda: store.jobs.get(job).state is JobState.DONE)
        assert all(server.lines()), "the worker says nothing but lines of the log"
        server.process.kill()
        eventually(lambda: b"--beside" not in command_of(second))


def test_a_service_without_one_leaves_jobs_to_others(store, settings, inbox, work):
    with running(settings, "--workers", "1", UNSAID_KEY=",".join(settings.keys)) as server:
        assert not [pid for pid in server.workers() if b"--beside" in command_of(pid)]
        job = ask_for_batch(store, inbox, inbox.parent / "out").id
        assert store.jobs.get(job).state is JobState.WAITING
        work("--jobs", "2")
        eventually(lambda: store.jobs.get(job).state is JobState.DONE)


def test_a_worker_waits_for_a_database_of_another_version(store, settings, work):
    store.check()
    with store._database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = 'from the future'"))
    worker = work()
    assert '"store_outdated"' in worker.stderr.readline()
    assert worker.poll() is None


def command_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:  # noqa: PTH123 - gone before anybody could look
            return file.read()
    except OSError:
        return b""

"""A machine that is short of processes or memory: workers come back, and jobs can still be cancelled."""

import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from backend.errors import JobCancelled
from backend.services.jobs.running_job import RunningJob
from backend.worker import supervisor
from tests.web.server import eventually
from tests.worker.jobs import FORMS, ask_for_training


@pytest.fixture
def kind():
    """What is tested here asks the database nothing that is not tested on both kinds elsewhere."""
    return "sqlite"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no command that ends at once")
def test_a_worker_that_cannot_be_started_now_is_started_later(settings, monkeypatch):
    started = []
    begin: Callable[..., object] = subprocess.Popen

    def popen(*asked, **options):
        started.append(None)
        if len(started) in {2, 3}:
            raise BlockingIOError(11, "no more processes")
        return begin(*asked, **options)

    monkeypatch.setattr(subprocess, "Popen", popen)
    monkeypatch.setattr(supervisor, "_LONGEST_WAIT", 0.01)
    monkeypatch.setattr(sys, "executable", "/bin/true")
    with supervisor.worker_beside(settings) as start:
        start()
        eventually(lambda: len(started) > 4)


def test_a_job_notices_that_it_was_cancelled_after_a_shortage(store, registry, corpus, monkeypatch):
    asked = ask_for_training(store, registry, corpus)
    held = store.held_jobs.take(asked.id, "a worker", FORMS)
    running = RunningJob(store, held, every=0.02)
    tell, refused = running._held_jobs.tell, []

    def short(*told):
        if not refused:
            refused.append(None)
            raise MemoryError
        return tell(*told)

    monkeypatch.setattr(running._held_jobs, "tell", short)
    with running:
        eventually(lambda: refused)
        store.jobs.cancel(asked.id, "ann")
        with pytest.raises(JobCancelled):
            eventually(lambda: (running.check(), time.sleep(0.02))[0])

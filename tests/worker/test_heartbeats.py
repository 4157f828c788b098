"""Dead workers of this machine are detected, and living ones are left alone."""

import signal
import subprocess
import sys
from collections.abc import Generator
from typing import cast

import pytest

from backend.worker.heartbeats import dead_workers, heartbeat
from tests.conftest import ROOT
from tests.warm_process import WarmProcess

HOLDS = """
import sys
from pathlib import Path
from backend.worker.heartbeats import heartbeat
with heartbeat(Path(sys.argv[1])) as name:
    print(name, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "workers"


def another(folder):
    process = WarmProcess(
        [sys.executable, "-c", HOLDS, str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    return process, process.stdout.readline().strip()


def test_living_workers_are_not_reported_as_dead(folder):
    assert list(dead_workers(folder)) == [], "without a folder there is nobody"
    with heartbeat(folder) as name:
        assert list(dead_workers(folder)) == []
        assert [path.name for path in folder.iterdir()] == [name]
    assert list(folder.iterdir()) == [], "who ends by themselves needs nobody to look"


def test_a_killed_worker_is_reported_once_and_at_once(folder):
    process, name = another(folder)
    with process:
        assert list(dead_workers(folder)) == []
        process.send_signal(signal.SIGKILL)
    with heartbeat(folder) as own:
        assert list(dead_workers(folder)) == [name]
        assert list(dead_workers(folder)) == []
        assert [path.name for path in folder.iterdir()] == [own]


def test_who_looks_and_dies_over_it_leaves_the_dead_to_the_next(folder):
    process, name = another(folder)
    with process:
        process.kill()
    looking = cast("Generator[str]", dead_workers(folder))
    assert next(looking) == name
    looking.close()
    assert list(dead_workers(folder)) == [name]

"""What an enterprise asks of a server with 2 cores: many people at once, nobody lost, memory flat."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.conftest import ROOT, markdown

SECONDS = os.environ.get("UNSAID_BENCH_LOAD_SECONDS", "120")

pytestmark = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="reads Linux's /proc")

COLUMNS = (
    "users",
    "names",
    "answered",
    "p50",
    "p95",
    "longest",
    "statuses",
    "lost",
    "memory before",
    "memory after",
)


def measured(*options):
    command = [sys.executable, "-m", "tests.benchmarks.load", "--seconds", SECONDS, *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def figures():
    return []


@pytest.mark.parametrize(
    ("options", "goal"),
    [(("--users", "50"), 1.0), (("--users", "10", "--names"), 3.0)],
    ids=["50 without names", "10 with names"],
)
def test_no_request_is_lost_or_waits_long_and_memory_stays_flat(options, goal, figures):
    found = measured(*options)
    figures.append(found)
    assert found["lost"] == {}
    assert set(found["statuses"]) == {"200"}
    assert found["p95"] < goal
    assert found["same workers"]
    warm, after = sum(found["memory after a quarter"]), sum(found["memory after"])
    assert after <= 1.05 * warm


def test_requests_beyond_the_limit_are_refused_with_a_reason_and_none_is_lost(figures):
    """Ten times as many: each request is answered, by a result or by when to come again."""
    found = measured("--users", "500", "--every", "10")
    figures.append(found)
    assert found["lost"] == {}
    assert set(found["statuses"]) <= {"200", "503"}
    assert found["statuses"].get("503", 0) == found["refused with Retry-After"]
    assert found["same workers"]


def test_the_figures_are_reported(figures, tell):
    if not figures:
        pytest.skip("needs a run")
    rows = [[each[column] for column in COLUMNS] for each in figures]
    tell(
        f"Many people at once: 50,000 characters every 10 s each, for {SECONDS} s",
        "A .docx to /v1/analyses of `unsaid serve` with 2 workers; seconds until the answer is there, MB for each "
        "worker. Goals: 50 users without names under 1 s at p95, 10 with names under 3 s, no error, memory flat; "
        "beyond that 503 with Retry-After, nothing lost.",
        "",
        *markdown(COLUMNS, rows),
    )

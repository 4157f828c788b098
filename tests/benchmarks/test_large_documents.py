"""Long .docx files from bytes to the verified result: time that grows with the text alone, and bounded memory."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.conftest import ROOT, markdown

HEADING = "Redacting and verifying long .docx files"
GOALS = {("without", 50_000): 1.0, ("with", 50_000): 2.0, ("without", 5_000_000): 60.0, ("with", 5_000_000): 240.0}
"""Seconds, without and with names; two windows are read for names at a time, so processor seconds are more."""
SIZES = (50_000, 1_000_000, 2_000_000, 5_000_000)
STEEPER = 1.5
"""How many times the seconds of 1,000,000 characters a long file may take for as many."""


@pytest.fixture(scope="module")
def source(filings, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("text") / "filings.txt"
    path.write_text(" ".join(each["text"] for each in filings), "utf-8")
    return path


def measured(characters: int, pipeline: str, source: Path) -> dict:
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.redact_large", str(characters), pipeline, str(source)],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("names", ["without", "with"])
def test_time_grows_with_the_text_and_memory_is_bounded(names, source, tell, request):
    pipeline = "none" if names == "without" else str(request.getfixturevalue("pipeline"))
    sizes = SIZES if names == "without" else (SIZES[0], SIZES[1], SIZES[-1])
    figures = {size: measured(size, pipeline, source) for size in sizes}
    rows = [
        (
            f"{size:,}",
            names,
            f"{each['places']:,}",
            f"{each['seconds']:.2f}",
            f"{each['processor']:.2f}",
            f"{1_000_000 * each['processor'] / size:.2f}",
            f"{each['megabytes']:.0f}",
            f"{each['processor'] / each['peer']:.0f}",
            f"{GOALS.get((names, size), 0):.0f}" if (names, size) in GOALS else "",
        )
        for size, each in figures.items()
    ]
    columns: tuple[str, ...] = (
        "characters",
        "names",
        "places",
        "seconds",
        "of processors",
        "a million",
        "MB",
        "times python-docx",
    )
    columns += ("goal, seconds",)
    tell(HEADING, *markdown(columns, rows), "")
    assert {each["status"] for each in figures.values()} == {"clean"}
    assert all(each["megabytes"] < 1024 for each in figures.values())
    assert all(figures[size]["seconds"] < goal for (which, size), goal in GOALS.items() if which == names)
    slope = figures[sizes[-1]]["processor"] / figures[1_000_000]["processor"]
    assert slope < STEEPER * sizes[-1] / 1_000_000

"""A file that never ends is an error of that file, and the other files are done."""

import json
import sys
from pathlib import Path

import pytest

from tests.warm_process import run_warm

ROOT = Path(__file__).parents[2]

WITH_A_FILE_THAT_NEVER_ENDS = """
from backend.document import plain_text
from backend.processes import pool
from backend.processes.ceilings import Ceiling
from tests.processes import child_tasks

read = plain_text.read_text
def reads(content):
    if b"Endless" in content:
        child_tasks.loop_in_c(None)
    return read(content)
plain_text.read_text = reads
pool.Pool.run.__defaults__ = (Ceiling(seconds=3.0), pool.Pool.run.__defaults__[1])
from backend.cli import main
main()
"""

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="what is replaced here is not there in a new process"
)


@pytest.fixture
def unsaid(tmp_path, monkeypatch):
    def run(*arguments):
        monkeypatch.setenv("UNSAID_DATA", str(tmp_path / "data"))
        monkeypatch.setenv("UNSAID_NER", "none")
        command = [sys.executable, "-c", WITH_A_FILE_THAT_NEVER_ENDS, *map(str, arguments)]
        return run_warm(command, cwd=ROOT)

    return run


@pytest.fixture
def inbox(tmp_path):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for name, text in (
        ("a.txt", "Ask ann@halden.example"),
        ("b.txt", "Endless"),
        ("c.txt", "Ask bo@halden.example"),
    ):
        (inbox / name).write_text(text)
    return inbox


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_that_never_ends_is_its_own_error(unsaid, inbox, tmp_path, jobs):
    done = unsaid("redact", inbox, "--out", tmp_path / "out", "--no-cii", "--json", "--jobs", jobs)
    assert done.returncode == 1, done.stderr
    errors = [file["error"] for file in json.loads(done.stdout)["files"]]
    assert [bool(error) for error in errors] == [False, True, False]
    assert "longer than its length explains" in errors[1]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.txt", "c.txt"]


def test_the_same_limits_hold_for_suggest(unsaid, inbox):
    done = unsaid("suggest", inbox, "--no-cii", "--json")
    assert done.returncode == 1
    assert [bool(file["error"]) for file in json.loads(done.stdout)["files"]] == [False, True, False]


def test_a_document_of_a_corpus_that_never_ends_is_skipped(unsaid, tmp_path):
    for client in ("Northgate", "Ostrava"):
        (tmp_path / "corpus" / client).mkdir(parents=True)
        for number in range(3):
            (tmp_path / "corpus" / client / f"{number}.txt").write_text(f"{client} reports on steel and freight.")
    (tmp_path / "corpus" / "Ostrava" / "endless.txt").write_text("Endless")
    done = unsaid("train", tmp_path / "corpus", "--registry", tmp_path / "registry", "--json")
    assert done.returncode == 1, done.stderr
    told = json.loads(done.stdout)
    assert [Path(each["where"]).name for each in told["problems"] if each["skipped"]] == ["endless.txt"]

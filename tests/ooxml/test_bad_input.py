"""Hostile files through the command line, in a process that may use only so much time and memory."""

import hashlib
import json
import os
import resource
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.further_cases import sampled
from tests.ooxml.building import body, docx_parts, paragraph, text, zipped
from tests.ooxml.hostile_files import FURTHER, READABLE, UNREADABLE
from tests.ooxml.structure import parts_of, texts_of

SECONDS = 240
"""Of processor time for all files together; with further ones they take a fifth of it."""
MEMORY = 2 * 1024**3
NAME = "Halden & Rook"
UNCHANGED = "Nothing was written; a file that was there before is unchanged."


def limited(**others: int) -> Callable[[], None]:
    """Bound the processor time and the address space of a process, and its files where asked."""

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for name, most in others.items():
            resource.setrlimit(getattr(resource, name), (most, most))

    return bound


def unsaid(folder: Path, *arguments: object, **limits: int) -> subprocess.CompletedProcess[str]:
    (folder / "temporary").mkdir(exist_ok=True)
    told = {"UNSAID_NER": "none", "TMPDIR": str(folder / "temporary"), "UNSAID_DATA": str(folder / "data")}
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")  # each reserves address space
    command = [sys.executable, "-m", "backend", "redact", *map(str, arguments)]
    return subprocess.run(
        [*command, "--no-cii", "--always", NAME, "--json"],
        check=False,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, **told, **threads},
        preexec_fn=limited(**limits),
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory, request):
    """The hostile files redacted in one run: the folder, digests of the inputs before, and what was told."""
    left_out = () if request.config.getoption("--thorough") else FURTHER
    folder = tmp_path_factory.mktemp("hostile")
    inbox = folder / "in"
    inbox.mkdir()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # zipfile warns of the parts that have one name
        for name, make in {**READABLE, **UNREADABLE}.items():
            if name not in left_out:
                (inbox / f"{name}.docx").write_bytes(make())
    before = digests(inbox)
    done = unsaid(folder, inbox, "--out", folder / "out")
    assert done.returncode == 1, done.stderr[-2000:]
    told = {Path(each["path"]).stem: each for each in json.loads(done.stdout)["files"]}
    return folder, before, told


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


@pytest.mark.parametrize("name", sampled(READABLE, [name for name in READABLE if name not in FURTHER]))
def test_large_and_unusual_files_are_redacted_completely(run, name: str):
    folder, _, told = run
    assert told[name]["error"] is None
    assert told[name]["verification"]["status"] != "left"
    content = (folder / "out" / f"{name}.docx").read_bytes()
    assert "[REDACTED]" in "".join(texts_of(content))
    assert not any("Halden" in shown for shown in texts_of(content))
    assert not any(b"den &amp; Rook" in part for part in parts_of(content).values())


@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable_files_are_reported_in_one_line(run, name: str):
    folder, _, told = run
    error = told[name]["error"]
    assert error
    assert "\n" not in error
    assert "Unforeseen" not in error
    assert "Halden" not in error
    assert not (folder / "out" / f"{name}.docx").exists()


def test_inputs_are_untouched_and_no_temporary_file_is_left(run):
    folder, before, _ = run
    assert digests(folder / "in") == before
    assert list((folder / "temporary").iterdir()) == []
    assert not [path for path in (folder / "out").iterdir() if path.name.startswith(".")]


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "in" / "good.docx"
    path.parent.mkdir()
    path.write_bytes(zipped(docx_parts(body(paragraph(text("for Halden &amp; Rook"))))))
    return path


def test_a_full_disk_fails_the_file_and_leaves_nothing(good: Path, tmp_path: Path):
    """A process that may write 100 bytes to a file stands for a disk that holds no more."""
    done = unsaid(tmp_path, good, "--out", tmp_path / "out", RLIMIT_FSIZE=100)
    error = json.loads(done.stdout)["files"][0]["error"]
    assert done.returncode == 1
    assert error.endswith(UNCHANGED)
    assert list((tmp_path / "out").iterdir()) == []


def test_a_folder_that_takes_no_files_fails_the_file(good: Path, tmp_path: Path):
    """A folder of the kernel's, where not even root may write."""
    if not Path("/proc/self").is_dir():
        pytest.skip("needs /proc, a folder that takes no files")
    before = good.read_bytes()
    done = unsaid(tmp_path, good, "--out", "/proc/unsaid")
    assert done.returncode == 1
    assert json.loads(done.stdout)["files"][0]["error"].endswith(UNCHANGED)
    assert good.read_bytes() == before

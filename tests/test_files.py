"""Whole or not at all."""

import errno
import os
import stat
import subprocess
import sys

import pytest

from backend.errors import OutputFailed, UnreadableFile
from backend.files import PRIVATE, read_bytes, write_atomically


def test_a_file_is_replaced_atomically_with_the_requested_mode(tmp_path):
    target = tmp_path / "sub" / "report.json"
    write_atomically(target, b"old", mode=PRIVATE)
    write_atomically(target, b"new", mode=PRIVATE)
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert os.listdir(target.parent) == ["report.json"]


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path):
    """A real limit of the operating system: a child process may not write more than 1,000 bytes to a file."""
    target = tmp_path / "out.docx"
    target.write_bytes(b"old")
    child = (
        "import resource, signal, sys; from pathlib import Path; from backend.files import write_atomically\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "write_atomically(Path(sys.argv[1]), b'x' * 5000)"
    )
    done = subprocess.run([sys.executable, "-c", child, str(target)], capture_output=True, text=True, check=False)
    assert "OutputFailed" in done.stderr
    assert os.strerror(errno.EFBIG).lower() in done.stderr
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["out.docx"]


def test_a_folder_where_the_file_should_be_is_an_output_error(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "x").touch()
    with pytest.raises(OutputFailed, match="Nothing was written; a file that was there before is unchanged"):
        write_atomically(tmp_path / "out", b"text")
    assert os.listdir(tmp_path) == ["out"]


@pytest.mark.parametrize("name", ["missing.txt", "."])
def test_unreadable_files_are_reported_with_their_path(tmp_path, name):
    with pytest.raises(UnreadableFile, match="cannot be read"):
        read_bytes(tmp_path / name)

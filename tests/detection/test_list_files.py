"""A change of list files is noticed, whatever it is, and what has not changed is not read again."""

import os
import time

import pytest

from backend.detection.custom import list_files
from backend.detection.custom.list_files import ListFiles, list_paths
from backend.errors import UnreadableFile
from backend.files import read_bytes

BEFORE = "deny_list: [heron]\nallow_list: [stork]\n"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "everyone.yaml").write_text(BEFORE)
    (folder / "Halden & Rook.json").write_text('{"deny_list": ["gull"]}')
    for path in folder.iterdir():
        os.utime(path, ns=(1, 1))  # so that writing it again changes its time, however soon
    return folder


@pytest.fixture
def later(folder, monkeypatch):
    """A time at which the files are settled; the clock of the file system has gone on since they were written."""
    probe, last = folder.with_name("probe"), max(path.stat().st_ctime_ns for path in folder.iterdir())
    while not probe.exists() or probe.stat().st_ctime_ns <= last:
        probe.touch()
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + 2 * list_files.SETTLED)


@pytest.fixture
def read(monkeypatch):
    """The names of the files that are read, in order."""
    names, real = [], read_bytes
    monkeypatch.setattr(list_files, "read_bytes", lambda path: names.append(path.name) or real(path))
    list_files._settled_content.cache_clear()
    return names


def written(folder, text):
    (folder / "everyone.yaml").write_text(text)


def moved_there(folder, text):
    (folder / "new").write_text(text)
    (folder / "new").replace(folder / "everyone.yaml")


def with_the_times_of_before(folder, text):
    found = (folder / "everyone.yaml").stat()
    (folder / "everyone.yaml").write_text(text)
    os.utime(folder / "everyone.yaml", ns=(found.st_atime_ns, found.st_mtime_ns))


def moved_there_with_the_times_of_before(folder, text):
    found = (folder / "everyone.yaml").stat()
    moved_there(folder, text)
    os.utime(folder / "everyone.yaml", ns=(found.st_atime_ns, found.st_mtime_ns))


def behind_a_link(folder, text):
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "list").write_text(text)
    (folder / "everyone.yaml").unlink()
    (folder / "everyone.yaml").symlink_to(folder / "elsewhere" / "list")


CHANGES = {
    "a term is added": lambda folder: written(folder, "deny_list: [heron, gull]\nallow_list: [stork]\n"),
    "a term is removed": lambda folder: written(folder, "deny_list: [heron]\n"),
    "a term of the same length": lambda folder: written(folder, BEFORE.replace("heron", "hobby")),
    "another file of the same length": lambda folder: moved_there(folder, BEFORE.replace("heron", "hobby")),
    "the same length and time": lambda folder: with_the_times_of_before(folder, BEFORE.replace("heron", "hobby")),
    "another file of the same length and time": lambda folder: moved_there_with_the_times_of_before(
        folder, BEFORE.replace("heron", "hobby")
    ),
    "a link to another list": lambda folder: behind_a_link(folder, BEFORE.replace("heron", "hobby")),
    "a file appears": lambda folder: (folder / "ap.yml").write_text("deny_list: [tern]\n"),
    "a file vanishes": lambda folder: (folder / "everyone.yaml").unlink(),
    "a file gets another name": lambda folder: (folder / "everyone.yaml").rename(folder / "all.yaml"),
    "a file is no list any more": lambda folder: written(folder, "["),
    "a folder in place of a file": lambda folder: (
        (folder / "everyone.yaml").unlink(),
        (folder / "everyone.yaml").mkdir(),
    ),
    "the folder vanishes": lambda folder: folder.rename(folder.with_name("away")),
    "changed, and changed back": lambda folder: (written(folder, "["), written(folder, BEFORE)),
}


@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_every_change_makes_another_revision(folder, change, settled, request):
    if settled:
        request.getfixturevalue("later")
    before = ListFiles.of(folder)
    assert ListFiles.of(folder) == before
    change(folder)
    after = ListFiles.of(folder)
    assert (after.folder, after.revision != before.revision) == (folder, True)
    assert ListFiles.of(folder) == after


def test_what_is_no_list_is_no_change(folder):
    before = ListFiles.of(folder)
    (folder / "notes.txt").write_text("no list")
    (folder / ".hidden.yaml").write_text(BEFORE)
    (folder / "sub").mkdir()
    assert ListFiles.of(folder) == before


@pytest.mark.usefixtures("later")
def test_only_files_that_have_changed_are_read(folder, read):
    for _ in range(3):
        ListFiles.of(folder)
    assert read == ["Halden & Rook.json", "everyone.yaml"]
    written(folder, "deny_list: [tern]\n")
    for _ in range(3):
        ListFiles.of(folder)
    assert read[2:] == ["everyone.yaml"]


def test_a_file_that_was_just_written_is_read_each_time(folder, read, monkeypatch):
    """Two changes in one moment may leave a file with the same times, so its content tells."""
    times = (folder / "everyone.yaml").stat()
    monkeypatch.setattr(time, "time_ns", lambda: times.st_ctime_ns + list_files.SETTLED)
    ListFiles.of(folder)
    ListFiles.of(folder)
    assert read.count("everyone.yaml") == 2


def test_a_folder_that_cannot_be_listed_is_left_to_whoever_reads_its_lists(folder, monkeypatch):
    before = ListFiles.of(folder)

    def refuses(_path):
        raise PermissionError("no")

    monkeypatch.setattr(type(folder), "iterdir", refuses)
    assert ListFiles.of(folder) != before
    with pytest.raises(UnreadableFile):
        list_paths(folder)

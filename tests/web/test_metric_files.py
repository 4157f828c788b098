"""Figures are counted where the disk is full, without which the system would end the process that counts."""

import os
import subprocess
import sys

import pytest
from prometheus_client.mmap_dict import MmapedDict

from backend.web.http.metric_files import ReservedFigures

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere space is not reserved")

NAMES = [f"a name of a figure that is long, number {number}" for number in range(3_000)]
"""More than the first size of a file holds."""


@pytest.fixture
def full_disk(monkeypatch):
    """A function after which the system has no space left for files, but for those in memory."""

    def refuse(*_asked):
        raise OSError(28, "No space left on device")

    return lambda: monkeypatch.setattr(os, "posix_fallocate", refuse)


def _count(figures, names):
    for value, name in enumerate(names):
        figures.write_value(name, float(value), 0.0)


def _told(figures, names):
    return [figures.read_value(name)[0] for name in names]


def test_the_space_of_figures_is_on_the_disk_before_they_are_written(tmp_path):
    path = tmp_path / "counter_1.db"
    figures = ReservedFigures(str(path))
    assert path.stat().st_blocks * 512 >= path.stat().st_size > 0
    _count(figures, NAMES)
    figures.close()
    assert path.stat().st_blocks * 512 >= path.stat().st_size > 64 * 1024
    read = {key: value for key, value, *_ in MmapedDict.read_all_values_from_file(str(path))}
    assert [read[name] for name in NAMES] == list(range(len(NAMES)))


def test_a_full_disk_is_counted_on_in_memory_and_leaves_no_empty_file(tmp_path, full_disk):
    full_disk()
    figures = ReservedFigures(str(tmp_path / "counter_1.db"))
    _count(figures, NAMES)
    assert _told(figures, NAMES) == list(range(len(NAMES)))
    figures.close()
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_gets_full_while_figures_grow_loses_none_of_them(tmp_path, full_disk):
    path = tmp_path / "counter_1.db"
    figures = ReservedFigures(str(path))
    _count(figures, NAMES[:10])
    full_disk()
    _count(figures, NAMES)
    assert _told(figures, NAMES) == list(range(len(NAMES)))
    figures.close()
    read = [key for key, *_ in MmapedDict.read_all_values_from_file(str(path))]
    assert read[:10] == NAMES[:10]


def test_the_service_has_such_files(tmp_path):
    told = subprocess.run(
        [sys.executable, "-c", "import backend.web.http.metrics as m; print(m.RUNNING._value._file.__class__)"],
        env={**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "ReservedFigures" in told.stdout + told.stderr

"""All documents of an owner go in one change of the index, or none does."""

import sqlite3
import subprocess
import sys

import pytest

from backend.errors import IndexBusy, IndexNotWritable, IndexUnusable
from backend.services.index.changes import remove_of
from backend.settings import Settings
from backend.storage.index.index_files import DATABASE
from backend.storage.index.stored_index import StoredIndex
from backend.wiring.index import dictionary, index_keys
from tests.web.released import CLIENTS, K, make_index

OWNERS = [*CLIENTS[:6], *["Rook"] * 4, "Heron", "Heron"]


@pytest.fixture
def settings(tmp_path):
    named = Settings.from_environment({"UNSAID_DATA": str(tmp_path)})
    make_index(named, OWNERS)
    return named


@pytest.fixture
def opened(settings):
    def index(wait=0.0):
        return StoredIndex(settings.index, index_keys(settings), dictionary(), wait)

    return index


def owners(index):
    return sorted(each.owner for group in index.groups() for each in index.entries(group))


def test_documents_of_owners_go_in_one_change(opened):
    with opened() as index:
        assert (index.count_of(["Rook"]), index.count_of(["Rook", "Heron"]), index.count_of(["rook"])) == (4, 6, 0)
        report = remove_of(index, ["Rook", "Heron"])
        assert len(report.removed) == 6
        assert owners(index) == list(CLIENTS[:6])
        assert (index.certificate().change, index.certificate().documents) == (1, 6)
        assert report.dissolved == 4 - len(index.groups())
        assert report.held == (min(each.owners for each in index.groups().values()) >= K)
        assert index.faults() == []


def test_the_last_group_may_be_left_without_documents(opened):
    with opened() as index:
        report = remove_of(index, sorted(set(OWNERS)))
        assert (len(report.removed), report.held, report.uneven) == (12, False, {})
        assert index.certificate().documents == 0


def test_a_process_that_is_killed_in_a_removal_has_removed_nothing(opened, settings):
    code = """
import os, signal, sys
from pathlib import Path
from backend.settings import Settings
from backend.storage.index import stored_index
from backend.wiring.index import index_here
stored_index.certify = lambda *arguments: os.kill(os.getpid(), signal.SIGKILL)
with index_here(Settings.from_environment({"UNSAID_DATA": sys.argv[1]})).opened() as index:
    index.remove_of(["Rook"])
"""
    done = subprocess.run([sys.executable, "-c", code, str(settings.data)], check=False, timeout=60)
    assert done.returncode == -9
    with opened() as index:
        assert owners(index) == sorted(OWNERS)
        assert index.faults() == []
        assert len(remove_of(index, ["Rook"]).removed) == 4
        assert index.faults() == []


def other_program(settings):
    return sqlite3.connect(settings.index / DATABASE, isolation_level=None)


def test_a_lock_passes(opened, settings):
    other = other_program(settings)
    other.execute("BEGIN IMMEDIATE")
    with opened() as index:
        with pytest.raises(IndexBusy, match="Nothing was changed here"):
            index.remove_of(["Rook"])
        other.execute("ROLLBACK")
        assert len(index.remove_of(["Rook"]).documents) == 4


def test_a_reader_who_hinders_a_commit_leaves_no_half_change(opened, settings):
    """A change that could not be committed stayed open, and with it the lock."""
    reader = other_program(settings)
    with opened() as index:
        read = reader.execute("SELECT mark FROM documents")
        read.fetchone()
        with pytest.raises(IndexBusy):
            index.remove_of(["Rook"])
        read.close()
        with opened() as second:
            assert second.count_of(["Rook"]) == 4
            assert len(second.remove_of(["Rook"]).documents) == 4


def test_readers_may_open_while_a_change_is_not_committed(opened, settings):
    """Also where the change takes more pages than the cache of two megabytes has."""
    with opened() as index:
        index._connection.execute("PRAGMA cache_size = 1")
        index._connection.execute("BEGIN IMMEDIATE")
        index._connection.execute("UPDATE documents SET entry = zeroblob(100000)")
        with opened() as reader:
            assert reader.count_of(["Rook"]) == 4
        index._connection.execute("ROLLBACK")


def test_a_full_disk_is_no_damage(opened):
    with opened() as index:
        (pages,) = index._connection.execute("PRAGMA page_count").fetchone()
        index._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(IndexNotWritable, match="disk may be full"):
            index._changed(
                lambda _index: index._connection.execute("INSERT INTO header VALUES ('x', zeroblob(99999))")
            )
        assert index.faults() == []


def test_damage_is_damage(opened, settings):
    file = settings.index / DATABASE
    content = bytearray(file.read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    file.write_bytes(content)
    with pytest.raises(IndexUnusable) as told, opened() as index:
        index.remove_of(["Rook"])
    assert told.value.code == "index_unusable"

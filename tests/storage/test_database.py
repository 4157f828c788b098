"""What a database does to its users: other writers, a full disk, a server that goes and comes back, damage."""

import os
import sqlite3
import subprocess
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import DatabaseError

from backend.errors import (
    ClientExists,
    InvalidRequest,
    NotAuthentic,
    StaleVersion,
    StoreDamaged,
    StoreFull,
    StoreOutdated,
    StoreUnavailable,
)
from backend.settings import Settings
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.db import database as databases
from backend.storage.db.database import Database, url_of
from tests.storage.postgresql import cluster as running_cluster
from tests.storage.postgresql import programs


@pytest.fixture
def database(settings):
    """A second way in, past the store."""
    with closing(Database(url_of(settings))) as database:
        yield database


def names(store):
    return [each.dictionary.name for each in store.clients.all()]


def bulky(name):
    return Dictionary(name, tuple(f"{name} of a longer name {i}" for i in range(400)))


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("postgresql://unsaid@db.example.org/unsaid", "postgresql+psycopg"),
        ("postgres://unsaid@db.example.org/unsaid", "postgresql+psycopg"),
        ("postgresql+psycopg://unsaid@db.example.org/unsaid?sslmode=verify-full", "postgresql+psycopg"),
        ("sqlite:////srv/unsaid/unsaid.db", "sqlite"),
        (None, "sqlite"),
    ],
)
def test_the_url_names_the_database(given, driver):
    url = url_of(Settings(Path("/data"), Path(), Path(), database=given))
    assert url.drivername == driver
    assert Database(url).is_sqlite == (driver == "sqlite")


@pytest.mark.parametrize(
    "given", ["", "mysql://u:secret@host/db", "secret", "sqlite://", "sqlite:///:memory:", "postgresql:secret@x"]
)
def test_another_url_is_refused_and_not_repeated(given):
    with pytest.raises(InvalidRequest, match="UNSAID_DATABASE is not the URL") as refused:
        url_of(Settings(Path("/data"), Path(), Path(), database=given))
    assert "secret" not in str(refused.value)


def test_a_folder_of_any_name_holds_the_database(tmp_path, opened):
    odd = Settings(tmp_path / "a b?c%20#&é", tmp_path, tmp_path)
    opened(odd).clients.add(Dictionary("Rook"))
    assert (odd.data / "unsaid.db").is_file()
    assert names(opened(odd)) == ["Rook"]


def test_sqlite_waits_for_the_disk_before_it_says_that_data_are_stored(tmp_path):
    """In a process of its own: in this one, tests have switched it off."""
    ask = """
import sys
from sqlalchemy import make_url, text
from backend.storage.db.database import Database

with Database(make_url(sys.argv[1])).reading() as session:
    print(session.execute(text("PRAGMA synchronous")).scalar_one())
"""
    url = f"sqlite:///{tmp_path / 'unsaid.db'}"
    asked = subprocess.run([sys.executable, "-c", ask, url], check=True, capture_output=True, text=True)
    assert asked.stdout.strip() == "2", "2 is FULL: https://www.sqlite.org/pragma.html#pragma_synchronous"


def test_writers_that_read_first_lose_nothing(store):
    """Each adds one alias to what it has read, and reads again when somebody was quicker."""
    read = store.clients.add(Dictionary("Rook"))

    def add(number):
        while True:
            now = store.clients.get(read.id)
            more = Dictionary("Rook", (*now.dictionary.aliases, f"alias {number}"))
            try:
                return store.clients.change(read.id, now.version, more)
            except StaleVersion:
                continue

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(add, range(12)))
    last = store.clients.get(read.id)
    assert set(last.dictionary.aliases) == {f"alias {number}" for number in range(12)}
    assert last.version == 13


def test_readers_do_not_wait_for_a_writer(store, database):
    store.clients.add(Dictionary("Rook"))
    with database.writing() as session:
        session.execute(text("DELETE FROM clients"))
        assert names(store) == ["Rook"], "as it was before the writer began"
    with pytest.raises(NotAuthentic):
        names(store)


def test_a_reader_sees_one_moment(store, database):
    store.check()
    count = text("SELECT count(*) FROM clients")
    with database.reading() as session:
        assert session.scalar(count) == 0
        store.clients.add(Dictionary("Rook"))
        assert session.scalar(count) == 0
    with database.reading() as session:
        assert session.scalar(count) == 1


def test_a_writer_that_waits_too_long_is_reported(settings, monkeypatch, opened, database):
    monkeypatch.setattr(databases, "_PATIENCE_MS", 50)
    store = opened(settings)
    rook = store.clients.add(Dictionary("Rook"))
    with database.writing() as session:
        session.execute(text("UPDATE revisions SET number = number + 1"))
        with pytest.raises(StoreUnavailable, match="busy"):
            store.clients.add(Dictionary("Danone"))
        with pytest.raises(StoreUnavailable, match="busy"):
            store.clients.remove(rook.id, 1)
    store.clients.add(Dictionary("Danone"))
    assert names(store) == ["Danone", "Rook"]


def silent_while(database, monkeypatch, act):
    """Fall silent in a transaction, and go on with it after the act of another one."""
    with monkeypatch.context() as brief:
        brief.setattr(databases, "_SILENT", timedelta(milliseconds=20))
        with database.writing() as silent:
            silent.execute(text("UPDATE revisions SET number = number + 1"))
            brief.undo()
            act()
            silent.execute(text("SELECT 1"))


@pytest.mark.parametrize("kind", ["postgresql"])
def test_a_writer_that_falls_silent_does_not_keep_others_waiting(store, database, monkeypatch):
    store.check()
    with pytest.raises(StoreUnavailable):
        silent_while(database, monkeypatch, lambda: store.clients.add(Dictionary("Rook")))
    assert names(store) == ["Rook"]


def change_after(database, *statements):
    with database.alone() as session:
        for statement in (*statements, "UPDATE revisions SET number = number + 1"):
            session.execute(text(statement))


@pytest.mark.parametrize("kind", ["postgresql"])
@pytest.mark.parametrize("before", [["SET TRANSACTION READ ONLY"], ["CREATE ROLE reader", "SET LOCAL ROLE reader"]])
def test_a_database_that_refuses_to_write_is_reported(store, database, before):
    store.check()
    with pytest.raises(StoreUnavailable, match="refuses to write"):
        change_after(database, *before)


def test_more_threads_than_connections_wait_for_one(settings, monkeypatch, opened):
    monkeypatch.setattr(databases, "_POOL", {"pool_size": 1, "max_overflow": 0, "pool_timeout": 30})
    store = opened(settings)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda number: store.clients.add(Dictionary(f"Rook {number}")), range(12)))
    assert len(names(store)) == 12


def test_programming_errors_are_not_reported_as_database_errors(store, database):
    store.check()
    with pytest.raises(DatabaseError), database.reading() as session:
        session.execute(text("SELEC 1"))


def test_no_error_repeats_a_term_nor_do_those_behind_it(store):
    store.clients.add(Dictionary("Rook"))
    again = Dictionary("Rook", ("Quillfeather",), ("Zephyrine",))
    with pytest.raises(ClientExists) as raised:
        store.clients.add(again)
    behind = "".join(traceback.format_exception(raised.value))
    assert "INSERT INTO clients" in behind
    assert "parameters hidden" in behind
    assert "Quillfeather" not in behind
    assert "Zephyrine" not in behind


# A server that goes and comes back.


@pytest.fixture
def own_cluster():
    """A PostgreSQL that a test may stop."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    with running_cluster() as running:
        yield running


def test_the_store_works_again_when_the_server_does(own_cluster, new_settings, opened):
    url = own_cluster.new_database()
    store = opened(replace(new_settings("sqlite"), database=url))
    late = opened(replace(new_settings("sqlite"), database=url))
    store.clients.add(Dictionary("Rook"))
    own_cluster.stop("immediate")
    for ask in (store.clients.all, store.clients.revision, store.check, late.check):
        with pytest.raises(StoreUnavailable, match="does not respond") as gone:
            ask()
        assert (gone.value.code, gone.value.status_hint) == ("store_unavailable", 503)
    with pytest.raises(StoreUnavailable):
        store.clients.add(Dictionary("Danone"))
    own_cluster.start()
    store.check()
    assert names(store) == ["Rook"]
    store.clients.add(Dictionary("Danone"))
    own_cluster.stop()
    own_cluster.start()
    assert names(store) == ["Danone", "Rook"], "a connection that broke unseen is made anew"


def test_a_server_that_stops_during_a_change_keeps_nothing_of_it(own_cluster, new_settings, opened):
    settings = replace(new_settings("sqlite"), database=own_cluster.new_database())
    store = opened(settings)

    def clients():
        yield Dictionary("Rook")
        own_cluster.stop("immediate")
        yield Dictionary("Danone")

    store.clients.all()
    with pytest.raises(StoreUnavailable):
        store.clients.put(clients())
    own_cluster.start()
    assert names(store) == []


def test_a_server_that_does_not_exist_is_reported_without_its_password(new_settings, opened):
    nowhere = "postgresql://unsaid:secret@127.0.0.1:1/unsaid"
    with pytest.raises(StoreUnavailable, match="does not respond") as gone:
        opened(replace(new_settings("sqlite"), database=nowhere)).clients.all()
    assert "secret" not in str(gone.value)


# A disk that is full.


@contextmanager
def tiny_disk(folder):
    """A file system of one megabyte."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root may mount a file system here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(store, name="Rook"):
    """Add clients until there is no room; the names of those that were acknowledged."""
    kept = []
    while True:
        try:
            kept.append(store.clients.add(bulky(f"{name} {len(kept):03}")).dictionary.name)
        except StoreFull:
            return kept


def test_a_full_disk_is_reported_and_loses_nothing(tmp_path, opened):
    with tiny_disk(tmp_path / "disk") as disk:
        settings = Settings(disk, disk / "registry", disk / "lists")
        store = opened(settings)
        kept = fill(store)
        assert kept
        assert names(store) == kept
        store.close()
        again = opened(settings)
        assert names(again) == kept
        kept += fill(again, "Sable")
        again.close()
        with closing(sqlite3.connect(disk / "unsaid.db")) as file:
            assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert names(again) == kept
        again.close()


def test_a_database_that_may_not_grow_is_reported_and_loses_nothing(tmp_path, opened):
    settings = Settings(tmp_path, tmp_path, tmp_path)
    store = opened(settings)
    store.clients.all()
    engine = store._database._engine
    with closing(sqlite3.connect(tmp_path / "unsaid.db")) as file:
        (empty,) = file.execute("PRAGMA page_count").fetchone()

    @event.listens_for(engine, "connect")
    def limit(connection, _record):
        connection.execute(f"PRAGMA max_page_count = {empty + 100}")

    store.close()
    kept = fill(store)
    assert kept
    assert names(store) == kept
    store.clients.remove(store.clients.find(kept[0]).id, 1)
    store.clients.add(Dictionary("Small"))
    assert names(opened(settings)) == sorted([*kept[1:], "Small"])


def test_closing_a_connection_keeps_the_log_of_others(tmp_path, opened):
    store = opened(Settings(tmp_path, tmp_path, tmp_path))
    for name in ("Rook", "Kite"):
        store.clients.add(Dictionary(name))
    log = tmp_path / "unsaid.db-wal"
    before = log.stat().st_ino
    look = "import sqlite3, sys; file = sqlite3.connect(sys.argv[1]); file.execute('select * from clients').close()"
    leave = f"{look}; file.close()"
    subprocess.run([sys.executable, "-c", leave, tmp_path / "unsaid.db"], check=True)
    assert log.stat().st_ino == before


# What lies where the database should.


def test_a_file_that_is_not_a_database_is_reported_and_not_changed(tmp_path, opened):
    (tmp_path / "unsaid.db").write_bytes(b"no database, " * 1000)
    with pytest.raises(StoreDamaged, match="database is damaged"):
        opened(Settings(tmp_path, tmp_path, tmp_path)).clients.all()
    assert (tmp_path / "unsaid.db").read_bytes() == b"no database, " * 1000


def test_a_database_with_a_damaged_page_is_reported(tmp_path, opened):
    settings = Settings(tmp_path, tmp_path, tmp_path)
    store = opened(settings)
    store.clients.add(bulky("Rook"))
    store.close()
    file = tmp_path / "unsaid.db"
    content = bytearray(file.read_bytes())
    content[4096:] = os.urandom(len(content) - 4096)
    file.write_bytes(content)
    with pytest.raises(StoreUnavailable):
        opened(settings).clients.all()


def test_a_folder_that_cannot_be_made_is_reported(tmp_path, opened):
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable, match="cannot be opened or made") as refused:
        opened(Settings(tmp_path / "file" / "data", tmp_path, tmp_path)).clients.all()
    assert refused.value.status_hint == 503


def test_lost_tables_are_reported(store, database):
    store.clients.add(Dictionary("Rook"))
    with database.writing() as session:
        session.execute(text("DROP TABLE aliases"))
    with pytest.raises(StoreOutdated, match="tables of an earlier version"):
        store.clients.find("R")

"""Without the key nothing about a client can be read, and changing keys loses nothing."""

import itertools
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from backend.errors import KeyUnusable, NotAuthentic, OutputFailed, StoreDamaged
from backend.files import write_atomically
from backend.settings import Settings
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.db import keys, sealed
from backend.storage.db.database import Database, url_of
from backend.storage.db.keys import KeyRing, new_key
from backend.storage.rights.roles import Role
from backend.storage.tables import ApiKeyRow, ClientRow, SecretRow, Table
from tests.storage.direct_database import Raw

CANARIES = ("Quillfeather", "Zephyrine", "Marlowgate", "Ostrander", "Pellworth", "Thistledown")


@pytest.fixture
def database(settings):
    """A second way in, past the store."""
    with closing(Database(url_of(settings))) as database:
        yield database


@pytest.fixture
def filled(store):
    """A store that holds each canary in a field of its own."""
    name, alias, always, never, group, label = CANARIES
    store.clients.add(Dictionary(name, (alias,), (always,), (never,), group, "Retail"))
    store.api_keys.new(label, Role.USER, [group], timedelta(days=1))
    return store


@pytest.fixture
def local(tmp_path):
    """Settings that name no key."""
    return Settings(tmp_path, tmp_path / "registry", tmp_path / "lists")


def rows_of(database):
    with database.reading() as session:
        tables = [table for table in Table.metadata.sorted_tables if table.name != "mac_tree"]
        return [tuple(row) for table in tables for row in session.execute(select(table))]


def test_no_column_contains_a_word_of_a_client(filled, database):
    rows = rows_of(database)
    assert len(rows) > 5
    text = repr(rows).casefold()
    assert [word for word in CANARIES if word.casefold() in text] == []
    assert [word for word in CANARIES if word.encode("utf-16-le").hex() in text] == []


def test_no_file_of_the_database_contains_a_word_of_a_client(filled, settings, kind, cluster):
    folder = settings.data
    if kind == "postgresql":
        cluster.psql("CHECKPOINT")
        folder = cluster.data
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    read = 0
    for path in files:
        with suppress(FileNotFoundError):  # PostgreSQL makes files anew while we look
            content = path.read_bytes().lower()
            assert [word for word in CANARIES if word.lower().encode() in content] == [], path
            read += 1
    assert read > len(files) / 2


def test_the_file_and_the_key_are_their_owners_alone(local, opened):
    opened(replace(local, data=local.data / "new")).clients.add(Dictionary("Rook"))
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (local.data / "new").iterdir()}
    assert {"key", "unsaid.db"} <= set(modes)
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE((local.data / "new").stat().st_mode) == 0o700


def test_the_same_text_is_sealed_differently_each_time_and_marked_alike(store):
    seal = store._open().seal
    assert seal.encrypted("1", {"a": "b"}) != seal.encrypted("1", {"a": "b"})
    assert seal.mark("clients", "Halden & Rook") == seal.mark("clients", "HALDEN &  ROOK")
    assert seal.mark("clients", "Rook") != seal.mark("terms", "Rook")
    assert seal.mark("clients", "Rook") != seal.mark("clients", "Rooks")


def test_two_databases_mark_one_name_differently(new_settings, kind, opened):
    marks = {opened(new_settings(kind))._open().seal.mark("clients", "Rook") for _ in range(2)}
    assert len(marks) == 2


def test_another_key_opens_nothing_and_changes_nothing(filled, settings, database, opened):
    before = rows_of(database)
    with pytest.raises(KeyUnusable, match="The key does not open this database"):
        opened(replace(settings, keys=(new_key(),))).clients.all()
    with pytest.raises(KeyUnusable):
        opened(replace(settings, keys=(new_key(),))).rotate_key()
    assert rows_of(database) == before


def test_a_row_does_not_pass_for_another(store, database):
    rook, danone = (store.clients.add(Dictionary(name)) for name in ("Rook", "Danone"))
    with database.writing() as session:
        other = session.scalar(select(ClientRow.sealed).where(ClientRow.id == danone.id))
        session.execute(update(ClientRow).where(ClientRow.id == rook.id).values(sealed=other))
    with pytest.raises(NotAuthentic):
        store.clients.get(rook.id)
    with pytest.raises(StoreDamaged, match="a value of another row"):
        store._open().seal.decrypted(rook.id, other)
    assert store.clients.get(danone.id) == danone


@pytest.mark.parametrize("table", [ClientRow, ApiKeyRow])
def test_a_row_that_was_tampered_with_is_noticed(filled, database, table):
    with database.writing() as session:
        row = session.scalars(select(table)).one()
        row.sealed = row.sealed[:-9] + b"AAAAAAAA="
    sealed_so = row.sealed
    with pytest.raises(StoreDamaged, match="is not what Unsaid has encrypted"):
        filled._open().seal.decrypted(row.id, sealed_so)
    with pytest.raises(NotAuthentic):
        filled.clients.all() if table is ClientRow else filled.api_keys.all()


def test_a_database_that_has_lost_its_secrets_is_not_given_new_ones(filled, settings, database, opened):
    with database.writing() as session:
        session.delete(session.scalars(select(SecretRow).where(SecretRow.purpose == "mark")).one())
    with pytest.raises(StoreDamaged, match="lost its secrets"):
        opened(settings).clients.all()


def test_after_a_rotation_the_old_key_opens_nothing_and_running_processes_continue(settings, opened):
    old, new = settings.keys[0], new_key()
    opened(settings).check()
    running = opened(replace(settings, keys=(new, old)))
    rook = running.clients.add(Dictionary("Rook", ("R",)))
    before = running._open().seal.mark("clients", "Rook")
    assert opened(replace(settings, keys=(new, old))).rotate_key() == 1
    assert running.clients.get(rook.id) == rook
    danone = running.clients.add(Dictionary("Danone"))
    with pytest.raises(KeyUnusable):
        opened(settings).clients.all()
    later = opened(replace(settings, keys=(new,)))
    assert later.clients.all() == (danone, rook)
    assert later.clients.find("R") == rook
    assert later._open().seal.mark("clients", "Rook") == before


def test_a_process_that_has_only_the_old_key_changes_nothing_after_a_rotation(settings, opened):
    """It has read its secrets before the rotation; what it wrote would be signed as whoever lost the key signs."""
    new = new_key()
    running = opened(settings)
    running.clients.add(Dictionary("Rook"))
    opened(replace(settings, keys=(new, *settings.keys))).rotate_key()
    for use in (lambda: running.clients.add(Dictionary("Danone")), running.clients.all):
        with pytest.raises(KeyUnusable, match="The key does not open this database"):
            use()
    newest = opened(replace(settings, keys=(new,)))
    assert [each.dictionary.name for each in newest.clients.all()] == ["Rook"]
    assert newest.audit.verify().holds


def test_a_rotation_to_the_key_that_seals_already_is_refused(filled, settings, opened):
    """It would protect nobody: earlier secrets, sealed with that key, could be put back."""
    both = opened(replace(settings, keys=(new_key(), *settings.keys)))
    both.rotate_key()
    with pytest.raises(KeyUnusable, match="already encrypted with the first key of UNSAID_KEY"):
        both.rotate_key()
    assert both.audit.verify().holds


def test_a_rotation_seals_every_row_again(filled, settings, opened, database):
    before = rows_of(database)
    opened(replace(settings, keys=(new_key(), *settings.keys))).rotate_key()
    kept = {value for row in rows_of(database) for value in row if isinstance(value, bytes)}
    assert len(kept) == 7, "a client, an API key, the mark, two seals, and two secrets for MACs"
    assert kept.isdisjoint(value for row in before for value in row if isinstance(value, bytes))


def test_one_key_in_the_settings_cannot_be_rotated(filled, settings, opened):
    with pytest.raises(KeyUnusable, match="UNSAID_KEY contains only one key"):
        opened(settings).rotate_key()


def test_the_key_file_is_rotated_while_a_process_runs(local, opened):
    running = opened(local)
    rook = running.clients.add(Dictionary("Rook"))
    before = (local.data / "key").read_text()
    assert opened(local).rotate_key() == 1
    after = (local.data / "key").read_text()
    assert (len(after.split()), after == before) == (1, False)
    assert stat.S_IMODE((local.data / "key").stat().st_mode) == 0o600
    assert running.clients.all() == (rook,)
    assert opened(local).clients.all() == (rook,)


@pytest.mark.parametrize("step", ["before the rows", "after the rows"])
def test_a_rotation_that_is_killed_between_its_steps_leaves_all_to_be_opened(local, opened, monkeypatch, step):
    rook = opened(local).clients.add(Dictionary("Rook"))

    class Killed(BaseException):
        pass

    def killed(*arguments, **more):
        raise Killed

    with monkeypatch.context() as patch:
        if step == "before the rows":
            patch.setattr(sealed, "_row", killed)
        else:
            replace_file = KeyRing.replace
            patch.setattr(
                KeyRing,
                "replace",
                lambda ring, all_keys: (replace_file if len(all_keys) > 1 else killed)(ring, all_keys),
            )
        with suppress(Killed):
            opened(local).rotate_key()
    assert len((local.data / "key").read_text().split()) == 2
    assert opened(local).clients.all() == (rook,)
    opened(local).rotate_key()
    assert len((local.data / "key").read_text().split()) == 1
    assert opened(local).clients.all() == (rook,)


def test_rotations_at_once_and_broken_off_never_lose_the_key(local, opened, monkeypatch):
    """While one rotation ends, others begin, and every third of them is killed when it has written the file."""
    rook = opened(local).clients.add(Dictionary("Rook"))
    begun = itertools.count()
    made = sealed._row

    class Killed(BaseException):
        pass

    def row(*arguments):
        if next(begun) % 3 == 2:
            raise Killed
        return made(*arguments)

    def rotate(_number):
        with suppress(Killed):
            opened(local).rotate_key()

    monkeypatch.setattr(sealed, "_row", row)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(rotate, range(12)))
    assert opened(local).clients.all() == (rook,)
    monkeypatch.undo()
    opened(local).rotate_key()
    assert len((local.data / "key").read_text().split()) == 1
    assert opened(local).clients.all() == (rook,)


def test_who_reads_the_key_file_before_a_rotation_and_the_rows_after_it_reads_again(local, opened, monkeypatch):
    rook = opened(local).clients.add(Dictionary("Rook"))
    read = KeyRing.keys
    outdated = [KeyRing.of(local, may_make=False).keys()]
    opened(local).rotate_key()
    monkeypatch.setattr(KeyRing, "keys", lambda ring: outdated.pop() if outdated else read(ring))
    assert opened(local).clients.all() == (rook,)
    assert outdated == []


def test_a_rotation_that_ends_leaves_the_key_that_opens_not_the_first(local, opened, monkeypatch):
    """Before it ends another one begins, and is killed when it has written its new key into the file."""
    rook = opened(local).clients.add(Dictionary("Rook"))
    forget = sealed._forget_older

    def overtaken(database, ring, newest):
        ring.replace((new_key(), *ring.keys()))
        forget(database, ring, newest)

    monkeypatch.setattr(sealed, "_forget_older", overtaken)
    opened(local).rotate_key()
    assert len((local.data / "key").read_text().split()) == 1
    assert opened(local).clients.all() == (rook,)


@pytest.mark.parametrize("attack", ["a secret put back", "all secrets put back", "no secret left"])
def test_a_rotation_never_deletes_its_new_key_because_of_what_the_database_says(local, opened, monkeypatch, attack):
    """Before the old key goes from the file, someone puts secrets of before back: these need the old key."""
    rook = opened(local).clients.add(Dictionary("Rook"))
    raw = Raw(local)
    before, forget = raw.rows("secrets"), sealed._forget_older
    after = []

    def attacked(database, ring, newest):
        after.extend(raw.rows("secrets"))
        there = {"a secret put back": [before[0], *after[1:]], "all secrets put back": before, "no secret left": []}
        raw.put({"secrets": there[attack]})
        forget(database, ring, newest)

    monkeypatch.setattr(sealed, "_forget_older", attacked)
    with suppress(StoreDamaged):
        opened(local).rotate_key()
    raw.put({"secrets": after})
    assert opened(local).clients.all() == (rook,)


def test_a_key_file_that_others_may_read_is_refused(local, opened):
    opened(local).clients.add(Dictionary("Rook"))
    (local.data / "key").chmod(0o640)
    with pytest.raises(KeyUnusable, match="other users of this machine may read this key"):
        opened(local).clients.all()


@pytest.mark.parametrize(
    ("content", "said"),
    [("", "contains no key"), ("no key\n", "is not one that Unsaid makes"), (None, "is missing")],
)
def test_an_invalid_key_file_is_not_replaced(local, opened, content, said):
    opened(local).clients.add(Dictionary("Rook"))
    file = local.data / "key"
    file.unlink() if content is None else file.write_text(content)
    with pytest.raises(KeyUnusable, match=said):
        opened(local).clients.all()
    assert file.exists() == (content is not None), "a new key would open nothing"


def test_without_leave_no_key_is_made(local, opened):
    from backend.storage.store import Store

    with closing(Store.of(local, may_make_key=False)) as store, pytest.raises(KeyUnusable, match="Set UNSAID_KEY"):
        store.clients.all()
    assert not (local.data / "key").exists()
    opened(local).clients.all()
    assert (local.data / "key").exists()


def test_for_postgresql_no_key_is_made(new_settings, opened):
    settings = replace(new_settings("postgresql"), keys=())
    with pytest.raises(KeyUnusable, match="Set UNSAID_KEY"):
        opened(settings).clients.all()


def test_one_of_two_concurrent_processes_makes_the_key(local, monkeypatch):
    """The other one looks, finds no file, and is overtaken before it writes its own."""
    ring = KeyRing.of(local, may_make=True)
    write, quicker = write_atomically, []

    def overtaken(path, content, *, mode):
        if not quicker:
            quicker.append(None)
            quicker[0] = KeyRing.of(local, may_make=True).make()
        write(path, content, mode=mode)

    monkeypatch.setattr(keys, "write_atomically", overtaken)
    assert ring.make() == quicker[0]
    assert [path.name for path in local.data.iterdir()] == ["key"]


def test_a_key_that_cannot_be_written_leaves_no_secrets_behind(local, opened, monkeypatch):
    def full(path, content, *, mode):
        raise OutputFailed("no room")

    with monkeypatch.context() as patch:
        patch.setattr(keys, "write_atomically", full)
        with pytest.raises(OutputFailed):
            opened(local).clients.all()
    with closing(sqlite3.connect(local.data / "unsaid.db")) as file:
        assert file.execute("SELECT count(*) FROM secrets").fetchone() == (0,)
    assert opened(local).clients.all() == ()

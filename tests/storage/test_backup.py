"""A backup brings everything back into either kind of database, or says why not and changes nothing."""

import gzip
import stat
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as of_hypothesis
from hypothesis import strategies as st
from sqlalchemy import select, text

from backend.errors import BackupUnusable, KeyUnusable, OutputFailed, OutputRefused, UnreadableFile
from backend.redaction.review_policy import ReviewPolicy
from backend.review.changes import Change, Scope
from backend.review.decision_states import Move
from backend.review.pane_marks import PaneMarks
from backend.storage import backup
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.db.database import Database, url_of
from backend.storage.db.keys import new_key
from backend.storage.index_requests import DocumentAnswer
from backend.storage.jobs.jobs import NewJob
from backend.storage.reviews.reviews import ReviewTerms
from backend.storage.rights.roles import Role
from backend.storage.tables import ApiKeyRow, Table
from tests.further_cases import on_databases

NOON = datetime(2026, 3, 29, 12, tzinfo=UTC)


def fill(store):
    """Some of everything; the token of an API key."""
    store.clients.add(Dictionary("Halden & Rook", ("HRL",), ("Project Heron",), ("steering",), "Ports", "Retail"))
    changed = store.clients.add(Dictionary("Danone"))
    store.clients.change(changed.id, 1, Dictionary("Danone", ("D",)))
    made = store.api_keys.new("nightly batch", Role.USER, ["Ports"], timedelta(days=7), now=NOON)
    for job in (
        store.jobs.ask(NewJob("batch", {}, "ann", files=("mark",))),
        store.jobs.ask(NewJob("training", {}, "ann")),
    ):
        held = store.held_jobs.take(job.id, "worker", {job.kind: 1})
    store.held_jobs.finish(held, done=0, skipped=0)
    fill_reviews(store)
    store.certificate_keys.signer(now=NOON)
    store.registry_seals.keep((1, 5, 7, True), {"/registry": None})
    request = store.index_requests.make("ann", "e" * 64, 3, "May I see it?", ["a", "b"])
    store.index_requests.answer(request.id, DocumentAnswer("ben", "Call Ben", ("b",)))
    store.global_terms.change(0, Dictionary("everyone", always=("Kestrel",)), "0123456789abcdef")
    store.policies.set("Danone", 0, ReviewPolicy(least_k=3), "0123456789abcdef")
    store.users.grant("https://login.example", "ada", [Role.USER], None, "0123456789abcdef")
    store.api_keys.revoke(store.api_keys.new("old", Role.ADMIN, None, timedelta(days=7), now=NOON).key.id, now=NOON)
    return made.token


def fill_reviews(store):
    """A review with all that can be said in one: a note, a proposal, marks, and the blind verdicts of another."""
    first, second = "0" * 16, "1" * 16
    review = store.reviews.begin("ann", "Danone", "Ports", ReviewTerms("sample", "client@1", blind_share=1.0))
    changes = [
        Change(first, Move.EDIT, replacement="a port", note="asked"),
        Change(second, Move.REJECT, scope=Scope.CLIENT, term="steering"),
    ]
    review = store.reviews.decide(review.id, 1, "ann", changes, marks=PaneMarks("TrackAll"))
    store.reviews.sample(review.id, review.version, "ben", 1.0)
    store.reviews.judge(review.id, "ben", {first: True, second: False})


def held(store):
    """All that can be read from a store."""
    return store.clients.all(), store.api_keys.all(), store.index_requests.all()


def sealed_rows(store):
    """How many rows have something sealed in them, asked of each table by itself."""
    with store._database.reading() as session:
        tables = [each for each in Table.metadata.sorted_tables if "sealed" in each.c and each.name != "secrets"]
        return sum(len(session.execute(select(each).where(each.c.sealed.is_not(None))).all()) for each in tables)


@contextmanager
def unpacked(path):
    """What is in a backup, as a database; what is changed in it is packed again."""
    with backup._scratch() as database:
        backup._file_of(database).write_bytes(gzip.decompress(path.read_bytes()))
        yield database
        database.close()
        path.write_bytes(gzip.compress(backup._file_of(database).read_bytes()))


@pytest.mark.parametrize("other", ["sqlite", "postgresql"])
def test_a_backup_is_restored_into_sqlite_and_postgresql(store, settings, new_settings, opened, tmp_path, other):
    token = fill(store)
    rows = store.back_up(tmp_path / "a.backup")
    target = opened(replace(new_settings(other), keys=settings.keys))
    assert target.restore(tmp_path / "a.backup") == rows
    assert held(target) == held(store)
    assert target.clients.find("HRL").dictionary.always == ("Project Heron",)
    assert target.api_keys.of(token, NOON) == store.api_keys.of(token, NOON) is not None
    assert target._open().seal.mark("x", "y") == store._open().seal.mark("x", "y")


def test_a_restored_database_continues_where_the_other_one_stopped(store, settings, new_settings, opened, tmp_path):
    """PostgreSQL counts rows by itself, and does not know of those that came with a number."""
    fill(store)
    store.back_up(tmp_path / "a.backup")
    keys = (new_key(), *settings.keys)
    for kind in ("sqlite", "postgresql"):
        target = opened(replace(new_settings(kind), keys=keys))
        target.restore(tmp_path / "a.backup")
        assert target.rotate_key() == sealed_rows(target)
        target.clients.add(Dictionary("Ford"))
        assert [each.dictionary.name for each in target.clients.all()] == ["Danone", "Ford", "Halden & Rook"]


def test_a_backup_is_one_file_of_its_owner_and_contains_no_word_of_a_client(store, tmp_path):
    fill(store)
    folder = tmp_path / "backups"
    folder.mkdir()
    store.back_up(folder / "a.backup")
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    content = gzip.decompress(file.read_bytes()).lower()
    assert [word for word in (b"halden", b"heron", b"steering", b"ports", b"nightly") if word in content] == []


def test_every_row_of_every_table_is_in_it(store, settings, tmp_path):
    fill(store)
    rows = store.back_up(tmp_path / "a.backup")
    with closing(Database(url_of(settings))) as database, database.reading() as session:
        there = {table.name: session.execute(select(table)).all() for table in Table.metadata.sorted_tables}
    assert all(there.values()), "a table without rows would prove nothing"
    with unpacked(tmp_path / "a.backup") as copy, copy.reading() as session:
        assert {each.name: session.execute(select(each)).all() for each in Table.metadata.sorted_tables} == there
    assert rows == sum(map(len, there.values()))


def test_a_backup_is_of_one_moment(store, tmp_path, monkeypatch):
    """Between two tables somebody removes a client; the backup has it whole."""
    fill(store)
    before = held(store)
    copied = backup._count_on

    def meanwhile(target, table):
        copied(target, table)
        if table.name == "clients":
            for each in store.policies.current():
                store.policies.remove(each.client, each.version, "lex")
            for each in store.clients.all():
                store.clients.remove(each.id, each.version)

    with monkeypatch.context() as patch:
        patch.setattr(backup, "_count_on", meanwhile)
        store.back_up(tmp_path / "a.backup")
    assert store.clients.all() == ()
    store.restore(tmp_path / "a.backup", replace=True)
    assert held(store) == before


def test_a_database_with_data_is_replaced_only_on_request(store, tmp_path):
    fill(store)
    before = held(store)
    store.back_up(tmp_path / "a.backup")
    store.clients.add(Dictionary("Ford"))
    counted = store.clients.revision()
    with pytest.raises(OutputRefused, match="already contains data"):
        store.restore(tmp_path / "a.backup")
    assert len(store.clients.all()) == 3
    store.restore(tmp_path / "a.backup", replace=True)
    assert held(store) == before
    assert store.clients.revision() != counted, "who has read the rows reads them again"


def test_a_restore_that_breaks_off_changes_nothing(store, tmp_path, monkeypatch):
    fill(store)
    store.back_up(tmp_path / "a.backup")
    store.clients.add(Dictionary("Ford"))
    before = held(store)

    def killed(target, table):
        if table.name == "clients":
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(backup, "_count_on", killed)
        with pytest.raises(KeyboardInterrupt):
            store.restore(tmp_path / "a.backup", replace=True)
    assert held(store) == before


@pytest.mark.parametrize("failing", ["_count_on", "_copy"])
def test_a_backup_that_breaks_off_leaves_no_file(store, tmp_path, monkeypatch, failing):
    fill(store)
    folder = tmp_path / "backups"
    folder.mkdir()

    def killed(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(backup, failing, killed)
    with pytest.raises(KeyboardInterrupt):
        store.back_up(folder / "a.backup")
    assert list(folder.iterdir()) == []


def test_a_backup_overwrites_nothing(store, settings, kind, tmp_path):
    fill(store)
    (tmp_path / "a.backup").write_text("something else")
    with pytest.raises(OutputRefused, match="exists already"):
        store.back_up(tmp_path / "a.backup")
    assert (tmp_path / "a.backup").read_text() == "something else"
    with pytest.raises(OutputFailed, match="Nothing was written"):
        store.back_up(tmp_path / "a.backup" / "b.backup")


def test_a_file_that_appears_meanwhile_is_not_overwritten(store, tmp_path, monkeypatch):
    fill(store)
    monkeypatch.setattr(backup, "_count_on", lambda *_: (tmp_path / "a.backup").write_text("something else"))
    with pytest.raises(OutputFailed, match="file exists"):
        store.back_up(tmp_path / "a.backup")
    assert (tmp_path / "a.backup").read_text() == "something else"


def test_another_key_restores_nothing(store, new_settings, kind, opened, tmp_path):
    fill(store)
    store.back_up(tmp_path / "a.backup")
    other = opened(new_settings(kind))
    with pytest.raises(KeyUnusable):
        other.restore(tmp_path / "a.backup", replace=True)
    assert held(other) == ((), (), ())


WRONG = [("text",), ("empty",), ("packed text",), ("another",), ("future",), ("folder",), ("missing",)]


@pytest.mark.parametrize(("kind", "wrong"), on_databases(WRONG, [("another",)]))
def test_an_invalid_backup_is_reported_and_changes_nothing(store, tmp_path, wrong):
    fill(store)
    before = held(store)
    file = tmp_path / "a.backup"
    if wrong == "text":
        file.write_text("no backup " * 1000)
    elif wrong == "empty":
        file.touch()
    elif wrong == "packed text":
        file.write_bytes(gzip.compress(b"no backup " * 1000))
    elif wrong == "folder":
        file.mkdir()
    elif wrong != "missing":
        store.back_up(file)
        with unpacked(file) as copy, copy.writing() as session:
            if wrong == "future":
                session.execute(text("UPDATE alembic_version SET version_num = 'from the future'"))
            else:
                session.execute(text("DROP TABLE alembic_version"))
    with pytest.raises((BackupUnusable, UnreadableFile)) as told:
        store.restore(file, replace=True)
    assert str(file) in str(told.value)
    assert held(store) == before


def test_a_backup_with_a_row_that_cannot_be_opened_changes_nothing(store, tmp_path):
    fill(store)
    before = held(store)
    store.back_up(tmp_path / "a.backup")
    with unpacked(tmp_path / "a.backup") as copy, copy.writing() as session:
        row = session.scalars(select(ApiKeyRow).limit(1)).one()
        row.sealed = row.sealed[:-9] + b"AAAAAAAA="
    with pytest.raises(BackupUnusable, match="is damaged"):
        store.restore(tmp_path / "a.backup", replace=True)
    assert held(store) == before


def test_an_empty_store_can_be_backed_up_and_restored(store, settings, new_settings, opened, kind, tmp_path):
    store.back_up(tmp_path / "a.backup")
    target = opened(replace(new_settings(kind), keys=settings.keys))
    target.restore(tmp_path / "a.backup")
    assert held(target) == ((), (), ())
    target.clients.add(Dictionary("Rook"))


def test_restoring_leaves_the_backup_as_it_was(store, tmp_path):
    fill(store)
    store.back_up(tmp_path / "a.backup")
    before = (tmp_path / "a.backup").read_bytes()
    (tmp_path / "a.backup").chmod(0o400)
    store.restore(tmp_path / "a.backup", replace=True)
    assert (tmp_path / "a.backup").read_bytes() == before
    assert [path.name for path in tmp_path.glob("a.backup*")] == ["a.backup"]


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
@of_hypothesis(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_backup_is_refused_or_does_no_harm(store, tmp_path, data):
    """Wherever a byte is flipped or the file is cut, what is restored is what was backed up, or nothing is."""
    file = tmp_path / "a.backup"
    if not file.exists():
        fill(store)
        store.back_up(file)
    before = held(store)
    content = bytearray(file.read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        content = content[:at]
    else:
        content[at] ^= 1 << data.draw(st.integers(0, 7))
    damaged = tmp_path / "damaged.backup"
    damaged.write_bytes(content)
    with suppress(BackupUnusable):
        store.restore(damaged, replace=True)
    assert held(store) == before

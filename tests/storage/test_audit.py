"""The audit trail: one row for each thing that was done, and nothing can be made undone in silence."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from backend.errors import StoreDamaged, TrailUnusable
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.audit.trail import record_event
from backend.storage.audit.trail_file import examine_file, export_lines
from backend.storage.authenticity.hash_chain import FaultKind
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.db.database import Database, url_of
from backend.storage.db.keys import new_key
from backend.storage.migrations import upgrade

NOON = datetime(2026, 3, 29, 12, tzinfo=UTC)
SHA = "ab" * 32


@pytest.fixture
def database(store):
    """The database of the store, for what the store itself would never do."""
    store.audit.rows()
    return store._database


def event(number=1, **more):
    return Event("0123456789abcdef", Action.DOCUMENT_REDACTED, f"subject{number}", {"terms": number}, **more)


def test_an_event_is_read_as_it_was_noted(store):
    store.audit.record(event(model="2026-03", policy="client@2", document=SHA, result=SHA[::-1]))
    (row,) = store.audit.rows()
    assert {**row.content} == {
        "number": 1,
        "previous": "0" * 64,
        "moment": row.content["moment"],
        "clock": None,
        "who": "0123456789abcdef",
        "action": "document.redacted",
        "subject": "subject1",
        "counts": {"terms": 1},
        "model": "2026-03",
        "policy": "client@2",
        "document": SHA,
        "result": SHA[::-1],
        "code": None,
        "rows": [],
        "state": row.content["state"],
    }
    assert store.audit.verify().holds


@pytest.mark.parametrize(
    "wrong",
    [
        {"who": "Ada Lovelace"},
        {"who": ""},
        {"subject": "Halden & Rook"},
        {"model": "a b"},
        {"policy": "é"},
        {"code": "\n"},
        {"document": "AB" * 32},
        {"result": "ab"},
        {"counts": {"a word": 1}},
        {"counts": {"terms": "one"}},
        {"counts": {"terms": True}},
    ],
)
def test_no_sentence_fits_into_an_event(wrong):
    with pytest.raises(ValueError, match="no text"):
        Event(**{"who": "0123456789abcdef", "action": Action.DOCUMENT_REDACTED, **wrong})


def _interrupt():
    raise KeyboardInterrupt


def test_rolled_back_actions_are_not_recorded(store, database):
    with suppress(KeyboardInterrupt), database.writing() as session:
        record_event(session, event())
        _interrupt()
    assert store.audit.rows() == ()
    with database.writing() as session:
        record_event(session, event(1))
        record_event(session, event(2))
    assert [row.content["subject"] for row in store.audit.rows()] == ["subject2", "subject1"]
    assert store.audit.verify().holds


def test_a_transaction_of_a_store_that_is_not_open_notes_nothing(settings):
    with closing(Database(url_of(settings))) as database:
        upgrade.upgrade_tables(database)
        with pytest.raises(RuntimeError), database.writing() as session:
            record_event(session, event())


def test_many_that_note_at_once_make_one_trail(settings, opened):
    stores = [opened(settings) for _ in range(4)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: stores[number % 4].audit.record(event(number)), range(80)))
    rows = stores[0].audit.rows(most=100)
    assert [row.number for row in rows] == list(range(80, 0, -1))
    assert {row.content["subject"] for row in rows} == {f"subject{number}" for number in range(80)}
    assert stores[0].audit.verify().holds


def test_a_clock_that_is_set_back_is_reported_and_the_order_is_kept(store, database):
    moments = [NOON, NOON - timedelta(hours=1), NOON + timedelta(seconds=1), NOON + timedelta(microseconds=1)]
    for moment in moments:
        with database.writing() as session:
            record_event(session, event(), moment)
    told = [(row.content["moment"], row.content["clock"]) for row in reversed(store.audit.rows())]
    assert told == [
        ("2026-03-29T12:00:00.000000+00:00", None),
        ("2026-03-29T12:00:00.000000+00:00", "2026-03-29T11:00:00.000000+00:00"),
        ("2026-03-29T12:00:01.000000+00:00", None),
        ("2026-03-29T12:00:01.000000+00:00", "2026-03-29T12:00:00.000001+00:00"),
    ]
    assert store.audit.verify().holds


def test_rows_are_read_page_by_page_and_sifted(store):
    for number in range(1, 8):
        store.audit.record(event(number))
    assert [row.number for row in store.audit.rows(most=3)] == [7, 6, 5]
    assert [row.number for row in store.audit.rows(before=5, most=3)] == [4, 3, 2]
    odd = store.audit.rows(most=2, wanted=lambda row: row.number % 2 == 1)
    assert [row.number for row in odd] == [7, 5]


def test_a_new_key_leaves_the_trail_as_it_is(settings, opened, store):
    store.audit.record(event())
    newer = opened(replace(settings, keys=(new_key(), *settings.keys)))
    newer.rotate_key()
    newer.audit.record(event(2))
    assert newer.audit.verify().holds
    assert [row.content["action"] for row in newer.audit.rows()][1] == "store.key_rotated"


DONE_TO_THE_DATABASE = {
    "another word": ("UPDATE audit SET content = replace(content, 'subject3', 'subject9') WHERE number = 3", 3),
    "another hash": ("UPDATE audit SET hash = signature WHERE number = 3", 3),
    "another signature": ("UPDATE audit SET signature = hash WHERE number = 3", 3),
    "no text": ("UPDATE audit SET content = '' WHERE number = 3", 3),
    "gone": ("DELETE FROM audit WHERE number = 3", 3),
    "the first is gone": ("DELETE FROM audit WHERE number = 1", 1),
    "cut off": ("DELETE FROM audit WHERE number > 2", 3),
    "all is gone": ("DELETE FROM audit", 1),
    "another number": ("UPDATE audit SET number = 30 WHERE number = 3", 3),
    "twice": ("INSERT INTO audit SELECT 6, content, hash, signature FROM audit WHERE number = 3", 6),
    "before the first": ("INSERT INTO audit SELECT -1, content, hash, signature FROM audit WHERE number = 3", -1),
    "another end": ("UPDATE audit_head SET number = 4", 5),
    "an earlier end": (
        "UPDATE audit_head SET number = 4, hash = (SELECT hash FROM audit WHERE number = 4)",
        5,
    ),
    "another moment": ("UPDATE audit_head SET moment = '2099'", 5),
    "no end": ("DELETE FROM audit_head", 5),
}


@pytest.mark.parametrize("what", DONE_TO_THE_DATABASE)
def test_tampering_is_reported_at_the_changed_row(store, database, what):
    for number in range(1, 6):
        store.audit.record(event(number))
    statement, number = DONE_TO_THE_DATABASE[what]
    with database.writing() as session:
        session.execute(text(statement))
    assert store.audit.verify().faults[0].number == number


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
@pytest.mark.parametrize("column", ["content", "hash", "signature"])
def test_values_that_are_not_text_are_found_too(store, database, column):
    """SQLite keeps any bytes in any column."""
    for number in range(1, 4):
        store.audit.record(event(number))
    with database.writing() as session:
        session.execute(text(f"UPDATE audit SET {column} = CAST(x'fffe00' AS TEXT) WHERE number = 2"))  # noqa: S608
    assert store.audit.verify().faults[0].number == 2


@pytest.mark.parametrize("what", ["another end", "an earlier end", "another moment", "no end"])
def test_nothing_is_noted_upon_an_end_that_someone_else_has_written(store, database, what):
    """Or Unsaid itself would sign what was forged."""
    for number in range(1, 6):
        store.audit.record(event(number))
    with database.writing() as session:
        session.execute(text(DONE_TO_THE_DATABASE[what][0]))
    before = store.audit.verify()
    with pytest.raises(StoreDamaged, match=r"changed the audit trail|not what Unsaid has recorded"):
        store.audit.record(event(6))
    with pytest.raises(StoreDamaged, match=r"changed the audit trail|not what Unsaid has recorded"):
        store.clients.add(Dictionary("Rook"))
    with pytest.raises(StoreDamaged, match=r"changed the audit trail|not what Unsaid has recorded"):
        store.clients.all()
    assert store.audit.verify() == before


def test_nothing_is_noted_where_someone_has_put_a_row_already(store, database):
    store.audit.record(event(1))
    with database.writing() as session:
        session.execute(text("INSERT INTO audit SELECT 2, content, hash, signature FROM audit"))
    with pytest.raises(StoreDamaged, match=r"changed the audit trail|not what Unsaid has recorded"):
        store.audit.record(event(2))


def test_an_exported_trail_is_the_beginning_of_a_longer_one(store, tmp_path):
    for number in range(1, 4):
        store.audit.record(event(number))
    path = exported(store, tmp_path / "march.jsonl")
    assert examine_file(path, None).holds
    store.audit.record(event(4))
    assert examine_file(path, store.audit).holds
    assert (examine_file(path, store.audit).rows, store.audit.verify().rows) == (3, 4)


def test_a_store_that_was_put_back_is_reported_by_an_exported_trail(store, tmp_path):
    """Which the store itself cannot know."""
    store.audit.record(event(1))
    store.back_up(tmp_path / "a.backup")
    store.audit.record(event(2))
    store.audit.record(event(3))
    path = exported(store, tmp_path / "march.jsonl")
    store.restore(tmp_path / "a.backup", replace=True)
    assert store.audit.verify().holds
    assert [row.content["action"] for row in store.audit.rows()] == ["store.restored", "document.redacted"]
    (fault,) = examine_file(path, store.audit).faults
    assert (fault.number, fault.wrong) == (2, FaultKind.NOT_STORED)


def test_the_trail_of_another_store_is_reported(store, new_settings, kind, opened, tmp_path):
    other = opened(new_settings(kind))
    other.audit.record(event(1))
    store.audit.record(event(1))
    faults = examine_file(exported(other, tmp_path / "other.jsonl"), store.audit).faults
    assert {fault.wrong for fault in faults} == {FaultKind.NOT_STORED, FaultKind.END_CHANGED}


@pytest.mark.parametrize("content", [b"", b"\n\n", b"no trail", b'{"a": 1}\n', b"\xff\xfe\x00", b"[" * 100_000])
def test_a_file_that_is_not_a_trail_is_reported(tmp_path, content):
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    with pytest.raises(TrailUnusable, match="not an audit trail"):
        examine_file(path, None)


def exported(store, path):
    with store.audit.opened() as (links, head):
        path.write_bytes(b"".join(export_lines(links, head)))
    return path

"""Somebody changes what an auditor compares with, the revision of the tables, or a backup before it is restored."""

import gzip
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from random import Random

import pytest
from sqlalchemy import text

from backend.errors import StoreDamaged, StoreOutdated, UnsaidError
from backend.services.audit.audit_trail import AuditQuery, find_rows
from backend.storage import backup
from backend.storage.audit.trail_file import examine_file, export_lines
from backend.storage.authenticity.hash_chain import FaultKind
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.db.keys import KeyRing
from backend.storage.rights.roles import Role
from tests.further_cases import MOSTLY_SQLITE, on_both_databases, on_databases
from tests.storage.direct_database import IMPOSSIBLE, Raw, other
from tests.storage.test_backup import fill, unpacked

DAY = timedelta(days=1)


@pytest.fixture(params=MOSTLY_SQLITE)
def kind(request):
    """On PostgreSQL the same statements run: `make check` runs one test of each sort there."""
    return request.param


@pytest.fixture
def raw(store, settings):
    store.check()
    return Raw(settings)


def exported(store, path):
    with store.audit.opened() as (links, head):
        path.write_bytes(b"".join(export_lines(links, head)))
    return path


def refusal(use):
    try:
        use()
    except UnsaidError as error:
        return error.code
    return None


# An exported trail, and a store that was put back


@pytest.fixture
def put_back(store, raw, settings, opened, tmp_path):
    """A store that was put back to its first row; the export of three rows, and these rows."""
    store.clients.add(Dictionary("Rook"))
    before = raw.all()
    store.clients.add(Dictionary("Heron"))
    store.clients.add(Dictionary("Ford"))
    path, later = exported(store, tmp_path / "march.jsonl"), raw.rows("audit")
    raw.put(before)
    return opened(settings), path, later


PLANTED = {
    "as they were": lambda row: row,
    "hashes alone": lambda row: {**row, "content": "", "signature": ""},
    "before the first": lambda row: {**row, "number": -row["number"]},
}


@pytest.mark.parametrize("planted", PLANTED)
def test_later_rows_behind_the_end_do_not_hide_that_the_store_was_put_back(put_back, raw, planted):
    store, path, later = put_back
    raw.put({"audit": [row if row["number"] == 1 else PLANTED[planted](row) for row in later]})
    faults = examine_file(path, store.audit).faults
    assert [(each.number, each.wrong) for each in faults] == [(2, FaultKind.NOT_STORED)]


@on_both_databases
def test_an_end_that_nobody_has_signed_makes_no_row_stored(put_back, raw):
    store, path, later = put_back
    raw.put({"audit": later, "audit_head": [{**raw.rows("audit_head")[0], "number": 3}]})
    assert [each.number for each in examine_file(path, store.audit).faults] == [1]


# What is listed


TO_THE_LIST = {
    "another deed": lambda row: {**row, "content": row["content"].replace("client.added", "client.removed")},
    "another number": lambda row: {**row, "number": 40},
    "another signature": lambda row: {**row, "signature": row["hash"]},
    "another hash": lambda row: {**row, "hash": row["signature"]},
    "nothing in it": lambda row: {**row, "content": "{}"},
    "gone": lambda _row: None,
}


@pytest.mark.parametrize("what", TO_THE_LIST)
def test_a_forged_row_is_not_listed(store, raw, what):
    for name in ("Rook", "Heron", "Ford"):
        store.clients.add(Dictionary(name))
    rows = sorted(raw.rows("audit"), key=lambda row: row["number"])
    raw.put({"audit": [each for each in (rows[0], TO_THE_LIST[what](rows[1]), rows[2]) if each is not None]})
    assert [row.number for row in store.audit.rows(most=1)] == [3]
    with pytest.raises(StoreDamaged, match="changed the audit trail"):
        store.audit.rows()
    with pytest.raises(StoreDamaged, match="changed the audit trail"):
        find_rows(store.audit, AuditQuery(client="Rook"), None, 9)


@on_both_databases
def test_a_row_that_was_taken_from_another_place_is_not_listed(store, raw):
    store.clients.add(Dictionary("Rook"))
    store.clients.add(Dictionary("Heron"))
    rows = sorted(raw.rows("audit"), key=lambda row: row["number"])
    raw.put({"audit": [{**rows[1], "number": 1}, rows[1]]})
    assert refusal(store.audit.rows) == "store_damaged"


# A restore that was noted, and is used for another state


@on_both_databases
def test_the_row_of_a_restore_permits_no_other_rollback(store, raw, settings, opened, tmp_path):
    key = store.api_keys.new("k", Role.ADMIN, None, DAY)
    before = raw.all()
    store.api_keys.revoke(key.key.id)
    store.back_up(tmp_path / "a.backup")
    opened(settings).restore(tmp_path / "a.backup", replace=True)
    (told,) = [row for row in raw.rows("audit") if '"store.restored"' in row["content"]]
    for number in (-1, 0):
        raw.put({**before, "audit": [*before["audit"], {**told, "number": number}]})
        assert refusal(lambda: store.api_keys.of(key.token)) == "store_damaged"


# The revision of the tables


SAID: list[tuple[list[str]]] = [
    ([],),
    (["0009", "0007"],),
    (["000"],),
    (["head"],),
    (["heads"],),
    (["0009@head"],),
    (["base"],),
    ([""],),
    (["0009 "],),
]


@pytest.mark.parametrize(("kind", "said"), on_databases(SAID, [([],), (["head"],)]))
def test_an_unknown_revision_is_reported_and_nothing_is_done(store, raw, settings, opened, said):
    store.clients.add(Dictionary("Rook"))
    was = raw.rows("alembic_version")
    before = raw.all()
    raw.put({"alembic_version": [{"version_num": each} for each in said]})
    new = opened(settings)
    for use in (new.check, new.upgrade, partial(getattr, new, "clients")):
        with pytest.raises((StoreDamaged, StoreOutdated)):
            use()
    assert raw.all() == before
    raw.put({"alembic_version": was})
    assert len(new.clients.all()) == 1


INDEX = "INDEX "
MADE = {
    "0016": ["job_files.index_result"],
    "0015": ["index_requests"],
    "0014": ["job_requests"],
    "0013": ["job_files.privacy"],
    "0012": ["pane_marks"],
    "0011": [f"{INDEX}ix_decisions_state"],
    "0010": ["blind_verdicts.decided"],
    "0009": ["registry_seals"],
    "0008": ["row_macs", "mac_tree"],
    "0007": ["certificate_keys"],
    "0006": ["job_files.outcome"],
    "0005": ["job_files"]
    + [
        f"jobs.{each}"
        for each in (
            *("owner", "form", "sealed", "only_one", "total", "attempts", "holder", "held_until"),
            *("ending", "cancel_asked"),
        )
    ],
    "0004": ["proposals", "blind_verdicts", "decisions", "decision_texts", "reviews", "everyone"],
    "0003": ["audit", "audit_head", "policies", "users"],
    "0002": ["jobs"],
}
"""What each step of the migrations has made."""

COUNTED = {"0015": ("index_requests",), "0004": ("proposals",), "0003": ("policies", "users")}


def pretend(raw, revision):
    """Let the database be one of an earlier revision: everything that came later is gone."""
    with raw._open() as connection:
        for step in sorted(MADE, reverse=True):
            if step <= revision:
                continue
            for each in MADE[step]:
                table, _, column = each.partition(".")
                column_alone = f"ALTER TABLE {table} DROP COLUMN {column}"
                connection.execute(column_alone if column else f"DROP {'' if INDEX in each else 'TABLE '}{each}")
            for kind in COUNTED.get(step, ()):
                connection.execute(f"DELETE FROM revisions WHERE kind = '{kind}'")  # noqa: S608 - of our own
        connection.execute(f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608
        connection.execute("UPDATE api_keys SET role = 'admin'")
        connection.commit()


REVISIONS = [(f"000{number}",) for number in range(1, 8)]


@pytest.mark.parametrize(("kind", "revision"), on_databases(REVISIONS, [REVISIONS[2], REVISIONS[6]]))
def test_a_database_that_pretends_to_be_older_is_not_adopted(store, raw, settings, opened, revision, tmp_path):
    key = store.api_keys.new("k", Role.USER, None, DAY)
    store.clients.add(Dictionary("Rook"))
    pretend(raw, revision)
    for _ in range(2):
        new = opened(settings)
        upgraded = refusal(new.upgrade)
        assert upgraded == "store_damaged" or (upgraded is None and raw.rows("row_macs") == [])
        with suppress(StoreDamaged):
            assert new.api_keys.of(key.token) is None
        assert not new.audit.verify().holds
    new.back_up(tmp_path / "a.backup")
    assert refusal(lambda: opened(settings).restore(tmp_path / "a.backup", replace=True)) in {
        "backup_unusable",
        "store_damaged",
    }


# Backups


class File(Raw):
    """A database of SQLite, somewhere."""

    def __init__(self, path):
        self.is_sqlite, self.where = True, str(path)


def forgeries(now, before, others):
    """What somebody may do to the rows of one backup: with rows of an earlier one, or of another store."""
    for table in sorted(now):
        yield f"{table} emptied", {table: []}
        yield f"{table} of before", {table: before[table]}
        yield f"{table} of another store", {table: others[table]}
        for place, row in enumerate(now[table][:2]):
            rest = now[table][:place] + now[table][place + 1 :]
            yield f"{table} without {place}", {table: rest}
            for column, value in row.items():
                for wanted in other(column, value, [each[column] for each in now[table]])[:1]:
                    yield f"{table}.{column} {place}", {table: [*rest, {**row, column: wanted}]}


FREE = {
    *("secrets.id", "secrets.created", "audit_head.id", "revisions", "revisions.kind", "revisions.number"),
    *(f"jobs.{each}" for each in ("changed", "error", "total", "attempts", "holder", "held_until")),
    *(f"jobs.{each}" for each in ("done", "skipped", "version", "ending")),
}
"""What grants nothing; `covered` says why."""


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_backup_in_which_someone_has_changed_anything_is_refused(store, settings, new_settings, opened, tmp_path):
    fill(store)
    store.back_up(tmp_path / "before")
    store.clients.add(Dictionary("Ford"))
    store.policies.remove("Danone", 1, "unsaid")
    store.back_up(tmp_path / "now")
    another = opened(replace(new_settings("sqlite"), keys=settings.keys))
    fill(another)
    another.back_up(tmp_path / "another")
    content, rows = rows_in(tmp_path / "now", tmp_path / "rows.db")
    others = [rows_in(tmp_path / name, tmp_path / "rows.db")[1] for name in ("before", "another")]
    ring, tried = KeyRing.of(settings, may_make=False), 0
    for what, change in Random(6).sample([*forgeries(rows, *others)], 60):  # noqa: S311 - which to try
        with backup._scratch() as copy:
            file = backup._file_of(copy)
            file.write_bytes(content)
            with suppress(*IMPOSSIBLE):
                File(file).put(change)
            if File(file).all() == rows:
                continue
            tried += 1
            refused = refusal(partial(backup._examine, copy, ring, tmp_path / "now"))
        is_free = what.partition(" ")[0] in FREE
        assert is_free or refused in {"backup_unusable", "key_unusable"}, what
    assert tried > 40


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_backup_with_any_bytes_in_it_is_examined_or_refused(store, settings, tmp_path):
    """The checksum of gzip is no help against somebody who packs the file again."""
    fill(store)
    store.back_up(tmp_path / "a.backup")
    content, _rows = rows_in(tmp_path / "a.backup", tmp_path / "rows.db")
    ring, drawn, codes = KeyRing.of(settings, may_make=False), Random(1), set()  # noqa: S311 - which to try
    used = [place for place, byte in enumerate(content) if byte]
    for _ in range(60):
        changed = bytearray(content)
        for _ in range(drawn.choice([1, 3, 20])):
            changed[drawn.choice(used)] = drawn.choice([0, 255, drawn.randrange(256)])
        with backup._scratch() as copy:
            backup._file_of(copy).write_bytes(changed)
            codes.add(refusal(partial(backup._examine, copy, ring, tmp_path / "a.backup")))
    assert codes <= {None, "backup_unusable", "key_unusable"}


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("table", "column"), [("api_keys", "role"), ("row_macs", "mac"), ("row_macs", "parts")])
def test_a_value_that_is_not_text_is_refused_and_not_quoted(store, settings, opened, table, column):
    key = store.api_keys.new("k", Role.USER, None, DAY)
    store.clients.add(Dictionary("Rook", ("Rk",)))
    with Raw(settings)._open() as connection:
        connection.execute(f"UPDATE {table} SET {column} = CAST(x'41ff4142' AS TEXT)")  # noqa: S608 - of our own
        connection.commit()
    new = opened(settings)
    for use in (partial(new.api_keys.of, key.token), new.api_keys.all):
        with pytest.raises(StoreDamaged) as told:
            use()
        assert "AB" not in str(told.value)
    assert not new.audit.verify().holds


def rows_in(path, file):
    """The database in a backup, and all its rows."""
    file.write_bytes(gzip.decompress(path.read_bytes()))
    return file.read_bytes(), File(file).all()


@pytest.mark.parametrize(
    "planted",
    [
        "CREATE TRIGGER evil AFTER INSERT ON audit BEGIN UPDATE api_keys SET role = 'admin'; END",
        "CREATE VIEW evil AS SELECT * FROM api_keys",
        "CREATE VIRTUAL TABLE evil USING fts5(x)",
    ],
)
def test_a_backup_with_more_in_it_than_tables_is_refused(store, raw, tmp_path, planted):
    """It could answer otherwise when it is copied than when it was checked."""
    store.api_keys.new("k", Role.USER, None, DAY)
    store.back_up(tmp_path / "a.backup")
    with unpacked(tmp_path / "a.backup") as copy, copy.writing() as session:
        session.execute(text(planted))
    before = raw.all()
    assert refusal(lambda: store.restore(tmp_path / "a.backup", replace=True)) == "backup_unusable"
    assert raw.all() == before


@on_both_databases
def test_nothing_is_restored_into_a_database_with_a_trigger(
    store, raw, settings, new_settings, opened, tmp_path, kind
):
    store.api_keys.new("k", Role.USER, None, DAY)
    store.back_up(tmp_path / "a.backup")
    empty = replace(new_settings(kind, ready=True), keys=settings.keys)
    made = (
        ["CREATE TRIGGER evil AFTER INSERT ON secrets BEGIN UPDATE api_keys SET role = 'admin'; END"]
        if raw.is_sqlite
        else [
            "CREATE FUNCTION evil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$",
            "CREATE TRIGGER evil BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION evil()",
        ]
    )
    with Raw(empty)._open() as connection:
        for statement in made:
            connection.execute(statement)
        connection.commit()
    before = Raw(empty).all()
    assert refusal(lambda: opened(empty).restore(tmp_path / "a.backup")) == "store_damaged"
    assert Raw(empty).all() == before

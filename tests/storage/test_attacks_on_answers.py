"""Somebody who may write to the database lets it answer otherwise, with rows that are all authentic.

Rows in another order, rows that are hidden, rows twice, secrets in another's place: no MAC is wrong then.
"""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from cryptography.fernet import Fernet, InvalidToken

from backend.errors import NotHeld, UnsaidError
from backend.redaction.review_policy import ReviewPolicy
from backend.review.changes import Change, Scope
from backend.review.decision_states import Move
from backend.storage.audit import trail
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.clients.proposals import ProposalState
from backend.storage.db.keys import new_key
from backend.storage.jobs.jobs import NewJob
from backend.storage.reviews.reviews import ReviewTerms
from backend.storage.rights.current_account import CurrentAccount
from backend.storage.rights.rights import EVERYTHING, Rights
from backend.storage.rights.roles import Role
from tests.storage.direct_database import Raw
from tests.storage.test_adoption import take_away

DAY = timedelta(days=1)


@pytest.fixture
def raw(store, settings):
    store.check()
    return Raw(settings)


def refusal(use):
    try:
        use()
    except UnsaidError as error:
        return error.code
    return None


def only_in_files(raw):
    if not raw.is_sqlite:
        pytest.skip("PostgreSQL lets nobody write the definition of an index")


def index_that_lies(raw, name, made, says):
    """An index of SQLite that holds something else than it says."""
    with closing(sqlite3.connect(raw.where)) as connection:
        connection.execute(made)
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (says, name))
        connection.commit()


# Order


def test_the_newest_policy_applies_in_any_order_of_rows(store, raw):
    only_in_files(raw)
    for version, least_k in enumerate((2, 9)):
        store.policies.set(None, version, ReviewPolicy(least_k=least_k), "unsaid")
    columns = "id, mark, sealed, created"
    index_that_lies(
        raw,
        "evil",
        f"CREATE INDEX evil ON policies (version DESC, {columns})",
        f"CREATE INDEX evil ON policies (version, {columns})",
    )
    store.close()
    assert [each.policy.least_k for each in store.policies.current()] == [9]
    assert [each.version for each in store.policies.versions(None)] == [1, 2]
    assert store.policies.set(None, 2, ReviewPolicy(least_k=4), "unsaid").version == 3


# What is hidden


def test_a_client_that_an_index_hides_is_found(store, raw):
    only_in_files(raw)
    store.clients.add(Dictionary("Rook", ("Rk",)))
    for table, column in (("clients", "name_mark"), ("aliases", "mark")):
        says = f"CREATE INDEX evil_{table} ON {table} ({column})"
        index_that_lies(raw, f"evil_{table}", f"{says} WHERE {column} = ''", says)
    store.close()
    assert store.clients.find("Rook").dictionary.name == "Rook"
    assert store.clients.find("Rk").dictionary.name == "Rook"


@pytest.mark.parametrize("table", ["users", "reviews"])
def test_a_row_that_was_removed_was_there(store, raw, table):
    user = store.users.grant("https://login.example", "ada", [Role.ADMIN], None, "unsaid").id
    review = store.reviews.begin("ann", None, None, ReviewTerms()).id
    ask = {"users": partial(store.users.get, user), "reviews": partial(store.reviews.get, review)}[table]
    raw.put({table: []})
    assert refusal(ask) == "not_authentic"
    assert refusal(partial(store.users.get, "0" * 32)) == "unknown_user"


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_a_batch_is_not_done_without_a_file_that_was_removed(store, raw, gone):
    job = store.jobs.ask(NewJob("batch", {}, "ann", files=("aa", "bb", "cc"))).id
    assert len(store.job_files.all(job)) == 3
    pages = [(offset, limit) for offset in range(4) for limit in (1, 2, 3)]
    for offset, limit in pages:
        assert [each.mark for each in store.job_files.all(job, offset, limit)] == ["aa", "bb", "cc"][offset:][
            :limit
        ]
    raw.put({"job_files": [row for row in raw.rows("job_files") if row["ordinal"] != gone]})
    assert refusal(partial(store.job_files.all, job)) == "not_authentic"
    for offset, limit in pages:
        if offset <= gone < offset + limit:
            assert refusal(partial(store.job_files.all, job, offset, limit)) == "not_authentic"
        else:
            store.job_files.all(job, offset, limit)
    raw.put({"job_files": []})
    assert refusal(partial(store.job_files.all, job)) == "not_authentic"
    assert store.job_files.all("0" * 16) == ()


@pytest.mark.parametrize("how", ["deleted", "of another review", "ended"])
def test_a_hidden_proposal_is_detected_when_it_is_withdrawn(store, raw, how):
    """Hidden for a moment, it would stay open, and an administrator could accept it."""
    store.clients.add(Dictionary("Rook"))
    review, other = (store.reviews.begin("ann", "Rook", None, ReviewTerms()).id for _ in range(2))
    suggestion = "0" * 16
    store.reviews.decide(review, 1, "ann", [Change(suggestion, Move.ACCEPT, scope=Scope.CLIENT, term="Heron")])
    there = raw.rows("proposals")
    changed = {"deleted": None, "of another review": {"review": other}, "ended": {"state": "declined"}}[how]
    raw.put({"proposals": [] if changed is None else [{**row, **changed} for row in there]})
    take_back = partial(store.reviews.decide, review, 2, "ann", [Change(suggestion, Move.TAKE_BACK)])
    assert refusal(take_back) == "not_authentic"
    raw.put({"proposals": there})
    take_back()
    assert store.proposals.all(None, ProposalState.OPEN, 9) == ()
    assert store.audit.verify().holds


@pytest.mark.parametrize("value", [2, -1, 0.5, "x", b"\x01"])
def test_a_truth_value_that_equals_neither_is_found_out(store, raw, value):
    """It would read as true, and the proposal that is declined would not be found among those to end."""
    only_in_files(raw)
    store.clients.add(Dictionary("Rook"))
    review = store.reviews.begin("ann", "Rook", None, ReviewTerms()).id
    store.reviews.decide(review, 1, "ann", [Change("0" * 16, Move.ACCEPT, scope=Scope.CLIENT, term="Heron")])
    (row,) = raw.rows("proposals")
    raw.put({"proposals": [{**row, "goes": value}]})
    decline = partial(store.proposals.decline, row["id"], "bob", None)
    assert refusal(decline) == "store_damaged"
    assert [(fault.table, fault.row) for fault in store.audit.verify().stored] == [("proposals", row["id"])]
    raw.put({"proposals": [row]})
    assert decline().times == 1
    assert store.proposals.all(None, ProposalState.OPEN, 9) == ()
    assert store.audit.verify().holds


# What is there twice


def without_keys(raw, table):
    """Let a table have rows of the same key."""
    with raw._open() as connection:
        if raw.is_sqlite:
            connection.execute(f"CREATE TABLE evil AS SELECT * FROM {table}")  # noqa: S608 - a table of ours
            connection.execute(f"DROP TABLE {table}")
            connection.execute(f"ALTER TABLE evil RENAME TO {table}")
        else:
            connection.execute(f"ALTER TABLE {table} DROP CONSTRAINT {table}_pkey CASCADE")
        connection.commit()


@pytest.mark.parametrize("first", ["the row", "the forged one"])
def test_a_row_that_is_there_twice_is_found_out(store, raw, first):
    key = store.api_keys.new("k", Role.USER, None, DAY)
    without_keys(raw, "api_keys")
    assert store.audit.verify().holds
    row = raw.rows("api_keys")[0]
    forged = {**row, "role": "admin"}
    raw.put({"api_keys": [row, forged] if first == "the row" else [forged, row]})
    found = store.api_keys.of(key.token)
    assert found is None or found.role is Role.USER
    assert [(each.row, each.wrong) for each in store.audit.verify().stored] == [(row["id"], "changed")]
    assert refusal(lambda: store.api_keys.revoke(key.key.id)) in {"store_damaged", "not_authentic"}


def without_types(raw, table):
    """Let the columns of a table hold values of any type, as they are."""
    with raw._open() as connection:
        columns = ", ".join(raw.rows(table)[0])
        connection.execute(f"ALTER TABLE {table} RENAME TO evil")
        connection.execute(f"CREATE TABLE {table} ({columns})")
        connection.execute(f"INSERT INTO {table} SELECT {columns} FROM evil")  # noqa: S608 - a table of ours
        connection.execute("DROP TABLE evil")
        connection.commit()


def test_a_row_whose_key_is_there_in_two_types_is_found_out(store, raw):
    """Asked for by its key, the honest one alone would be found."""
    only_in_files(raw)
    job = store.jobs.ask(NewJob("batch", {}, "ann", files=("aa",))).id
    without_types(raw, "job_files")
    row = raw.rows("job_files")[0]
    raw.put({"job_files": [row, {**row, "ordinal": "0", "state": "done", "verification": "clean"}]})
    assert [(each.row, each.wrong) for each in store.audit.verify().stored] == [(f"{job}/0", "changed")]
    assert refusal(partial(store.job_files.all, job)) == "not_authentic"


@pytest.mark.parametrize("table", ["audit", "audit_head"])
def test_a_number_of_the_trail_that_is_a_text_is_found_out(store, raw, table):
    only_in_files(raw)
    store.clients.add(Dictionary("Rook"))
    without_types(raw, table)
    raw.put({table: [{**row, "number": str(row["number"])} for row in raw.rows(table)]})
    assert not store.audit.verify().holds
    assert refusal(store.clients.all) == "store_damaged"


# The tree, where no MAC is wrong


@pytest.mark.parametrize(
    ("table", "changed"),
    [
        ("mac_tree", lambda row: {**row, "children": bytes(1024)} if row["kind"] == "clients" else row),
        ("mac_tree", lambda row: {**row, "node": row["node"] + 5000} if row["node"] >= 0 else row),
        ("mac_tree", lambda row: None if row["kind"] == "clients" else row),
        ("row_macs", lambda row: {**row, "leaf": row["leaf"] + 1}),
    ],
)
def test_what_is_refused_for_its_hashes_is_found_out_too(store, raw, settings, opened, table, changed):
    client = store.clients.add(Dictionary("Rook")).id
    raw.put({table: [found for row in raw.rows(table) if (found := changed(row)) is not None]})
    assert refusal(partial(opened(settings).clients.get, client)) == "store_damaged"
    verdict = store.audit.verify()
    assert {(each.table, each.wrong) for each in verdict.stored} == {("clients", "versions_changed")}


def test_a_text_where_the_tree_keeps_hashes_is_found_out(store, raw, settings, opened):
    only_in_files(raw)
    client = store.clients.add(Dictionary("Rook")).id
    without_types(raw, "mac_tree")
    raw.put({"mac_tree": [{**row, "children": "hashes"} for row in raw.rows("mac_tree")]})
    assert refusal(partial(opened(settings).clients.get, client)) == "store_damaged"
    assert not store.audit.verify().holds


# Secrets


@pytest.mark.parametrize("how", ["copied", "swapped", "renamed"])
def test_no_secret_passes_for_one_of_another_purpose(store, raw, settings, opened, how):
    """Marks made with another secret would not know that rows had MACs, and rows would be adopted as they are."""
    key = store.api_keys.new("k", Role.USER, None, DAY)
    secrets = raw.rows("secrets")
    seal = next(row for row in secrets if row["purpose"] == "seal")
    mark = next(row for row in secrets if row["purpose"] == "mark")
    raw.put(
        {
            "secrets": {
                "copied": [seal, {**mark, "sealed": seal["sealed"]}],
                "swapped": [{**seal, "purpose": "mark"}, {**mark, "purpose": "seal"}],
                "renamed": [seal, {**mark, "purpose": "other"}],
            }[how]
        }
    )
    take_away(raw)
    for _ in range(2):
        other = opened(settings)
        assert refusal(other.upgrade) == "store_damaged"
        assert refusal(lambda: other.api_keys.of(key.token)) == "store_damaged"  # noqa: B023 - called here


def test_nothing_is_sealed_with_an_older_secret_when_their_rows_change_places(store, raw, settings, opened):
    store.clients.add(Dictionary("Rook"))
    old = raw.rows("secrets")
    with_both = replace(settings, keys=(new_key(), *settings.keys))
    opened(with_both).rotate_key()
    seals = [row for row in raw.rows("secrets") if row["purpose"] == "seal"]
    rest = [row for row in raw.rows("secrets") if row["purpose"] != "seal"]
    assert len(seals) == 2
    ids = sorted(row["id"] for row in seals)
    seals.sort(key=lambda row: row["id"], reverse=True)
    raw.put({"secrets": [*rest, *({**row, "id": each} for each, row in zip(ids, seals, strict=True))]})
    other = opened(with_both)
    assert other.clients.find("Rook").dictionary.name == "Rook"
    other.clients.add(Dictionary("Danone"))
    outer = Fernet(settings.keys[0])
    known = Fernet(outer.decrypt(bytes(next(row["sealed"] for row in old if row["purpose"] == "seal")))[:44])
    for row in raw.rows("clients"):
        with pytest.raises(InvalidToken):
            known.decrypt(bytes(row["sealed"]))


# What is taken back


def test_nothing_is_signed_for_someone_who_holds_less_by_now(store, raw, monkeypatch):
    """A database keeps for a while what was taken back: signed, it could be put in again."""
    signed, kept = [], trail._append
    monkeypatch.setattr(trail, "_append", lambda *told: (signed.append(told), kept(*told)))
    store.identify_accounts_by(lambda: CurrentAccount("ann", EVERYTHING, lambda _session: Rights()))
    with pytest.raises(NotHeld):
        store.clients.add(Dictionary("Rook"))
    assert signed == []
    assert "Rook" not in json.dumps([str(row) for row in raw.rows("clients")])

"""Somebody who may change the database itself makes it do other than it is told: by triggers, views, operators.

Whatever Unsaid reads back gets a MAC, so what the database has stored has to be what Unsaid has written.
"""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from backend.errors import UnsaidError
from backend.redaction.review_policy import ReviewPolicy
from backend.review.changes import Change
from backend.review.decision_states import Move, State
from backend.review.workflow import Stage, Step
from backend.storage.authenticity.foreign_objects import find_foreign_objects
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.clients.proposals import ProposalState, propose
from backend.storage.db import database
from backend.storage.db.keys import new_key
from backend.storage.reviews import decisions
from backend.storage.reviews.reviews import ReviewTerms
from backend.storage.rights.roles import Role
from tests.further_cases import on_databases
from tests.storage.direct_database import Raw

ISSUER = "https://login.example"
DAY = timedelta(days=1)


class Attacked:
    """A store with somebody in it, and the database beside it."""

    def __init__(self, store, settings):
        self.store, self.raw = store, Raw(settings)
        self.key = store.api_keys.new("k", Role.ADMIN, None, DAY)
        self.user = store.users.grant(ISSUER, "ada", [Role.ADMIN], None, "unsaid").id
        self.other = store.users.grant(ISSUER, "bob", [Role.USER], ["Ours"], "unsaid").id
        self.rook = store.clients.add(Dictionary("Rook", ("Rk",), always=("Heron",)))
        self.review = store.reviews.begin("ann", "Rook", None, ReviewTerms("v1", None, second_approver=True)).id
        store.reviews.decide(self.review, 1, "ann", [self.accept(0)])

    @staticmethod
    def accept(number):
        return Change(f"{number:016x}", Move.EDIT, replacement="a bird", note="why")

    def do(self, *statements):
        with self.raw._open() as connection:
            for statement in statements:
                connection.execute(statement)
            connection.commit()

    def on(self, when, table, then):
        """A trigger that changes what is written; `row` in it is the row."""
        if self.raw.is_sqlite:
            body = f"UPDATE {table} SET {then} WHERE rowid = NEW.rowid"  # noqa: S608 - of our own
            self.do(f"CREATE TRIGGER evil AFTER {when} ON {table} BEGIN {body}; END")
        else:
            body = "; ".join(f"NEW.{each}" for each in then.split(", "))
            made = f"CREATE FUNCTION evil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body}; RETURN NEW; END $$"
            self.do(made, f"CREATE TRIGGER evil BEFORE {when} ON {table} FOR EACH ROW EXECUTE FUNCTION evil()")

    def ignore_deletions(self, table):
        if self.raw.is_sqlite:
            self.do(f"CREATE TRIGGER evil BEFORE DELETE ON {table} BEGIN SELECT RAISE(IGNORE); END")
        else:
            made = "CREATE FUNCTION evil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$"
            self.do(made, f"CREATE TRIGGER evil BEFORE DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION evil()")

    def without_evil(self, table):
        self.do("DROP TRIGGER evil" + ("" if self.raw.is_sqlite else f" ON {table}"))


@pytest.fixture
def attacked(store, settings):
    return Attacked(store, settings)


def refusal(use):
    try:
        use()
    except UnsaidError as error:
        return error.code
    return None


def sealed_of(attacked, table, row):
    sealed = next(bytes(each["sealed"]) for each in attacked.raw.rows(table) if each["id"] == row)
    return f"x'{sealed.hex()}'" if attacked.raw.is_sqlite else f"'\\x{sealed.hex()}'"


DEEDS = {
    "a key that is revoked": (
        "UPDATE",
        "api_keys",
        "revoked = NULL",
        lambda it: it.store.api_keys.revoke(it.key.key.id),
    ),
    "a key of users": (
        "INSERT",
        "api_keys",
        "role = 'admin'",
        lambda it: it.store.api_keys.new("mine", Role.USER, None, DAY),
    ),
    "a grant that is revoked": (
        "UPDATE",
        "users",
        "sealed = {users}",
        lambda it: it.store.users.revoke(it.user, None, None, "unsaid"),
    ),
    "a review that is submitted": (
        "UPDATE",
        "reviews",
        "stage = 'approved', approved_by = 'bob'",
        lambda it: it.store.reviews.take(it.review, 2, "ann", Step.SUBMIT),
    ),
    "a new decision": (
        "INSERT",
        "decisions",
        "state = 'rejected'",
        lambda it: it.store.reviews.decide(it.review, 2, "ann", [it.accept(1)]),
    ),
    "a changed decision": (
        "UPDATE",
        "decisions",
        "state = 'rejected', who = 'ann'",
        lambda it: it.store.reviews.decide(it.review, 2, "ann", [it.accept(0)]),
    ),
    "another name of a client": (
        "INSERT",
        "aliases",
        "mark = 'ab'",
        lambda it: it.store.clients.change(it.rook.id, 1, Dictionary("Rook", ("Rok",))),
    ),
    "a client": (
        "UPDATE",
        "clients",
        "sealed = {clients}",
        lambda it: it.store.clients.change(it.rook.id, 1, Dictionary("Rook", always=("Crow",))),
    ),
    "a blind verdict": (
        "INSERT",
        "blind_verdicts",
        "goes = {false}",
        lambda it: (
            it.store.reviews.sample(it.review, 2, "cid", 1.0),
            it.store.reviews.judge(it.review, "cid", {f"{0:016x}": True}),
        ),
    ),
}


TRIGGERS = [(deed, looks) for deed in DEEDS for looks in (True, False)]
ON_POSTGRESQL = [("a key that is revoked", True), ("a key of users", False)]
"""A trigger on updates that is found, and one on insertions that was made meanwhile."""


@pytest.mark.parametrize(("kind", "deed", "looks"), on_databases(TRIGGERS, ON_POSTGRESQL))
def test_nothing_that_a_trigger_has_changed_gets_a_mac(attacked, deed, looks, monkeypatch):
    when, table, then, do = DEEDS[deed]
    told = {
        "users": sealed_of(attacked, "users", attacked.user),
        "clients": sealed_of(attacked, "clients", attacked.rook.id),
        "false": "0" if attacked.raw.is_sqlite else "FALSE",
    }
    if deed == "a grant that is revoked":
        attacked.store.users.seen(ISSUER, "ada", "Ada")  # the earlier seal is that of another version
    attacked.on(when, table, then.format(**told))
    if not looks:
        monkeypatch.setattr(database, "refuse_foreign_objects", lambda _session: None)
    before = attacked.raw.all()
    assert refusal(partial(do, attacked)) == ("store_damaged" if looks else "not_authentic")
    after = attacked.raw.all()
    if deed != "a blind verdict":  # the sample was taken before
        assert after == before, "nothing of it is kept"
    assert [(each.table, each.row, each.wrong) for each in attacked.store.audit.verify().stored] == [
        (table, "evil", "foreign")
    ]
    attacked.without_evil(table)
    assert attacked.store.audit.verify().holds


@pytest.mark.parametrize(
    ("table", "do"),
    [
        ("users", lambda it: it.store.users.forget(it.user, "unsaid")),
        ("clients", lambda it: it.store.clients.remove(it.rook.id, 1)),
        ("reviews", lambda it: it.store.reviews.remove(it.review, "unsaid", anyway=True)),
    ],
)
@pytest.mark.filterwarnings("ignore:DELETE statement on table")
def test_rows_whose_deletion_was_suppressed_are_refused(attacked, table, do, monkeypatch):
    attacked.ignore_deletions(table)
    assert refusal(partial(do, attacked)) == "store_damaged"
    monkeypatch.setattr(database, "refuse_foreign_objects", lambda _session: None)
    assert refusal(partial(do, attacked)) == "not_authentic"


def test_a_rotation_gives_no_mac_to_what_a_trigger_has_changed(attacked, settings, opened, monkeypatch):
    attacked.store.api_keys.revoke(attacked.key.key.id)
    attacked.on("UPDATE", "api_keys", "revoked = NULL")
    two_keys = opened(replace(settings, keys=(new_key(), *settings.keys)))
    assert refusal(two_keys.rotate_key) == "store_damaged"
    monkeypatch.setattr(database, "refuse_foreign_objects", lambda _session: None)
    assert refusal(two_keys.rotate_key) == "not_authentic"
    attacked.without_evil("api_keys")
    assert two_keys.rotate_key() > 0
    assert two_keys.audit.verify().holds


def test_a_view_in_place_of_a_table_stores_nothing_and_is_named(attacked):
    attacked.do("ALTER TABLE api_keys RENAME TO hidden", "CREATE VIEW api_keys AS SELECT * FROM hidden")
    assert refusal(lambda: attacked.store.clients.add(Dictionary("Danone"))) == "store_damaged"
    assert ("api_keys", "foreign") in {
        (each.table, each.wrong.value) for each in attacked.store.audit.verify().stored
    }


def test_a_trigger_that_the_database_calls_otherwise_is_found(attacked):
    """SQLite goes by its statement; PostgreSQL asks for equal names, which another schema may take for unequal."""
    attacked.on("UPDATE", "api_keys", "revoked = NULL")
    if attacked.raw.is_sqlite:
        attacked.do("PRAGMA writable_schema=ON", "UPDATE sqlite_master SET type = 'TRIGGER' WHERE name = 'evil'")
    else:
        made = ["CREATE SCHEMA hidden"]
        for type_ in ("name", "varchar", "text", '"char"', "oid"):
            for other in {type_, "varchar", "text"}:
                takes = f"({type_}, {other})"
                made.append(
                    f"CREATE FUNCTION hidden.no{takes} RETURNS boolean IMMUTABLE LANGUAGE sql AS 'SELECT false'"
                )
                made.append(
                    f"CREATE OPERATOR hidden.= (LEFTARG = {type_}, RIGHTARG = {other}, PROCEDURE = hidden.no)"
                )
        where = "SET search_path = hidden, public, pg_catalog"
        attacked.do(
            *made, f"ALTER ROLE unsaid IN DATABASE {attacked.raw.where.split('/')[3].split('?')[0]} {where}"
        )
    attacked.store.close()  # new connections know it
    assert refusal(lambda: attacked.store.api_keys.revoke(attacked.key.key.id)) is not None
    with attacked.store._database.reading() as session:
        assert find_foreign_objects(session) == (("api_keys", "evil"),)


def test_another_persons_row_answers_no_question(attacked):
    """Ada is an administrator; the database takes Bob for her, and gives back her row, which is authentic."""
    asked = partial(attacked.store.users.get, attacked.other)
    if attacked.raw.is_sqlite:
        names = f"CASE abs(random()) % 2 WHEN 0 THEN '{attacked.user}' ELSE '{attacked.other}' END"
        columns = f"SELECT {names} AS id, sealed, created, changed FROM hidden WHERE id = '{attacked.user}'"  # noqa: S608
        attacked.do("ALTER TABLE users RENAME TO hidden", f"CREATE VIEW users AS {columns}")
    else:
        same = f"$1::text = '{attacked.user}' AND $2::text = '{attacked.other}'"
        returns = "RETURNS boolean LANGUAGE sql AS"
        attacked.do(
            f"CREATE FUNCTION evil(varchar, varchar) {returns} $$ SELECT {same} $$",
            "CREATE OPERATOR public.= (LEFTARG = varchar, RIGHTARG = varchar, PROCEDURE = evil)",
        )
    answers = []
    for _ in range(40):
        try:
            answers.append(asked().granted)
        except UnsaidError as error:
            answers.append(error.code)
    assert set(answers) <= {"unknown_user", "not_authentic", "store_damaged"}
    assert "not_authentic" in answers or not attacked.raw.is_sqlite


def test_another_persons_client_answers_no_question(attacked):
    """The mark of a name is compared by the database; who is found has to be of that name."""
    if attacked.raw.is_sqlite:
        pytest.skip("SQLite has no operators of others")
    attacked.do(
        "CREATE FUNCTION evil(varchar, varchar) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$",
        "CREATE OPERATOR public.= (LEFTARG = varchar, RIGHTARG = varchar, PROCEDURE = evil)",
    )
    assert refusal(partial(attacked.store.clients.find, "Danone")) in {"not_authentic", "store_damaged"}
    assert refusal(partial(attacked.store.reviews.get, "0" * 32)) in {"not_authentic", "store_damaged"}


def in_bytes(attacked, table, column, which="TRUE"):
    """Let a column hold the bytes that its digits stand for: in SQLite in some rows, in PostgreSQL in all."""
    if attacked.raw.is_sqlite:
        with attacked.raw._open() as connection:
            asked = f"SELECT rowid, {column} FROM {table} WHERE {which}"  # noqa: S608 - of our own
            for row, digits in connection.execute(asked).fetchall():
                changed = f"UPDATE {table} SET {column} = ? WHERE rowid = ?"  # noqa: S608
                connection.execute(changed, (bytes.fromhex(digits), row))
            connection.commit()
    else:
        attacked.do(f"ALTER TABLE {table} ALTER COLUMN {column} TYPE bytea USING decode({column}, 'hex')")


def test_nobody_approves_their_own_review_by_another_spelling_of_its_author(attacked):
    """The bytes of a pseudonym equal no pseudonym, so its author would be anybody else."""
    ada, bob, reviews = attacked.user, attacked.other, attacked.store.reviews
    review = reviews.begin(ada, None, None, ReviewTerms("v1", None, second_approver=True)).id
    for version, (who, step) in enumerate([(ada, Step.SUBMIT), (bob, Step.CLAIM), (bob, Step.APPROVE)], start=1):
        reviews.take(review, version, who, step)
    attacked.store.reviews.remove(attacked.review, "unsaid", anyway=True)  # its author is no pseudonym
    assert refusal(partial(reviews.take, review, 4, ada, Step.APPROVE)) == "needs_another"
    for column, who in (("author", ada), ("approved_by", bob)):
        in_bytes(attacked, "reviews", column)
        assert refusal(partial(reviews.take, review, 4, who, Step.APPROVE)) == "not_authentic"
        assert ("reviews", review) in {(each.table, each.row) for each in attacked.store.audit.verify().stored}


def test_no_earlier_policy_applies_beside_the_newest(attacked):
    """A version under the bytes of its mark would be another client's newest, and have the same name."""
    for version, least_k in enumerate((3, 2, 9)):
        attacked.store.policies.set("Rook", version, ReviewPolicy(least_k=least_k), "unsaid")
    in_bytes(attacked, "policies", "mark", "version = 2")
    assert refusal(attacked.store.policies.current) == "not_authentic"
    assert {each.table for each in attacked.store.audit.verify().stored} == {"policies"}


def test_a_moment_that_is_none_is_refused_and_named(attacked):
    changed = (
        "UPDATE api_keys SET expires = 'never'"
        if attacked.raw.is_sqlite
        else "ALTER TABLE api_keys ALTER COLUMN expires TYPE text USING 'never'"
    )
    attacked.do(changed)
    assert refusal(lambda: attacked.store.api_keys.of(attacked.key.token)) == "store_damaged"
    assert [(each.table, each.row) for each in attacked.store.audit.verify().stored] == [
        ("api_keys", attacked.key.key.id)
    ]


def test_rows_that_are_put_in_meanwhile_get_no_mac(attacked, monkeypatch):
    """PostgreSQL shows a transaction what others have committed since it began."""
    if attacked.raw.is_sqlite:
        pytest.skip("a file of SQLite has one writer at a time")
    known = attacked.raw.rows("decisions")[0]
    forged = {**known, "mark": known["mark"][:1] + "0" * 63, "state": "rejected", "texts": None}
    found = propose

    def meanwhile(*told):
        with attacked.raw._open() as connection:
            names, marks = ", ".join(forged), ", ".join(["%s"] * len(forged))
            connection.execute(f"INSERT INTO decisions ({names}) VALUES ({marks})", [*forged.values()])  # noqa: S608
            connection.commit()
        return found(*told)

    monkeypatch.setattr(decisions, "propose", meanwhile)
    do = partial(attacked.store.reviews.decide, attacked.review, 2, "ann", [attacked.accept(0)])
    assert refusal(do) == "not_authentic"
    assert not attacked.store.audit.verify().holds


def test_nothing_of_this_is_there_in_a_store_of_ours(attacked):
    assert attacked.store.audit.verify().holds
    assert attacked.store.reviews.get(attacked.review).standing.stage is Stage.DRAFT
    assert {each.state for each in attacked.store.reviews.decisions(attacked.review).values()} == {State.EDITED}
    assert attacked.store.proposals.all(None, ProposalState.OPEN, 9) == ()

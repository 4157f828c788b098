"""Signing in waits for no busy database: what a thread waits for keeps no other one waiting."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import text

from backend.errors import StoreUnavailable
from backend.services import accounts
from backend.services.accounts import UserGrants
from backend.storage.accounts.users import pseudonym
from backend.storage.rights.rights import NOTHING, Granted, Rights
from backend.storage.rights.roles import Role

ISSUER, ADMIN = "https://login.example", "0123456789abcdef"
NEW_ROLE = Granted(apart=Rights({Role.REVIEWER: frozenset({"Retail"})}))
AT_ONCE = timedelta(milliseconds=1)


@pytest.fixture
def asked(store, monkeypatch):
    """What was asked of the store about users, in order."""
    users, calls = type(store.users), []
    for name in ("revision", "seen"):
        original = getattr(users, name)

        def counted(self, *arguments, name=name, original=original):
            calls.append(name)
            return original(self, *arguments)

        monkeypatch.setattr(users, name, counted)
    return calls


@pytest.fixture
def busy(settings, opened):
    """Another process that is writing, as a flood of changes does."""
    other = opened(settings)
    other.check()
    return other._database.alone


def test_users_are_known_while_a_new_user_is_being_stored(store, busy, monkeypatch):
    """The thread of the new user still waits when the others have their answers."""
    store.users.grant(ISSUER, "ada", [Role.REVIEWER], ["Retail"], ADMIN)
    grants, began, users = UserGrants(store), threading.Event(), type(store.users)
    original = users.seen
    monkeypatch.setattr(accounts, "PATIENCE", timedelta(seconds=30))
    monkeypatch.setattr(users, "seen", lambda *given: began.set() or original(*given))
    with ThreadPoolExecutor(1) as threads:
        with busy():
            waiting = threads.submit(grants.granted, ISSUER, "eve", None)
            assert began.wait(60)
            assert grants.granted(ISSUER, "ada", None) == NEW_ROLE
            assert [grants.granted(ISSUER, new, None) for new in ("eve", "bob")] == [NOTHING, NOTHING]
            assert not waiting.done()
        assert waiting.result() == NOTHING
    assert [each.subject for each in store.users.all()] == ["ada", "eve"]


def test_a_busy_database_is_asked_once_for_all_requests_of_new_users(store, asked, busy, monkeypatch):
    monkeypatch.setattr(accounts, "PATIENCE", AT_ONCE)
    now = [0.0]
    grants = UserGrants(store, lambda: now[0])
    with busy():
        for number in range(40):
            assert grants.granted(ISSUER, f"new {number % 2}", None) == NOTHING
        assert asked.count("seen") == 1
        now[0] += accounts.REST
        assert grants.granted(ISSUER, "new 0", None) == NOTHING
        assert asked.count("seen") == 2
    assert grants.granted(ISSUER, "new 0", None) == NOTHING
    assert store.users.all() == ()
    now[0] += accounts.REST
    assert grants.granted(ISSUER, "new 0", None) == NOTHING
    assert [each.subject for each in store.users.all()] == ["new 0"]


def test_a_user_who_could_not_be_stored_has_what_is_granted_later(store, busy, monkeypatch):
    monkeypatch.setattr(accounts, "PATIENCE", AT_ONCE)
    grants = UserGrants(store)
    with busy():
        assert grants.granted(ISSUER, "ada", None) == NOTHING
    store.users.grant(ISSUER, "ada", [Role.REVIEWER], ["Retail"], ADMIN)
    assert grants.granted(ISSUER, "ada", None) == NEW_ROLE
    store.users.revoke(pseudonym(ISSUER, "ada"), None, None, ADMIN)
    assert grants.granted(ISSUER, "ada", None) == NOTHING


def test_a_change_of_others_costs_a_user_the_reading_of_one_row(store, monkeypatch):
    """With thousands of users, reading all of them after each first sign-in took a second."""
    store.users.grant(ISSUER, "ada", [Role.REVIEWER], ["Retail"], ADMIN)
    grants, opened, users = UserGrants(store), [], type(store.users)
    original = users._opened
    for number in range(20):
        store.users.seen(ISSUER, f"other {number}")
    with monkeypatch.context() as counted:
        counted.setattr(users, "_opened", lambda self, row: opened.append(row.id) or original(self, row))
        for _ in range(3):
            assert grants.granted(ISSUER, "ada", None) == NEW_ROLE
        assert opened == [pseudonym(ISSUER, "ada")]
    for change, left in (
        (lambda: store.users.seen(ISSUER, "one more"), NEW_ROLE),
        (lambda: store.users.revoke(pseudonym(ISSUER, "ada"), None, None, ADMIN), NOTHING),
        (lambda: store.users.grant(ISSUER, "ada", [Role.REVIEWER], ["Retail"], ADMIN), NEW_ROLE),
        (lambda: store.users.forget(pseudonym(ISSUER, "ada"), ADMIN), NOTHING),
    ):
        change()
        assert [grants.granted(ISSUER, "ada", None) for _ in range(2)] == [left] * 2


def test_whoever_waited_for_a_reading_that_failed_does_not_read_again(store, monkeypatch):
    """One database that does not respond costs all requests one wait, and not one each."""
    grants, users = UserGrants(store), type(store.users)
    began, go_on, calls = threading.Event(), threading.Event(), []
    original = UserGrants._known
    arrived = threading.Semaphore(0)

    def fails(_self):
        calls.append(1)
        began.set()
        assert go_on.wait(60)
        raise StoreUnavailable("away")

    class Lock:
        """A lock that says who has come to it."""

        def __init__(self):
            self.lock = threading.Lock()

        def __enter__(self):
            arrived.release()
            return self.lock.__enter__()

        def __exit__(self, *what):
            return self.lock.__exit__(*what)

    monkeypatch.setattr(grants, "_reading", Lock())
    with monkeypatch.context() as away, ThreadPoolExecutor(8) as threads:
        away.setattr(users, "revision", fails)
        told = [threads.submit(grants.granted, ISSUER, "ada", None) for _ in range(8)]
        assert began.wait(60)
        for _ in told:
            assert arrived.acquire(timeout=60)
        go_on.set()
        assert [each.result() for each in told] == [NOTHING] * 8
    assert len(calls) == 1
    assert original(grants, pseudonym(ISSUER, "ada")) is None  # the next one reads again


def test_patience_ends_with_its_transaction(store, busy):
    """The connection is used again, by those who wait as long as ever."""
    store.users.all()
    ask = "PRAGMA busy_timeout" if store._database.is_sqlite else "SHOW lock_timeout"
    with store._database.reading() as session:
        usual = session.scalar(text(ask))
    with busy(), pytest.raises(StoreUnavailable, match="busy"), store._database.writing(AT_ONCE):
        pass
    with store._database.writing() as session:
        assert session.scalar(text(ask)) == usual
    with store._database.writing(AT_ONCE) as session:
        session.execute(text("SELECT 1"))
    with store._database.reading() as session:
        assert session.scalar(text(ask)) == usual

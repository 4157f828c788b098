"""Somebody puts the whole database back, trail and all: nothing that is signed is wrong then.

Who has seen a later state goes on with that one alone, whether the earlier state is there for good or for a moment.
"""

from datetime import timedelta

import pytest
from sqlalchemy import select

from backend.errors import UnsaidError
from backend.storage.authenticity.authentic_rows import INFO
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.rights.roles import Role
from backend.storage.tables import AuditHeadRow
from tests.storage.direct_database import Raw

DAY = timedelta(days=1)


@pytest.fixture
def raw(store, settings):
    store.check()
    return Raw(settings)


def refusal(use):
    try:
        use()
    except UnsaidError as error:
        return str(error).partition(" than")[0]
    return None


WENT_BACK = "The database is in an earlier state"


@pytest.fixture
def revoked(store, raw):
    """A key that was revoked, and the database of before."""
    key = store.api_keys.new("k", Role.ADMIN, None, DAY)
    before = raw.all()
    store.api_keys.revoke(key.key.id)
    return key, before


def test_a_state_that_is_put_back_for_a_moment_is_refused_by_who_knows_better(store, raw, revoked):
    key, before = revoked
    now = raw.all()
    raw.put(before)
    for _ in range(2):
        assert refusal(lambda: store.api_keys.of(key.token)) == WENT_BACK
        assert refusal(lambda: store.clients.add(Dictionary("Rook"))) == WENT_BACK
        assert [each.wrong for each in store.audit.verify().faults] == ["not_stored"]
    raw.put(now)
    assert store.api_keys.of(key.token) is None
    store.clients.add(Dictionary("Rook"))
    assert store.audit.verify().holds


def test_a_reader_of_the_later_state_detects_the_rollback_too(raw, revoked, settings, opened):
    key, before = revoked
    reader = opened(settings)
    assert reader.api_keys.of(key.token) is None
    raw.put(before)
    assert refusal(lambda: reader.api_keys.of(key.token)) == WENT_BACK
    assert opened(settings).api_keys.of(key.token) is not None, "who starts now knows nothing: an export does"


def test_a_trail_that_went_on_from_the_earlier_state_is_refused(store, raw, revoked, settings, opened):
    key, before = revoked
    raw.put(before)
    other = opened(settings)
    for number in range(5):
        other.clients.add(Dictionary(f"Rook {number}"))
        assert refusal(lambda: store.api_keys.of(key.token)) == WENT_BACK


def test_rows_of_the_later_state_in_the_other_trail_do_not_help(store, raw, revoked, settings, opened):
    """The end is that of the other trail; the row that was seen is put in where the other one was."""
    key, before = revoked
    seen = max(raw.rows("audit"), key=lambda row: row["number"])
    raw.put(before)
    other = opened(settings)
    for number in range(3):
        other.clients.add(Dictionary(f"Rook {number}"))
    raw.put({"audit": [seen if row["number"] == seen["number"] else row for row in raw.rows("audit")]})
    assert refusal(lambda: store.api_keys.of(key.token)) == WENT_BACK


def test_an_emptied_store_is_refused(store, raw, revoked):
    assert revoked
    beginning = {"number": 0, "hash": "0" * 64, "moment": "", "signature": ""}
    kept = {"secrets", "revisions", "audit_head"}
    raw.put({table: [] for table in raw.all() if table not in kept and not table.startswith("unsaid_queue")})
    raw.put({"audit_head": [{**raw.rows("audit_head")[0], **beginning}]})
    assert refusal(store.policies.current) == WENT_BACK


def test_a_restore_during_a_running_process_is_not_an_attack(store, raw, settings, opened, tmp_path):
    key = store.api_keys.new("k", Role.ADMIN, None, DAY)
    store.back_up(tmp_path / "a.backup")
    for number in range(4):
        store.clients.add(Dictionary(f"Rook {number}"))
    opened(settings).restore(tmp_path / "a.backup", replace=True)
    assert store.api_keys.of(key.token) is not None
    assert store.clients.all() == ()
    restored = raw.all()
    store.api_keys.revoke(key.key.id)
    raw.put(restored)
    assert refusal(lambda: store.api_keys.of(key.token)) == WENT_BACK, "the row that tells of it is older than that"


def test_those_who_read_while_others_write_are_not_refused(store, settings, opened):
    """What a transaction sees may be older than what the process has seen since it began."""
    other = opened(settings)
    other.check()
    with other._database.reading() as session:
        found = other._database.carried[INFO]
        store.clients.add(Dictionary("Rook"))
        other.clients.add(Dictionary("Danone"))
        found.roots(session)
    with other._database.reading() as session:
        assert session.scalar(select(AuditHeadRow.number)) == 2, "from here on it sees this moment"
        other.clients.add(Dictionary("Heron"))
        found.roots(session)
    assert len(other.clients.all()) == len(store.clients.all()) == 3


def test_many_rows_later_it_is_still_the_same_trail(store, settings, opened):
    other = opened(settings)
    other.clients.all()
    for number in range(7):
        store.clients.add(Dictionary(f"Rook {number}"))
    assert len(other.clients.all()) == 7

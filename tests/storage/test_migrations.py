"""The tables: made once, brought to this version, and never touched by another one."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from backend.errors import StoreOutdated
from backend.review.agreement import ReviewerAgreement
from backend.review.changes import Change
from backend.review.decision_states import Move
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.db.database import Database, url_of
from backend.storage.migrations import upgrade
from backend.storage.reviews import blind_verdicts
from backend.storage.reviews.reviews import ReviewTerms
from backend.storage.tables import Table
from tests.storage.direct_database import Raw


@pytest.fixture
def settings(new_settings, kind):
    """A database without tables."""
    return new_settings(kind)


@pytest.fixture
def database(settings):
    with closing(Database(url_of(settings))) as database:
        yield database


def test_the_steps_make_the_tables_that_the_code_is_about(database):
    assert upgrade.upgrade_tables(database) is None
    with database.reading() as session:
        context = MigrationContext.configure(session.connection(), opts={"compare_type": True})
        assert compare_metadata(context, Table.metadata) == []
    assert upgrade.revision_of(database) == upgrade.newest()


def test_every_step_follows_one_other():
    scripts = list(upgrade._scripts().walk_revisions())
    assert [script.is_merge_point or script.is_branch_point for script in scripts] == [False] * len(scripts)
    assert all(script.doc for script in scripts)


def test_a_second_upgrade_changes_nothing(database, store):
    added = store.clients.add(Dictionary("Rook"))
    assert upgrade.upgrade_tables(database) == upgrade.newest()
    assert store.clients.all() == (added,)


def test_one_of_many_processes_creates_the_database(settings, opened):
    stores = [opened(settings) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        added = list(pool.map(lambda pair: pair[1].clients.add(Dictionary(f"Rook {pair[0]}")), enumerate(stores)))
    assert len(added) == 8
    assert {each.clients.all() for each in stores} == {tuple(sorted(added, key=lambda each: each.dictionary.name))}


def test_an_upgrade_that_breaks_off_changes_nothing(database, monkeypatch):
    steps = upgrade._steps

    def breaking(heads, context):
        yield from steps(heads, context)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(upgrade, "_steps", breaking)
        with pytest.raises(KeyboardInterrupt):
            upgrade.upgrade_tables(database)
    with database.reading() as session:
        assert inspect(session.connection()).get_table_names() == []
    assert upgrade.upgrade_tables(database) is None


def test_blind_verdicts_of_an_earlier_version_stay_and_are_not_comparable(store, opened, settings, monkeypatch):
    """Their MACs stay right without the column; what others had decided then is not known."""
    review = store.reviews.begin("ann", None, None, ReviewTerms()).id
    suggestions = [f"{number:016x}" for number in range(3)]
    store.reviews.decide(review, 1, "ann", [Change(each, Move.ACCEPT) for each in suggestions])
    store.reviews.sample(review, 2, "ben", 1.0)
    with monkeypatch.context() as patched:
        unknown = dict.fromkeys(map(store.reviews.marks(review).of, suggestions))
        patched.setattr(blind_verdicts, "_decided_by_others", lambda *_: unknown)
        store.reviews.judge(review, "ben", dict.fromkeys(suggestions[:2], True))
    raw = Raw(settings)
    with raw._open() as connection:
        connection.execute("ALTER TABLE job_files DROP COLUMN index_result")
        connection.execute("DROP TABLE index_requests")
        connection.execute("DELETE FROM revisions WHERE kind = 'index_requests'")
        connection.execute("DROP TABLE job_requests")
        connection.execute("ALTER TABLE job_files DROP COLUMN privacy")
        connection.execute("DROP TABLE pane_marks")
        connection.execute("DROP INDEX ix_decisions_state")
        connection.execute("ALTER TABLE blind_verdicts DROP COLUMN decided")
        connection.execute("UPDATE alembic_version SET version_num = '0009'")
        connection.commit()
    new = opened(settings)
    assert new.upgrade().before == "0009"
    assert new.reviews.agreement(review) == ReviewerAgreement(not_comparable=2)
    new.reviews.judge(review, "ben", {suggestions[2]: True})
    assert new.reviews.agreement(review) == ReviewerAgreement(both_go=1, not_comparable=2)
    assert new.audit.verify().holds


def test_tables_of_a_newer_version_are_left_alone(store, opened, settings, database):
    store.clients.add(Dictionary("Rook"))
    with database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = 'from the future'"))
    other = opened(settings)
    for ask in (lambda: other.clients, other.upgrade, other.check, store.check):
        with pytest.raises(StoreOutdated, match="Update Unsaid"):
            ask()


def test_tables_of_an_earlier_version_wait_for_the_upgrade(database, opened, settings, monkeypatch):
    upgrade.upgrade_tables(database)
    monkeypatch.setattr(upgrade, "newest", lambda: "the next one")
    with pytest.raises(StoreOutdated, match="tables of an earlier version"):
        opened(settings).clients.all()

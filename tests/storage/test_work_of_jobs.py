"""Jobs with long lists of terms are bounded, and whoever asks for little reads little: counted, not timed."""

from contextlib import closing

import pytest
from sqlalchemy import event, select

from backend.errors import NotAuthentic, NothingToRepeat, RequestTooLarge
from backend.storage.authenticity import covered_rows
from backend.storage.db.database import Database, url_of
from backend.storage.jobs import job_requests, jobs
from backend.storage.jobs.job_requests import KEPT
from backend.storage.jobs.jobs import NewJob
from backend.storage.jobs.states import JobState
from backend.storage.tables import JobRequestRow, JobRow

FORMS = {"batch": 1}
MANY = 100
TERMS = {"always": [f"{at:0100x}" for at in range(200)]}
"""Twenty thousand letters: a fiftieth of the most, for a hundred jobs."""

SIZE = 20_000


def begun(store, owner="ann", number=0):
    return store.jobs.ask(NewJob("batch", TERMS, owner, files=(f"{number}",))).id


def cancelled(store, owner="ann", number=0):
    job = begun(store, owner, number)
    return store.jobs.cancel(job, owner).id


def in_the_job(store, monkeypatch):
    """Store requests where earlier versions did."""
    monkeypatch.setattr(jobs, "put_request", lambda session, job, _sealed: _as_before(session, store, job))


def _as_before(session, store, job):
    session.get_one(JobRow, job).sealed = store.jobs._seal.encrypted(job, TERMS)
    session.flush()


@pytest.fixture
def read(store, monkeypatch):
    """The bytes of encrypted content in the answer to each statement, however it is read."""
    sizes = []

    class Counting:
        def __init__(self, cursor):
            self._cursor, self._number = cursor, len(sizes)
            sizes.append(0)

        def __getattr__(self, name):
            return getattr(self._cursor, name)

        def __iter__(self):
            return iter(self.fetchall())

        def fetchall(self):
            return self._counted(self._cursor.fetchall())

        def fetchmany(self, *arguments):
            return self._counted(self._cursor.fetchmany(*arguments))

        def fetchone(self):
            row = self._cursor.fetchone()
            return row if row is None else self._counted([row])[0]

        def _counted(self, rows):
            if self._number < len(sizes):
                sizes[self._number] += sum(len(value) for row in rows for value in row if isinstance(value, bytes))
            return rows

    @event.listens_for(store._database._engine, "after_cursor_execute")
    def wrap(_connection, _cursor, _statement, _parameters, context, _many):
        context.cursor = Counting(context.cursor)

    yield sizes
    event.remove(store._database._engine, "after_cursor_execute", wrap)


def stored(settings):
    with closing(Database(url_of(settings))) as database, database.reading() as session:
        return {row.job: len(row.sealed) for row in session.scalars(select(JobRequestRow))}


def test_a_hundred_cancelled_jobs_keep_few_requests_and_lists_read_none(store, settings, read):
    """A list of 115 such jobs took 16.7 seconds and 1.2 GB in the process that answers everyone."""
    made = [cancelled(store, number=number) for number in range(MANY)]
    assert set(stored(settings)) == {*made[-KEPT - 1 :]}, "and the next job takes one more"
    read.clear()
    assert {each.id for each in store.jobs.all(owner="ann")} == {*made}
    assert store.jobs.get(made[-1]).state is JobState.CANCELLED
    assert store.jobs.cancel(made[-1], "ann").state is JobState.CANCELLED
    assert max(read) < SIZE / 10
    assert store.jobs.request(made[-1]) == TERMS
    assert sum(each > SIZE for each in read) == 1


def test_a_heartbeat_reads_no_request(store, read):
    held = store.held_jobs.take(begun(store), "worker", FORMS)
    read.clear()
    store.held_jobs.tell(held, 0, 1)
    assert max(read, default=0) < SIZE / 10


def test_a_verification_and_a_check_of_everything_read_page_by_page(store, read, monkeypatch):
    """With 115 such jobs it was refused for good (413)."""
    monkeypatch.setattr(covered_rows, "BYTES_OF_A_PAGE", 3 * SIZE)
    with monkeypatch.context() as before:
        in_the_job(store, before)
        before.setattr(jobs, "forget_older_requests", lambda *_: None)
        for number in range(MANY // 4):
            cancelled(store, number=number)
    for number in range(5):
        cancelled(store, "ben", number)
    read.clear()
    assert store.audit.verify().holds
    assert sum(read) > MANY // 4 * SIZE
    assert max(read) < 4 * SIZE


def test_a_job_says_when_its_request_is_no_longer_kept(store):
    first = cancelled(store)
    later = [cancelled(store, number=number) for number in range(1, KEPT + 2)]
    other = cancelled(store, "ben")
    assert store.jobs.request(first) is None
    with pytest.raises(NothingToRepeat, match="10 later ones"):
        store.jobs.retry(first, "ann")
    assert store.jobs.retry(later[-1], "ann").state is JobState.WAITING
    assert store.jobs.retry(other, "ben").state is JobState.WAITING
    assert store.held_jobs.take(later[-1], "worker", FORMS).request == TERMS
    assert store.audit.verify().holds


def test_those_of_jobs_that_go_on_are_kept(store):
    going = [begun(store, number=number) for number in range(KEPT + 5)]
    cancelled(store, number=99)
    assert all(store.jobs.request(job) == TERMS for job in going)


def test_a_request_is_bounded_as_it_is_stored(store, settings, monkeypatch):
    monkeypatch.setattr(job_requests, "BYTES", SIZE)
    with pytest.raises(RequestTooLarge):
        begun(store)
    assert stored(settings) == {}
    assert store.jobs.all() == ()


def test_requests_of_an_earlier_version_are_read_and_forgotten(store, monkeypatch):
    with monkeypatch.context() as before:
        in_the_job(store, before)
        kept = begun(store)
        older = [cancelled(store, number=number) for number in range(1, KEPT + 4)]
    assert store.held_jobs.take(kept, "worker", FORMS).request == TERMS
    assert store.jobs.request(older[-1]) == TERMS
    cancelled(store, number=99)
    cancelled(store, number=100)
    assert [store.jobs.request(job) is None for job in older[:4]] == [True] * 4
    assert store.jobs.request(older[-1]) == TERMS
    assert store.audit.verify().holds


def test_a_request_goes_with_its_job_when_that_is_done(store, settings):
    held = store.held_jobs.take(begun(store), "worker", FORMS)
    store.held_jobs.finish(held, done=1, skipped=0)
    assert stored(settings) == {}
    assert store.audit.verify().holds


def test_a_request_of_another_job_is_refused(store, settings):
    """It is authenticated with its job."""
    one, two = begun(store), begun(store, "ben", 1)
    with closing(Database(url_of(settings))) as database, database.writing() as session:
        rows = {row.job: row for row in session.scalars(select(JobRequestRow))}
        rows[one].sealed = rows[two].sealed
    assert not store.audit.verify().holds
    with pytest.raises(NotAuthentic):
        store.jobs.request(one)

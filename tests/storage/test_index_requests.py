"""Requests for documents of the index, as they are stored."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from backend.errors import NotAuthentic, TooManyIndexRequests, UnknownIndexRequest
from backend.storage import index_requests
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.db.keys import new_key
from backend.storage.index_requests import DocumentAnswer
from tests.storage.direct_database import Raw

EDITION = "e" * 64


def made(store, asker="ann", documents=("a", "b")):
    return store.index_requests.make(asker, EDITION, 3, f"May {asker} see it?", documents)


def test_a_request_is_read_as_it_was_made(store):
    request = made(store)
    assert store.index_requests.all() == (request,)
    assert (request.asker, request.documents, request.answers) == ("ann", ("a", "b"), ())


def test_documents_have_an_order_that_tells_nothing(store):
    assert made(store, documents=("c", "a", "b")).documents == ("a", "b", "c")


def test_nothing_of_a_request_but_its_asker_is_readable(store, settings):
    request = made(store, documents=("f" * 64,))
    store.index_requests.answer(request.id, DocumentAnswer("ben", "Call Ben", ("f" * 64,)))
    (row,) = Raw(settings).rows("index_requests")
    assert (row["id"], row["asker"], bool(row["withdrawn"])) == (request.id, "ann", False)
    for secret in ("May", "Ben", "ben", "f" * 64, EDITION):
        assert secret not in str({**row, "sealed": bytes(row["sealed"])})


def test_rotation_encrypts_requests_again(store, settings, opened):
    request = made(store)
    answered = store.index_requests.answer(request.id, DocumentAnswer("ben", "Call Ben", ("a",)))
    before = Raw(settings).rows("index_requests")[0]["sealed"]
    rotated = opened(replace(settings, keys=(new_key(), *settings.keys)))
    rotated.rotate_key()
    assert Raw(settings).rows("index_requests")[0]["sealed"] != before
    assert rotated.index_requests.all() == (answered,)


@pytest.mark.parametrize("column", ["asker", "made", "withdrawn", "sealed"])
def test_a_row_that_was_changed_is_refused(store, settings, column):
    mine, other = made(store), made(store, "ben")
    store.index_requests.withdraw(other.id, "ben")
    raw = Raw(settings)
    rows = {row["id"]: row for row in raw.rows("index_requests")}
    changed = {**rows[mine.id], column: rows[other.id][column]}
    raw.put({"index_requests": [changed, rows[other.id]]})
    with pytest.raises(NotAuthentic):
        store.index_requests.all()


def test_a_row_that_was_taken_away_is_missed(store, settings):
    made(store)
    Raw(settings).put({"index_requests": []})
    with pytest.raises(NotAuthentic):
        store.index_requests.all()


def test_of_many_requests_at_once_no_more_than_allowed_are_stored(store, opened, settings, monkeypatch):
    monkeypatch.setattr(index_requests, "MAX_OF_AN_ACCOUNT", 3)

    def attempt(_number):
        try:
            return made(opened(settings))
        except TooManyIndexRequests:
            return None

    made(store, "ben")
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(attempt, range(6)))
    assert sum(each is not None for each in results) == 3
    assert len(store.index_requests.all()) == 4


def test_an_answer_for_documents_that_were_forgotten_meanwhile_is_refused(store):
    request = made(store)
    store.index_requests.forget_documents(["a"], Event("ben", Action.INDEX_REMOVED))
    with pytest.raises(UnknownIndexRequest):
        store.index_requests.answer(request.id, DocumentAnswer("ben", "Call Ben", ("a",)))
    store.index_requests.answer(request.id, DocumentAnswer("cid", "Call Cid", ("b",)))

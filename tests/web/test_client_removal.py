"""A client is removed with its documents in the index: wherever that stops, the same request finishes it."""

import sqlite3

import pytest

from backend.redaction.review_policy import ReviewPolicy
from backend.storage.clients.dictionaries import Clients
from backend.storage.index import stored_index
from backend.storage.index.index_files import DATABASE
from backend.storage.index.stored_index import StoredIndex
from backend.storage.index.vector_files import VectorFile
from backend.storage.index_requests import IndexRequests
from backend.web import app as application
from backend.web.offloading import HEAVY
from backend.web.service import EXTENSION
from backend.wiring.index import dictionary, index_keys
from tests.web.released import CLIENTS, make_index

ROOK = "Halden & Rook"
OTHERS = set(CLIENTS[:9])


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch):
    monkeypatch.setattr(application, "INDEX_WAIT", 0.0)


@pytest.fixture
def stored(client, settings):
    """A client with three documents in the index, in three of its four groups."""
    make_index(settings, [*CLIENTS[:9], ROOK, ROOK, ROOK])
    return client.post("/v1/clients", json={"name": ROOK, "aliases": ["HRL"]}).json["id"]


def owners(settings):
    with StoredIndex(settings.index, index_keys(settings), dictionary()) as opened:
        assert opened.faults() == []
        return [each.owner for group in opened.groups() for each in opened.entries(group)]


def actions(client):
    rows = client.post("/v1/admin/audit/search", json={}).json["rows"]
    return [row["action"] for row in rows if row["action"].startswith(("client.remov", "index."))][::-1]


def remove(client, stored, version=1):
    return client.delete(f"/v1/clients/{stored}?version={version}")


def test_the_trail_says_what_goes_and_what_has_gone(client, stored, settings):
    assert remove(client, stored).status_code == 204
    assert set(owners(settings)) == OTHERS
    rows = client.post("/v1/admin/audit/search", json={}).json["rows"]
    told = {row["action"]: row["counts"] for row in rows}
    assert told["client.removal_begun"]["documents"] == told["index.removed"]["documents"] == 3
    assert actions(client) == ["client.removal_begun", "index.removed", "client.removed"]


class KilledHere(BaseException):
    """Stops a request as a kill does: no handler of errors answers it."""


STEPS = {
    "begun": (Clients, "begin_removal", True),
    "removed in part": (stored_index, "certify", False),
    "vectors left": (VectorFile, "wipe", False),
    "not yet told": (IndexRequests, "forget_documents", False),
    "told": (IndexRequests, "forget_documents", True),
    "the client is left": (Clients, "remove", False),
}
"""Where a removal stops: a function, and whether before it or after it."""


@pytest.mark.parametrize("step", STEPS)
def test_wherever_it_stops_the_client_is_there_and_a_repetition_finishes(client, stored, settings, step):
    """288 of 2,500 documents were removed, the client was gone, and the same request was answered with 404."""
    owner, name, afterwards = STEPS[step]
    does = getattr(owner, name)

    def stop(*arguments, **named):
        if afterwards:
            does(*arguments, **named)
        raise KilledHere

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(owner, name, stop)
        with pytest.raises(KilledHere):
            remove(client, stored)
    assert client.get(f"/v1/clients/{stored}").status_code == 200
    assert actions(client)[:1] == ["client.removal_begun"]
    assert owners(settings).count(ROOK) in (0, 3), "all or none"
    assert remove(client, stored).status_code == 204
    assert set(owners(settings)) == OTHERS
    assert client.get(f"/v1/clients/{stored}").status_code == 404
    assert actions(client)[-1] == "client.removed"


@pytest.fixture
def locked(stored, settings):
    """Another program that is changing the index."""
    other = sqlite3.connect(settings.index / DATABASE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield other
    other.close()


def test_a_lock_that_passes_is_no_damage(client, stored, settings, locked):
    refused = remove(client, stored)
    assert (refused.status_code, refused.json["code"], refused.headers["Retry-After"]) == (503, "index_busy", "5")
    told = f"{refused.json['title']} {refused.json['detail']}"
    assert "Another program is changing the index" in told
    assert "damaged" not in told
    assert owners(settings).count(ROOK) == 3
    locked.execute("ROLLBACK")
    assert remove(client, stored).status_code == 204
    assert set(owners(settings)) == OTHERS


def test_where_nothing_is_indexed_no_lock_counts(client, locked):
    other = client.post("/v1/clients", json={"name": "Quixotrade"}).json["id"]
    assert remove(client, other).status_code == 204


def test_readers_of_the_index_do_not_wait_for_a_change(client, stored, settings):
    """Whoever opened the index after a removal waited to note that a vector was overwritten."""
    assert remove(client, stored).status_code == 204
    other = sqlite3.connect(settings.index / DATABASE, isolation_level=None)
    assert other.execute("SELECT count(*) FROM to_wipe").fetchone()[0] > 0, "something is left to note"
    other.execute("BEGIN IMMEDIATE")
    told = client.get("/v1/index")
    other.execute("ROLLBACK")
    assert (told.status_code, told.json["documents"]) == (200, 9)
    assert client.get("/v1/index").status_code == 200
    assert other.execute("SELECT count(*) FROM to_wipe").fetchone()[0] == 0
    other.close()


def test_a_reader_who_meets_a_commit_is_told_to_try_again(client, stored, locked):
    locked.execute("ROLLBACK")
    locked.execute("BEGIN EXCLUSIVE")
    told = client.get("/v1/index")
    assert (told.status_code, told.json["code"]) == (503, "index_busy")


def test_a_client_that_cannot_be_removed_keeps_its_documents(client, app, stored, settings):
    assert remove(client, stored, version=2).json["code"] == "stale_version"
    app.extensions[EXTENSION].store.policies.set(ROOK, 0, ReviewPolicy(), "root")
    assert remove(client, stored).json["code"] == "policy_still_counts"
    assert owners(settings).count(ROOK) == 3
    assert actions(client) == []


def test_a_request_waits_for_the_index_a_short_time_and_a_removal_where_it_can_be_ended(monkeypatch):
    monkeypatch.undo()
    assert 1 <= application.INDEX_WAIT <= 5
    assert "clients.remove" in HEAVY


def test_a_client_without_an_index_is_removed(client):
    stored = client.post("/v1/clients", json={"name": ROOK}).json["id"]
    told = remove(client, stored)
    assert (told.status_code, told.headers.get("Unsaid-Index")) == (204, None)
    assert actions(client) == ["client.removed"]

"""What people with accounts, and people who can write to the folders of the index, get from it."""

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from backend.storage.index.index_secret import Entry
from backend.storage.index.stored_index import StoredIndex
from backend.storage.rights.roles import Role
from backend.web.service import EXTENSION
from backend.wiring.index import dictionary, index_keys
from tests.web.released import document_id, entry_of, make_index

SEARCH, PUBLISH, DOCUMENT = "/v1/index/searches", "/v1/admin/index/editions", "/v1/index/documents"
VERIFY = "/v1/admin/audit/verification"


@pytest.fixture
def index(settings):
    make_index(settings)


def opened(settings):
    return StoredIndex(settings.index, index_keys(settings), dictionary())


def editions(settings):
    return settings.index.with_name("index-editions")


def told_of_index(client):
    told = client.get(VERIFY).json
    assert told["holds"] == (not told["index"])
    assert told["faults"] == told["stored"] == []
    return told["index"]


def test_an_index_that_was_put_back_is_reported(client, settings, index, tmp_path):
    """Someone copies the index, and puts the copy back once a document is removed."""
    assert told_of_index(client) == []
    shutil.copytree(settings.index, tmp_path / "before")
    assert client.delete(f"{DOCUMENT}/{document_id(0)}").status_code == 200
    client.post(PUBLISH)
    assert told_of_index(client) == []
    shutil.rmtree(settings.index)
    shutil.copytree(tmp_path / "before", settings.index)
    assert client.get("/v1/index").json["documents"] == 12
    (fault,) = told_of_index(client)
    row = client.post("/v1/admin/audit/search", json={"action": "index.published"}).json["rows"][0]
    assert f"older than row {row['number']} of the audit trail" in fault
    with opened(settings) as changed:  # more changes do not cover it up
        changed.insert(Entry("new", "Client X"), changed.space.count("harvest"))
    assert told_of_index(client) == [fault]


def test_states_of_other_indexes_and_changes_that_were_never_recorded_are_no_fault(client, settings, index):
    with opened(settings) as changed:
        changed.remove(entry_of(0))
    client.post(PUBLISH)
    with opened(settings) as changed:
        changed.remove(entry_of(1))
    assert told_of_index(client) == []
    shutil.rmtree(settings.index)
    assert told_of_index(client) == []
    make_index(settings)
    assert told_of_index(client) == []


def test_a_changed_index_is_reported_by_the_audit(client, settings, index):
    (settings.index / "vectors.bin").write_bytes(b"foreign")
    assert told_of_index(client) == ["The vectors of the index are damaged. Restore a backup or build it again."]


def test_a_forged_edition_never_becomes_the_current_one(client, settings, index):
    client.post(PUBLISH)
    current = client.get("/v1/index").json["edition"]
    (own,) = editions(settings).iterdir()
    content, names = own.read_bytes(), own.name.split("-")
    for name in (
        "-".join(["000009", *names[1:]]),
        "-".join([names[0], "20991231T235959Z", *names[2:]]),
        "-".join(["999999", "99999999T999999Z", *names[2:]]),
        f"{9:06}-20991231T235959Z-{'0' * 64}-{'0' * 32}.npz",
        f"999999999-20991231T235959Z-{'0' * 64}-{'0' * 32}.npz",
        "999999-99999999T999999Z-00000000.npz",
    ):
        (editions(settings) / name).write_bytes(content)
        assert client.get("/v1/index").json["edition"] == current
    assert client.get("/v1/index/edition").data == content
    assert client.post(SEARCH, json={"words": "wheat"}).json["edition"] == current["id"]
    second = client.post(PUBLISH).json
    assert client.get("/v1/index").json["edition"] == second
    next(each for each in editions(settings).iterdir() if second["id"] in each.name).write_bytes(content)
    assert client.get("/v1/index").json["edition"] == second, "it is read once, and stays in memory"


def test_a_damaged_edition_is_an_error_without_a_path(app, client, settings, index):
    client.post(PUBLISH)
    app.extensions[EXTENSION].index._last = None
    (own,) = editions(settings).iterdir()
    own.write_bytes(own.read_bytes()[:-1])
    for told in (
        client.get("/v1/index"),
        client.get("/v1/index/edition"),
        client.post(SEARCH, json={"words": "a"}),
    ):
        assert (told.status_code, told.json["code"]) == (500, "index_unusable")
        assert str(settings.data) not in told.text
        assert "/" not in told.json["detail"]


@pytest.mark.parametrize("damage", ["index.sqlite", "vectors.bin", "folder"])
def test_no_error_has_a_path(client, settings, index, damage):
    if damage == "folder":
        (settings.index / "vectors.bin").unlink()
    else:
        (settings.index / damage).write_bytes(b"PK" * 4_000)
    for told in (client.get("/v1/index"), client.post(PUBLISH), client.delete(f"{DOCUMENT}/{document_id(0)}")):
        assert (told.status_code, told.json["code"]) == (500, "index_unusable")
        assert "/" not in told.json["detail"]


def test_editions_are_private(client, settings, index):
    editions(settings).mkdir(mode=0o755)
    client.post(PUBLISH)
    assert editions(settings).stat().st_mode & 0o777 == 0o700
    assert [each.stat().st_mode & 0o777 for each in editions(settings).iterdir()] == [0o600]


def test_documents_whose_id_is_a_path_are_removed(client, settings, index):
    with opened(settings) as changed:
        for name in ("Client A/1 report.txt", "Client A/old/ä.docx"):
            changed.insert(Entry(name, "Client A"), changed.space.count("harvest"))
    for name in ("Client A/1 report.txt", "Client A%2Fold%2F%C3%A4.docx"):
        told = client.delete(f"{DOCUMENT}/{name}")
        assert (told.status_code, told.json.get("removed")) == (200, 1), told.text
    assert client.delete(f"{DOCUMENT}/Client A/1 report.txt").json["code"] == "not_indexed"


def test_nobody_removes_what_another_has_indexed_of_the_same_file(app, settings, index):
    """Each removes their own, and hears of no other's."""
    keys = app.extensions[EXTENSION].store.api_keys
    ann, bob = (keys.new(name, Role.USER, ["Retail"], timedelta(days=1)) for name in ("ann", "bob"))
    with opened(settings) as changed:
        for owner, contact in (("Client A", ann.key.id), ("Client B", ann.key.id), ("Client A", bob.key.id)):
            changed.insert(Entry("same", owner, contact), changed.space.count("harvest"))

    def remove(who):
        headers = {"Authorization": f"Bearer {who.token}"}
        return app.test_client().delete(f"{DOCUMENT}/same", headers=headers)

    assert remove(ann).json["removed"] == 2
    refused = remove(ann)
    assert refused.status_code == 404
    with opened(settings) as left:
        assert [each.contact for each in left.entries_of("same")] == [bob.key.id]
    assert remove(bob).json["removed"] == 1
    assert remove(bob).json["detail"] == refused.json["detail"]


def test_all_entries_of_a_client_go_with_it(client, settings):
    make_index(settings, ["Client A"] * 2 + [f"Client {letter}" for letter in "CDEFGHIJKL"])
    with opened(settings) as changed:
        for contact in ("ann", "bob"):
            changed.insert(Entry("same", "Client A", contact), changed.space.count("harvest"))
        changed.insert(Entry("same", "Client C", "ann"), changed.space.count("harvest"))
    stored = client.post("/v1/clients", json={"name": "Client A"}).json["id"]
    told = client.delete(f"/v1/clients/{stored}?version=1")
    assert told.headers["Unsaid-Index"].startswith("removed=4;")
    with opened(settings) as left:
        assert [each.owner for each in left.entries_of("same")] == ["Client C"]


def test_an_index_with_another_k_indexes_nothing(client, settings, index, change_header):
    change_header(lambda header: header | {"k": 50})
    told = client.get("/v1/index")
    assert (told.status_code, told.json["code"]) == (500, "index_unusable")
    assert client.post(PUBLISH).json["code"] == "index_unusable"


@pytest.fixture
def change_header(settings):
    def changed(change):
        with closing(sqlite3.connect(settings.index / "index.sqlite", isolation_level=None)) as database:
            ((header,),) = database.execute("SELECT value FROM header WHERE name = 'header'").fetchall()
            forged = json.dumps(change(json.loads(header))).encode()
            database.execute("UPDATE header SET value = ? WHERE name = 'header'", (forged,))

    return changed

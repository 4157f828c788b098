"""`/v1/index`: what the service says of released documents, and to whom."""

import dataclasses
import secrets
from datetime import UTC, datetime, timedelta

import pytest

from backend.privacy.edition import Edition
from backend.services.index.editions import read_edition
from backend.settings import Settings
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.index.index_secret import Entry
from backend.storage.index.stored_index import StoredIndex
from backend.storage.rights.roles import Role
from backend.web.app import create_app
from backend.web.routes.index import MAX_GROUPS, MAX_WORDS
from backend.web.service import EXTENSION
from backend.wiring.index import dictionary, index_keys
from tests.web.released import CLIENTS, SUBJECTS, K, document_id, entry_of, make_index

SEARCH, PUBLISH = "/v1/index/searches", "/v1/admin/index/editions"


@pytest.fixture
def index(settings):
    make_index(settings)


def opened(settings):
    return StoredIndex(settings.index, index_keys(settings), dictionary())


def test_the_index_is_in_the_data_folder_or_where_the_setting_says(tmp_path):
    environment = {"UNSAID_DATA": str(tmp_path)}
    assert Settings.from_environment(environment).index == tmp_path / "index"
    environment["UNSAID_INDEX"] = str(tmp_path / "elsewhere")
    assert Settings.from_environment(environment).index == tmp_path / "elsewhere"


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/v1/index"), ("GET", "/v1/index/edition"), ("POST", SEARCH), ("POST", PUBLISH)]
)
def test_without_an_index_each_route_says_how_to_make_one(client, method, path):
    told = client.open(path, method=method, json={"words": "wheat"} if path == SEARCH else None)
    assert (told.status_code, told.json["code"]) == (404, "no_index")
    assert "build it on the command line" in told.json["detail"]


def test_before_the_first_edition_nothing_is_found(client, index):
    assert client.get("/v1/index").json == {"k": K, "documents": 12, "groups": 4, "k_held": True, "edition": None}
    for told in (client.get("/v1/index/edition"), client.post(SEARCH, json={"words": "wheat"})):
        assert (told.status_code, told.json["code"]) == (409, "no_edition")


def test_an_edition_is_published_found_and_downloaded(client, index, tmp_path):
    published = client.post(PUBLISH)
    assert published.status_code == 201
    assert (published.json["documents"], published.json["groups"]) == (12, 4)
    age = datetime.now(UTC) - datetime.fromisoformat(published.json["published"])
    assert timedelta(0) <= age < timedelta(minutes=5)
    assert client.get("/v1/index").json["edition"] == published.json
    file = tmp_path / "edition.npz"
    file.write_bytes(client.get("/v1/index/edition").data)
    assert sorted(read_edition(file).sizes.tolist()) == [3, 3, 3, 3]


def test_a_search_answers_with_groups_alone(client, index):
    edition = client.post(PUBLISH).json["id"]
    told = client.post(SEARCH, json={"words": "the harvests of wheat", "top": 1}).json
    (group,) = told["groups"]
    assert told["edition"] == edition
    assert set(group) == {"group", "ranks", "distance", "documents", "stems"}
    assert (group["ranks"], group["documents"]) == ([1, 3], 3)
    assert {"harvest", "wheat", "tractor"} <= set(group["stems"])
    assert 0 < group["distance"] < 0.5


def test_searches_are_bounded(client, index):
    client.post(PUBLISH)
    for wrong in ({"words": "x" * (MAX_WORDS + 1)}, {"words": ""}, {"words": "wheat", "top": MAX_GROUPS + 1}, {}):
        assert client.post(SEARCH, json=wrong).status_code == 422
    assert client.post(SEARCH, json={"words": "Quixotrade"}).status_code == 400


def test_searches_read_the_edition_and_not_the_index(client, settings, index):
    client.post(PUBLISH)
    before = client.post(SEARCH, json={"words": "wheat"}).json
    with opened(settings) as changed:
        for number in (0, 4):  # the group of the harvest is dissolved
            changed.remove(entry_of(number))
    assert client.get("/v1/index").json["groups"] == 3
    assert client.post(SEARCH, json={"words": "wheat"}).json == before


def test_a_later_edition_is_the_current_one_and_the_earlier_one_stays(client, settings, index):
    first = client.post(PUBLISH).json
    folder = settings.index.with_name("index-editions")
    (before,) = folder.iterdir()
    content = before.read_bytes()
    with opened(settings) as changed:
        changed.remove(entry_of(0))
    second = client.post(PUBLISH).json
    assert (first["documents"], second["documents"]) == (12, 11)
    assert client.get("/v1/index").json["edition"] == second
    assert len(list(folder.iterdir())) == 2
    assert before.read_bytes() == content


def test_files_that_are_no_editions_are_passed_over(client, settings, index):
    folder = settings.index.with_name("index-editions")
    folder.mkdir()
    (folder / ".unsaid-half").write_bytes(b"half")
    (folder / "notes.txt").write_text("ours")
    (folder / "000009-20260101T000000Z-00000000.npz").write_bytes(b"of an earlier version")
    assert client.get("/v1/index").json["edition"] is None


def test_below_k_nothing_is_published(client, settings, index):
    with opened(settings) as changed:
        for number in range(10):
            changed.remove(entry_of(number))
    told = client.get("/v1/index").json
    assert (told["documents"], told["groups"], told["k_held"]) == (2, 1, False)
    refused = client.post(PUBLISH)
    assert (refused.status_code, refused.json["code"]) == (409, "index_below_k")


def test_each_action_is_an_audit_row_of_counts_and_hashes(client, index):
    edition = client.post(PUBLISH).json["id"]
    client.get("/v1/index/edition")
    client.post(SEARCH, json={"words": "wheat", "top": 2})
    rows = client.post("/v1/admin/audit/search", json={}).json["rows"][:3]
    assert [(each["action"], each["counts"]) for each in rows] == [
        ("index.searched", {"groups": 1}),
        ("index.downloaded", {"documents": 12, "groups": 4, "k": K}),
        ("index.published", {"documents": 12, "groups": 4, "k": K}),
    ]
    assert [rows[0]["document"], rows[1]["result"], rows[2]["result"]] == [edition] * 3


@pytest.fixture
def roles(settings):
    """Ask as somebody with one role, of one group."""
    app = create_app(settings)
    keys = app.extensions[EXTENSION].store.api_keys

    def ask(role, method, path, groups=("Retail",), **sent):
        token = keys.new("somebody", role, groups, timedelta(days=1)).token
        return app.test_client().open(path, method=method, headers={"Authorization": f"Bearer {token}"}, **sent)

    return ask


def test_every_account_may_search_and_an_administrator_of_all_groups_publishes(roles, index):
    for role in Role:
        assert roles(role, "POST", PUBLISH).status_code == 403
    assert roles(Role.ADMIN, "POST", PUBLISH, groups=None).status_code == 201
    for role in Role:
        assert roles(role, "GET", "/v1/index").status_code == 200
        assert roles(role, "GET", "/v1/index/edition").status_code == 200
        assert roles(role, "POST", SEARCH, json={"words": "wheat"}).status_code == 200


class Unshuffled:
    """Draws no order, so that two editions can be compared."""

    def shuffle(self, _groups):
        pass


def answers(settings, owners, contact):
    """All that a caller can read of an index with these owners, besides the time."""
    here = dataclasses.replace(settings, index_named=settings.data / secrets.token_hex(4))
    make_index(here, owners, contact)
    app = create_app(here)
    store = app.extensions[EXTENSION].store
    app.extensions[EXTENSION].index.publish()
    token = store.api_keys.new("reader", Role.USER, None, timedelta(days=1)).token
    asked = app.test_client()
    asked.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    size = asked.get("/v1/index").json
    edition = asked.get("/v1/index/edition").data
    found = [asked.post(SEARCH, json={"words": each, "top": 50}).text for each in SUBJECTS]
    size["edition"].pop("published")
    return size, edition, found


def test_no_answer_depends_on_an_owner_or_a_contact(settings, monkeypatch):
    """An attacker compares all answers of two indexes that differ in the owner or the contact of one member."""
    monkeypatch.setattr("backend.privacy.edition.secrets.SystemRandom", Unshuffled)
    usual = answers(settings, CLIENTS, "ann")
    other_owner = (*CLIENTS[:5], "Halden & Rook", *CLIENTS[6:])
    assert answers(settings, other_owner, "ann") == usual
    assert answers(settings, CLIENTS, "somebody else") == usual
    content = b"".join(part if isinstance(part, bytes) else str(part).encode() for part in usual)
    for number, client in enumerate(CLIENTS):
        assert client.encode() not in content
        assert document_id(number).encode() not in content
    assert {each.name for each in dataclasses.fields(Edition)} == {"k", "stems", "vectors", "sizes"}


DOCUMENT = "/v1/index/documents"


def removed(number=1, dissolved=0, *, held=True):
    return {"removed": number, "dissolved_groups": dissolved, "k_held": held}


def test_an_administrator_removes_a_document(client, settings, index):
    client.post(PUBLISH)
    before = client.get("/v1/index/edition").data
    told = client.delete(f"{DOCUMENT}/{document_id(0)}")
    assert (told.status_code, told.json) == (200, removed(dissolved=1))
    assert client.delete(f"{DOCUMENT}/{document_id(0)}").json["code"] == "not_indexed"
    assert client.get("/v1/index").json["documents"] == 11
    assert client.get("/v1/index/edition").data == before
    row = client.post("/v1/admin/audit/search", json={"action": "index.removed"}).json["rows"][0]
    assert row["counts"] == {"documents": 1, "dissolved": 1, "k_held": 1}


def test_the_answer_says_that_too_few_clients_are_left(client, index):
    answers = [client.delete(f"{DOCUMENT}/{document_id(number)}").json["k_held"] for number in range(10)]
    # Four groups of three: the first three removals dissolve all but one, whose vector has three clients till then.
    assert answers == [True] * 3 + [False] * 7


def test_who_may_remove_a_document(app, settings):
    """Its contact may, and an administrator of its client's group; all others hear that there is none."""
    store = app.extensions[EXTENSION].store
    day = timedelta(days=1)
    keys = {
        "contact": store.api_keys.new("contact", Role.USER, ["Ports"], day),
        "user": store.api_keys.new("user", Role.USER, ["Retail"], day),
        "reviewer": store.api_keys.new("reviewer", Role.REVIEWER, None, day),
        "other admin": store.api_keys.new("other", Role.ADMIN, ["Ports"], day),
        "admin": store.api_keys.new("admin", Role.ADMIN, ["Retail"], day),
        "all": store.api_keys.new("all", Role.ADMIN, None, day),
    }
    store.clients.add(Dictionary("Client A", group="Retail"))

    def ask(who, number):
        headers = {"Authorization": f"Bearer {keys[who].token}"}
        return app.test_client().delete(f"{DOCUMENT}/{document_id(number)}", headers=headers)

    asked = app.test_client().get("/v1/index", headers={"Authorization": f"Bearer {keys['contact'].token}"})
    assert asked.status_code == 404
    make_index(settings, contact="somebody")
    owners = {0: "Client A", 1: "Client B", 2: None}
    with opened(settings) as changed:
        for number, owner in owners.items():
            changed.remove(entry_of(number, contact="somebody"))
            contact = keys["contact"].key.id
            changed.insert(Entry(document_id(number), owner, contact), changed.space.count("harvest"))
    nobody = ask("user", 99)
    for who, number in (("user", 0), ("reviewer", 0), ("other admin", 0), ("admin", 1), ("admin", 2)):
        refused = ask(who, number)
        assert (refused.status_code, refused.json["code"]) == (404, "not_indexed"), (who, number)
        assert refused.json["detail"] == nobody.json["detail"]
    assert ask("admin", 0).status_code == 200
    assert ask("contact", 1).status_code == 200
    assert ask("all", 2).status_code == 200


def test_with_a_client_its_documents_are_removed(client, settings):
    """Also those under the name that the model has for it, and under another name of its own."""
    owners = [*CLIENTS[:9], "HALDEN & ROOK", "Halden & Rook", "HRL"]
    make_index(settings, owners)
    other = client.post("/v1/clients", json={"name": "Client A", "aliases": ["Shared"]}).json["id"]
    stored = client.post("/v1/clients", json={"name": "HALDEN & ROOK", "aliases": ["HRL", "Shared"]}).json["id"]
    told = client.delete(f"/v1/clients/{stored}?version=1")
    assert (told.status_code, told.headers["Unsaid-Index"]) == (204, "removed=3; k_held=true")
    with opened(settings) as left:
        assert {each.owner for group in left.groups() for each in left.entries(group)} == set(CLIENTS[:9])
    row = client.post("/v1/admin/audit/search", json={"action": "index.removed"}).json["rows"][0]
    assert row["counts"]["documents"] == 3
    (settings.index / "vectors.bin").write_bytes(b"")
    refused = client.delete(f"/v1/clients/{other}?version=1")
    assert refused.json["code"] == "index_unusable"
    assert client.get(f"/v1/clients/{other}").status_code == 200, "neither of the two was removed"


def test_a_client_without_documents_is_removed_as_before(client, index):
    stored = client.post("/v1/clients", json={"name": "Quixotrade"}).json["id"]
    told = client.delete(f"/v1/clients/{stored}?version=1")
    assert told.status_code == 204
    assert "Unsaid-Index" not in told.headers

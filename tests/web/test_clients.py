"""Clients are found by pieces of their names, and their dictionaries are kept by whoever may see them."""

import json

import pytest

from backend.storage.clients.dictionaries import Dictionary
from backend.storage.rights.roles import Role
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.web.documents import encoded, word_file


@pytest.fixture
def store(app):
    return app.extensions[EXTENSION].store


@pytest.fixture
def of_group(app, store):
    """Asks as a program that sees the clients of one group."""

    def sign_in(group, role=Role.REVIEWER):
        from datetime import timedelta

        token = store.api_keys.new("test", role, [group], timedelta(days=1)).token
        client = app.test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        return client

    return sign_in


def _names(response):
    assert response.status_code == 200, response.text
    return [each["name"] for each in response.json["clients"]]


def test_the_clients_of_the_model_are_listed_with_what_it_has_read(client):
    found = client.get("/v1/clients").json
    assert len(found["clients"]) == 24
    assert found["others"] == 0
    (rook,) = (each for each in found["clients"] if each["name"] == CLIENT)
    assert rook["documents"] > 0
    assert rook["id"] is None


@pytest.mark.parametrize(
    ("piece", "first"), [("hal", CLIENT), ("ROOK", CLIENT), ("alden & r", CLIENT), ("quixo", None)]
)
def test_a_client_is_found_by_a_piece_of_its_name(client, piece, first):
    assert next(iter(_names(client.post("/v1/clients/search", json={"name": piece}))), None) == first


def test_a_client_is_found_by_its_stored_name_too(client, store):
    store.clients.add(Dictionary(CLIENT, aliases=("Quixotrade",)))
    store.clients.add(Dictionary("Not In The Model", aliases=("Quixotic",)))
    assert _names(client.post("/v1/clients/search", json={"name": "quixo"})) == [CLIENT, "Not In The Model"]
    assert _names(client.post("/v1/clients/search", json={"name": "quixo", "most": 1})) == [CLIENT]


def test_clients_of_other_groups_are_counted_and_not_named(client, store, of_group):
    store.clients.add(Dictionary(CLIENT, group="Retail"))
    store.clients.add(Dictionary("Not In The Model", group="Energy"))
    retail = of_group("Retail", Role.USER)
    found = retail.get("/v1/clients")
    assert _names(found) == [CLIENT]
    assert found.json["others"] == 24
    assert _names(retail.post("/v1/clients/search", json={"name": "model"})) == []


def test_a_hidden_client_is_counted_once_whatever_its_dictionary_calls_it(store, of_group):
    """24 clients are in the model, one of them is seen; one hidden client is in the store alone."""
    store.clients.add(Dictionary("Brightbasket", group="Retail"))
    store.clients.add(Dictionary("Not In The Model", group="Energy"))
    kept = store.clients.add(Dictionary(CLIENT, group="Energy"))
    retail = of_group("Retail", Role.USER)
    renamed = (
        Dictionary("Halden Group", aliases=(CLIENT,), group="Energy"),
        Dictionary("Halden Group", aliases=(CLIENT.upper(), "Not Known"), group="Energy"),
        Dictionary(CLIENT, aliases=("Halden Group",), group=None),
    )
    told = [retail.get("/v1/clients").json]
    for version, dictionary in enumerate(renamed, start=1):
        store.clients.change(kept.id, version, dictionary, "local:0")
        told.append(retail.get("/v1/clients").json)
    assert [each["others"] for each in told] == [23 + 1] * 4
    assert all(each == told[0] for each in told)


def test_a_dictionary_is_added_read_changed_and_removed(client):
    added = client.post("/v1/clients", json={"name": CLIENT, "always": ["Project Gull"]})
    assert added.status_code == 201
    address = f"/v1/clients/{added.json['id']}"
    assert client.get(address).json == added.json
    changed = client.put(address, json={"name": CLIENT, "aliases": ["Gull"], "version": 1})
    assert (changed.json["version"], changed.json["aliases"], changed.json["always"]) == (2, ["Gull"], [])
    stale = client.put(address, json={"name": CLIENT, "version": 1})
    assert (stale.status_code, stale.json["code"]) == (409, "stale_version")
    assert client.delete(f"{address}?version=1").status_code == 409
    assert client.delete(f"{address}?version=2").status_code == 204
    assert client.get(address).json["code"] == "unknown_client"


def test_the_terms_of_a_dictionary_go_from_the_documents_of_its_client(client):
    body = {"document": encoded(word_file("We call it Project Gull.")), "client": CLIENT, "pii": []}
    client.post("/v1/clients", json={"name": CLIENT, "always": ["Project Gull"]})
    found = client.post("/v1/analyses", json=body).json
    assert "Project Gull" in [each["term"] for each in found["suggestions"]]


def test_nobody_reads_or_changes_the_dictionary_of_another_group(store, of_group):
    stored = store.clients.add(Dictionary(CLIENT, group="Retail"))
    energy, address = of_group("Energy"), f"/v1/clients/{stored.id}"
    answers = [
        energy.get(address),
        energy.put(address, json={"name": "Taken", "group": "Energy", "version": 1}),
        energy.delete(f"{address}?version=1"),
    ]
    assert [each.json["code"] for each in answers] == ["unknown_client", "unknown_client", "not_of_all_groups"]
    assert store.clients.get(stored.id).dictionary.name == CLIENT


STORED, MODELS, NOBODYS, ALSO = "Danone", CLIENT, "Quixotrade", "Dan One"
"""A client of another group, one that a model alone knows, one of which nobody has heard, and another name."""


def test_no_name_that_is_tried_reveals_whether_there_is_such_a_client(store, of_group):
    """Not by the answer, and not by what is listed afterwards: to store a name would be to see its client."""
    store.clients.add(Dictionary(STORED, aliases=(ALSO,), group="Retail"))
    own = store.clients.add(Dictionary("Our Own", group="Energy"))
    energy, address = of_group("Energy"), f"/v1/clients/{own.id}"
    before = energy.get("/v1/clients").json
    told = set()
    for name in (STORED, MODELS, NOBODYS, ALSO):
        ours = {"name": "Our Own", "group": "Energy", "version": 1}
        for answer in (
            energy.post("/v1/clients", json={"name": name, "group": "Energy"}),
            energy.post("/v1/clients", json={"name": name, "group": "Retail"}),
            energy.put(address, json={**ours, "name": name}),
            energy.put(address, json={**ours, "aliases": [name]}),
        ):
            told.add(json.dumps({**answer.json, "request_id": ""}))
    assert [json.loads(each)["code"] for each in told] == ["not_of_all_groups"] * 2  # one wording for each route
    assert energy.get("/v1/clients").json == before


def test_who_is_limited_to_groups_still_says_what_goes_and_what_stays(store, of_group):
    own = store.clients.add(Dictionary("Our Own", aliases=("Ours",), group="Energy", utility="Oil"))
    energy, address = of_group("Energy"), f"/v1/clients/{own.id}"
    read = energy.get(address).json
    kept = {name: read[name] for name in ("name", "aliases", "group", "utility", "version")}
    changed = energy.put(address, json={**kept, "always": ["Project Gull"], "never": ["oil"]})
    assert (changed.status_code, changed.json["always"], changed.json["version"]) == (200, ["Project Gull"], 2)
    for other in ({"group": None}, {"group": "Retail"}, {"utility": "Gas"}, {"aliases": []}):
        assert energy.put(address, json={**kept, "version": 2, **other}).json["code"] == "not_of_all_groups"
    assert energy.delete(f"{address}?version=2").json["code"] == "not_of_all_groups", "nor that there is none"
    assert store.clients.get(own.id).version == 2


def test_who_sees_all_groups_is_told_that_a_name_is_taken(client, store):
    store.clients.add(Dictionary(STORED, group="Retail"))
    refused = client.post("/v1/clients", json={"name": STORED.upper()})
    assert (refused.status_code, refused.json["code"]) == (409, "client_exists")


def test_a_client_of_another_group_is_as_unknown_as_none(store, of_group):
    store.clients.add(Dictionary(CLIENT, group="Retail"))
    bodies = [{"document": encoded(word_file("a")), "client": name} for name in (CLIENT, "Quixotrade")]
    masked, unknown = (of_group("Energy").post("/v1/analyses", json=body).json for body in bodies)
    assert {**masked, "request_id": ""} == {**unknown, "request_id": ""}
    assert masked["code"] == "unknown_client"

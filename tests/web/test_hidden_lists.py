"""Files of lists of hidden clients: nobody who may not see a client learns what its list looks for, or its name."""

import json
from datetime import timedelta

import pytest
import yaml

from backend.redaction.review_policy import ReviewPolicy
from backend.storage.clients.dictionaries import Dictionary
from backend.storage.rights.roles import Role
from tests.conftest import CLIENT
from tests.web.documents import encoded, word_file

HIDDEN, THEIRS, OURS = "Brightbasket", "NIGHTINGALE_NUMBER", "ROOKERY_NUMBER"
LETTER = encoded(word_file(f"{CLIENT} has NG-17 and RK-18.", "[CUSTOM_NIGHTINGALE_NUMBER 1]"))


def rules(kind, letters):
    """A list with one recogniser."""
    pattern = {"name": "number", "regex": f"{letters}-[0-9]+", "score": 0.9}
    return yaml.safe_dump({"recognizers": [{"name": kind, "supported_entity": kind, "patterns": [pattern]}]})


@pytest.fixture
def ask(app, client, settings):
    """Ask as a user, or as an administrator, who sees one of two clients that have a list of their own."""
    settings.lists.mkdir(parents=True)
    (settings.lists / f"{HIDDEN}.yaml").write_text(rules(THEIRS, "NG"))
    (settings.lists / f"{CLIENT}.yaml").write_text(rules(OURS, "RK"))
    store = app.extensions["unsaid"].store
    store.clients.put([Dictionary(CLIENT, group="Ours"), Dictionary(HIDDEN, group="Elsewhere")])
    keys = {role: store.api_keys.new("x", role, ["Ours"], timedelta(days=1)).token for role in Role}

    def asked(route, role=Role.USER, **body):
        return client.post(f"/v1/{route}", json=body, headers={"Authorization": f"Bearer {keys[role]}"})

    return asked


@pytest.mark.parametrize("of", [{"client": CLIENT}, {}])
@pytest.mark.parametrize("route", ["analyses", "redactions"])
def test_no_response_names_a_kind_of_a_hidden_client(ask, route, of):
    told = ask(route, document=LETTER, **of)
    assert told.status_code == 200
    assert THEIRS not in json.dumps(told.json)


def test_reports_name_the_kinds_of_clients_that_the_caller_sees(ask, client):
    report = ask("redactions", document=LETTER, client=CLIENT).json["report"]
    assert OURS in report["asked"]["personal"]
    assert "[CUSTOM_ROOKERY_NUMBER 1]" in {row["placeholder"] for row in report["suppressed"]}
    all_see = client.post("/v1/redactions", json={"document": LETTER, "client": CLIENT}).json["report"]
    assert THEIRS in all_see["asked"]["personal"]


@pytest.mark.parametrize("of", [{"client": CLIENT}, {}])
def test_a_kind_of_a_hidden_client_is_as_unknown_as_any(ask, of):
    theirs, nobodys, ours = (
        ask("redactions", document=LETTER, pii=[each], **of) for each in (THEIRS, "NOBODYS", OURS)
    )
    assert (theirs.status_code, theirs.json["detail"]) == (nobodys.status_code, nobodys.json["detail"])
    assert (nobodys.json["code"], ours.status_code) == ("invalid_request", 200)


def test_no_limited_administrator_finds_such_a_kind_by_a_policy(ask):
    asked = ({"client": CLIENT, "version": 0, "rules": {"personal": [each]}} for each in (THEIRS, "NOBODYS", OURS))
    told = [ask("admin/policies", Role.ADMIN, **each) for each in asked]
    assert [each.status_code for each in told] == [400, 400, 200]
    assert told[0].json["detail"] == told[1].json["detail"]


def test_a_kind_that_the_policy_for_all_names_is_known_to_all(ask, app):
    app.extensions["unsaid"].store.policies.set(None, 0, ReviewPolicy(personal=frozenset({THEIRS})), "local:0")
    assert ask("redactions", document=LETTER, client=CLIENT).status_code == 200


def test_an_unusable_list_of_a_hidden_client_is_not_named(ask, client, settings):
    (settings.lists / f"{HIDDEN}.yaml").write_text("nothing: here")
    told = ask("redactions", document=LETTER, client=CLIENT)
    assert told.json["code"] == "list_unusable"
    assert HIDDEN not in told.text
    assert str(settings.lists) not in told.text
    assert HIDDEN in client.post("/v1/redactions", json={"document": LETTER, "client": CLIENT}).text


@pytest.fixture
def shared(app, ask):
    """The client that the caller sees has another name, too, by which another client goes that is hidden."""
    clients = app.extensions["unsaid"].store.clients
    ours = clients.find(CLIENT)
    clients.change(ours.id, ours.version, Dictionary(CLIENT, (HIDDEN,), group="Ours"), by="local:0")


@pytest.mark.usefixtures("shared")
def test_a_shared_name_finds_no_list_of_the_hidden_client(ask):
    report = ask("redactions", document=LETTER, client=CLIENT).json["report"]
    assert THEIRS not in json.dumps(report)
    assert OURS in report["asked"]["personal"]
    theirs, nobodys = (ask("redactions", document=LETTER, pii=[each]) for each in (THEIRS, "NOBODYS"))
    assert (theirs.status_code, theirs.json["detail"]) == (nobodys.status_code, nobodys.json["detail"])


@pytest.mark.usefixtures("shared")
def test_a_shared_name_finds_no_row_about_the_hidden_client(ask, client):
    def rows():
        found = ask("admin/audit/search", Role.AUDITOR, action="document.redacted").json["rows"]
        return [row["number"] for row in found]

    client.post("/v1/redactions", json={"document": LETTER, "client": HIDDEN, "k": 1})
    assert rows() == []
    client.post("/v1/redactions", json={"document": LETTER, "client": CLIENT, "k": 1})
    assert len(rows()) == 1


def test_a_name_of_one_client_alone_finds_what_is_noted_of_it(app, ask, client):
    clients = app.extensions["unsaid"].store.clients
    ours = clients.find(CLIENT)
    clients.change(ours.id, ours.version, Dictionary("Halden", (CLIENT,), group="Ours"), by="local:0")
    assert OURS in ask("redactions", document=LETTER, client=CLIENT).json["report"]["asked"]["personal"]
    rows = ask("admin/audit/search", Role.AUDITOR, action="document.redacted").json["rows"]
    assert len(rows) == 1

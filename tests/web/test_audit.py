"""The audit trail over HTTP: every change and every document is noted, by whom, and nothing else is told."""

import hashlib
import json
from datetime import timedelta

import pytest
from sqlalchemy import text

from backend.review.changes import Change, Scope
from backend.review.decision_states import Move
from backend.storage.audit.trail_file import examine_file
from backend.storage.reviews.reviews import ReviewTerms
from backend.storage.rights.roles import Role
from backend.web.auth import route_roles
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.web.documents import decoded, encoded, word_file, zipped

AT = "/v1/admin/audit"
LETTER = word_file(f"{CLIENT} opens stores; ask jane@halden.example about the loyalty cards.")
ALONE = "00000000"


@pytest.fixture
def store(app):
    return app.extensions[EXTENSION].store


@pytest.fixture
def rows(client):
    """Asks for rows, the oldest first."""

    def ask(**sought):
        response = client.post(f"{AT}/search", json=sought)
        assert response.status_code == 200, response.text
        return response.json["rows"][::-1]

    return ask


def sha(content):
    return hashlib.sha256(content).hexdigest()


def test_a_redaction_is_recorded_with_the_hashes_of_input_and_output(client, rows, store):
    done = client.post("/v1/redactions", json={"document": encoded(LETTER), "client": CLIENT, "k": 2}).json
    # The first redaction makes the key that signs its certificate.
    row, key_made = rows()
    assert (key_made["who"], key_made["action"]) == (ALONE, "certificate_key.made")
    report = done["report"]
    assert (row["who"], row["action"], row["subject"]) == (ALONE, "document.redacted", store.audit.mark_of(CLIENT))
    assert (row["document"], row["result"]) == (sha(LETTER), sha(decoded(done)))
    assert (row["model"], row["policy"], row["code"]) == ("sample", "default@0", None)
    assert row["counts"] == {
        "terms": len(report["suppressed"]),
        "places": sum(each["count"] for each in report["suppressed"]),
        "k": 2,
        "k_held": 1,
        "left": 0,
        "new": sum(each["count"] for each in report["verification"]["new"]),
    }


def test_every_other_way_with_a_document_is_noted_too(client, rows):
    sent = {"document": encoded(LETTER)}
    client.post("/v1/analyses", json={**sent, "client": CLIENT, "k": 2})
    client.post("/v1/analyses", json={"stories": [{"kind": "body", "blocks": [{"ordinal": 0, "text": "Ann"}]}]})
    client.post("/v1/verifications", json={**sent, "report": {"suppressed": []}})
    client.post("/v1/copies", json=sent)
    files = zipped({"a.docx": LETTER, "b.docx": b"broken"})
    assert client.post("/v1/batches", json={"documents": encoded(files)}).data
    told = [(row["action"], row["document"] == sha(LETTER), row["code"]) for row in rows()]
    assert told[:-2] == [
        ("document.analysed", True, None),
        ("document.analysed", False, None),
        ("document.verified", True, None),
        ("document.copied", True, None),
        ("certificate_key.made", False, None),
    ]
    # The files of a zip are redacted in an order that each installation draws.
    assert set(told[-2:]) == {("document.redacted", True, None), ("document.redacted", False, "failed")}


def test_refused_requests_change_nothing_and_are_not_recorded(client, rows):
    client.post("/v1/redactions", json={"document": encoded(LETTER[:-99])})
    client.post("/v1/clients", json={"name": ""})
    client.post("/v1/admin/versions/none/promote")
    client.post("/v1/admin/policies", json={"version": 7, "rules": {}})
    assert rows() == []


def test_a_promotion_is_noted_before_it_counts_and_its_failure_behind_it(client, rows, app, monkeypatch):
    assert client.post("/v1/admin/versions/sample/promote").status_code == 200
    assert client.post("/v1/admin/roll-back", json={"version": "sample"}).status_code == 400
    told = [(row["action"], row["subject"], row["code"]) for row in rows()]
    assert told == [
        ("version.promoted", "sample", None),
        ("version.rolled_back", "sample", None),
        ("version.rolled_back", "sample", "invalid_request"),
    ]


def test_the_trail_distinguishes_callers(app, client, store, rows):
    made = store.api_keys.new("nightly", Role.REVIEWER, None, timedelta(days=1), by="local:7")
    headers = {"Authorization": f"Bearer {made.token}"}
    assert app.test_client().post("/v1/clients", json={"name": "Rook"}, headers=headers).status_code == 201
    client.post("/v1/clients", json={"name": "Heron"})
    assert [(row["who"], row["action"]) for row in rows()] == [
        ("local:7", "key.made"),
        (made.key.id, "client.added"),
        (ALONE, "client.added"),
    ]
    assert [row["number"] for row in rows(who=made.key.id)] == [2]


def test_rows_are_found_by_what_people_know(client, rows):
    added = client.post("/v1/clients", json={"name": CLIENT}).json
    client.post("/v1/clients", json={"name": "Rook"})
    client.post("/v1/redactions", json={"document": encoded(LETTER), "client": CLIENT, "k": 2})
    client.delete(f"/v1/clients/{added['id']}?version=1")
    assert [row["number"] for row in rows(client=CLIENT.upper())] == [1, 3, 5]
    assert [row["number"] for row in rows(action="certificate_key.made")] == [4]
    assert [row["number"] for row in rows(client=CLIENT, action="client.added")] == [1]
    assert [row["number"] for row in rows(document=sha(LETTER))] == [3]
    assert [row["number"] for row in rows(before=3, most=1)] == [2]


def test_limited_callers_cannot_discover_clients_by_trying_names(app, client, store):
    client.post("/v1/clients", json={"name": "Rook", "group": "Ports"})
    token = store.api_keys.new("auditor", Role.AUDITOR, ["Retail"], timedelta(days=1)).token
    headers = {"Authorization": f"Bearer {token}"}
    ask = app.test_client().post
    told = [ask(f"{AT}/search", json={"client": name}, headers=headers) for name in ("Rook", "Nobody")]
    assert [each.status_code for each in told] == [404, 404]
    assert told[0].json["detail"] == told[1].json["detail"]
    assert ask(f"{AT}/search", json={}, headers=headers).json["rows"] == []


def test_no_row_contains_a_name(client, store, rows):
    client.post("/v1/clients", json={"name": "Zyrqname", "aliases": ["Zyrqalias"], "group": "Zyrqgroup"})
    client.post(
        "/v1/redactions", json={"document": encoded(LETTER), "name": "zyrqfile.docx", "always": ["zyrqterm"]}
    )
    assert "zyrq" not in json.dumps(rows()).lower()


def test_every_route_that_changes_something_is_noted_in_somebodys_name(app, client, store, rows):
    """None is left out of the trail, and none says that Unsaid did it by itself."""
    added = client.post("/v1/clients", json={"name": CLIENT}).json
    client.put(f"/v1/clients/{added['id']}", json={"name": CLIENT, "version": 1})
    client.post("/v1/admin/policies", json={"client": CLIENT, "version": 0, "rules": {"least_k": 2}})
    client.post("/v1/admin/policies/remove", json={"client": CLIENT, "version": 1})
    client.delete(f"/v1/clients/{added['id']}?version=2")
    granted = client.post(
        "/v1/admin/users", json={"issuer": "https://login.example", "subject": "ada", "roles": ["user"]}
    ).json
    client.post(f"/v1/admin/users/{granted['id']}/revoke", json={})
    client.delete(f"/v1/admin/users/{granted['id']}")
    client.post("/v1/admin/versions/sample/promote")
    told = rows()
    assert [row["action"] for row in told] == [
        "client.added",
        "client.changed",
        "policy.set",
        "policy.removed",
        "client.removed",
        "user.granted",
        "user.revoked",
        "user.forgotten",
        "version.promoted",
    ]
    assert {row["who"] for row in told} == {ALONE}
    assert client.get(f"{AT}/verification").json["holds"] is True


def test_tampering_is_reported(client, store, rows):
    for name in ("Rook", "Heron", "Kestrel"):
        client.post("/v1/clients", json={"name": name})
    before = client.get(f"{AT}/verification").json
    assert (before["holds"], before["rows"], before["number"]) == (True, 3, 3)
    assert before["hash"] == rows()[-1]["hash"]
    with store._database.writing() as session:
        session.execute(text("UPDATE audit SET content = replace(content, 'added', 'removed') WHERE number = 2"))
    after = client.get(f"{AT}/verification").json
    assert after["faults"] == [{"number": 2, "wrong": "changed", "last": 2}]


def test_an_exported_trail_is_checked_anywhere(client, tmp_path, store):
    for name in ("Rook", "Heron"):
        client.post("/v1/clients", json={"name": name})
    answered = client.get(f"{AT}/export")
    path = tmp_path / "audit.jsonl"
    path.write_bytes(answered.data)
    assert answered.mimetype == "application/jsonl"
    assert examine_file(path, None).rows == 2
    assert examine_file(path, store.audit).holds


def test_without_an_audit_record_no_request_succeeds(client, store):
    """What was acknowledged stands in the trail, so what cannot stand there is not acknowledged."""
    client.post("/v1/clients", json={"name": "Rook"})
    with store._database.writing() as session:
        session.execute(text("UPDATE audit_head SET number = 0"))
    put_back = "UPDATE audit_head SET number = (SELECT max(number) FROM audit)"
    for answered in (
        client.post("/v1/redactions", json={"document": encoded(LETTER)}),
        client.post("/v1/clients", json={"name": "Heron"}),
        client.post("/v1/admin/versions/sample/promote"),
    ):
        assert (answered.status_code, answered.json["code"]) == (500, "store_damaged")
    with store._database.writing() as session:
        session.execute(text(put_back))
    assert [each.dictionary.name for each in store.clients.all()] == ["Rook"]


def test_reading_is_for_administrators_and_auditors():
    readers = {row for row in route_roles.ROUTES if row.startswith(("GET /v1/admin/audit", "POST /v1/admin/audit"))}
    assert len(readers) == 3
    assert {route_roles.ROUTES[row] for row in readers} == {route_roles.LOOKS_AFTER_IT}


def test_limited_callers_are_not_told_how_many_other_rows_an_action_changed(app, client, store):
    """Three equal proposals of another group were ended too: `alike` does not count them, and `rows` named them."""
    client.post("/v1/clients", json={"name": CLIENT, "group": "Retail"})
    for group in ("Energy", "Energy", "Retail"):
        review = store.reviews.begin("ann", CLIENT, group, ReviewTerms()).id
        wide = Change("0" * 16, Move.ACCEPT, scope=Scope.CLIENT, term="heron")
        store.reviews.decide(review, 1, "ann", [wide])
    limited = app.test_client()
    token = store.api_keys.new("test", Role.ADMIN, ["Retail"], timedelta(days=1)).token
    limited.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    (proposal,) = limited.get("/v1/proposals").json["proposals"]
    assert limited.post(f"/v1/proposals/{proposal['id']}/decline").status_code == 200
    (told,) = limited.post("/v1/admin/audit/search", json={"subject": proposal["id"]}).json["rows"]
    assert (told["rows"], told["counts"]) == ([["proposals", proposal["id"], 2]], {"alike": 1})
    (whole,) = client.post("/v1/admin/audit/search", json={"subject": proposal["id"]}).json["rows"]
    assert len(whole["rows"]) == 3

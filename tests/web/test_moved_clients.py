"""A client goes to another group: its former group learns nothing more of it from an old review."""

import json
from datetime import timedelta

import pytest

from backend.storage.rights.roles import Role
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.web.documents import encoded, word_file

FORMER, NEW = "Retail", "Energy"
DOCUMENT = encoded(word_file("Write to ann@halden.example."))
ANALYSIS = {"document": DOCUMENT, "pii": ["EMAIL_ADDRESS"]}
RULES = {"least_k": 5, "second_approver": True, "blind_share": 0.25}


@pytest.fixture
def of_group(app):
    """Asks as a program of a role and a group."""

    def sign_in(group, role=Role.REVIEWER):
        store = app.extensions[EXTENSION].store
        token = store.api_keys.new("test", role, [group], timedelta(days=1)).token
        client = app.test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        return client

    return sign_in


@pytest.fixture
def stored(client):
    """The client's dictionary, of the group that it leaves later."""
    return client.post("/v1/clients", json={"name": CLIENT, "group": FORMER}).json


@pytest.fixture
def ann(of_group):
    return of_group(FORMER)


@pytest.fixture
def review(ann, stored):
    begun = ann.post("/v1/reviews", json={"client": stored["name"]})
    assert begun.status_code == 201, begun.text
    return f"/v1/reviews/{begun.json['id']}"


def move(client, stored, **changed):
    """Give the client another dictionary, and a policy."""
    new = {"name": CLIENT, "group": NEW, "version": 1, **changed}
    assert client.put(f"/v1/clients/{stored['id']}", json=new).status_code == 200
    policy = client.post("/v1/admin/policies", json={"client": new["name"], "version": 0, "rules": RULES})
    assert policy.status_code == 200, policy.text


def propose(asking, review, term):
    (found,) = asking.post("/v1/analyses", json={**ANALYSIS, "review": review.rpartition("/")[2]}).json[
        "suggestions"
    ]
    decided = {"id": found["id"], "move": "accept", "scope": "client", "term": term}
    version = asking.get(review).json["version"]
    done = asking.patch(f"{review}/decisions", json={"version": version, "decisions": [decided]})
    assert done.status_code == 200, done.text


def questions(review, version):
    """Every route of a review, as a method, an address and a body."""
    one, step = {"id": "0" * 16, "move": "accept"}, {"version": version}
    yield "get", review, None
    yield "get", f"{review}/agreement", None
    yield "delete", review, None
    yield "post", f"{review}/decisions", {"ids": ["0" * 16]}
    yield "patch", f"{review}/decisions", {**step, "decisions": [one]}
    for each in ("submit", "recall", "claim", "release", "reopen"):
        yield "post", f"{review}/{each}", step
    yield "post", f"{review}/return", {**step, "note": "look again"}
    yield "post", f"{review}/approve", {**step, **ANALYSIS}
    yield "post", f"{review}/sample", {**step, "share": 1.0}
    yield "patch", f"{review}/sample", {"verdicts": [{"id": "0" * 16, "goes": True}]}
    yield "post", "/v1/analyses", {**ANALYSIS, "review": review.rpartition("/")[2]}
    yield "post", "/v1/redactions", {**ANALYSIS, "review": review.rpartition("/")[2]}


@pytest.mark.parametrize("group", [NEW, None])
def test_every_route_answers_the_former_group_as_if_there_were_no_such_review(
    client, of_group, ann, stored, review, group
):
    move(client, stored, group=group)
    for asking in (ann, of_group(FORMER)):
        for (method, address, body), (_, unknown, same) in zip(
            questions(review, 1), questions(f"/v1/reviews/{'0' * 32}", 1), strict=True
        ):
            told, of_none = (
                getattr(asking, method)(where, json=what) for where, what in ((address, body), (unknown, same))
            )
            assert told.status_code >= 400, (method, address)
            assert {**told.json, "request_id": ""} == {**of_none.json, "request_id": ""}, (method, address)
        assert asking.get("/v1/reviews").json == {"reviews": []}
    assert client.get(review).json["stage"] == "draft"


def test_a_review_is_found_while_its_client_is_seen(client, of_group, ann, stored, review):
    """By another name that only this client has, too; who sees all clients finds it in any case."""
    move(client, stored, name="Rook", aliases=[CLIENT], group=FORMER)
    assert ann.get(review).json["client"] == CLIENT
    assert [each["client"] for each in of_group(FORMER).get("/v1/reviews").json["reviews"]] == [CLIENT]
    assert client.get(review).status_code == 200


def test_hidden_reviews_take_no_places_in_the_list(client, ann, stored, review):
    theirs = ann.post("/v1/reviews", json={"group": FORMER}).json["id"]
    ann.post("/v1/reviews", json={"client": CLIENT})
    ann.post("/v1/reviews", json={"client": CLIENT})
    move(client, stored)
    assert [each["id"] for each in ann.get("/v1/reviews?most=1").json["reviews"]] == [theirs]


def test_proposals_for_the_client_leave_the_list_of_the_former_group(client, of_group, ann, stored, review):
    propose(ann, review, "ann@halden.example")
    boss = of_group(FORMER, Role.ADMIN)
    assert len(boss.get("/v1/proposals").json["proposals"]) == 1
    move(client, stored)
    assert boss.get("/v1/proposals").json == {"proposals": []}
    assert len(client.get("/v1/proposals").json["proposals"]) == 1


def test_the_former_group_does_not_learn_what_became_of_its_proposal(client, of_group, ann, stored, review):
    propose(ann, review, "ann@halden.example")
    boss = of_group(FORMER, Role.ADMIN)
    proposal = f"/v1/proposals/{boss.get('/v1/proposals').json['proposals'][0]['id']}"
    move(client, stored)
    before = [boss.post(f"{proposal}/{end}").json for end in ("accept", "decline")]
    assert client.post(f"{proposal}/accept").status_code == 200
    after = [boss.post(f"{proposal}/{end}").json for end in ("accept", "decline")]
    assert [{**each, "request_id": ""} for each in before] == [{**each, "request_id": ""} for each in after]
    assert {each["code"] for each in after} == {"not_of_all_groups"}


def test_an_accepted_proposal_shows_a_removed_client_to_nobody_again(client, ann, stored, review):
    propose(ann, review, "ann@halden.example")
    assert client.delete(f"/v1/clients/{stored['id']}?version=1").status_code == 204
    (proposal,) = client.get("/v1/proposals").json["proposals"]
    assert client.post(f"/v1/proposals/{proposal['id']}/accept").status_code == 200
    assert ann.get("/v1/clients").json["clients"] == []
    assert ann.get(review).status_code == 404


def test_the_trail_tells_the_former_group_nothing_of_the_review(client, of_group, ann, stored, review):
    auditor = of_group(FORMER, Role.AUDITOR)
    about = {"subject": review.rpartition("/")[2]}
    assert len(auditor.post("/v1/admin/audit/search", json=about).json["rows"]) == 1
    move(client, stored)
    assert client.post(f"{review}/submit", json={"version": 1}).status_code in {200, 403, 409}
    assert auditor.post("/v1/admin/audit/search", json=about).json == {"rows": []}
    told = auditor.post("/v1/admin/audit/search", json={}).json
    assert "client@1" not in json.dumps(told)

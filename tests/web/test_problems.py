"""Every error is a problem with a stable code, and repeats nothing that was sent."""

import pytest
from apiflask import Schema
from apiflask.fields import Dict, Integer, String

from backend.errors import NoModel
from backend.web.auth import route_roles
from backend.web.http.problems import MIMETYPE

WORD = "Quixotrade"


class Words(Schema):
    terms = Dict(keys=String(), values=Integer(), required=True)


@pytest.fixture
def client(app, monkeypatch):
    """An application with routes that go wrong."""
    wrong = ("GET /family", "GET /unforeseen", "POST /words")
    monkeypatch.setattr(
        route_roles, "ROUTES", {**route_roles.ROUTES, **dict.fromkeys(wrong, route_roles.EVERYBODY)}
    )

    @app.get("/family")
    def family():
        raise NoModel("nothing is promoted; train first")

    @app.get("/unforeseen")
    def unforeseen():
        raise ValueError(WORD)

    @app.post("/words")
    @app.input(Words)
    def words(json_data):
        return json_data

    return app.test_client()


def _problem(response, status, code):
    assert response.status_code == status
    assert response.mimetype == MIMETYPE
    assert response.json["status"] == status
    assert response.json["code"] == code
    assert response.json["type"] == f"urn:unsaid:problem:{code}"
    assert response.json["request_id"] == response.headers["X-Request-ID"]
    assert WORD not in response.text
    return response.json


def test_an_error_of_the_family_says_itself_what_to_do(client):
    told = _problem(client.get("/family"), 409, "no_model")
    assert told["title"] == "The registry has no version in use, so there is nothing to compare a document with"
    assert told["detail"] == "nothing is promoted; train first"


def test_an_unforeseen_error_does_not_mention_what_it_was(client):
    told = _problem(client.get("/unforeseen"), 500, "unforeseen")
    assert "ValueError" not in str(told)


def test_an_unknown_path_is_not_repeated_in_the_response(client):
    _problem(client.get(f"/v1/{WORD}"), 404, "not_found")


def test_a_wrong_method_gets_the_allowed_ones(client):
    response = client.delete("/v1/version")
    _problem(response, 405, "method_not_allowed")
    assert "GET" in response.headers["Allow"]


@pytest.mark.parametrize(
    ("body", "at"),
    [
        ({"terms": {WORD: "many"}}, "json/terms/*/value"),
        ({"terms": {}, WORD: 1}, "json/*"),
        ({}, "json/terms"),
    ],
)
def test_what_does_not_fit_its_schema_is_reported_by_place_without_the_words_that_were_sent(client, body, at):
    told = _problem(client.post("/words", json=body), 422, "does_not_fit")
    assert [place["at"] for place in told["errors"]] == [at]


def test_broken_json_is_a_problem(client):
    _problem(client.post("/words", data=f'{{"{WORD}', content_type="application/json"), 400, "bad_request")

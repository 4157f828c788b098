"""How many documents a limited caller may send, and how large a request may be."""

import io
import json
import time
from datetime import timedelta

import pytest

from backend.storage.clients.dictionaries import Dictionary
from backend.storage.rights.roles import Role
from backend.web.app import create_app
from backend.web.auth.sign_in import SignInMethods
from backend.web.auth.sign_in_settings import SignInSettings
from backend.web.http.problems import MAX_PLACES
from backend.web.routes.guesses import MAX_BYTES, MAX_GONE, MAX_WORDS
from backend.web.service import EXTENSION
from tests.conftest import CLIENT
from tests.web.documents import REPORT, encoded, zipped

FEW = SignInMethods(SignInSettings(questions="4 per hour; 6 per day"))


@pytest.fixture
def app(settings):
    app = create_app(settings, sign_in_methods=FEW)
    service = app.extensions[EXTENSION]
    service.models.refresh()
    groups = {CLIENT: "Retail", "Brightbasket": "Retail"}
    for client in service.models.current().model.clients:
        group = groups.get(client.name, "Elsewhere")
        service.store.clients.add(Dictionary(client.name, group=group, utility=client.utility))
    return app


@pytest.fixture
def ask_as(app):
    keys = app.extensions[EXTENSION].store.api_keys

    def signed_in(groups):
        token = keys.new("somebody", Role.USER, groups, timedelta(days=1)).token

        def ask(route, **sent):
            sent = sent if "data" in sent or "environ_overrides" in sent else {"json": sent}
            return app.test_client().post(f"/v1/{route}", headers={"Authorization": f"Bearer {token}"}, **sent)

        return ask

    return signed_in


GUESS = ("guesses", {"words": {"store": 1}, "client": CLIENT, "k": 2})
ANALYSIS = ("analyses", {"document": encoded(REPORT), "client": CLIENT, "k": 3})
REDACTION = ("redactions", {"document": encoded(REPORT), "client": CLIENT, "k": 3})
BATCH = ("batches", {"documents": encoded(zipped({"a.txt": "store", "b.txt": "loan"})), "client": CLIENT, "k": 2})
WITHOUT = ("analyses", {"document": encoded(REPORT)})


def test_documents_that_are_asked_about_count_together_whatever_the_route(ask_as):
    ask = ask_as(["Retail"])
    for route, body in (GUESS, ANALYSIS, BATCH):  # one, one and two
        assert ask(route, **body).status_code == 200, route
    for route, body in (GUESS, ANALYSIS, REDACTION, BATCH):
        refused = ask(route, **body)
        assert (refused.status_code, refused.json["code"]) == (429, "too_many_questions"), route
        assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert ask(WITHOUT[0], **WITHOUT[1]).status_code == 200, "without a client there is nothing to learn of clients"


def test_a_batch_above_the_limit_is_refused_and_not_counted(ask_as):
    ask = ask_as(["Retail"])
    five = encoded(zipped({f"{number}.txt": "store" for number in range(5)}))
    assert ask("batches", documents=five, client=CLIENT, k=2).status_code == 429
    assert all(ask(GUESS[0], **GUESS[1]).status_code == 200 for _ in range(4))


def test_the_longer_limit_counts_on_when_the_shorter_begins_again(ask_as, monkeypatch):
    ask = ask_as(["Retail"])
    now = time.time()
    answers = [ask(GUESS[0], **GUESS[1]).status_code for _ in range(5)]
    monkeypatch.setattr(time, "time", lambda: now + 3601)
    answers += [ask(GUESS[0], **GUESS[1]).status_code for _ in range(3)]
    assert answers == [200, 200, 200, 200, 429, 200, 200, 429]


def test_callers_who_see_all_clients_have_no_question_limit(ask_as):
    ask = ask_as(None)
    assert all(ask(GUESS[0], **GUESS[1]).status_code == 200 for _ in range(8))


def test_each_caller_is_counted_alone(ask_as):
    one, other = ask_as(["Retail"]), ask_as(["Retail"])
    assert [one(GUESS[0], **GUESS[1]).status_code for _ in range(5)][-1] == 429
    assert other(GUESS[0], **GUESS[1]).status_code == 200


def test_an_industry_of_hidden_clients_alone_is_one_that_does_not_exist(ask_as):
    def asked(utility):
        files = [{"path": "a.txt", "client": CLIENT, "utility": utility}]
        packed = encoded(zipped({"a.txt": "store"}))
        return ask_as(["Retail"])("batches", documents=packed, client=CLIENT, k=2, files=files)

    theirs, unheard_of, own = asked("Energy"), asked("Quixotry"), asked("Grocery retail")
    assert (theirs.status_code, theirs.json["detail"]) == (unheard_of.status_code, unheard_of.json["detail"])
    assert own.status_code == 200, own.text


# How much a question holds.


def _unread(*_):
    raise AssertionError("it was read")


def test_a_question_that_is_too_large_is_refused_unread(ask_as):
    stream = type("Unread", (), {"read": _unread, "readline": _unread})()
    too_large = {"wsgi.input": stream, "CONTENT_LENGTH": str(MAX_BYTES + 1), "CONTENT_TYPE": "application/json"}
    refused = ask_as(None)("guesses", environ_overrides=too_large)
    assert (refused.status_code, refused.json["code"]) == (413, "request_too_large")
    assert "kB" in refused.json["detail"]


def test_a_question_that_does_not_say_how_large_it_is_is_read_no_further(ask_as):
    body = b'{"words": {"a": 1}}' + b" " * MAX_BYTES
    ends = {"wsgi.input": io.BytesIO(body), "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    refused = ask_as(None)("guesses", environ_overrides={**ends, "CONTENT_TYPE": "application/json"})
    assert (refused.status_code, refused.json["code"]) == (413, "request_too_large")


def test_a_document_of_three_hundred_pages_is_asked_about(ask_as):
    """150,000 words of 15,000 different ones, of which 3,000 suggestions go."""
    words = {f"word{number}": 1 + 60_000 // (number + 40) for number in range(15_000)}
    gone = [{f"word{number}": words[f"word{number}"]} for number in range(0, 15_000, 5)]
    assert sum(words.values()) > 150_000
    body = {"words": words, "gone": gone, "client": CLIENT, "k": 5}
    assert len(json.dumps(body)) < MAX_BYTES / 2
    assert ask_as(None)("guesses", **body).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {"words": dict.fromkeys(map(str, range(60_000)), "x")},
        {"words": dict.fromkeys(map(str, range(60_000)), True)},
        {"words": {}, "gone": [{}] * (MAX_GONE + 1)},
        dict.fromkeys(map(str, range(50_000)), 1),
        {"words": {}, "gone": [{"a": -1}] * 5_000},
    ],
    ids=["strings", "flags", "too many gone", "unknown fields", "wrong numbers"],
)
def test_a_request_with_many_faults_gets_a_short_response(ask_as, body):
    refused = ask_as(None)("guesses", data=json.dumps(body), content_type="application/json")
    assert refused.status_code == 422
    assert 0 < len(refused.json["errors"]) <= MAX_PLACES
    assert MAX_WORDS > 60_000

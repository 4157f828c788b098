"""Requests that read a document run in a process that can be ended."""

import io
import json
import random
from dataclasses import replace

import pytest

from backend.processes.ceilings import ANSWER, ANSWER_A_BYTE
from backend.storage.reviews.review_load import ReviewLoad
from backend.storage.reviews.reviews import Reviews
from backend.web.admission import Gate, Limits
from backend.web.offloading import (
    AT_ANY_TIME,
    DECISIONS,
    ELSEWHERE_IF_LARGE,
    HEAVY,
    LARGE,
    LIGHT,
    MANY,
    MEASURES,
    RAW,
    READS_ELSEWHERE,
    STORED,
)
from backend.web.schemas.documents_in import _MARK
from backend.web.schemas.reviews import MAX_DECISIONS
from backend.web.service import EXTENSION


def _never_read(*_):
    raise AssertionError("it was read")


def _light(app):
    """Method and path of every route that takes a body and is answered by the process that was asked, or stored."""
    for rule in app.url_map.iter_rules():
        if rule.endpoint not in {*HEAVY, *READS_ELSEWHERE} - STORED:
            path = rule.rule
            for argument in rule.arguments:
                path = path.replace(f"<{argument}>", "0" * 32)
            yield from ((method, path) for method in rule.methods & {"POST", "PUT", "PATCH", "DELETE"})


def test_what_is_answered_here_is_held_to_a_size_before_it_is_read(app, client):
    unread = type("Unread", (), {"read": _never_read, "readline": _never_read})()
    routes = list(_light(app))
    assert len(routes) > 20
    for method, path in routes:
        most = DECISIONS if path.startswith("/v1/reviews") else LIGHT
        too_large = {"wsgi.input": unread, "CONTENT_LENGTH": str(most + 1), "CONTENT_TYPE": "application/json"}
        answer = client.open(path, method=method, environ_overrides=too_large)
        assert (path, answer.status_code, answer.json["code"]) == (path, 413, "request_too_large")


def test_a_body_without_a_length_is_limited_too(client):
    content = io.BytesIO(b'{"query": "' + b"a" * LIGHT + b'"}')
    ends = {"wsgi.input": content, "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    answer = client.post("/v1/clients/search", environ_overrides=ends, content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (413, "request_too_large")
    assert content.tell() <= LIGHT + 64 * 1024


def test_no_route_that_is_answered_here_reads_more_of_a_body_without_a_length(app, client):
    """Also where the route has limits of its own: 60 MB of empty lists held a worker for seven seconds."""
    kinds = ("application/json", "application/octet-stream", "multipart/form-data; boundary=b")
    for method, path in _light(app):
        most = DECISIONS if path.startswith("/v1/reviews") else LIGHT
        for kind in kinds:
            if (path, kind) == ("/v1/downloads", "application/octet-stream"):
                continue
            content = io.BytesIO(b"[" + b"[]," * (2 * DECISIONS))
            ends = {"wsgi.input": content, "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
            answer = client.open(path, method=method, environ_overrides=ends, content_type=kind)
            assert 400 <= answer.status_code < 500 or content.tell() == 0, (method, path, kind)
            assert content.tell() <= most + 64 * 1024, (method, path, kind)


BODIES = (b"", b"{}", b"[", b'{"version": 1, "decisions": []}', b"\xff", b"[]," * 9_000)


def _everything(app):
    """Method and path of every route that is answered by the process that was asked, but for health."""
    for rule in app.url_map.iter_rules():
        if rule.endpoint not in {*HEAVY, *READS_ELSEWHERE, *AT_ANY_TIME}:
            path = rule.rule
            for argument in rule.arguments:
                path = path.replace(f"<{argument}>", "0" * 32).replace(f"<path:{argument}>", "a")
            yield from ((method, path) for method in rule.methods - {"OPTIONS"})


def _with(app, **changed):
    app.extensions[EXTENSION] = replace(app.extensions[EXTENSION], **changed)


def test_where_all_places_are_taken_only_health_is_answered(app, client):
    """64 changes of one account, each of 50,000 decisions, kept every thread, so that health waited 43 seconds."""
    chance, routes = random.Random(7), list(_everything(app))  # noqa: S311 - no secret
    full = Gate(Limits(0, 0.0))
    _with(app, gate_here=full)
    assert len(routes) > 60
    for method, path in chance.choices(routes, k=300) + routes:
        sent = {} if method in ("GET", "HEAD") else {"data": chance.choice(BODIES)}
        kind = chance.choice(("application/json", "text/plain", "multipart/form-data; boundary=b"))
        answer = client.open(path, method=method, content_type=kind, **sent)
        assert answer.status_code == 503 or answer.status_code in (400, 404, 413), (
            method,
            path,
            answer.status_code,
        )
        assert answer.status_code == 503 or "<" not in path
        assert (full.waiting, full.running) == (0, 0)
    for path in ("/healthz", "/readyz"):
        assert client.get(path).status_code == 200


def test_a_body_that_arrives_slowly_takes_no_place(app, client):
    class Slow:
        def __init__(self, content):
            self._content = io.BytesIO(content)

        def read(self, *size):
            taken.append(gate.running)
            return self._content.read(*size)

    taken, gate = [], Gate(Limits(1, 0.0))
    _with(app, gate_here=gate)
    for method, path in _light(app):
        content = b'{"query": "a"}'
        sent = {"wsgi.input": Slow(content), "CONTENT_LENGTH": str(len(content))}
        client.open(path, method=method, environ_overrides=sent, content_type="application/json")
    assert len(taken) > 20
    assert not any(taken)


@pytest.mark.parametrize("size", [LARGE - 100, LARGE + 1])
def test_many_decisions_are_made_elsewhere(app, client, size):
    class Elsewhere:
        def run(self, work, _ceiling):
            done.append(work)
            return work(app)

    done = []
    _with(app, doer=Elsewhere())
    review = client.post("/v1/reviews", json={}).json
    body = json.dumps({"version": 1, "decisions": [{"id": "0" * 16, "move": "reject"}]}).encode()
    path = f"/v1/reviews/{review['id']}/decisions"
    answer = client.patch(path, data=body.ljust(size), content_type="application/json")
    assert (answer.status_code, answer.json["version"], len(done)) == (200, 2, size > LARGE)


def test_files_of_a_batch_are_listed_elsewhere(app, client):
    """10,000 of them took a place among the short requests for seconds."""

    class Elsewhere:
        def run(self, work, _ceiling):
            done.append(work)
            return work(app)

    done = []
    _with(app, doer=Elsewhere(), gate_here=Gate(Limits(0, 0.0)))
    assert client.get("/v1/jobs/0123456789abcdef/files?limit=2").json["code"] == "unknown_job"
    assert len(done) == 1


@pytest.mark.parametrize("says_its_length", [True, False])
def test_a_raw_file_for_a_browser_is_parsed_by_nobody_and_may_be_long(client, says_its_length):
    content = bytes(3 * LIGHT)
    chunked = {
        "wsgi.input": io.BytesIO(content),
        "wsgi.input_terminated": True,
        "HTTP_TRANSFER_ENCODING": "chunked",
    }
    sent = {"data": content} if says_its_length else {"environ_overrides": chunked}
    added = client.post("/v1/downloads", content_type=RAW, **sent)
    assert added.status_code == 201
    assert client.post(f"/v1/downloads/{added.json['id']}/collect").data == content
    encoded = client.post("/v1/downloads", content_type="application/json", data=b'{"ciphertext": "%s"}' % content)
    assert (encoded.status_code, encoded.json["code"]) == (413, "request_too_large")
    assert RAW in encoded.json["detail"]


def test_every_route_that_takes_a_document_is_passed_on(app):
    """A zip is opened elsewhere too, and each document in it is redacted there. Ciphertext is never opened."""
    takes = {endpoint for endpoint, view in app.view_functions.items() if _MARK in repr(getattr(view, "_spec", {}))}
    assert takes >= {"analyses.analyse", "batches.redact_batch"}
    assert takes - {"batches.redact_batch", "downloads.add"} <= set(HEAVY)


def test_as_many_decisions_as_a_review_takes_are_no_larger_than_it_may_be():
    moves = [{"id": "0" * 16, "move": "accept", "scope": "document"}] * MAX_DECISIONS
    assert len(json.dumps({"version": 1, "decisions": moves})) < DECISIONS


@pytest.mark.parametrize("load", [ReviewLoad(0, 0), ReviewLoad(MANY + 1, 0), ReviewLoad(0, 5 * LARGE)])
def test_a_small_request_about_a_review_with_much_in_it_is_answered_elsewhere(app, client, monkeypatch, load):
    """60 bytes made the process that answers everyone decrypt 160 MB; eight such requests took a gigabyte."""
    review = client.post("/v1/reviews", json={}).json["id"]
    passed_on = []
    runner = app.extensions[EXTENSION].doer
    counting = type("Counting", (), {"run": lambda _, *given: passed_on.append(1) or runner.run(*given)})()
    _with(app, doer=counting)
    monkeypatch.setattr(Reviews, "load", lambda *_: load)
    path = f"/v1/reviews/{review}"
    asked = [client.get(path), client.post(f"{path}/decisions", json={"ids": ["0" * 16]})]
    asked += [client.get(f"{path}/agreement"), client.post(f"{path}/submit", json={"version": 1})]
    assert [each.status_code for each in asked] == [200] * 4
    assert len(passed_on) == (0 if load == ReviewLoad(0, 0) else 4)
    listed = client.get("/v1/reviews")
    assert (listed.status_code, len(passed_on) % 4) == (200, 0)


def test_every_route_about_one_review_goes_by_what_is_stored_with_it(app):
    about_one = {rule.endpoint for rule in app.url_map.iter_rules() if rule.rule.startswith("/v1/reviews/<review>")}
    assert about_one <= ELSEWHERE_IF_LARGE | set(HEAVY)


@pytest.mark.parametrize("size", [1_000, 3_000_000])
def test_what_may_come_back_goes_by_what_was_sent(app, client, size):
    class Elsewhere:
        def run(self, work, ceiling):
            bounds.append(ceiling.answer)
            return work(app)

    bounds = []
    _with(app, doer=Elsewhere())
    body = json.dumps({"blocks": [{"text": "nothing"}]}).encode().ljust(size)
    client.post("/v1/analyses", data=body, content_type="application/json")
    client.post("/v1/privacy/spi", data=body, content_type="application/json")
    client.post("/v1/batches", data=body, content_type="application/json")
    general = ANSWER + ANSWER_A_BYTE * size
    assert bounds == [general, MEASURES, general]
    assert general > MEASURES

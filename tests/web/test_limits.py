"""Too much is refused before it is read, and what is read lies in memory alone."""

import gc
import io
import tempfile
from dataclasses import replace

import pytest
from flask import Flask, request

from backend.web.http.size_limits import StrictJson

MB = 1024 * 1024


@pytest.fixture
def settings(settings):
    return replace(settings, service=replace(settings.service, max_request=MB, hosts=("localhost",)))


@pytest.fixture
def app(app, monkeypatch):
    """With routes that are open to everybody and read what they are sent."""
    from types import MappingProxyType

    from backend.web.auth import route_roles

    paths = ("/form", "/json", "/bytes")
    opened = {**route_roles.ROUTES, **{f"POST {path}": route_roles.EVERYBODY for path in paths}}
    monkeypatch.setattr(route_roles, "ROUTES", MappingProxyType(opened))

    def form():
        return {name: len(each.read()) for name, each in request.files.items()}

    app.add_url_rule("/form", "form", form, methods=["POST"])
    app.add_url_rule("/json", "json", lambda: {"is": str(request.get_json())}, methods=["POST"])
    app.add_url_rule("/bytes", "bytes", lambda: {"length": len(request.get_data())}, methods=["POST"])
    return app


def _never_read(*_):
    raise AssertionError("it was read")


def test_a_body_that_says_it_is_too_large_is_refused_unread(client):
    unread = type("Unread", (), {"read": _never_read, "readline": _never_read})()
    too_large = {"wsgi.input": unread, "CONTENT_LENGTH": str(MB + 1)}
    response = client.post("/bytes", environ_overrides=too_large)
    assert (response.status_code, response.json["code"]) == (413, "request_too_large")


def test_a_body_at_the_limit_is_taken(client):
    assert client.post("/bytes", data=bytes(MB)).json == {"length": MB}


def _chunked(client, path, content, **more):
    """As gunicorn passes a body on that came in chunks: it ends, and nobody has said how long it is."""
    ends = {"wsgi.input": io.BytesIO(content), "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    return client.post(path, environ_overrides=ends, **more)


FORM = b'--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n%s\r\n--b--\r\n'


@pytest.mark.parametrize(
    ("path", "kind", "around"),
    [
        ("/bytes", "application/octet-stream", b"%s"),
        ("/json", "application/json", b'"%s"'),
        ("/form", "multipart/form-data; boundary=b", FORM),
    ],
)
def test_a_body_that_does_not_say_how_long_it_is_may_be_as_long_as_any_other(client, path, kind, around):
    fits = around % (b"x" * (MB - len(around % b"")))
    assert len(fits) == MB
    assert _chunked(client, path, fits, content_type=kind).status_code == 200
    refused = _chunked(client, path, fits.replace(b"x", b"xx", 1), content_type=kind)
    assert (refused.status_code, refused.json["code"]) == (413, "request_too_large")


def test_large_parts_are_never_put_on_the_disk(client, monkeypatch):
    for name in ("TemporaryFile", "SpooledTemporaryFile", "NamedTemporaryFile", "mkstemp"):
        monkeypatch.setattr(tempfile, name, lambda *_a, **_k: pytest.fail("a temporary file was made"))
    monkeypatch.setattr("werkzeug.formparser.SpooledTemporaryFile", lambda *_a, **_k: pytest.fail("it was spooled"))
    head = b'--b\r\nContent-Disposition: form-data; name="document"; filename="Quixotrade.docx"\r\n\r\n'
    body = head + bytes(MB - 1000) + b"\r\n--b--\r\n"  # werkzeug's own client would put it on the disk
    assert client.post("/form", data=body, content_type="multipart/form-data; boundary=b").json == {
        "document": MB - 1000
    }


def test_more_parts_than_any_route_needs_are_refused(client):
    parts = {f"part{i}": (io.BytesIO(b"x"), "x") for i in range(21)}
    assert client.post("/form", data=parts).status_code == 413


@pytest.mark.parametrize("body", [b"{", b'{"a": NaN}', b"[" * 200_000, b"\xff", b"1" * 5000])
def test_invalid_json_is_reported_as_such(client, body):
    response = client.post("/json", data=body, content_type="application/json")
    assert (response.status_code, response.json["code"]) == (400, "bad_request")


def test_another_content_type_than_json_is_refused(client):
    response = client.post("/json", data="{}", content_type="text/plain")
    assert (response.status_code, response.json["code"]) == (415, "unsupported_media_type")


def test_another_host_is_not_answered(client):
    assert client.get("/v1/version", headers={"Host": "rebound.example"}).status_code == 400
    assert client.get("/v1/version", headers={"Host": "localhost:8000"}).status_code == 200


def test_the_collector_rests_while_large_json_is_read_and_works_again_after_it_fails():
    seen = []

    def look(pairs):
        seen.append(gc.isenabled())
        return dict(pairs)

    reader = StrictJson(Flask("test"))
    many = '{"a": 1, "b": [' + "[]," * 30_000 + "[]]}"
    reader.loads(many, object_pairs_hook=look)
    reader.loads('{"a": 1}', object_pairs_hook=look)
    with pytest.raises(ValueError, match="Expecting"):
        reader.loads(many[:-1])
    assert seen == [False, True]
    assert gc.isenabled()

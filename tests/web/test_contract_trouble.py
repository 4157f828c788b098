"""What goes wrong around a real server is told clearly, loses nothing, and is over when its cause is."""

import json
import shutil
import sys
import threading
from itertools import cycle

import pytest

from backend.learning.registry import Registry
from backend.settings import Settings
from backend.storage.db.keys import new_key
from tests.conftest import CLIENT
from tests.storage.postgresql import cluster, programs
from tests.storage.test_database import tiny_disk
from tests.web.documents import encoded, word_file
from tests.web.server import PATIENCE, eventually, running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn does not run on Windows")

MB = 1024 * 1024
AS_JSON = {"Content-Type": "application/json"}
DOCUMENT = encoded(word_file(f"Ann Rook of {CLIENT} wrote to ann@halden.example."))


@pytest.fixture
def settings(sample_registry, tmp_path):
    """A registry of its own with two versions."""
    registry = tmp_path / "registry"
    shutil.copytree(sample_registry, registry)
    shutil.copytree(registry / "versions" / "sample", registry / "versions" / "other")
    return Settings.from_environment({"UNSAID_DATA": str(tmp_path), "UNSAID_NER": "none"})


def post(server, path, **body):
    return server.ask("POST", path, json.dumps(body).encode(), AS_JSON)


def test_a_body_that_does_not_say_how_long_it_is_ends_at_the_limit(settings):
    with running(settings, "--workers", "1", UNSAID_MAX_REQUEST="1") as server, server.socket() as raw:
        raw.sendall(
            b"POST /v1/copies HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
            b"Content-Type: application/json\r\n"
            + f"Authorization: {server.signed_in['Authorization']}\r\n\r\n".encode()
        )
        sent = 0
        try:
            while sent < 1024 * MB:
                raw.sendall(b"10000\r\n" + b" " * 0x10000 + b"\r\n")
                sent += 0x10000
        except OSError:
            pass
        assert sent < 32 * MB  # what lies on the way in the buffers of the system included
        eventually(lambda: any(line.get("code") == "request_too_large" for line in server.lines()))
        assert server.ask("GET", "/healthz").status == 200


def test_versions_are_promoted_while_documents_are_analysed(settings):
    """Nobody is turned away, each answer is that of one version, and both have been in use."""
    stop, answers, failed = threading.Event(), [], []

    def keep_asking():
        while not stop.is_set():
            try:
                answer = post(server, "/v1/analyses", document=DOCUMENT, client=CLIENT, k=3)
                answers.append((answer.status, answer.json.get("model")))
            except OSError as error:
                failed.append(error)

    with running(settings, "--workers", "2") as server:
        threads = [threading.Thread(target=keep_asking) for _ in range(3)]
        for thread in threads:
            thread.start()
        for name in ("other", "sample") * 2:
            assert post(server, f"/v1/admin/versions/{name}/promote").status == 200
            eventually(lambda name=name: (200, name) in answers[-3:])
        stop.set()
        for thread in threads:
            thread.join(PATIENCE)
    assert failed == []
    assert set(answers) == {(200, "sample"), (200, "other")}


def test_many_promotions_at_once_leave_one_of_them_in_use(settings):
    with running(settings, "--workers", "2") as server:
        statuses = []

        def promote(name):
            statuses.append(post(server, f"/v1/admin/versions/{name}/promote").status)

        names = [name for name, _ in zip(cycle(("other", "sample")), range(16), strict=False)]
        threads = [threading.Thread(target=promote, args=(name,)) for name in names]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        in_use = Registry(settings.registry).promoted()
        listed = server.ask("GET", "/v1/admin/versions").json["versions"]
    assert statuses == [200] * 16
    assert [each["name"] for each in listed if each["promoted"]] == [in_use]


def test_a_database_that_goes_and_returns(settings):
    """What needs it says so meanwhile; what does not goes on; what was stored is there again."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    with cluster() as database:
        kept = {"UNSAID_DATABASE": database.new_database(), "UNSAID_KEY": new_key()}
        with running(settings, "--workers", "2", **kept) as server:
            assert post(server, "/v1/clients", name=CLIENT, aliases=["H&R"]).status == 201
            with_client = {"document": DOCUMENT, "client": CLIENT, "k": 2}
            assert post(server, "/v1/analyses", **with_client).status == 200
            database.stop("immediate")
            for answer in (
                server.ask("GET", "/v1/clients"),
                post(server, "/v1/clients", name="Danone"),
                post(server, "/v1/analyses", **with_client),
                post(server, "/v1/analyses", document=DOCUMENT),  # the policy for all counts, and the trail is kept
            ):
                assert (answer.status, answer.json["code"]) == (503, "store_unavailable")
                assert answer.headers["Retry-After"]
            ready = server.ask("GET", "/readyz")
            assert (ready.status, ready.json["checks"]["store"]) == (503, "store_unavailable")
            assert server.ask("GET", "/healthz").status == 200
            database.start()
            eventually(lambda: server.ask("GET", "/v1/clients").status == 200)
            assert server.ask("GET", "/readyz").json["checks"]["store"] == "ok"
            assert post(server, "/v1/clients", name="Danone").status == 201
            listed = {each["name"] for each in server.ask("GET", "/v1/clients").json["clients"] if each["id"]}
            assert listed == {CLIENT, "Danone"}


def test_a_full_disk_is_reported_loses_nothing_and_stops_no_other_request(settings, tmp_path):
    with tiny_disk(tmp_path / "disk") as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(512 * 1024))
        own = {"UNSAID_DATA": str(disk), "UNSAID_REGISTRY": str(settings.registry)}
        with running(settings, "--workers", "2", **own) as server:
            added, answer = [], None
            while answer is None or answer.status == 201:
                name = f"Rook {len(added):03}"
                answer = post(server, "/v1/clients", name=name, aliases=[f"{name} {i}" for i in range(400)])
                added += [name] * (answer.status == 201)
            assert (answer.status, answer.json["code"]) == (507, "store_full")
            listed = {each["name"] for each in server.ask("GET", "/v1/clients").json["clients"] if each["id"]}
            assert listed == set(added) != set()
            assert server.ask("GET", "/healthz").status == 200
            # What cannot be noted in the trail is not done, so that documents wait for room as well.
            ballast.unlink()
            assert post(server, "/v1/analyses", document=DOCUMENT).status == 200
            assert post(server, "/v1/redactions", document=DOCUMENT).status == 200


@pytest.fixture
def routes_with_bodies(client):
    paths = client.get("/v1/openapi.json").json["paths"]
    found = [path for path, how in paths.items() if "requestBody" in how.get("post", {})]
    assert {"/v1/analyses", "/v1/reviews", "/v1/batches/folders", "/v1/admin/policies"} <= set(found)
    return found


@pytest.mark.parametrize(
    ("body", "kind", "codes"),
    [
        (b"{", "application/json", {"bad_request"}),
        (b"\xff\xfe", "application/json", {"bad_request"}),
        (b"", "application/json", {"bad_request"}),
        (b"[]", "application/json", {"does_not_fit"}),
        (b"null", "application/json", {"does_not_fit", "bad_request"}),
        (b"[" * 200_000, "application/json", {"bad_request"}),
        (b"1" * 5_000, "application/json", {"bad_request"}),
        (b'{"name": NaN}', "application/json", {"bad_request"}),
        (b'{"name": "\\ud800", "words": {"\\ud800": 1}}', "application/json", {"bad_request"}),
        (b'"\\ud800"', "application/json", {"bad_request"}),
        (b"{}", "text/plain", {"unsupported_media_type"}),
        (b"{}", "", {"unsupported_media_type"}),
        (b"<a/>", "application/xml", {"unsupported_media_type"}),
        (b"--b", "multipart/form-data", {"does_not_fit", "unsupported_media_type"}),
        (b"a=b", "application/x-www-form-urlencoded", {"unsupported_media_type"}),
    ],
    ids=lambda value: " or ".join(sorted(value)) if isinstance(value, set) else repr(value)[:30],
)
def test_an_invalid_body_is_refused_on_every_route(client, routes_with_bodies, body, kind, codes):
    for route in routes_with_bodies:
        answer = client.post(route, data=body, content_type=kind)
        assert 400 <= answer.status_code < 500, route
        assert answer.mimetype == "application/problem+json"
        assert answer.json["code"] in codes, (route, answer.json["code"])

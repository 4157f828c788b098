"""The service as it runs: several processes, started and stopped, with models promoted meanwhile."""

import json
import os
import signal
import socket
import ssl
import sys
import threading
import warnings
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from backend.learning.registry import Registry
from backend.learning.train import train
from backend.messages.problems import TlsHalfSet
from backend.reporting.command_line import COMMAND_LINE
from tests.services.drawn_clients import counted
from tests.warm_process import run_warm
from tests.web.server import PATIENCE, eventually, running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn does not run on Windows")


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    """A registry of its own, with two versions of which the first is in use."""
    from backend.settings import Settings

    folder = tmp_path_factory.mktemp("served")
    registry = Registry(folder / "registry")
    trained = train(counted(each=2))
    registry.save(trained, "first")
    registry.save(trained, "second")
    return Settings.from_environment({"UNSAID_DATA": str(folder), "UNSAID_NER": "none"})


@pytest.fixture(scope="module")
def server(settings):
    with running(settings, "--workers", "2") as server:
        yield server


def test_it_says_where_it_listens_and_is_ready(server):
    assert server.told[0] == f"Unsaid listens on http://127.0.0.1:{server.port}/\n"
    ready = server.ask("GET", "/readyz")
    assert (ready.status, ready.json["checks"]["models"]) == (200, "ok")


def test_every_line_of_the_log_is_json_and_names_requests_only_by_route(server):
    before = len(server.lines())
    said = {"User-Agent": "Quixotrade", "X-Request-ID": "Quixotrade"}
    server.ask("GET", "/v1/Quixotrade?Quixotrade=1", headers=said)
    # The lines of earlier requests may still be under way; all of those had a route.
    (line,) = eventually(lambda: [each for each in server.lines()[before:] if each.get("route") == "none"])
    assert (line["event"], line["status"], line["code"]) == ("request", 404, "not_found")
    assert "Quixotrade" not in "".join(server.logged)


def test_invalid_http_is_answered_and_logged_without_quoting_it(server):
    with server.socket() as raw:
        raw.sendall(b"Quixotrade of Halden\r\n\r\n")
        answer = raw.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b'"code": "bad_request"' in answer
    assert b"Quixotrade" not in answer
    eventually(lambda: any(line["event"] == "unreadable_request" for line in server.lines()))
    assert "Quixotrade" not in "".join(server.logged)


def test_the_figures_of_all_workers_are_counted_together(server):
    def answered():
        text = server.ask("GET", "/metrics").body.decode()
        rows = [line for line in text.splitlines() if line.startswith("unsaid_requests_total")]
        return sum(float(row.split()[-1]) for row in rows if 'route="/healthz"' in row)

    before = answered()
    for _ in range(10):
        server.ask("GET", "/healthz")
    assert answered() == before + 10


def test_a_promoted_version_is_soon_in_use_in_every_worker(server, settings):
    registry = Registry(settings.registry)

    def loaded():
        return [each for each in server.lines() if each["event"] == "models_loaded"]

    for change in (partial(registry.promote, "second"), registry.roll_back):
        before = len(loaded())
        change()
        eventually(lambda before=before: len(loaded()) == before + 2)


def test_a_large_upload_is_refused_before_it_is_sent(server):
    with server.socket() as raw:
        raw.sendall(
            b"POST /v1/analyses HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + f"Authorization: {server.signed_in['Authorization']}\r\n".encode()
            + b"Content-Length: 1000000000\r\n\r\n"
        )
        head = raw.makefile("rb").readline()
    assert b" 413 " in head or b" 404 " in head


def test_another_persons_page_that_calls_itself_this_machine_gets_no_answer(server):
    assert server.ask("GET", "/v1/version", headers={"Host": "rebound.example"}).status == 400


def test_a_killed_worker_is_replaced(server):
    before = server.workers()
    os.kill(min(before), signal.SIGKILL)
    eventually(lambda: len(server.workers() - before) == 1 and len(server.workers()) == 2)
    eventually(lambda: server.ask("GET", "/healthz").status == 200)


def test_a_worker_is_renewed_without_losing_a_request(server):
    """Requests go on over kept connections while each worker is asked to leave, as it is after so many requests."""
    failed, stop, answered = [], threading.Event(), []

    def keep_asking():
        connection = server.connection()
        while not stop.is_set():
            try:
                answered.append(server.ask("GET", "/v1/version", connection=connection).status)
            except OSError as error:
                failed.append(error)
        connection.close()

    threads = [threading.Thread(target=keep_asking) for _ in range(4)]
    for thread in threads:
        thread.start()
    for worker in sorted(server.workers()):
        os.kill(worker, signal.SIGTERM)
        eventually(lambda worker=worker: worker not in server.workers())
        eventually(lambda: len(server.workers()) == 2)
    stop.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert failed == []
    assert set(answered) == {200}


SOON_RENEWED = """
from backend.web.server import gunicorn_server
gunicorn_server.RENEWED_AFTER, gunicorn_server.HANDOVER = 20, 1.0
from backend.cli import cli
cli()
"""


def test_the_next_worker_starts_before_the_only_one_has_finished(settings):
    """The only worker leaves after so many requests, and one of them is not finished."""
    with running(settings, "--workers", "1", command=(sys.executable, "-c", SOON_RENEWED)) as server:
        (first,) = server.workers()
        with server.socket() as unfinished:
            unfinished.sendall(b"POST /v1/analyses HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
            answered = [server.ask("GET", "/healthz").status for _ in range(30)]
            eventually(lambda: len(server.workers()) == 2)
            assert first in server.workers()
            eventually(lambda: server.ask("GET", "/healthz", headers={"Connection": "close"}).status == 200)
        assert set(answered) == {200}
        eventually(lambda: first not in server.workers() and len(server.workers()) == 1)
        assert server.ask("GET", "/healthz").status == 200
        assert any(line["event"] == "worker_renewed" for line in server.lines())


STOPPED_AT_ONCE = """
import os, signal
from gunicorn import util
seed = util.seed
def stopped_first():
    if not os.path.exists(os.environ["TEST_STOPPED"]):
        open(os.environ["TEST_STOPPED"], "w").close()
        os.kill(os.getpid(), signal.SIGTERM)
    seed()
util.seed = stopped_first
from backend.cli import cli
cli()
"""


def test_a_worker_that_is_told_to_stop_before_it_handles_signals_stops(settings, tmp_path):
    """The process that starts workers has told it to; it would wait for a worker that goes on."""
    options = {"command": (sys.executable, "-c", STOPPED_AT_ONCE), "TEST_STOPPED": str(tmp_path / "stopped")}
    with running(settings, "--workers", "1", **options) as server:
        first = next(line["pid"] for line in server.lines() if line["event"] == "worker_begins")
        eventually(lambda: server.workers() and first not in server.workers())


def test_an_unusable_address_is_reported_in_one_line(server, settings):
    done = run_warm(
        [sys.executable, "-m", "backend", "serve", "--port", str(server.port)],
        env={**os.environ, "UNSAID_DATA": str(settings.data)},
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot listen on" in done.stderr


def test_stopping_it_answers_what_has_begun_and_leaves_nothing_behind(settings, tmp_path):
    (tmp_path / "tmp").mkdir()
    with running(settings, "--workers", "1", TMPDIR=str(tmp_path / "tmp")) as server:
        raw = server.socket()
        raw.sendall(b"GET /v1/version HTTP/1.1\r\nHost: localhost\r\n")
        assert server.ask("GET", "/healthz").status == 200  # who came later is answered: the first has been let in
        server.process.send_signal(signal.SIGTERM)
        raw.sendall(b"\r\n")
        answer = raw.makefile("rb").read()
        raw.close()
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert server.process.returncode == 0
    assert list((tmp_path / "tmp").iterdir()) == []
    assert json.loads(answer.split(b"\r\n\r\n")[1])["fits"]


def test_many_unfinished_requests_block_no_other(server):
    """More connections than the workers have threads, each with half a request."""
    slow = [server.socket() for _ in range(150)]
    try:
        for each in slow:
            each.sendall(b"GET /v1/version HTTP/1.1\r\nX-Slow: ")
        assert server.ask("GET", "/healthz").status == 200
        assert slow[0].recv(1) == b""
        eventually(lambda: any(line["event"] == "cut_off" for line in server.lines()))
    finally:
        for each in slow:
            each.close()


def test_a_body_that_stops_coming_does_not_hold_its_thread(server, monkeypatch):
    with server.socket() as raw:
        raw.sendall(
            b"POST /v1/guesses HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n"
            b"Content-Type: application/json\r\n"
            + f"Authorization: {server.signed_in['Authorization']}\r\n\r\n{{".encode()
        )
        head = raw.makefile("rb").readline()
    assert head.startswith(b"HTTP/1.1 4")


def test_clients_that_do_not_close_block_no_request(server):
    """gunicorn waits two seconds for each, in the loop that accepts all others: 160 for those of one worker."""
    kept = [server.socket() for _ in range(160)]
    try:
        for each in kept:
            each.sendall(b"GET /v1/version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert all(each.makefile("rb").readline().startswith(b"HTTP/1.1 200 ") for each in kept)
        assert server.ask("GET", "/healthz").status == 200
    finally:
        for each in kept:
            each.close()


FEW_THREADS = """
from backend.web.server import gunicorn_server
gunicorn_server.THREADS = 4
from backend.cli import cli
cli()
"""


def test_clients_that_do_not_read_block_no_request(settings):
    """More connections than there are threads, each with more responses to take than fit on the way."""
    with running(settings, "--workers", "1", command=(sys.executable, "-c", FEW_THREADS)) as server:
        slow = []
        try:
            for _ in range(6):
                raw = socket.socket()
                slow.append(raw)
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                raw.connect(("127.0.0.1", server.port))
                raw.sendall(20 * b"GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
            eventually(lambda: any(line["event"] == "cut_off" for line in server.lines()))
            assert server.ask("GET", "/healthz").status == 200
        finally:
            for each in slow:
                each.close()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate that nobody but these tests trusts."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    folder = tmp_path_factory.mktemp("tls")
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return "--certfile", str(folder / "cert.pem"), "--keyfile", str(folder / "key.pem")


def test_over_tls_it_sends_hsts_and_refuses_old_versions(settings, certificate):
    with running(settings, "--workers", "1", *certificate, tls=True) as server:
        assert server.told[0].startswith("Unsaid listens on https://")
        assert "Strict-Transport-Security" in server.ask("GET", "/v1/version").headers
        old = ssl._create_unverified_context(ssl.PROTOCOL_TLS_CLIENT)  # noqa: S323 - as above
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            old.maximum_version = ssl.TLSVersion.TLSv1_1
        with server.socket() as raw, pytest.raises(ssl.SSLError):
            old.wrap_socket(raw, server_hostname="localhost")
        with server.socket() as raw:
            raw.sendall(b"GET /Quixotrade HTTP/1.1\r\n\r\n")
            assert b"Quixotrade" not in raw.makefile("rb").read()
        assert server.ask("GET", "/healthz").status == 200
        assert all(server.lines())


def test_a_half_configured_tls_does_not_start(settings, certificate):
    done = run_warm(
        [sys.executable, "-m", "backend", "serve", *certificate[:2]],
        env={**os.environ, "UNSAID_DATA": str(settings.data)},
    )
    assert (done.returncode, done.stderr) == (
        2,
        f"Error: {COMMAND_LINE(TlsHalfSet())}\n",
    )

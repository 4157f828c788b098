"""The page forwards requests of its pane to the service, and returns the responses."""

import http.client
import http.server
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import pytest

from addin.wordhost.http_host import application
from addin.wordhost.making import docx, lines, runs

ROOT = Path(__file__).parents[2]


class Busy(http.server.ThreadingHTTPServer):
    """Remembers the headers of each request."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.asked: list[dict[str, str]] = []


class Answers(http.server.BaseHTTPRequestHandler):
    """A service that is too busy, and remembers who asked."""

    def do_GET(self):
        cast("Busy", self.server).asked.append(dict(self.headers))
        self.send_response(503)
        self.send_header("Content-Type", "application/problem+json")
        self.send_header("Retry-After", "7")
        self.end_headers()
        self.wfile.write(b'{"code": "busy"}')

    def log_message(self, *_):
        """Nothing is told."""


@pytest.fixture
def service():
    server = Busy(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def _page(service, token=None):
    address = f"http://127.0.0.1:{service.server_port}"
    return application(docx(runs("Alice met Bob.")), service=address, token=token).test_client()


def test_who_asks_and_by_which_pane(service):
    _page(service).get(
        "/v1/clients", headers={"Authorization": "Bearer own", "Unsaid-Pane": "0.1.0", "Cookie": "a=b"}
    )
    (asked,) = service.asked
    assert asked["Authorization"] == "Bearer own"
    assert asked["Unsaid-Pane"] == "0.1.0"
    assert "Cookie" not in asked


def test_a_pane_without_a_token_is_signed_in_where_the_page_has_one(service):
    _page(service).get("/v1/clients")
    _page(service, "of the page").get("/v1/clients")
    assert [asked.get("Authorization") for asked in service.asked] == [None, "Bearer of the page"]


def test_retry_after_is_passed_on(service):
    answered = _page(service).get("/v1/clients")
    assert answered.status_code == 503
    assert answered.headers["Retry-After"] == "7"
    assert answered.json == {"code": "busy"}


def test_the_command_serves_the_page_and_forwards_to_the_service_of_its_option(service, tmp_path):
    file = tmp_path / "own.docx"
    file.write_bytes(docx(runs("Alice met Bob.")))
    told = [str(file), "--service", f"http://127.0.0.1:{service.server_port}", "--port", "0"]
    command = [sys.executable, "-u", "-m", "addin.wordhost.http_host", *told]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as page:
        try:
            port = urlsplit(page.stdout.readline().strip()).port
            assert lines(_got(port, "/document")[1]) == ["Alice met Bob."]
            assert _got(port, "/v1/clients")[0] == 503
        finally:
            page.terminate()
    assert len(service.asked) == 1


def _got(port, path):
    with closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
        connection.request("GET", path)
        answered = connection.getresponse()
        return answered.status, answered.read()


def test_a_page_without_a_service_says_how_to_name_one():
    answered = application(docx(runs("a"))).test_client().get("/v1/clients")
    assert answered.status_code == 503
    assert "--service" in answered.text

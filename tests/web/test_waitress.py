"""The server for Windows, which runs here too: in one process, and without putting anything on the disk."""

import sys

import pytest

from backend.errors import CannotServe
from backend.settings import ServiceSettings
from backend.web.server import waitress_server
from backend.web.server.listen import Listen
from tests.web.server import running

AS_ON_WINDOWS = """
import sys
from backend.web.server import serve
serve._by_gunicorn = serve._by_waitress
import tempfile
def refuse(*_, **__):
    raise AssertionError("a temporary file was made")
tempfile.TemporaryFile = refuse
from backend.cli import main
main()
"""


@pytest.fixture
def server(settings):
    with running(settings, command=(sys.executable, "-c", AS_ON_WINDOWS)) as server:
        yield server


def test_it_serves_and_keeps_large_bodies_in_memory(server):
    assert server.ask("GET", "/readyz").status == 200
    large = server.ask("POST", "/v1/analyses", bytes(3_000_000), {"Content-Type": "application/octet-stream"})
    assert 400 <= large.status < 500
    assert server.ask("GET", "/healthz").status == 200


def test_waitress_refuses_tls_options(app, tmp_path):
    pem = tmp_path / "pem"
    pem.touch()
    with pytest.raises(CannotServe, match="proxy"):
        waitress_server.serve(app, ServiceSettings(), Listen("127.0.0.1", 0, 1, 1, pem, pem), lambda: None)

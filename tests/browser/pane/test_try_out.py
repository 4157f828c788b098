"""The page on which somebody tries the pane without Word: the same build, and nobody types a token."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.browser.pane.beside import DIST, PATIENCE, REPORT
from tests.web.server import reserved_port


@pytest.fixture
def address(server):
    from addin.wordhost.http_host import application, serving

    here = Path(os.path.relpath(DIST))  # as `make run` names it
    page = application(REPORT.read_bytes(), here, f"http://127.0.0.1:{server.port}", server.token)
    tried = serving(page, 0)
    thread = threading.Thread(target=tried.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{tried.server_port}/"
    tried.shutdown()
    thread.join()
    tried.server_close()


def test_the_sample_is_analysed_and_marked_without_a_token(browser, address):
    page = browser.new_page(viewport={"width": 1200, "height": 800})
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    pane = page.frame_locator("iframe")
    pane.get_by_role("button", name="Analyse this document").click()
    pane.get_by_text(re.compile(r"\d+ to decide")).wait_for()
    assert pane.get_by_role("combobox", name="Client").input_value() == "Halden & Rook"
    page.locator("main span[style*='background-color: yellow']").first.wait_for()
    page.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes in another way")
def test_ending_the_page_ends_its_service(built, sample_registry, tmp_path):
    command = [sys.executable, "-m", "addin.wordhost.try_out", "--registry", sample_registry, "--pane", DIST]
    environment = {**os.environ, "UNSAID_DATA": str(tmp_path), "UNSAID_NER": "none"}
    with ExitStack() as until_it_listens:
        ports = [str(until_it_listens.enter_context(reserved_port())) for _ in range(2)]
        process = subprocess.Popen(
            [*command, "--port", ports[0], "--page-port", ports[1]],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert any("Try it without Word" in line for line in process.stdout)
    with process:
        process.send_signal(signal.SIGTERM)
        process.stdout.read()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", int(ports[0])))

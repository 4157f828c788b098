"""A server as it is started for real: processes, threads and sockets."""

import contextlib
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

from tests.warm_process import WarmProcess

PATIENCE = 60
"""Seconds after which a test gives up on a busy machine; none waits that long when all is well."""


@dataclass
class Answer:
    status: int
    headers: dict
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


@dataclass
class Server:
    """`unsaid serve` in processes of its own; what it writes is read meanwhile."""

    process: subprocess.Popen
    port: int
    tls: bool = False
    told: list = field(default_factory=list)
    logged: list = field(default_factory=list)
    token: str | None = None

    def connection(self):
        if not self.tls:
            return HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        context = ssl._create_unverified_context()  # noqa: S323 - the test made the certificate itself
        return HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=context)

    def ask(self, method, path, body=None, headers=(), connection=None):
        """Ask over a connection of its own, or over the one that is given."""
        own = connection or self.connection()
        try:
            own.request(method, path, body, {**self.signed_in, **dict(headers)})
            response = own.getresponse()
            return Answer(response.status, dict(response.getheaders()), response.read())
        finally:
            if connection is None:
                own.close()

    @property
    def signed_in(self):
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def socket(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def workers(self):
        """Its processes, whichever of its threads has started them."""
        children = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return {int(pid) for each in children for pid in each.read_text().split()}

    def lines(self):
        """The log until now; every line is one JSON object, or the test fails."""
        return [json.loads(line) for line in list(self.logged)]

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)


def eventually(condition):
    """Wait until it holds; how long that takes on a busy machine is nobody's promise."""
    end = time.monotonic() + PATIENCE
    while not (held := condition()):
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)
    return held


def start(
    settings, *options, tls=False, worker=False, command=(sys.executable, "-m", "backend"), port=None, **environment
):
    """Start a server with the environment of `settings`, with a worker beside it or none; wait until it listens.

    It listens at the port of one that has ended, or at one that nobody else has.
    """
    with contextlib.nullcontext(port) if port else reserved_port() as at:
        return _start(at, settings, options, tls=tls, worker=worker, command=command, environment=environment)


@contextlib.contextmanager
def reserved_port():
    """A port for a server of ours: nobody else is given it meanwhile, however long the server takes to listen."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # who says so too may listen where nobody does
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


def _start(port, settings, options, *, tls, worker, command, environment):
    own = {
        **{name: value for name, value in os.environ.items() if not name.startswith("UNSAID_")},
        "UNSAID_DATA": str(settings.data),
        "UNSAID_REGISTRY": str(settings.registry),
        "UNSAID_NER": "none",
        "OMP_NUM_THREADS": "1",
        "PYTHONUNBUFFERED": "1",
        **environment,
    }
    # A program replaces something before it is imported, which a process that has imported would not notice.
    start_process = WarmProcess if command[1] == "-m" else subprocess.Popen
    process = start_process(
        [*command, "serve", "--port", str(port), "--worker" if worker else "--no-worker", *options],
        env=own,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    server = Server(process, port, tls)
    for stream, lines in ((process.stdout, server.told), (process.stderr, server.logged)):
        threading.Thread(target=_collect, args=(stream, lines), daemon=True).start()
    try:
        eventually(lambda: any("listens" in line for line in server.told) or process.poll() is not None)
        assert process.poll() is None, server.logged
        eventually(lambda: _answers(server))
    except BaseException:
        process.kill()
        raise
    found = re.search(r"token: (\S+)", "".join(server.told))
    server.token = found[1] if found else None
    return server


@contextlib.contextmanager
def running(*arguments, **more):
    """A server that is stopped in the end."""
    server = start(*arguments, **more)
    try:
        yield server
    finally:
        server.stop()


def _answers(server):
    try:
        return server.ask("GET", "/healthz").status == 200
    except OSError:
        return False


def _collect(stream, lines):
    with stream:
        for line in stream:
            lines.append(line)

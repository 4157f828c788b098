"""The pane for a person without Word: the service and the page of the Word host, each with a port of its own.

    python -m addin.wordhost.try_out --registry FOLDER --pane FOLDER [FILE.docx] [--port PORT] [--page-port PORT]

The page signs in for its pane, with the start-up token of the service that it has started. Whoever reaches the
page, which answers this machine alone, works as whoever started it: it is for models that are nobody's secret.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from addin.wordhost.http_host import SAMPLE, application, serving

TOLD_TOKEN = re.compile(r"with this token: (\S+)")
TOLD_ADDRESS = re.compile(r"listens on (\S+)")


class Service:
    """`unsaid serve`, until the page is closed."""

    def __init__(self, registry: Path, port: int, page_port: int) -> None:
        command = [sys.executable, "-m", "backend", "serve", "--registry", str(registry), "--port", str(port)]
        shown = {"UNSAID_TRY_OUT": f"http://127.0.0.1:{page_port}/"} if page_port else {}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **shown})
        self.address, self.token = self._told()

    def _told(self) -> tuple[str, str]:
        address = None
        for line in self._process.stdout or ():
            if found := TOLD_ADDRESS.search(line):
                address = found[1]
            if address and (found := TOLD_TOKEN.search(line)):
                return address, found[1]
        raise SystemExit(self._process.wait() or 1)

    def stop(self) -> None:
        """Let it end what it has begun."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()


def main() -> None:
    """Serve until Ctrl-C or SIGTERM."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("file", nargs="?", type=Path, default=SAMPLE)
    parser.add_argument("--registry", type=Path, required=True, help="the client models to serve")
    parser.add_argument("--pane", type=Path, required=True, help="the folder of the built pane")
    parser.add_argument("--port", type=int, default=8000, help="of the service")
    parser.add_argument("--page-port", type=int, default=8765)
    told = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever ends the page ends its service
    service = Service(told.registry, told.port, told.page_port)
    try:
        content, name = told.file.read_bytes(), told.file.name
        page = application(content, told.pane, service.address, service.token, name=name)
        server = serving(page, told.page_port)
        print(f"The service:           {service.address} (token {service.token})")  # noqa: T201
        print(f"Try it without Word:   http://127.0.0.1:{server.server_port}/", flush=True)  # noqa: T201
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        service.stop()


if __name__ == "__main__":
    main()

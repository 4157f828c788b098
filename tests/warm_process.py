"""Processes of `unsaid` that tests start without importing: warm_server.py has imported, and forks itself for each.

To import takes a service three seconds of a core, longer than most tests. What is forked has all else of its own:
arguments, environment, folder, streams, signals and children, and runs the same module as `python -m` does.
"""

import atexit
import json
import os
import select
import socket
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PATIENCE = 60
"""Seconds after which a process has hung."""


class WarmProcess(subprocess.Popen[Any]):
    """A process that another one has forked, with all that `Popen` has; `args` begin with this Python."""

    _status: socket.socket

    def _execute_child(self, args: Any, *more: Any) -> None:
        _executable, _preexec, _close, _pass, cwd, env, *_rest = more
        pipes = more[9:15]
        (python, *arguments), (stdin, _, _, stdout, _, stderr) = args, pipes
        assert python == sys.executable
        request = {
            "arguments": [os.fspath(each) for each in arguments],
            "env": dict(os.environ if env is None else env),
            "cwd": os.fspath(cwd or Path.cwd()),
        }
        self._status, theirs = socket.socketpair()
        streams = [given if given != -1 else number for number, given in enumerate((stdin, stdout, stderr))]
        with theirs:
            socket.send_fds(_line(), [json.dumps(request).encode()], [*streams, theirs.fileno()])
            self.pid = int.from_bytes(_line().recv(4), "big")
        self._child_created = True
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]

    def _try_wait(self, wait_flags: int) -> tuple[int, int]:
        """Return the process and how it ended, or 0 while it runs; without WNOHANG, wait for that."""
        if wait_flags & os.WNOHANG and not select.select([self._status], [], [], 0)[0]:
            return 0, 0
        status = int.from_bytes(self._status.recv(4), "big")
        self._status.close()
        return self.pid, status

    def _internal_poll(self, _deadstate: int | None = None, **_more: object) -> int | None:
        if self.returncode is None:
            pid, status = self._try_wait(os.WNOHANG)
            if pid == self.pid:
                self._handle_exitstatus(status)  # type: ignore[attr-defined]
        return self.returncode


def run_warm(arguments: Sequence[Any], **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a process to its end, and return what it wrote, as text."""
    with WarmProcess(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options) as process:
        written = process.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(arguments, process.returncode, *written)


@cache
def _line() -> socket.socket:
    """The connection to the process that forks, which this process starts once."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("UNSAID_")}
    with theirs:
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.warm_server", str(theirs.fileno())],
            env={**environment, "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            pass_fds=[theirs.fileno()],
        )

    @atexit.register
    def end() -> None:
        ours.close()
        server.wait()

    return ours

"""The process that `warm_process` asks: it has imported what services and workers need, and forks itself for each.

It has one thread, as a process that forks itself needs. It ends with the process of tests that has started it.
"""

import contextlib
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import sys
from typing import Any

IMPORTED = (
    "backend.cli.serve",
    "backend.cli.worker",
    "backend.cli.redact",
    "backend.web.app",
    "backend.web.server.gunicorn_server",
    "backend.web.server.request_processes",
    "backend.worker.worker_loop",
)
ANEW = ("prometheus_client", "backend.web")
"""Packages that a process imports for itself: what counts requests asks the environment when it is imported."""


def fork_on_request(line: socket.socket) -> list[str] | None:
    """Fork a process for each request; returns in that process what Python is to run, and None in the end."""
    waiting: dict[int, tuple[int, socket.socket]] = {}
    while True:
        for ready in select.select([line.fileno(), *waiting], [], [])[0]:
            if ready in waiting:
                pid, status = waiting.pop(ready)
                with contextlib.suppress(OSError):  # nobody waits for it any more
                    status.sendall(os.waitpid(pid, 0)[1].to_bytes(4, "big"))
                status.close()
                os.close(ready)
                continue
            request, descriptors, _, _ = socket.recv_fds(line, 1 << 20, 4)
            if not request:
                return None
            if (pid := os.fork()) == 0:
                line.close()
                for handle, (_, status) in waiting.items():
                    os.close(handle)
                    status.close()
                return _become(json.loads(request), descriptors)
            *streams, status_handle = descriptors
            for stream in streams:
                os.close(stream)
            waiting[os.pidfd_open(pid)] = pid, socket.socket(fileno=status_handle)
            line.sendall(pid.to_bytes(4, "big"))


def _become(request: dict[str, Any], descriptors: list[int]) -> list[str]:
    """Take the streams, folder and environment of a request; return the arguments of Python."""
    *streams, unused = descriptors
    os.close(unused)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout, sys.stderr = (os.fdopen(number, "w", 1, closefd=False) for number in (1, 2))
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    return request["arguments"]


def _run(kind: str, code: str, *arguments: str) -> None:
    """Run a module or a program, as Python does for `-m` and `-c`."""
    sys.argv[1:] = arguments
    if kind == "-m":
        runpy.run_module(code, run_name="__main__", alter_sys=True)
    else:
        assert kind == "-c"
        exec(code, vars(sys.modules["__main__"]))  # noqa: S102 - a program of a test


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for each in IMPORTED:
        importlib.import_module(each)
    for each in [name for name in sys.modules if name.startswith(ANEW)]:
        del sys.modules[each]
    gc.freeze()
    if (asked := fork_on_request(socket.socket(fileno=int(sys.argv[1])))) is not None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _run(*asked)

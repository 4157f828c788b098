"""Run a worker of the service in its own process, and restart it when it dies."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from backend.logs import log
from backend.settings import Settings

_LIVED_LONG = 10.0
_LONGEST_WAIT = 30.0
"""Seconds until a worker that dies again and again is started once more."""

_PATIENCE = 10.0


@contextmanager
def worker_beside(settings: Settings) -> Iterator[Callable[[], None]]:
    """Yield a function that starts a worker; the worker is restarted when it dies, and ends with the block."""
    here = os.getpid()
    supervisor = _Supervisor({**os.environ, **_environment(settings)})
    try:
        yield supervisor.begin
    finally:
        if os.getpid() == here:  # a server's own workers are forked within the block
            supervisor.end()


class _Supervisor:
    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._over = threading.Event()
        self._changing = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._look_after, name="worker", daemon=True)

    def begin(self) -> None:
        self._start()
        self._thread.start()

    def end(self) -> None:
        self._over.set()
        with self._changing:
            process = self._process
        if process is not None:
            with contextlib.suppress(OSError):
                process.terminate()
            try:
                process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
            _end_group(process.pid)

    def _look_after(self) -> None:
        wait, begun = 0.0, time.monotonic()
        while not self._over.is_set() and (process := self._process) is not None:
            process.wait()
            _end_group(process.pid)
            while process is self._process:
                wait = 0.0 if time.monotonic() - begun > _LIVED_LONG else min(2 * wait + 0.5, _LONGEST_WAIT)
                if self._over.wait(wait):
                    return
                log().warning("job_worker_renewed", pid=process.pid)
                begun = time.monotonic()
                with contextlib.suppress(OSError):  # no process, memory or descriptor left: tried again
                    self._start()

    def _start(self) -> None:
        """Start a worker in its own process group, so that Ctrl-C reaches only the service, which ends it."""
        command = [sys.executable, "-m", "backend", "worker", "--beside", str(os.getpid())]
        with self._changing:
            if not self._over.is_set():
                self._process = subprocess.Popen(  # noqa: S603 - our own command
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    env=self._environment,
                    start_new_session=True,
                )


def _end_group(pid: int) -> None:
    """End the processes that a worker has left behind."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.killpg(pid, signal.SIGKILL)


def _environment(settings: Settings) -> dict[str, str]:
    named = {
        "UNSAID_DATA": str(settings.data),
        "UNSAID_REGISTRY": str(settings.registry),
        "UNSAID_DATABASE": settings.database or "",
        "UNSAID_KEY": ",".join(settings.keys),
    }
    return {name: value for name, value in named.items() if value}

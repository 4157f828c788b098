"""A fork server: a process that forks children, each with everything already loaded and in shared memory.

It has one thread, so that forking is safe; the process that asks for children may have many. It ends when no parent
is left to ask, and its children end with it: the system kills them, even a child that never listens.
"""

import contextlib
import gc
import os
import pickle
import signal
import socket
import struct
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from typing import Any, NoReturn

from backend.errors import WorkEnded
from backend.processes import limits
from backend.processes.child import run_child

_PID = struct.Struct("!q")
FIRST_ANSWER_WITHIN, ANSWER_WITHIN = 120.0, 30.0
"""Seconds that a server may take to load what its children share and fork one, and later to fork one."""

_NOT_FORKED = -1
"""What a server answers when the system lets it fork no process now."""


@dataclass(frozen=True, slots=True)
class ChildPlan:
    """How to set up children: `prepare` loads what they share, `make` makes the state of each."""

    prepare: Callable[[], object]
    make: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class StartedChild:
    """A started process, its connection, and a way to kill it."""

    pid: int
    connection: Connection
    kill: Callable[[], None]


class ForkServer:
    """Starts children through a server process forked from this one, or through a fresh one if it has died."""

    def __init__(self, plan: ChildPlan) -> None:
        self._plan = plan
        self._asking = threading.Lock()
        self._line: socket.socket | None = None
        self._has_answered = False
        self._forked: int | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def fork(self) -> None:
        """Fork the server from this process, which must have no other thread; all that is loaded is shared."""
        ours, theirs = socket.socketpair()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = _fork()
        if pid == 0:
            _serve_forked(theirs, self._plan)
        theirs.close()
        self._line, self._forked = ours, pid

    def child(self) -> StartedChild:
        """Start a new child; raises WorkEnded if that fails.

        A server that has died is replaced. One that is only short of something (descriptors here, processes there)
        is kept: its children, which do the work of others, would end with it.
        """
        with self._asking:
            for _ in range(2):
                try:
                    if self._line is None:
                        self._begin()
                    ours, theirs = Pipe()
                except OSError as error:
                    raise _none_started() from error
                with theirs:
                    pid = self._request_child(theirs)
                if pid > 0:
                    return StartedChild(pid, ours, _killer(pid))
                ours.close()
                if pid == _NOT_FORKED:
                    raise _none_started()
                self._end()
        raise _none_started()

    def close(self) -> None:
        """End the fork server and all its children."""
        with self._asking:
            self._end()

    def _begin(self) -> None:
        """Start a fresh server process that shares nothing, because this process may have threads by now."""
        plan = pickle.dumps(self._plan)
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-c", _COMMAND, str(theirs.fileno())]
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            try:
                self._process = subprocess.Popen(  # noqa: S603 - our own command
                    command, pass_fds=(theirs.fileno(),), stdin=subprocess.DEVNULL, env=environment
                )
            except OSError:
                ours.close()
                raise
        self._line = ours
        with contextlib.suppress(OSError):
            ours.sendall(_PID.pack(len(plan)) + plan)

    def _request_child(self, theirs: Connection) -> int:
        """The id of a new child with this connection; `_NOT_FORKED`, or 0 where the server does not answer."""
        if self._line is None:
            return 0
        try:
            self._line.settimeout(ANSWER_WITHIN if self._has_answered else FIRST_ANSWER_WITHIN)
            socket.send_fds(self._line, [b"."], [theirs.fileno()])
            answer = int(_PID.unpack(_received(self._line, _PID.size))[0])
        except (OSError, EOFError):
            return 0
        self._has_answered = True
        return answer

    def _end(self) -> None:
        self._has_answered = False
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._forked is not None:
            _end_forked(self._forked)
            self._forked = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


_COMMAND = (
    "import sys; from backend.processes.fork_server import run_fork_server; run_fork_server(int(sys.argv[1]))"
)


def run_fork_server(descriptor: int) -> NoReturn:
    """Serve as a fork server for the parent at the other end, which sends the plan first."""
    line = socket.socket(fileno=descriptor)
    plan = pickle.loads(_received(line, _PID.unpack(_received(line, _PID.size))[0]))  # noqa: S301 - our own parent's
    _serve(line, plan)


def _serve_forked(line: socket.socket, plan: ChildPlan) -> NoReturn:
    try:
        kept = line.fileno()
        os.closerange(3, kept)  # do not keep listening sockets or other connections open
        os.closerange(kept + 1, os.sysconf("SC_OPEN_MAX"))
        _serve(line, plan)
    finally:
        os._exit(1)


def _serve(line: socket.socket, plan: ChildPlan) -> NoReturn:
    limits.without_signals()
    with contextlib.suppress(Exception):  # a child that needs it reports the error
        plan.prepare()
    gc.freeze()  # objects of today stay; collecting them would copy their pages in each child
    here = os.getpid()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system reaps dead children
    while True:
        try:
            _, descriptors, _, _ = socket.recv_fds(line, 1, 1)
        except OSError:
            descriptors = []
        if not descriptors:
            os._exit(0)
        try:
            pid = _fork()
        except OSError:  # too many processes, or too little memory, for the moment
            pid = _NOT_FORKED
        if pid == 0:
            limits.die_with_parent()
            if os.getppid() != here:
                os._exit(1)  # the parent died before PR_SET_PDEATHSIG was set
            line.close()
            run_child(Connection(descriptors[0]), plan.make)
        os.close(descriptors[0])
        with contextlib.suppress(OSError):
            line.sendall(_PID.pack(pid))


def _fork() -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # these libraries' threads are safe to fork
        return os.fork()


def _none_started() -> WorkEnded:
    return WorkEnded("The service cannot start another process. Try again, or check the memory of the machine.")


def _received(line: socket.socket, size: int) -> bytes:
    received = b""
    while len(received) < size:
        more = line.recv(size - len(received))
        if not more:
            raise EOFError
        received += more
    return received


def _killer(pid: int) -> Callable[[], None]:
    """Return a function that kills this process and no other: a pid may be reused, a pidfd is not."""
    try:
        descriptor = os.pidfd_open(pid)
    except (OSError, AttributeError):
        return lambda: _quietly(lambda: os.kill(pid, signal.SIGKILL))

    def kill() -> None:
        _quietly(lambda: signal.pidfd_send_signal(descriptor, signal.SIGKILL))
        _quietly(lambda: os.close(descriptor))

    return kill


def _quietly(act: Callable[[], None]) -> None:
    with contextlib.suppress(OSError):
        act()


def _end_forked(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(OSError):
        os.waitpid(pid, 0)

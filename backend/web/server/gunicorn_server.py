"""Serve with gunicorn: several worker processes with threads, around one preloaded application."""

import contextlib
import errno
import gc
import json
import mmap
import os
import random
import selectors
import signal
import ssl
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.http.body import ChunkedReader
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from gunicorn.workers.gthread import TConn, ThreadWorker
from werkzeug.exceptions import BadRequest, ClientDisconnected, HTTPException, LengthRequired

from backend.errors import unforeseen
from backend.logs import log
from backend.web.http.metrics import worker_is_gone
from backend.web.http.problems import UNFORESEEN
from backend.web.server.closing import ClosingConnections
from backend.web.server.listen import Listen
from backend.web.server.slow_clients import PATIENCE, Arrivals, ArrivingBody
from backend.web.server.small_chunks import SmallChunks, in_large_pieces
from backend.web.server.spare_memory import SpareMemory
from backend.web.service import EXTENSION

THREADS = 64
"""Threads of a worker, beside one for each document that it works on. All else waits at the gates; these hold
connections, slow ones among them."""

CONNECTIONS = 400
"""Connections of a worker, most of them idle; a usual limit of open files is 1024."""

PAUSE = 0.05
"""Seconds until a worker that the system gives no connection tries again."""

_OF_THE_LISTENER = frozenset({errno.EBADF, errno.EINVAL, errno.ENOTSOCK})
"""Errors after which nothing can be accepted any more."""

RENEWED_AFTER = 5000
"""Requests after which a worker makes room for a new one, so that no slow leak adds up."""

HANDOVER = 5.0
"""Seconds for which a worker that makes room goes on accepting connections, until the new one does."""


class Worker(ThreadWorker):  # type: ignore[misc]
    """Serves requests in threads, cuts slow connections off, and makes room for a new worker after many requests.

    With gunicorn's own `max_requests` it would accept nothing while its last requests run, and the new one would
    start only afterwards: a service with one worker would not answer for as long as a document takes.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Called before the fork, so that the flag is shared with the process that starts workers."""
        super().__init__(*args, **kwargs)
        self._is_leaving = mmap.mmap(-1, 1)
        self._leaves_at = float("inf")
        self._renewed_after = RENEWED_AFTER + random.randrange(RENEWED_AFTER // 5)  # noqa: S311 - no secret

    @property
    def is_leaving(self) -> bool:
        """Whether the worker has asked for a new one in its place; known in both processes."""
        return self._is_leaving[0] == 1

    def init_process(self) -> None:
        """Initialise the new process."""
        self.arrivals = Arrivals(self.cfg.threads)
        self.closing = ClosingConnections()
        self.spare_memory = SpareMemory()
        super().init_process()

    def init_signals(self) -> None:
        """Handle signals from now on, those first that came since the fork."""
        super().init_signals()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, self.SIGNALS)

    def accept(self, listener: Any) -> None:
        """Accept a connection; it gets a thread with its first byte, where gunicorn would give it one at once."""
        try:
            client, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return  # another worker accepted it, or the client has closed it
        except OSError as error:
            if error.errno in _OF_THE_LISTENER:
                raise
            # Out of descriptors or memory, or the network has a fault: whoever is connected is served meanwhile.
            log().warning("not_accepted", error=unforeseen(error))
            time.sleep(PAUSE)
            return
        self.nr_conns += 1
        conn = Connection(self.cfg, client, address, listener.getsockname())
        conn.closing = self.closing
        conn.timeout = time.monotonic() + PATIENCE
        self.pending_conns.append(conn)
        self.poller.register(client, selectors.EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def handle(self, conn: Any) -> Any:
        """Serve the next request of a connection."""
        with self.arrivals.expect(conn.sock) as conn.arrival:
            return super().handle(conn)

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answer a request whose headers have arrived."""
        length = next((int(value) for name, value in req.headers if name == "CONTENT-LENGTH"), None)
        conn.arrival.done = not length and not any(name == "TRANSFER-ENCODING" for name, _ in req.headers)
        req.body = ArrivingBody(CheckedBody(req.body, length, req.force_close), length, conn.arrival)
        plain = conn.sock
        with self.arrivals.answer(conn.arrival, plain) as watched:
            conn.sock = watched
            try:
                return super().handle_request(req, conn)
            finally:
                conn.sock = plain

    def _keepalive_after(self, conn: Any, keepalive: bool) -> bool:  # noqa: FBT001 - as gunicorn calls it
        """Whether the connection can be used again: not where the rest of a body that nobody read is malformed.

        The request was answered. Another response would be taken for that to the next request.
        """
        try:
            return bool(super()._keepalive_after(conn, keepalive))
        except HTTPException:
            return False

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for events, and no longer than until the connections are to be looked at."""
        super().wait_for_and_dispatch_events(min(timeout, self.arrivals.look_again))

    def murder_pending(self) -> None:
        """Do the periodic work, once a second or more often."""
        super().murder_pending()
        if cut := self.arrivals.cut_overdue():
            log().warning("cut_off", count=cut)
        self.closing.close_overdue()
        self.spare_memory.give_back(self.nr)
        self._make_room()

    def _make_room(self) -> None:
        """After many requests ask for a new worker, and stop accepting once it has had time to start."""
        if self.nr >= self._renewed_after and not self.is_leaving:
            self._is_leaving[0] = 1
            self._leaves_at = time.monotonic() + HANDOVER
            log().info("worker_renewed", pid=self.pid)
        if time.monotonic() >= self._leaves_at:
            self.alive = False

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:  # noqa: ARG002
        """Answer invalid HTTP; gunicorn would repeat the bytes that it could not parse."""
        known = (response_status for kind, response_status in _UNREADABLE.items() if isinstance(exc, kind))
        status, code = next(known, (500, UNFORESEEN))
        about = {"error": unforeseen(exc)} if status == 500 and isinstance(exc, Exception) else {}
        log().warning("unreadable_request", status=status, code=code, **about)
        with contextlib.suppress(OSError):  # the parent may have exited
            client.sendall(_answer(status, code))

    def run(self) -> None:
        """Serve until told to stop, finish running requests, and exit.

        Python would wait for threads, and no other worker would take this one's place meanwhile; and gunicorn would
        write what an error says to stderr. The processes that did its work end with it.
        """
        status = 0
        try:
            super().run()
        except Exception as error:  # noqa: BLE001 - whatever it is, another worker has to take over
            log().error("worker_failed", error=unforeseen(error))
            status = 1
        sys.stderr.flush()
        os._exit(status)


class Connection(TConn):  # type: ignore[misc]
    """A connection that closes without blocking its worker; gunicorn would wait two seconds and accept no other."""

    closing: ClosingConnections

    def close(self, graceful: bool = False) -> None:  # noqa: FBT001, FBT002 - as gunicorn calls it
        """Close the connection: at once, or gracefully when the client has closed it too."""
        if graceful:
            self.closing.add(self.sock)
        else:
            super().close()


class CheckedBody:
    """A body that fails as a bad request if its chunks are invalid or very small, or it ends early."""

    def __init__(self, body: Any, length: int | None, close: Callable[[], None]) -> None:
        """Read `body`, of `length` bytes if the request declares it.

        `close` is called where nobody knows where the next request begins.
        """
        self._body = body
        self._left = length
        self._close = close
        if isinstance(body.reader, ChunkedReader):
            body.reader.parser = in_large_pieces(body.reader.parser)

    def read(self, size: int | None = None) -> bytes:
        """See Body."""
        return self._checked(self._body.read, size)

    def readline(self, size: int | None = None) -> bytes:
        """One line, as from a file."""
        return self._checked(self._body.readline, size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._body, name)

    def _checked(self, read: Callable[[int | None], bytes], size: int | None) -> bytes:
        try:
            piece = read(size)
        except ParseException as error:
            self._close()
            raise BadRequest from error
        except SmallChunks as error:
            self._close()
            raise LengthRequired from error
        if self._left is not None:
            self._left -= len(piece)
            if self._left > 0 and not piece and size != 0:
                self._close()
                raise ClientDisconnected
        return piece


_UNREADABLE: Mapping[type[BaseException], tuple[int, str]] = {
    LimitRequestLine: (414, "address_too_long"),
    LimitRequestHeaders: (431, "headers_too_large"),
    ParseException: (400, "bad_request"),
    ssl.SSLError: (400, "bad_request"),
}


def _answer(status: int, code: str) -> bytes:
    title = "The request cannot be read"
    problem = {
        "type": f"urn:unsaid:problem:{code}",
        "title": title,
        "status": status,
        "code": code,
        "detail": title,
    }
    body = json.dumps(problem).encode() + b"\n"
    head = f"HTTP/1.1 {status} {code}\r\nContent-Type: application/problem+json\r\nContent-Length: {len(body)}"
    return f"{head}\r\nConnection: close\r\n\r\n".encode() + body


class ServerLog(Logger):  # type: ignore[misc]
    """Turns gunicorn's messages into our log lines, because they quote URLs and unparsed bytes."""

    def setup(self, cfg: Any) -> None:
        """Open no file and no stream."""
        self.cfg = cfg
        self._access_log_enabled = False

    def critical(self, msg: Any, *args: Any, **_more: Any) -> None:
        """Log an error that ends a process."""
        _tell("error", msg, args)

    def error(self, msg: Any, *args: Any, **_more: Any) -> None:
        """Log an error."""
        _tell("error", msg, args)

    def warning(self, msg: Any, *args: Any, **_more: Any) -> None:
        """Log a warning."""
        _tell("warning", msg, args)

    def info(self, msg: Any, *args: Any, **_more: Any) -> None:
        """Log starts and exits of workers; drop everything else."""
        if msg in _EVENTS:
            _tell("info", msg, args)

    def debug(self, msg: Any, *args: Any, **_more: Any) -> None:
        """Log nothing."""

    def exception(self, msg: Any, *args: Any, **_more: Any) -> None:
        """Log an error outside the application."""
        _tell("error", msg, args)

    def log(self, _lvl: Any, msg: Any, *args: Any, **_more: Any) -> None:
        """Log at a level given at run time."""
        _tell("warning", msg, args)

    def reopen_files(self) -> None:
        """Do nothing: there are no files."""

    def close_on_exec(self) -> None:
        """Do nothing: there are no files."""


_EVENTS = {
    "Booting worker with pid: %s": "worker_begins",
    "Worker exiting (pid: %s)": "worker_ends",
    "WORKER TIMEOUT (pid:%s)": "worker_hangs",
    "Worker (pid:%s) exited with code %s.": "worker_failed",
    "Worker (pid:%s) was sent %s!": "worker_killed",
    "Worker (pid:%s) was sent %s! Perhaps out of memory?": "worker_killed",
}


def _tell(level: str, msg: Any, args: tuple[Any, ...]) -> None:
    frame = sys._getframe(2)  # noqa: SLF001 - the place in gunicorn is all that is surely no text
    error = sys.exc_info()[1]
    getattr(log(), level)(
        _EVENTS.get(msg, "server") if isinstance(msg, str) else "server",
        place=f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}",  # noqa: PTH119
        **({"pid": args[0]} if args and isinstance(args[0], int) else {}),
        **({"error": unforeseen(error)} if isinstance(error, Exception) else {}),
    )


class WorkerStarter(Arbiter):  # type: ignore[misc]
    """Starts workers, and the next one before a worker that makes room has gone."""

    def spawn_worker(self) -> int:
        """Start a worker, and return its process; returns in this process only.

        Until the new process handles signals itself it has the handlers of this one, which only queue a request to
        stop: the worker would go on, and this process would wait for it as long as the longest answer takes.
        """
        before = signal.pthread_sigmask(signal.SIG_BLOCK, Worker.SIGNALS)
        pid: int = super().spawn_worker()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return pid

    def manage_workers(self) -> None:
        """Start the workers that are missing; called about once a second."""
        leaving = sum(worker.is_leaving for worker in self.WORKERS.values())
        self.num_workers += leaving
        try:
            super().manage_workers()
        finally:
            self.num_workers -= leaving


SOME_WORK = 20_000
"""New objects after which cycles are looked for; an analysis makes more, and hardly any of them in a cycle."""


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn around one application."""

    def __init__(self, make: Callable[[], Flask], options: Mapping[str, Any]) -> None:
        """Serve the application that `make` makes."""
        self._make = make
        self._options = options
        super().__init__()

    def load_config(self) -> None:
        """Use the given options only: gunicorn reads neither files nor the environment."""
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def run(self) -> None:
        """Serve until a signal."""
        WorkerStarter(self).run()

    def load(self) -> Flask:
        """Load the application once, before the workers are forked, so that they share its models."""
        app = self._make()
        app.extensions[EXTENSION].load()
        gc.freeze()  # objects of today stay; collecting them would copy their pages in each worker
        gc.set_threshold(SOME_WORK)
        return app


def serve(make: Callable[[], Flask], listen: Listen, ready: Callable[[], None]) -> None:
    """Serve until a signal; SIGTERM and SIGINT let running requests finish."""
    Server(make, options(listen, ready)).run()


def options(listen: Listen, ready: Callable[[], None]) -> dict[str, Any]:
    """Gunicorn's settings."""
    return {
        "bind": listen.address,
        "workers": listen.workers,
        "worker_class": Worker,
        "threads": THREADS + listen.at_once,
        "worker_connections": CONNECTIONS,
        "max_requests": 0,  # see Worker
        "preload_app": True,
        "timeout": 60,
        "graceful_timeout": listen.longest_answer,
        "keepalive": 30,
        "sendfile": False,  # the system would wait for slow readers without limit
        "certfile": None if listen.certfile is None else str(listen.certfile),
        "keyfile": None if listen.keyfile is None else str(listen.keyfile),
        "ssl_context": _modern_tls,
        "http_protocols": "h1",
        # Proxies are trusted by UNSAID_PROXIES and not by their address, which every local process has.
        "forwarded_allow_ips": "",
        "forwarder_headers": "",
        "secure_scheme_headers": {},
        "logger_class": ServerLog,
        "control_socket_disable": True,
        "when_ready": lambda _server: ready(),
        "post_worker_init": lambda worker: worker.app.wsgi().extensions[EXTENSION].begin(),
        "child_exit": lambda _server, worker: worker_is_gone(worker.pid),
    }


def _modern_tls(_config: Any, default: Callable[[], ssl.SSLContext]) -> ssl.SSLContext:
    context = default()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context

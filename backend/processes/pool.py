"""A pool of waiting processes: one that exceeds its ceiling is killed and replaced."""

import contextlib
import pickle
import queue
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

import psutil

from backend.errors import TookTooLong, TookTooMuchMemory, UnsaidError, WorkEnded, WorkFailed, unforeseen
from backend.processes.ceilings import ANY_LENGTH, TOO_LONG, TOO_MUCH_MEMORY, Ceiling
from backend.processes.child import ChildMessage
from backend.processes.fork_server import ChildPlan, ForkServer, StartedChild
from backend.processes.spawned_child import Spawner

State = TypeVar("State")
Result = TypeVar("Result")

LOOK_EVERY = 0.05
"""Seconds between two looks at what work takes."""

START_WITHIN = 120.0
"""Seconds within which a process must be ready."""

MESSAGE_WITHIN = 30.0
"""Seconds within which a message that has begun must be there."""

SPARE = 1
"""Processes that wait beyond those that work, so that nobody waits for another to be started."""

RENEWED_AFTER = 500
"""Pieces of work after which a process makes room for a new one, so that no slow leak adds up."""


_ORDINARY = Ceiling()


def _nothing() -> None:
    pass


class Pool:
    """Runs work in `size` parallel processes, and waits for the results.

    `begin` it while this process has no other thread; `close` it in the end. Should this process die, its children
    die with it.
    """

    def __init__(self, plan: ChildPlan, size: int, *, spawn: bool = sys.platform == "win32") -> None:
        self._spawner: ForkServer | Spawner = Spawner(plan) if spawn else ForkServer(plan)
        self._seats: queue.LifoQueue[_Child | None] = queue.LifoQueue()
        self._living: set[_Child] = set()
        self._closed = False
        self._changing = threading.Lock()
        for _ in range(size + SPARE):
            self._seats.put(None)

    def begin(self) -> None:
        """Start the first child, and wait until it is ready.

        Raises WorkEnded, and whatever the making of a child raises.
        """
        self._spawner.fork()
        self._seats.get()
        self._seats.put(self._started())

    def run(
        self, work: Callable[[Any], Result], ceiling: Ceiling = _ORDINARY, check: Callable[[], None] = _nothing
    ) -> Result:
        """Run `work(state)` in a child; work and result are pickled.

        `check` is called again and again meanwhile; where it raises, the work is ended.

        Raises TookTooLong, TookTooMuchMemory, WorkEnded, WorkFailed, and the errors of the family as the work does.
        """
        child = self._free(check)
        try:
            if child is None or not child.lives:
                child = self._anew(child)
            result: Result = child.done(work, ceiling, check)
        except BaseException:
            if child is None or not child.reusable:
                self._replace(child)
                child = None
            raise
        else:
            if not child.reusable:
                self._replace(child)
                child = None
            return result
        finally:
            if child is not None:
                self._seats.put(child)

    def close(self) -> None:
        """End all children."""
        with self._changing:
            self._closed = True
            living = tuple(self._living)
        for child in living:
            self._end(child)
        self._spawner.close()

    def _free(self, check: Callable[[], None]) -> "_Child | None":
        while True:
            with contextlib.suppress(queue.Empty):
                return self._seats.get(timeout=LOOK_EVERY)
            check()

    def _anew(self, dead: "_Child | None") -> "_Child":
        if dead is not None:
            self._end(dead)
        return self._started()

    def _started(self) -> "_Child":
        if self._closed:
            raise WorkEnded("The service is shutting down. Try again in a moment.")
        child = _Child(self._spawner.child())
        with self._changing:
            self._living.add(child)
        try:
            child.wait_until_ready()
        except BaseException:
            self._end(child)
            raise
        return child

    def _replace(self, child: "_Child | None") -> None:
        """Kill a child and start another, while nobody waits for it."""
        if child is not None:
            self._end(child)
        try:
            threading.Thread(target=self._refill, name="children", daemon=True).start()
        except RuntimeError:  # the system gives no thread
            self._seats.put(None)

    def _refill(self) -> None:
        """Fill a seat; it comes back in any case, or the pool would have one fewer for ever."""
        fresh = None
        try:
            with contextlib.suppress(Exception):  # the next user of the seat tries again and gets the error
                fresh = self._started()
        finally:
            self._seats.put(fresh)

    def _end(self, child: "_Child") -> None:
        with self._changing:
            self._living.discard(child)
        child.end()


class _Child:
    """One child process and its state."""

    def __init__(self, started: StartedChild) -> None:
        self._started = started
        self._connection: Connection = started.connection
        self._pieces = 0
        self._usable = True
        self._over = self._killed = False
        self._ending = threading.Lock()

    @property
    def lives(self) -> bool:
        """Whether it is alive; an idle child sends nothing unless it ends."""
        with contextlib.suppress(OSError):
            return not self._connection.poll()
        return False

    @property
    def reusable(self) -> bool:
        """Whether it can take more work."""
        return self._usable and self._pieces < RENEWED_AFTER

    def wait_until_ready(self) -> None:
        """Wait until it has loaded everything."""
        if not self._connection.poll(START_WITHIN):
            raise WorkEnded("No process was ready in time. Try again.")
        self._heard(ANY_LENGTH)

    def done(self, work: Callable[[Any], Result], ceiling: Ceiling, check: Callable[[], None]) -> Any:
        """Give it a piece of work, and watch it until it is done or exceeds its ceiling."""
        self._usable = False  # until it reports that it is ready
        watch = _Watch(self._started.pid, ceiling)
        content = pickle.dumps((work, ceiling), pickle.HIGHEST_PROTOCOL)
        try:
            with self._ended_unless_soon():
                self._connection.send_bytes(content)
        except OSError as error:
            raise _ended() from error
        while True:
            if wait([self._connection], LOOK_EVERY):
                status, value = self._heard(ceiling.answer)
                if status is ChildMessage.DONE:
                    self._pieces += 1
                    self._usable = True
                    return value
                watch.text(value)
            check()
            try:
                watch.check()
            except WorkEnded:
                if not self._connection.poll():  # else it said something before it ended
                    raise

    def end(self) -> None:
        """Kill the process, and wait until it has ended."""
        with self._ending:
            if self._over:
                return
            self._over = True
        self._kill()
        until = time.monotonic() + _PATIENCE
        with contextlib.suppress(Exception):  # it may have left anything in the pipe
            while self._connection.poll(max(0.0, until - time.monotonic())) and time.monotonic() < until:
                with self._ended_unless_soon(_PATIENCE):
                    self._connection.recv_bytes()
        with self._ending:
            self._connection.close()

    def _kill(self) -> None:
        """Kill it once: what names the process to the system is given back with that."""
        with self._ending:
            if self._killed:
                return
            self._killed = True
        self._started.kill()

    def _heard(self, longest: int) -> tuple[ChildMessage, Any]:
        """Return what it says; one that says more than `longest` bytes is not listened to."""
        try:
            with self._ended_unless_soon():
                content = self._connection.recv_bytes(longest)
            status, value = pickle.loads(content)  # noqa: S301 - sent by the process that we started
        except (EOFError, OSError) as error:
            raise _ended() from error
        except Exception as error:
            raise WorkFailed(unforeseen(error)) from error
        if status is ChildMessage.FAILED:
            self._usable = isinstance(value, UnsaidError) and not isinstance(value, TookTooMuchMemory)
            raise (
                value
                if isinstance(value, UnsaidError)
                else WorkFailed("The process returned a result that cannot be read.")
            )
        return status, value

    @contextlib.contextmanager
    def _ended_unless_soon(self, seconds: float | None = None) -> Iterator[None]:
        """End the child if it stops in the middle of a message; nobody could end that wait."""
        timer = threading.Timer(MESSAGE_WITHIN if seconds is None else seconds, self._kill_and_hang_up)
        timer.daemon = True
        with contextlib.suppress(RuntimeError):  # the system gives no thread
            timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _kill_and_hang_up(self) -> None:
        """Kill it, and close the line to it: a process that it has forked may hold the other end."""
        self._kill()
        with self._ending:
            if sys.platform != "win32" and not self._connection.closed:
                line = socket.socket(fileno=self._connection.fileno())
                with contextlib.suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
                line.detach()


_PATIENCE = 5.0
"""Seconds that the system may take to end a process that was killed."""


def _ended() -> WorkEnded:
    return WorkEnded(
        "The process ended before its work was done. Try again, and leave out the document that ends it."
    )


_LATER = 1.1
_TOUCHED = 64 * 1024 * 1024
"""The system refuses memory beyond the ceiling, of which much work can tell; whoever takes other memory is killed
later. A forked process seems to grow by what it merely touches of what it shares."""


class _Watch:
    """Compares the use of a piece of work with its ceiling."""

    def __init__(self, pid: int, ceiling: Ceiling) -> None:
        self._ceiling = self._base = ceiling
        self._begun = time.monotonic()
        self._process: psutil.Process | None = None
        self._seconds, self._memory = 0.0, 0
        with contextlib.suppress(psutil.Error, OSError):
            process = psutil.Process(pid)
            self._seconds, self._memory = _taken(process)
            self._process = process

    def text(self, characters: int) -> None:
        """Raise the ceiling for a text of this length."""
        self._ceiling = self._base.for_text(characters)

    def check(self) -> None:
        """Raise TookTooLong or TookTooMuchMemory above the ceiling."""
        wall = time.monotonic() - self._begun
        if wall > self._ceiling.longest:
            raise TookTooLong(
                f"The work took longer than {self._ceiling.longest:g} seconds. Send fewer documents at once, or "
                "ask an administrator for a higher UNSAID_TIME_LIMIT."
            )
        if wall > self._ceiling.wall:
            raise TookTooLong(TOO_LONG)
        if self._process is None:
            return
        try:
            seconds, memory = _taken(self._process)
        except psutil.NoSuchProcess as error:  # its pipe may be open elsewhere: somebody whom it has forked
            raise _ended() from error
        except (psutil.Error, OSError):
            return  # the system cannot tell now, say for want of descriptors; its own limits hold meanwhile
        if seconds - self._seconds > self._ceiling.seconds:
            raise TookTooLong(TOO_LONG)
        if memory - self._memory > self._ceiling.memory * _LATER + _TOUCHED:
            raise TookTooMuchMemory(TOO_MUCH_MEMORY)


def _taken(process: psutil.Process) -> tuple[float, int]:
    """Processor seconds and bytes that a process has taken."""
    with process.oneshot():
        times = process.cpu_times()
        return times.user + times.system, process.memory_info().rss

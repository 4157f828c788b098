"""A child process that does one piece of work at a time, until its parent exits or ends it."""

import contextlib
import copyreg
import ctypes
import gc
import os
import pickle
import sys
from collections.abc import Callable
from enum import Enum
from multiprocessing.connection import Connection
from types import MappingProxyType
from typing import Any, NoReturn

from backend.errors import AnswerTooLarge, TookTooMuchMemory, UnsaidError, WorkFailed, unforeseen
from backend.processes import limits
from backend.processes.ceilings import (
    MAX_CHARACTERS,
    TOO_LONG_AN_ANSWER,
    TOO_MUCH_MEMORY,
    Ceiling,
    counted_characters,
)


def _read_only(content: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """Let pickle handle read-only mappings, which frozen values contain."""
    return MappingProxyType(content)


copyreg.pickle(MappingProxyType, lambda mapping: (_read_only, (dict(mapping),)))


class ChildMessage(Enum):
    """The messages of a child: ready for work, length of the text, result, error."""

    READY = "ready"
    TEXT = "text"
    DONE = "done"
    FAILED = "failed"


class _Piece:
    """The current piece of work, and what this process had used before it."""

    def __init__(self, connection: Connection, ceiling: Ceiling) -> None:
        self._connection = connection
        self._ceiling = ceiling
        self._memory, self._seconds = limits.used()
        self._characters = self._terms = 0
        limits.hold(ceiling, memory=self._memory, seconds=self._seconds)

    def text(self, characters: int) -> None:
        if characters <= self._characters:
            return
        self._characters = characters  # the longest: what was written is read again
        self._grow()

    def terms(self, characters: int) -> None:
        if characters > self._terms:
            self._terms = characters
            self._grow()

    def _grow(self) -> None:
        read = self._characters + self._terms
        limits.hold(self._ceiling.for_text(read), memory=self._memory, seconds=self._seconds)
        self._connection.send((ChildMessage.TEXT, read))


_at_hand: _Piece | None = None


def text_was_read(characters: int, size: int | None = None) -> None:
    """Report the length of a text that was read, which raises the ceiling of the current work.

    `size` are the bytes of the file that held it: text that shrinks more than people's does earns no more time.
    Elsewhere than in a process that can be ended this does nothing.
    """
    if _at_hand is not None:
        _at_hand.text(counted_characters(characters, size))


def terms_were_read(characters: int) -> None:
    """Report the length of all terms that a text is searched for, which raises the ceiling as its own length does.

    Ten thousand names in all spellings take seconds in the shortest text: a ceiling that goes by the text alone
    stopped every document of a client with long lists.
    """
    if _at_hand is not None:
        _at_hand.terms(min(characters, MAX_CHARACTERS))


def run_child(connection: Connection, make: Callable[[], Any]) -> NoReturn:
    """Prepare the state with `make`, and do pieces of work until the parent has ended."""
    limits.without_signals()
    limits.die_before_parent()
    try:
        state = make()
        connection.send((ChildMessage.READY, None))
        while True:
            work, ceiling = pickle.loads(connection.recv_bytes())  # noqa: S301 - sent by the process that started us
            connection.send_bytes(_done(connection, work, state, ceiling))
            del work
            _tidy()
    except (EOFError, OSError):
        pass  # the parent has exited
    except BaseException as error:  # noqa: BLE001 - whatever it was, who waits has to learn of it
        with contextlib.suppress(OSError):
            connection.send_bytes(_failed(error))
    finally:
        sys.stderr.flush()
        os._exit(0)


def _done(connection: Connection, work: Callable[[Any], Any], state: Any, ceiling: Ceiling) -> bytes:
    global _at_hand  # noqa: PLW0603 - a process has one piece of work at hand
    try:
        _at_hand = _Piece(connection, ceiling)
        done = pickle.dumps((ChildMessage.DONE, work(state)), pickle.HIGHEST_PROTOCOL)
        return done if len(done) <= ceiling.answer else _failed(AnswerTooLarge(TOO_LONG_AN_ANSWER))
    except (EOFError, OSError, KeyboardInterrupt, SystemExit) as error:
        return _failed(error)
    except Exception as error:  # noqa: BLE001 - it is raised where the work was asked for
        return _failed(error)
    finally:
        _at_hand = None
        limits.let_go()


def _failed(error: BaseException) -> bytes:
    """Pickle an error to be raised in the parent; a foreign error is described by type and place alone."""
    if isinstance(error, MemoryError):
        error = TookTooMuchMemory(TOO_MUCH_MEMORY)
    elif not isinstance(error, UnsaidError):
        error = WorkFailed(unforeseen(error) if isinstance(error, Exception) else type(error).__name__)
    error.__cause__ = error.__context__ = error.__traceback__ = None
    return pickle.dumps((ChildMessage.FAILED, error), pickle.HIGHEST_PROTOCOL)


def _tidy() -> None:
    """Free memory after the work, while nobody waits."""
    gc.collect(1)
    if _trim is not None:
        _trim(0)


_trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None

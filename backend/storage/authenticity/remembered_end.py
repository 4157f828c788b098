"""Remember in the data folder the latest end of a database's audit trail that this machine has seen.

Someone who empties a database, or puts all of it back, changes nothing that is signed. Processes that run have seen
the later end; this file tells it to those that start. It is written right after an end was stored, so it is never
ahead of the database. Where it is missing, damaged or of another key, nothing is remembered.
"""

import contextlib
import hashlib
import hmac
import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sqlalchemy import URL

from backend.errors import UnsaidError
from backend.files import PRIVATE, lock_at_once
from backend.storage.authenticity.hash_chain import Head

FOLDER = "seen-ends"
"""The folder in the data folder, with one file for each database."""

_PATIENCE, _PAUSE = 0.2, 0.002
"""Seconds that a process waits for another one that writes, and between two tries. One that was stopped while it
writes must not stop the others: they write without waiting longer."""


class RememberedEnd:
    """The end that this machine has seen of one database; threads may share it."""

    def __init__(self, data: Path, url: URL, keys: Callable[[], Sequence[str]]) -> None:
        """Keep it in this data folder, authenticated by the newest of these keys."""
        self._database = url.set(username=None, password=None).render_as_string()
        self._path = data / FOLDER / f"{hashlib.sha256(self._database.encode()).hexdigest()[:32]}.json"
        self._keys = keys
        self._keeping = threading.Lock()
        self._known: tuple[object, Head | None] = (None, None)

    def latest(self) -> Head | None:
        """Return that end, and read it only if another process may have written it since."""
        try:
            status = self._path.stat()
        except OSError:
            return None
        stamp = (status.st_ino, status.st_mtime_ns)
        if self._known[0] != stamp:
            self._known = (stamp, self.read())
        return self._known[1]

    def read(self) -> Head | None:
        """Return that end; None where nothing is remembered."""
        try:
            content = json.loads(self._path.read_bytes())
            end = Head(**content["end"])
            known = any(
                hmac.compare_digest(self._mac(key, content["end"]), str(content["mac"])) for key in self._keys()
            )
        except (OSError, ValueError, KeyError, TypeError, RecursionError, UnsaidError):
            return None
        return end if known and type(end.number) is int else None

    def keep(self, head: Head) -> None:
        """Remember an end that is stored, unless a later one is remembered."""
        with self._keeping, contextlib.suppress(OSError, UnsaidError), self._alone():
            before = self.read()
            if before is None or (before.moment, before.number) < (head.moment, head.number):
                end = asdict(head)
                self._replace(json.dumps({"end": end, "mac": self._mac(self._keys()[0], end)}).encode())

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Let processes write one after the other, so that none puts an earlier end in place of a later one."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(self._path.with_suffix(".lock"), os.O_CREAT | os.O_RDWR, PRIVATE)
        try:
            until = time.monotonic() + _PATIENCE
            while not _is_locked(handle) and time.monotonic() < until:
                time.sleep(_PAUSE)
            yield
        finally:
            os.close(handle)

    def _replace(self, content: bytes) -> None:
        """Write without waiting for the disk: after a power cut, nothing or an earlier end is remembered."""
        handle, name = tempfile.mkstemp(dir=self._path.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            Path(name).replace(self._path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise

    def _mac(self, key: str, end: Any) -> str:
        own = hmac.digest(key.encode(), b"unsaid seen end", hashlib.sha256)
        content = json.dumps([self._database, end], sort_keys=True).encode()
        return hmac.new(own, content, hashlib.sha256).hexdigest()


def _is_locked(handle: int) -> bool:
    try:
        lock_at_once(handle)
    except OSError:
        return False
    return True

"""Remember in the data folder the latest end of a database's audit trail that this machine has seen.

Someone who empties a database, or puts all of it back, changes nothing that is signed. Processes that run have seen
the later end; this file tells it to those that start. It is written after the end was stored, and not at each
change, so it may be behind the database and is never ahead of it. Where it is missing, damaged or of another key,
nothing is remembered.
"""

import contextlib
import hashlib
import hmac
import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sqlalchemy import URL

from backend.errors import UnsaidError
from backend.storage.authenticity.hash_chain import Head

FOLDER = "seen-ends"
"""The folder in the data folder, with one file for each database."""

_SECONDS = 30.0
"""How long a process waits at least before it writes a later end."""


class RememberedEnd:
    """The end that this machine has seen of one database; threads may share it."""

    def __init__(self, data: Path, url: URL, keys: Callable[[], Sequence[str]]) -> None:
        """Keep it in this data folder, authenticated by the newest of these keys."""
        self._database = url.set(username=None, password=None).render_as_string()
        self._path = data / FOLDER / f"{hashlib.sha256(self._database.encode()).hexdigest()[:32]}.json"
        self._keys = keys
        self._waiting: Head | None = None
        self._written = -_SECONDS
        self._keeping = threading.Lock()

    def read(self) -> Head | None:
        """Return that end; None where nothing is remembered."""
        try:
            told = json.loads(self._path.read_bytes())
            end = Head(**told["end"])
            known = any(hmac.compare_digest(self._mac(key, told["end"]), str(told["mac"])) for key in self._keys())
        except (OSError, ValueError, KeyError, TypeError, RecursionError, UnsaidError):
            return None
        return end if known and type(end.number) is int else None

    def keep(self, head: Head) -> None:
        """Remember an end that is stored; it is written now, or with a later one."""
        with self._keeping:
            self._waiting = head
            if time.monotonic() - self._written >= _SECONDS:
                self._write()

    def close(self) -> None:
        """Write what still waits."""
        with self._keeping:
            self._write()

    def _write(self) -> None:
        head, self._waiting = self._waiting, None
        self._written = time.monotonic()
        before = None if head is None else self.read()
        if head is None or (before is not None and (before.moment, before.number) >= (head.moment, head.number)):
            return
        with contextlib.suppress(OSError, UnsaidError):
            end = asdict(head)
            self._replace(json.dumps({"end": end, "mac": self._mac(self._keys()[0], end)}).encode())

    def _replace(self, content: bytes) -> None:
        """Write without waiting for the disk: after a power cut, nothing or an earlier end is remembered."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
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
        told = json.dumps([self._database, end], sort_keys=True).encode()
        return hmac.new(own, told, hashlib.sha256).hexdigest()

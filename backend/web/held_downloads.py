"""Encrypted files on their way to a browser, in memory that the workers of one machine share.

Nothing is written to disk. A file is removed when it is collected, and after `HELD_FOR` seconds. Each worker
removes files that are out of date, also those of a worker that has died.
"""

import contextlib
import hashlib
import itertools
import mmap
import os
import secrets
import struct
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from backend.errors import Busy, RequestTooLarge, TooManyDownloads, UnknownDownload

if not (WINDOWS := not hasattr(mmap, "MAP_SHARED")):
    import fcntl

HELD_FOR = 60
"""Seconds after which a file is removed, collected or not."""

LARGEST = 32 * 1024 * 1024
"""Bytes of one file."""

IN_ALL = 8 * LARGEST
"""Bytes of all files. They take memory only while files are held."""

OF_ONE_ACCOUNT = 2 * LARGEST
PLACES = 128
PLACES_OF_ONE_ACCOUNT = 8

_SWEEP = 1.0
"""Seconds between two looks for files that are out of date."""

_PAGE = mmap.ALLOCATIONGRANULARITY
_ROW = struct.Struct("=d16s32sQQ")
"""When a place ends (0: it is free), its owner, the hash of its id (zeros: not complete), its start and length."""

_NOBODY = bytes(32)


@dataclass(frozen=True, slots=True)
class _Place:
    """A used place of the table."""

    number: int
    ends: float
    owner: bytes
    digest: bytes
    start: int
    length: int

    @property
    def end(self) -> int:
        """The first page behind the file."""
        return self.start + -(-self.length // _PAGE) * _PAGE


class HeldDownloads:
    """Holds ciphertexts; create it before the workers are forked."""

    def __init__(
        self, in_all: int = IN_ALL, largest: int = LARGEST, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Hold `in_all` bytes. `clock` is one that all processes of the machine share."""
        self.largest = min(largest, in_all)
        self._of_one_account = min(OF_ONE_ACCOUNT, in_all)
        self._in_all, self._clock = in_all, clock
        self._table = mmap.mmap(-1, PLACES * _ROW.size)
        self._memory = mmap.mmap(-1, in_all)
        self._secret = secrets.token_bytes(32)
        self._thread = threading.Lock()
        self._lock_file = None if WINDOWS else _empty_file()
        if self._lock_file is not None:
            weakref.finalize(self, os.close, self._lock_file)
        self._stop = threading.Event()

    def put(self, account: str, content: bytes) -> str:
        """Hold a file and return its id, which nobody can guess.

        Raises RequestTooLarge; TooManyDownloads where the account holds too many; Busy where nothing has room.
        """
        if len(content) > self.largest:
            raise RequestTooLarge(f"a file to be saved in the browser may have {self.largest // 1024**2} MB")
        identity, owner = secrets.token_urlsafe(32), self._hashed(account)[:16]
        with self._alone():
            used = self._current()
            self._refuse_too_many([each for each in used if each.owner == owner], len(content))
            number, start = self._room(used, len(content))
            # The place is taken before the memory is written, so that what a dying worker leaves is removed too.
            place = (self._clock() + HELD_FOR, owner, _NOBODY, start, len(content))
            _ROW.pack_into(self._table, number * _ROW.size, *place)
            self._memory[start : start + len(content)] = content
            _ROW.pack_into(self._table, number * _ROW.size, *place[:2], self._hashed(identity), *place[3:])
        return identity

    def take(self, identity: str) -> bytes:
        """Return a file and remove it; raises UnknownDownload if it was collected or has expired."""
        digest = self._hashed(identity)
        with self._alone():
            found = next((each for each in self._current() if secrets.compare_digest(each.digest, digest)), None)
            if found is None:
                raise UnknownDownload(
                    "it was collected, or is older than a minute; save the file again in the pane"
                )
            content = self._memory[found.start : found.start + found.length]
            self._remove(found)
        return content

    def sweep(self) -> None:
        """Remove what is out of date."""
        with self._alone():
            self._current()

    def watch(self) -> None:
        """Sweep regularly, in a thread. Call it in each worker after the fork."""
        threading.Thread(target=self._watch, name="downloads", daemon=True).start()

    def _watch(self) -> None:
        while not self._stop.wait(_SWEEP):
            self.sweep()

    def _refuse_too_many(self, own: list[_Place], more: int) -> None:
        too_large = sum(each.length for each in own) + more > self._of_one_account
        if len(own) >= PLACES_OF_ONE_ACCOUNT or too_large:
            wait = max(1, round(min(each.ends for each in own) - self._clock()))
            raise TooManyDownloads("collect the files that you have saved, or wait", retry_after=wait)

    def _room(self, used: list[_Place], length: int) -> tuple[int, int]:
        """A free place, and where so many bytes are free."""
        taken = {each.number for each in used}
        number = next((each for each in range(PLACES) if each not in taken), None)
        borders = sorted((each.start, each.end) for each in used)
        gaps = itertools.pairwise([(0, 0), *borders, (self._in_all, self._in_all)])
        start = next((end for (_, end), (begins, _) in gaps if begins - end >= length), None)
        if number is None or start is None:
            raise Busy("too many files wait to be collected; try again as the header Retry-After says")
        return number, start

    def _current(self) -> list[_Place]:
        """The used places, once those that are out of date are removed."""
        now, kept = self._clock(), []
        for number, row in enumerate(_ROW.iter_unpack(self._table[:])):
            if row[0] == 0:
                continue
            place = _Place(number, *row)
            if place.ends > now:
                kept.append(place)
            else:
                self._remove(place)
        return kept

    def _remove(self, place: _Place) -> None:
        """Clear the memory before its place, so that nothing stays behind without a place."""
        if hasattr(mmap, "MADV_REMOVE") and place.length:
            self._memory.madvise(mmap.MADV_REMOVE, place.start, place.end - place.start)
        else:
            self._memory[place.start : place.start + place.length] = bytes(place.length)
        _ROW.pack_into(self._table, place.number * _ROW.size, 0.0, b"", b"", 0, 0)

    def _hashed(self, text: str) -> bytes:
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), key=self._secret, digest_size=32).digest()

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep the other threads and processes out. The system opens the lock of a process that dies."""
        with self._thread:
            if self._lock_file is None:
                yield
                return
            fcntl.lockf(self._lock_file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.lockf(self._lock_file, fcntl.LOCK_UN)


def _empty_file() -> int:
    """The descriptor of a file without a name, which is there for its lock."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("downloads")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())

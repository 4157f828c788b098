"""Counters that the workers of one machine share, in memory that is mapped before they are forked.

There is no lock that a dying worker could keep: what two workers count within the same microsecond may count once.
The size never changes, however many addresses ask. The memory does not reveal who is counted.
"""

import hashlib
import math
import mmap
import secrets
import threading
import time
from typing import Any

from limits.storage import Storage
from limits.storage.base import SlidingWindowCounterSupport, TimestampedSlidingWindow

SCHEME = "shared"

SLOTS = 1 << 16
"""Counters, of 16 bytes each. Where all are in use, the one that would end first makes room."""

_NEAR = 8
"""Slots that a key may have its counter in."""

_COUNT = 1 << 22
"""What a count stays below; in the same word above it stand the milliseconds at which counting ends."""


class SharedCounts(Storage, SlidingWindowCounterSupport, TimestampedSlidingWindow):
    """A storage of the library `limits`, for URLs `shared://`; create it before the fork.

    A slot is two words: a fingerprint of the key, and when counting ends together with the count.
    """

    STORAGE_SCHEME = [SCHEME]  # noqa: RUF012 - `limits` looks for it in the class

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: Any) -> None:  # noqa: FBT001, FBT002 - as `limits` calls it
        super().__init__(uri, wrap_exceptions, **options)
        self._secret = secrets.token_bytes(32)
        self._words = memoryview(mmap.mmap(-1, 16 * SLOTS)).cast("Q")
        self._counting = threading.Lock()

    @property
    def base_exceptions(self) -> tuple[type[Exception], ...]:
        """Return the exceptions of the storage: it has none of its own."""
        return ()

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add `amount` and return the count; the first call sets when the period ends."""
        fingerprint, slots = self._place(key)
        with self._counting:
            now = time.time()
            slot = next((each for each in slots if self._words[2 * each] == fingerprint), None)
            count, ends = self._counted(slot, now)
            if slot is None:
                slot = min(slots, key=lambda each: self._words[2 * each + 1])
            count = min(count + amount, _COUNT - 1)
            # In this order: no other worker may take the count of somebody else for that of this key.
            self._words[2 * slot + 1] = (ends or int(1000 * (now + expiry))) * _COUNT + count
            self._words[2 * slot] = fingerprint
        return count

    def get(self, key: str) -> int:
        """Return the count."""
        return self._counted(self._slot(key), time.time())[0]

    def get_expiry(self, key: str) -> float:
        """Return when the period ends: now, if nothing is counted."""
        now = time.time()
        return self._counted(self._slot(key), now)[1] / 1000 or now

    def check(self) -> bool:
        """Return true: the storage is always available."""
        return True

    def reset(self) -> None:
        """Delete all counters."""
        self._words[:] = memoryview(bytes(16 * SLOTS)).cast("Q")

    def clear(self, key: str) -> None:
        """Delete one counter."""
        slot = self._slot(key)
        if slot is not None:
            self._words[2 * slot] = self._words[2 * slot + 1] = 0

    def acquire_sliding_window_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Add `amount`, unless this window plus the weighted last window exceeds `limit`."""
        before, left, count, _ = self.get_sliding_window(key, expiry)
        if math.floor(before * left / expiry + count) + amount > limit:
            return False
        _, current = self.sliding_window_keys(key, expiry, time.time())
        self.incr(current, 2 * expiry, amount)
        return True

    def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        """The count and the remaining time of the last window, and the same of this one."""
        now = time.time()
        last, current = self.sliding_window_keys(key, expiry, now)
        before, left = self.get(last), expiry - now % expiry
        return before, left if before else 0.0, self.get(current), left + expiry

    def clear_sliding_window(self, key: str, expiry: int) -> None:
        """Delete both windows."""
        for each in self.sliding_window_keys(key, expiry, time.time()):
            self.clear(each)

    def _place(self, key: str) -> tuple[int, list[int]]:
        """The fingerprint of a key, and the slots that may hold its counter."""
        digest = hashlib.blake2b(key.encode("utf-8", "surrogatepass"), key=self._secret, digest_size=16).digest()
        fingerprint, first = int.from_bytes(digest[:8]), int.from_bytes(digest[8:])
        return fingerprint or 1, [(first + step) % SLOTS for step in range(_NEAR)]

    def _slot(self, key: str) -> int | None:
        fingerprint, slots = self._place(key)
        return next((each for each in slots if self._words[2 * each] == fingerprint), None)

    def _counted(self, slot: int | None, now: float) -> tuple[int, int]:
        """The count and the end of its period in milliseconds; zeros if it has ended."""
        if slot is None:
            return 0, 0
        ends, count = divmod(self._words[2 * slot + 1], _COUNT)
        return (count, ends) if 1000 * now < ends else (0, 0)

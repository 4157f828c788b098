"""Limit what open batches keep in the process that answers everyone: their number, and their bytes.

A batch is open until its last document is done and read, or its reader is gone. A slow reader decides how long.
"""

import threading
import weakref
from collections import Counter, deque
from dataclasses import dataclass

from backend.errors import Busy

OF_ONE_ACCOUNT = 10
"""Open batches of one account in one process."""

LARGEST_OF_ONE_ACCOUNT, LARGEST_IN_ALL = 2.5, 6.0
"""How many of the largest request the batches of one account keep in one process, and all together.

A batch of the largest request counts for up to twice its length: its longest document goes out while all wait.
"""


@dataclass(slots=True)
class _Share:
    account: str
    size: int = 0


class Kept:
    """Stands for an open batch: it counts, with the bytes that it keeps, as long as this object lives."""

    __slots__ = ("__weakref__", "_batches", "_share")

    def __init__(self, batches: "OpenBatches", share: _Share) -> None:
        self._batches, self._share = batches, share

    def keeps(self, size: int) -> None:
        """Count so many bytes, in place of those before.

        Raises Busy where the account, or all together, would keep too many; then it counts as before.
        """
        self._batches.change(self._share, size)

    def keeps_more(self, size: int) -> None:
        """Count so many bytes more; raises Busy as `keeps` does."""
        self.keeps(self._share.size + size)


class OpenBatches:
    """Counts open batches and what they keep, by account."""

    def __init__(self, largest_request: int) -> None:
        """Allow bytes by the largest request that there may be."""
        self._of_one_account = int(LARGEST_OF_ONE_ACCOUNT * largest_request)
        self._in_all = int(LARGEST_IN_ALL * largest_request)
        self._changing = threading.Lock()
        self._open: Counter[str] = Counter()
        self._kept: Counter[str] = Counter()
        # Who is gone is noted without the lock: an object may go at any moment, in any thread.
        self._gone: deque[_Share] = deque()

    def open(self, account: str) -> Kept:
        """Count a batch of an account until the returned object goes.

        Raises Busy where the account has too many.
        """
        with self._changing:
            self._forget_gone()
            if self._open[account] >= OF_ONE_ACCOUNT:
                raise Busy(
                    f"You have {OF_ONE_ACCOUNT} open batches, as many as one account may. Read their answers to "
                    "the end, then send this batch again."
                )
            self._open[account] += 1
        share = _Share(account)
        kept = Kept(self, share)
        weakref.finalize(kept, self._gone.append, share)
        return kept

    def change(self, share: _Share, size: int) -> None:
        """See `Kept.keeps`."""
        with self._changing:
            self._forget_gone()
            more = size - share.size
            if more > 0 and self._kept[share.account] + more > self._of_one_account:
                raise Busy(
                    f"Your open batches would keep more than {_megabytes(self._of_one_account)}, as much as those "
                    "of one account may. Read their answers to the end, or send smaller batches."
                )
            if more > 0 and self._kept.total() + more > self._in_all:
                raise Busy(
                    f"The open batches of all accounts would keep more than {_megabytes(self._in_all)}, as much as "
                    "the service may. Try again later, or send smaller batches."
                )
            self._kept[share.account] += more
            share.size = size

    def _forget_gone(self) -> None:
        while self._gone:
            share = self._gone.popleft()
            self._kept[share.account] -= share.size
            self._open[share.account] -= 1
        self._kept, self._open = +self._kept, +self._open


def _megabytes(size: int) -> str:
    return f"{size // 1024**2:,} MB"

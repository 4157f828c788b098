"""Limit the bytes of earlier texts that open batches keep in the process that answers everyone."""

import threading
import weakref
from collections import Counter, deque

from backend.errors import Busy

OF_ONE_ACCOUNT = 30_000_000
"""Bytes that the batches of one account keep in one process: three times the most that one may have."""

IN_ALL = 120_000_000
"""Bytes that all batches keep in one process."""


class Kept:
    """Stands for the bytes of an open batch: they count as long as this object lives."""

    __slots__ = ("__weakref__",)


class OpenBatches:
    """Counts the bytes of earlier texts, by account."""

    def __init__(self, of_one_account: int = OF_ONE_ACCOUNT, in_all: int = IN_ALL) -> None:
        """Allow so many bytes for each account, and for all together."""
        self._of_one_account, self._in_all = of_one_account, in_all
        self._changing = threading.Lock()
        self._kept: Counter[str] = Counter()
        # What is no longer kept is noted without the lock: an object may go at any moment, in any thread.
        self._gone: deque[tuple[str, int]] = deque()

    def keep(self, account: str, size: int) -> Kept:
        """Count so many bytes of an account until the returned object goes.

        Raises Busy where the account, or all together, would keep too many.
        """
        with self._changing:
            self._forget_gone()
            if self._kept[account] + size > self._of_one_account:
                raise Busy(
                    "Your other batches keep as many words of documents to compare with as one account may. Wait "
                    "until one of them is done, or send fewer such documents."
                )
            if self._kept.total() + size > self._in_all:
                raise Busy(
                    "The batches of all accounts keep as many words of documents to compare with as the service "
                    "may. Try again later, or send the batch without such documents."
                )
            self._kept[account] += size
        kept = Kept()
        weakref.finalize(kept, self._gone.append, (account, size))
        return kept

    def _forget_gone(self) -> None:
        while self._gone:
            account, size = self._gone.popleft()
            self._kept[account] -= size
        self._kept = +self._kept

"""`getFileAsync`: the whole file in slices."""

from typing import Any

from addin.wordhost.session import Session

INTERNAL_ERROR = 5001
"""`OSF.DDA.ErrorCodeManager.errorCodes.ooeInternalError`: what a slice size over the limit answers (typings)."""
NO_FILE = 5001


class Files:
    """Copies of the document that the pane has open."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._open: dict[int, bytes] = {}
        self._last = 0

    def __len__(self) -> int:
        return len(self._open)

    def open(self, *, fault: int | None) -> list[Any]:
        """A copy as it is saved now: its handle and its size.

        Document protection is not in the copy (#6031).
        """
        if fault is not None:
            return [fault]
        self._last += 1
        self._open[self._last] = self._session.save()
        return [0, self._last, len(self._open[self._last])]

    def slice(self, handle: int, start: int, size: int) -> list[Any]:
        """A part of the copy; only here is the size of slices told."""
        if handle not in self._open:
            return [NO_FILE]
        if size > self._session.profile.largest_slice:
            return [INTERNAL_ERROR]
        data = self._open[handle][start : start + size]
        return [0, list(data), len(data)]

    def close(self, handle: int) -> list[Any]:
        """Let the copy go."""
        return [0] if self._open.pop(handle, None) is not None else [NO_FILE]

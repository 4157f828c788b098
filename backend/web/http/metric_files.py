"""Files of metrics whose space on the disk is reserved before anything is written into them.

The metrics library maps sparse files into memory. Where the disk is full, the system ends a process (SIGBUS) that
writes into such a file, so that every request would end the worker that counts it. Figures for which there is no
space stay in memory, and other processes do not count them.
"""

import contextlib
import os
from pathlib import Path
from typing import BinaryIO

from prometheus_client import values
from prometheus_client.mmap_dict import MmapedDict

_FIRST_SIZE = 64 * 1024
"""Bytes of a new file, as the library has them."""


class ReservedFigures(MmapedDict):
    """The figures of one process and kind, in a file that grows only where there is space for it."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:  # noqa: FBT001, FBT002 - as the library calls it
        """Open or begin the file."""
        if not read_mode and not _is_reserved(filename):
            filename = f"/proc/self/fd/{_in_memory(_FIRST_SIZE)}"
        super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]
        self._f = _GrowingFile(self._f)  # type: ignore[assignment]


class _GrowingFile:
    """What the library needs of its file."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def fileno(self) -> int:
        return self._file.fileno()

    def close(self) -> None:
        self._file.close()

    def truncate(self, size: int) -> None:
        """Make the file as long as this, or go on with a copy of it in memory."""
        try:
            os.posix_fallocate(self.fileno(), 0, size)
        except OSError:
            copy = _in_memory(size)
            os.pwrite(copy, os.pread(self.fileno(), size, 0), 0)
            self._file.close()
            self._file = os.fdopen(copy, "r+b")


def _is_reserved(filename: str) -> bool:
    path = Path(filename)
    try:
        with path.open("ab") as file:
            if file.tell() == 0:
                os.posix_fallocate(file.fileno(), 0, _FIRST_SIZE)
    except OSError:
        with contextlib.suppress(OSError):  # nobody could read an empty one
            path.unlink()
        return False
    return True


def _in_memory(size: int) -> int:
    """The descriptor of a file in memory."""
    descriptor = os.memfd_create("figures")
    os.ftruncate(descriptor, size)
    return descriptor


def reserve() -> None:
    """Let all metrics that are made from now on have such files, where the system can reserve space (Linux)."""
    if hasattr(os, "posix_fallocate") and hasattr(os, "memfd_create"):
        vars(values)["MmapedDict"] = ReservedFigures

"""The list files of a folder, and whether any of them has changed."""

import hashlib
import json
import os
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from backend.errors import UnreadableFile
from backend.files import entries_of, read_bytes

SUFFIXES = (".yaml", ".yml", ".json")

SETTLED = 2_000_000_000
"""Nanoseconds since its last change after which a file is not read again: file systems round times, so two changes
in one moment may have the same.
"""

_Times = tuple[int, int, int, int, int]
"""When the content of a file was changed, when anything of it was, its size, its inode, and its device."""


def list_paths(folder: Path) -> tuple[Path, ...]:
    """Return the list files of a folder, by name; none where there is no such folder.

    Raises UnreadableFile.
    """
    return tuple(
        path for path in entries_of(folder) if path.suffix.lower() in SUFFIXES and not path.name.startswith(".")
    )


@dataclass(frozen=True, slots=True)
class ListFiles:
    """The list files of a folder at one moment; `revision` is another one once any of them has changed."""

    folder: Path
    revision: str

    @classmethod
    def of(cls, folder: Path) -> "ListFiles":
        """The files that are in a folder now; only those that have changed are read.

        A file or a folder that cannot be read raises nothing: reading its lists does.
        """
        try:
            files = [[path.name, *_times_and_content(path)] for path in list_paths(folder)]
        except UnreadableFile:
            files = [["unreadable"]]
        return cls(folder, hashlib.sha256(json.dumps(files).encode()).hexdigest())


def _times_and_content(path: Path) -> tuple[_Times | None, str | None]:
    """The times too: a file that was changed and changed back meanwhile has been another one."""
    try:
        found = path.stat()
    except OSError:
        return None, None
    times = (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev)
    is_settled = time.time_ns() - max(found.st_mtime_ns, found.st_ctime_ns) > SETTLED
    return times, _settled_content(os.fspath(path), times) if is_settled else _content(path)


@lru_cache(maxsize=16_384)
def _settled_content(path: str, _times: _Times) -> str | None:
    return _content(Path(path))


def _content(path: Path) -> str | None:
    try:
        return hashlib.sha256(read_bytes(path)).hexdigest()
    except UnreadableFile:
        return None

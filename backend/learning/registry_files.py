"""Read, name and lock the files of a registry."""

import contextlib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from backend.errors import InvalidRequest, RegistryDamaged, UnreadableFile
from backend.files import read_bytes
from backend.learning import version_files

NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")
"""No dot in front: hidden names are versions that are still being written."""


def stamp_of(path: Path) -> tuple[int, int] | None:
    """Return the inode and time of a file, which change when it is replaced; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def lock(handle: int) -> None:
    """Wait for the lock on an open file and take it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)


@dataclass(frozen=True, slots=True)
class VersionFiles:
    """The files of a version in its folder; `begins` is the header as it was read and checked."""

    folder: Path
    begins: bytes | None = None

    def header(self) -> version_files.Header:
        """Return the parsed header."""
        return version_files.unpack_header(self.beginning())

    def beginning(self) -> bytes:
        """Return the bytes of the header."""
        return read_bytes(self.folder / version_files.HEADER) if self.begins is None else self.begins

    def read(self, file: str) -> bytes:
        """Return a file of the version; raise ValueError when it is not what was stored."""
        content = read_bytes(self.folder / file)
        version_files.check_checksum(self.header(), file, content)
        return content


@contextlib.contextmanager
def reading_errors(path: Path) -> Iterator[None]:
    """Turn an error of the operating system while reading into an error that names the path."""
    try:
        yield
    except OSError as error:
        raise UnreadableFile(f"{path}: cannot be read ({error.strerror}). Check its permissions.") from error


@contextlib.contextmanager
def damage(name: str) -> Iterator[None]:
    """Return the error for any damage to stored bytes, always with the same advice."""
    try:
        yield
    except version_files.UnsupportedFormat as error:
        raise RegistryDamaged(
            f"{name!r} in the registry was stored by another version of Unsaid. Train it again under another "
            "name, or remove its folder."
        ) from error
    except (ValueError, KeyError, TypeError, IndexError, InvalidRequest, UnreadableFile) as error:
        raise RegistryDamaged(
            f"{name!r} in the registry is not what was stored. Train it again, or restore a backup."
        ) from error


def validated_name(name: str) -> str:
    """Return a valid name of a version; raises InvalidRequest when it is invalid."""
    if not NAME.fullmatch(name):
        raise InvalidRequest(f"{name!r} cannot name a version. Use letters, digits, '-', '_' and '.'.")
    return name

"""Read files, and write them atomically: completely or not at all."""

import contextlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from backend.errors import OutputFailed, UnreadableFile
from backend.messages.problems import FileUnreadable, FileUnwritable, NotAnOrdinaryFile

_UMASK = os.umask(0o077)
os.umask(_UMASK)  # it can be read only by setting it, which must not happen while other threads write

PRIVATE = 0o600
SHARED = 0o666


def read_bytes(path: Path) -> bytes:
    """Return the content of the file at `path`.

    Raises UnreadableFile when it is missing, a folder, a pipe or a device, or not readable.
    """
    try:
        if not (path.is_file() or path.is_dir()) and path.exists():
            raise UnreadableFile(NotAnOrdinaryFile(str(path)))
        return path.read_bytes()
    except OSError as error:
        raise UnreadableFile(FileUnreadable(str(path), _reason(error))) from error


def entries_of(folder: Path) -> tuple[Path, ...]:
    """Return the paths of what a folder contains, in order; none where there is no such folder.

    Raises UnreadableFile when the system refuses to list it.
    """
    try:
        return tuple(sorted(folder.iterdir()))
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise UnreadableFile(FileUnreadable(str(folder), _reason(error))) from error


LONGEST_PATH = 1_000
"""Characters of a path that somebody names in a request."""

_LONGEST_PIECE = 255
"""Bytes of the name of one file or folder, on every common file system."""

_UNNAMEABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\..*)?", re.IGNORECASE)


def path_fault(path: str) -> str | None:
    """Return what is wrong with a path, as a clause that does not repeat it; None if nothing is.

    >>> path_fault("inbox/2026-11"), path_fault("in\\0box")
    (None, 'contains a control character')
    """
    if len(path) > LONGEST_PATH:
        return f"has more than {LONGEST_PATH} characters"
    if _UNNAMEABLE.search(path):
        return "contains a control character"
    if any(len(os.fsencode(piece)) > _LONGEST_PIECE for piece in _pieces(path)):
        return f"names a file or folder by more than {_LONGEST_PIECE} bytes"
    return None


def new_path_fault(path: str) -> str | None:
    """The same for a path to be created, on any system: Windows reserves some names.

    >>> new_path_fault("redacted/aux"), new_path_fault("redacted/2026. ")
    ('contains a name that Windows reserves', 'contains a name that ends with a dot or a blank')
    """
    if fault := path_fault(path):
        return fault
    pieces = [piece for piece in _pieces(path) if piece not in {"", ".", ".."}]
    if any(piece.endswith((".", " ")) for piece in pieces):
        return "contains a name that ends with a dot or a blank"
    if any(_RESERVED.fullmatch(piece) for piece in pieces):
        return "contains a name that Windows reserves"
    return None


def _pieces(path: str) -> list[str]:
    return re.split(r"[/\\]", path)


def resolved(path: Path) -> Path:
    """Return the absolute path without links; a circle of links is kept, and fails when it is opened."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # the latter before Python 3.13
        return path.absolute()


def path_exists(path: Path) -> bool:
    """Whether something exists at a path; False for a name that the system cannot have.

    >>> path_exists(Path("x" * 5_000)), path_exists(Path("."))
    (False, True)
    """
    return os.path.exists(path)  # noqa: PTH110 - `Path.exists` raises where a name is too long


_UNFINISHED = ".unsaid-"
"""What the names of files begin with until they are whole."""


def write_atomically(path: Path, content: bytes, *, mode: int = SHARED) -> None:
    """Write `content` to `path` so that no reader ever sees half of it.

    The bytes go to a hidden neighbour first, are flushed to the disk, and take the name in one step; an
    existing file is replaced. `mode` is narrowed by the process's umask.

    Raises OutputFailed when the system refuses; the neighbour is removed and `path` is as it was.
    """
    with prepared(path, content, mode=mode) as publish:
        publish()


@contextlib.contextmanager
def prepared(path: Path, content: bytes, *, mode: int = SHARED) -> Iterator[Callable[[], None]]:
    """Yield a function that lets `path` have its content in one step; until then nobody sees it.

    Raises as `write_atomically`, the function too; what was not published is removed.
    """

    def publish() -> None:
        try:
            neighbour.replace(path)
        except OSError as error:
            raise OutputFailed(FileUnwritable(str(path), _reason(error))) from error

    neighbour = _neighbour(path, content, mode)
    try:
        yield publish
    finally:
        with contextlib.suppress(OSError):
            neighbour.unlink(missing_ok=True)


def _neighbour(path: Path, content: bytes, mode: int) -> Path:
    """Write the bytes to a hidden file beside `path`, and return it."""
    neighbour: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=_UNFINISHED, dir=path.parent)
        neighbour = Path(name)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        neighbour.chmod(mode & ~_UMASK)
    except BaseException as error:
        if neighbour is not None:
            with contextlib.suppress(OSError):
                neighbour.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OutputFailed(FileUnwritable(str(path), _reason(error))) from error
        raise
    return neighbour


def lock_at_once(handle: int) -> None:
    """Lock an open file for this process until it is closed; raises OSError if another one has locked it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_unfinished(path: Path) -> bool:
    """Whether a file is a leftover of `write_atomically` from a process that was killed."""
    return path.name.startswith(_UNFINISHED)


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()

"""Find the live workers of this machine: each locks its own file, and its death frees the lock.

So a killed worker on this machine is noticed at once, while other machines have to wait until it has been silent
for long enough. On a file system that several machines share, locks must reach the other machines; if they do not,
a job may be done twice, of which one result counts.
"""

import contextlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from backend.files import PRIVATE, lock_at_once

_OWNER_ONLY = 0o700


@contextmanager
def heartbeat(folder: Path) -> Iterator[str]:
    """Yield the name of a worker, which counts as alive while the block runs."""
    folder.mkdir(mode=_OWNER_ONLY, parents=True, exist_ok=True)
    name = secrets.token_hex(8)
    path, unlocked = folder / name, folder / f".{name}"
    handle = os.open(unlocked, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE)
    try:
        lock_at_once(handle)
        unlocked.rename(path)  # visible to others only once it is locked
        yield name
    finally:
        os.close(handle)
        path.unlink(missing_ok=True)


def dead_workers(folder: Path) -> Iterator[str]:
    """The names of workers that have died; each is forgotten when the next one is asked for."""
    for path in sorted(folder.glob("[!.]*")):
        with contextlib.suppress(OSError):  # another worker may delete it at the same time
            handle = os.open(path, os.O_RDWR)
            try:
                lock_at_once(handle)
            except OSError:
                continue
            else:
                yield path.name
                path.unlink(missing_ok=True)
            finally:
                os.close(handle)

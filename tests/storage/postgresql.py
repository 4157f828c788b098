"""A PostgreSQL of the tests' own: a cluster in a temporary folder, on a socket there, gone when they end.

The folder is in memory where there is room: a database has 7 MB, and a disk takes three times as long to make one.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

_QUICK = "-c fsync=off -c shared_buffers=16MB -c dynamic_shared_memory_type=mmap -c max_connections=60"
"""No power cut is tested, only killed processes, and these do not need the disk to be waited for."""
_SMALL = "-c max_wal_size=64MB"
"""The write-ahead log may be in memory."""
_MEMORY = Path("/dev/shm")  # noqa: S108 - the folder made there has a random name, and others may not open it
_ROOM = 1024**3
"""Bytes that must be free in memory; a cluster takes about a fifth of them."""


def programs():
    """The folder of `initdb` and `pg_ctl`; None where PostgreSQL is not installed."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    found = shutil.which("initdb")
    return debian[-1].parent if debian else Path(found).resolve().parent if found else None


@dataclass
class Cluster:
    """A running server; `user` is who runs it, since it refuses to be run by root."""

    folder: Path
    programs: Path
    user: str | None
    databases: int = 0

    @property
    def data(self):
        return self.folder / "data"

    def run(self, program, *arguments):
        command = [str(self.programs / program), *map(str, arguments)]
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(self.folder)}
        done = subprocess.run(
            command,
            user=self.user,
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    def start(self):
        options = f"-k {self.folder} -c listen_addresses='' {_QUICK} {_SMALL}"
        # Its own log file, or the server would hold our pipe open.
        self.run("pg_ctl", "start", "-w", "-D", self.data, "-l", self.folder / "log", "-o", options)

    def stop(self, how="fast"):
        """`immediate` is what a crash of the machine would do to the server."""
        self.run("pg_ctl", "stop", "-w", "-D", self.data, "-m", how)

    def psql(self, statement, database="postgres"):
        return self.run("psql", "-h", self.folder, "-U", "unsaid", "-d", database, "-Atc", statement).strip()

    def new_database(self, template=None):
        """The URL of an empty database, or of one like another, which nobody uses meanwhile."""
        self.databases += 1
        name = f"unsaid{self.databases}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {template or 'template1'}")
        return f"postgresql://unsaid@/{name}?host={self.folder}"

    def drop(self, url):
        """Drop the database of a URL, also where a store or a process still has a connection to it."""
        self._execute(f"DROP DATABASE {urlsplit(url).path.removeprefix('/')} WITH (FORCE)")

    def _execute(self, statement):
        with psycopg.connect(f"postgresql://unsaid@/postgres?host={self.folder}", autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A cluster that runs while the block does."""
    user = next((name for name in ("postgres", "nobody") if _exists(name)), None) if os.geteuid() == 0 else None
    # Not pytest's folder: the path to a socket must be short, and the user must be able to get there.
    with tempfile.TemporaryDirectory(prefix="pg-", dir=_folder_in_memory(), ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if user is not None:
            shutil.chown(folder, user)
        made = Cluster(folder, programs(), user)
        made.run("initdb", "-D", made.data, "-U", "unsaid", "--auth=trust", "--encoding=UTF8", "--no-sync")
        made.start()
        try:
            yield made
        finally:
            made.stop("immediate")


def _folder_in_memory():
    """Return a folder in memory, or None, which stands for the usual folder, where memory has no room."""
    writable = _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK)
    return _MEMORY if writable and shutil.disk_usage(_MEMORY).free >= _ROOM else None


def _exists(user):
    try:
        return bool(pwd.getpwnam(user))
    except KeyError:
        return False

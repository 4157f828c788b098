"""Versions of the client model on disk: counts and figures, never texts and never pickles.

    REGISTRY/promotions.json             the promoted versions, the last one in use
    REGISTRY/versions/NAME/version.json  what the version is, with the SHA-256 of its other files
    REGISTRY/versions/NAME/model.npz     all that serving reads: how often each client says each feature,
                                         and who says other words
    REGISTRY/versions/NAME/words.npz     counts per document, which has a number and no name
    REGISTRY/versions/NAME/pairs.npz     counts of adjacent pairs per document
    REGISTRY/versions/NAME/report.json   the training report
    REGISTRY/versions/NAME/defence.npz   attackers that redaction holds out against, attached when they are trained
    REGISTRY/versions/NAME/made_by       the id of the job that has trained it, where one has

Term counts per document betray what the documents say, so the folders are for their owner alone.
"""

import contextlib
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from backend.errors import (
    InvalidRequest,
    NoModel,
    OutputFailed,
    RegistryDamaged,
    StaleVersion,
    UnknownVersion,
    UnreadableFile,
    VersionExists,
)
from backend.files import PRIVATE, read_bytes, write_whole
from backend.learning import stored
from backend.learning.counts import TermCounts
from backend.learning.model import ClientModel
from backend.learning.train import Trained, TrainingReport

_OWNER_ONLY = 0o700
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")
"""No dot in front: hidden names are versions that are still being written."""

_MADE_BY = "made_by"


@dataclass(frozen=True, slots=True)
class Version:
    """A stored version at a glance; `created` is in UTC."""

    name: str
    created: datetime
    clients: int
    documents: int
    features: int
    promoted: bool


@dataclass(frozen=True, slots=True)
class Registry:
    """The versions in a folder, which need not exist yet."""

    folder: Path

    def save(self, trained: Trained, name: str | None = None, *, made_by: str | None = None) -> str:
        """Store a version and return its name (without one: the time, in UTC); the first version promotes itself.

        A version appears whole or not at all, and is never overwritten. `made_by` is the id of the job that it
        comes from, by which whoever goes on with that job tells it from another version of that name.

        Raises InvalidRequest when the name is not made of letters, digits and `-_.`, VersionExists, OutputFailed.
        """
        created = datetime.now(UTC)
        if name is None:
            name = self.free_name(created)
        self.refuse_taken(name)
        files = stored.pack_version(trained, created)
        if made_by is not None:
            files[_MADE_BY] = made_by.encode()
        with self._writing("nothing was stored"):
            self._store(files, name)
        with self._alone():
            if not self._promotions():
                self._write_promotions([name])
        return name

    def refuse_taken(self, name: str) -> None:
        """Refuse what `save` would refuse, before the work of training.

        Raises InvalidRequest when the name is not made of letters, digits and `-_.`, VersionExists.
        """
        if _valid(name) in self._names():
            raise VersionExists(f"version {name!r} exists and is never overwritten; choose another name")

    def is_made_by(self, name: str, job: str) -> bool:
        """Whether there is a version of that name, and that job has made it."""
        path = self._path(_valid(name)) / _MADE_BY
        with _reading(path):
            return path.is_file() and read_bytes(path) == job.encode()

    def was_promoted(self, name: str) -> bool:
        """Whether that version is in use, or was before those in use since were promoted.

        Raises RegistryDamaged, UnreadableFile.
        """
        return name in self._promotions()

    def load(self, name: str | None = None) -> ClientModel:
        """The model of a version; without a name, of the promoted one.

        Raises NoModel, UnknownVersion, RegistryDamaged, UnreadableFile.
        """
        name = self.promoted() if name is None else name
        files = self._files(name)
        with _damage(name):
            model = stored.unpack_model(files.header(), files.read(stored.MODEL))
        return replace(model, version=name)

    def load_counts(self, name: str | None = None) -> TermCounts:
        """The counts per document of a version, from which any other model can be derived; raises as `load`.

        Documents go by their number in the version ("first/1"): what they were called is kept nowhere.
        """
        name = self.promoted() if name is None else name
        files = self._files(name)
        with _damage(name):
            return stored.unpack_term_counts(name, files.read(stored.WORDS), files.read(stored.PAIRS))

    def load_report(self, name: str | None = None) -> TrainingReport:
        """The training report of a version; raises as `load`."""
        name = self.promoted() if name is None else name
        files = self._files(name)
        with _damage(name):
            return stored.unpack_report(files.read(stored.REPORT))

    def attach(self, name: str, file: str, content: bytes) -> None:
        """Add a file to a stored version, which serves with or without it.

        It is there once the header knows its checksum; a trainer that is killed before leaves a version without it.

        Raises UnknownVersion, VersionExists when the version has that file, RegistryDamaged, OutputFailed.
        """
        files = self._files(name)
        with self._alone():
            with _damage(name):
                header = files.header()
            if file in header["sha256"]:
                raise VersionExists(f"version {name!r} has {file} and is never overwritten; train a new one")
            write_whole(files.folder / file, content, mode=PRIVATE)
            write_whole(files.folder / stored.HEADER, stored.header_with(header, file, content), mode=PRIVATE)

    def attached(self, name: str | None, file: str) -> bytes | None:
        """What was attached to a version (without a name: the promoted one); None when nothing was.

        Raises NoModel, UnknownVersion, RegistryDamaged.
        """
        name = self.promoted() if name is None else name
        files = self._files(name)
        with _damage(name):
            return files.read(file) if file in files.header()["sha256"] else None

    def versions(self) -> tuple[Version, ...]:
        """All versions, the oldest first.

        Raises RegistryDamaged, UnreadableFile.
        """
        found = [self.version(name) for name in self._names()]
        return tuple(sorted(found, key=lambda version: (version.created, version.name)))

    def version(self, name: str) -> Version:
        """One version at a glance; raises UnknownVersion, RegistryDamaged, UnreadableFile."""
        return self._version(name, promoted=self._promotions()[-1:] == [name])

    def promoted(self) -> str:
        """The name of the version in use.

        Raises NoModel.
        """
        history = self._promotions()
        if not history:
            raise NoModel(f"{self.folder} holds no promoted version; run `unsaid train CORPUS` first")
        return history[-1]

    def stamp(self) -> tuple[object, ...]:
        """What is another one once a version was promoted, or something was attached to it; cheap to ask often.

        Raises RegistryDamaged, UnreadableFile.
        """
        seen = _stamp(self._history)
        return seen, *(_stamp(self._path(name) / stored.HEADER) for name in self._promotions()[-1:])

    def promote(self, name: str) -> None:
        """Put a version into use.

        Raises UnknownVersion, UnreadableFile, OutputFailed.
        """
        self._files(name)
        with self._alone():
            history = self._promotions()
            if history[-1:] != [name]:
                self._write_promotions([*history, name])

    def roll_back(self, instead_of: str | None = None) -> str:
        """Take back the last promotion and return the name of the version that is in use again.

        Raises NoModel, InvalidRequest when nothing was in use before, StaleVersion when another version is in use
        by now than the one to go back from, UnknownVersion when the one before was removed, OutputFailed.
        """
        in_use = self.promoted()
        with self._alone():
            history = self._promotions()
            if instead_of is not None and history[-1:] != [instead_of]:
                raise StaleVersion("another version is in use by now; look which, then go back from that one")
            if len(history) < 2:
                raise InvalidRequest(f"{in_use!r} is the first version in use; there is none to go back to")
            self._files(history[-2])
            self._write_promotions(history[:-1])
            return history[-2]

    @property
    def _versions(self) -> Path:
        return self.folder / "versions"

    def _path(self, name: str) -> Path:
        return self._versions / name

    def _names(self) -> list[str]:
        with _reading(self._versions):
            if not self._versions.is_dir():
                return []
            found = (each.name for each in self._versions.iterdir() if each.is_dir())
            return sorted(name for name in found if _NAME.fullmatch(name))

    def free_name(self, created: datetime) -> str:
        """A name for a version of that moment that no version has yet."""
        taken = set(self._names())
        first = created.strftime("%Y-%m-%d-%H%M%S")
        copies = (first if copy == 1 else f"{first}-{copy}" for copy in range(1, len(taken) + 2))
        return next(name for name in copies if name not in taken)

    def _files(self, name: str) -> "_VersionFiles":
        names = self._names()
        if name not in names:
            known = ", ".join(names)
            raise UnknownVersion(f"no version {name!r}; there is {known}" if known else f"no version {name!r} yet")
        return _VersionFiles(self._path(name))

    def _version(self, name: str, *, promoted: bool) -> Version:
        files = self._files(name)
        with _damage(name):
            header = files.header()
            return Version(
                name=name,
                created=datetime.fromisoformat(header["created"]),
                clients=len(header["clients"]),
                documents=sum(client["documents"] for client in header["clients"]),
                features=header["features"],
                promoted=promoted,
            )

    def _store(self, files: dict[str, bytes], name: str) -> None:
        self._make_folders()
        neighbour = Path(tempfile.mkdtemp(prefix=".new-", dir=self._versions))  # mode 0700 by itself
        try:
            for file, content in files.items():
                write_whole(neighbour / file, content, mode=PRIVATE)
            try:
                neighbour.rename(self._path(name))
            except OSError as error:
                if self._path(name).exists():
                    raise VersionExists(f"version {name!r} was stored meanwhile; choose another name") from error
                raise
        finally:
            shutil.rmtree(neighbour, ignore_errors=True)

    def _make_folders(self) -> None:
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        self.folder.mkdir(mode=_OWNER_ONLY, exist_ok=True)
        self._versions.mkdir(mode=_OWNER_ONLY, exist_ok=True)
        self._versions.chmod(_OWNER_ONLY)

    @property
    def _history(self) -> Path:
        return self.folder / "promotions.json"

    def _promotions(self) -> list[str]:
        with _reading(self._history):
            if not self._history.exists():
                return []
        with _damage(self._history.name):
            history = json.loads(read_bytes(self._history))["promoted"]
            return [_valid(name) for name in history]

    def _write_promotions(self, history: list[str]) -> None:
        content = json.dumps({"promoted": history}, indent=1).encode() + b"\n"
        write_whole(self._history, content, mode=PRIVATE)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the promotions while they are read and written; another process waits, a dead one lets go."""
        with self._writing("what is in use stays as it was"):
            handle = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT, PRIVATE)
        try:
            with self._writing("what is in use stays as it was"):
                _lock(handle)
            yield
        finally:
            os.close(handle)

    @contextlib.contextmanager
    def _writing(self, so: str) -> Iterator[None]:
        """Tell that the system refuses to write here, and what that means."""
        try:
            yield
        except OSError as error:
            raise OutputFailed(f"{self.folder}: cannot be written ({error.strerror}); {so}") from error


def _stamp(path: Path) -> tuple[int, int] | None:
    """A file that is replaced as a whole has another inode or another time; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)


@dataclass(frozen=True, slots=True)
class _VersionFiles:
    folder: Path

    def header(self) -> stored.Header:
        return stored.unpack_header(read_bytes(self.folder / stored.HEADER))

    def read(self, file: str) -> bytes:
        """A file of the version, when it is what was stored; ValueError when it is not."""
        content = read_bytes(self.folder / file)
        stored.check(self.header(), file, content)
        return content


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Tell that the system does not even say what is there."""
    try:
        yield
    except OSError as error:
        raise UnreadableFile(f"{path}: cannot be read ({error.strerror}); check its permissions") from error


@contextlib.contextmanager
def _damage(name: str) -> Iterator[None]:
    """Whatever is wrong with stored bytes, the advice is one."""
    try:
        yield
    except stored.OtherRelease as error:
        raise RegistryDamaged(
            f"{name!r} in the registry was stored by another release; train it again under another name, or remove "
            "its folder"
        ) from error
    except (ValueError, KeyError, TypeError, IndexError, InvalidRequest, UnreadableFile) as error:
        raise RegistryDamaged(
            f"{name!r} in the registry is not what was stored; train it again or restore a backup"
        ) from error


def _valid(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise InvalidRequest(f"{name!r} cannot name a version; use letters, digits, '-', '_' and '.'")
    return name

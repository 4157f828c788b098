"""The model registry: versions on disk as counts and figures, without texts or pickles.

    REGISTRY/promotions.json             the promoted versions, the last one in use
    REGISTRY/versions/NAME/version.json  what the version is, with the SHA-256 of its other files
    REGISTRY/versions/NAME/model.npz     all that serving reads: how often each client says each feature,
                                         and who says other words how often
    REGISTRY/versions/NAME/words.npz     counts per document, which has a number and no name
    REGISTRY/versions/NAME/pairs.npz     counts of adjacent pairs per document
    REGISTRY/versions/NAME/report.json   the training report
    REGISTRY/versions/NAME/defence.npz   attackers that redaction holds out against, attached when they are trained
    REGISTRY/authentic.json              what the registry vouches for, with a MAC; see `registry_seal`
    REGISTRY/versions/NAME/made_by       the id of the job that has trained it, where one has

Term counts per document betray what the documents say, so the folders are for their owner alone.
"""

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from backend.errors import (
    InvalidRequest,
    ModelNotAuthentic,
    NoModel,
    OutputFailed,
    StaleVersion,
    UnknownVersion,
    VersionExists,
)
from backend.files import PRIVATE, read_bytes, write_atomically
from backend.learning import version_files
from backend.learning.counts import TermCounts
from backend.learning.model import ClientModel
from backend.learning.registry_files import (
    NAME,
    VersionFiles,
    damage,
    lock,
    reading_errors,
    stamp_of,
    validated_name,
)
from backend.learning.registry_seal import FILE as VOUCHED_FILE
from backend.learning.registry_seal import RegistryKeys, SealedRegistry, hash_of_version, read_seal, write_seal
from backend.learning.train import TrainedModel, TrainingReport
from backend.messages.store_problems import NoPromotedVersion

_OWNER_ONLY = 0o700

_MADE_BY = "made_by"


@dataclass(frozen=True, slots=True)
class Version:
    """A summary of a stored version; `created` is in UTC."""

    name: str
    created: datetime
    clients: int
    documents: int
    features: int
    promoted: bool
    authentic: bool = False
    """Whether the registry vouches for it; earlier versions of Unsaid did so for none."""


@dataclass(frozen=True, slots=True)
class Registry:
    """The versions in a folder, which need not exist yet.

    With `keys` it seals its versions from the first on, and returns only sealed ones; see `registry_seal`. Versions
    that an earlier version of Unsaid stored are read as they are until `authenticate` is called.
    """

    folder: Path
    keys: RegistryKeys | None = None

    def save(self, trained: TrainedModel, name: str | None = None, *, made_by: str | None = None) -> str:
        """Store a version and return its name (by default the time, in UTC); the first version is promoted.

        A version is stored completely or not at all, and is never overwritten. `made_by` is the id of the job that
        trained it, so that a resumed job can recognise its own version.

        Raises InvalidRequest when the name is not made of letters, digits and `-_.`, VersionExists, OutputFailed.
        """
        created = datetime.now(UTC)
        if name is None:
            name = self.free_name(created)
        self.refuse_taken(name)
        files = version_files.pack_version(trained, created)
        if made_by is not None:
            files[_MADE_BY] = made_by.encode()
        with self._writing("Nothing was stored."):
            self._make_folders()
        with self._alone():
            vouched = self._vouched() or (SealedRegistry() if self.keys is not None and not self._names() else None)
            with self._writing("Nothing was stored."):
                self._store(files, name)
            if vouched is not None:
                vouched = vouched.with_version(
                    name, hash_of_version(files[version_files.HEADER], files.get(_MADE_BY))
                )
            first = not self._promotions()
            self._keep(vouched, [name] if first else self._promotions())
        return name

    def authenticate(self, *, restored: bool = False) -> tuple[str, ...]:
        """Seal all versions as they are now, and which one is in use; return the names of the sealed versions.

        This is for a registry of an earlier version of Unsaid. Where there is a valid seal, only its key changes:
        what somebody has put in or edited stays unsealed. Where the seal is refused, someone has to have `restored`
        the registry from a backup, and checked it.

        Raises InvalidRequest without keys; ModelNotAuthentic, RegistryDamaged, UnreadableFile, OutputFailed.
        """
        if self.keys is None:
            raise InvalidRequest("This registry was opened without a key. Open it with the settings.")
        with self._alone():
            vouched = None if restored else self._vouched()
            if vouched is None:
                vouched, history = self._sealed_as_it_is(), self._promotions_of(None)
            else:
                history = list(vouched.promoted)
            self._keep(vouched, history)
        return tuple(vouched.versions)

    def _sealed_as_it_is(self) -> SealedRegistry:
        vouched = SealedRegistry()
        for name in self._names():
            with damage(name):
                self._files(name).header()
            vouched = vouched.with_version(name, self._hash_of(name))
        return vouched

    def refuse_taken(self, name: str) -> None:
        """Refuse the names that `save` would refuse, before the work of training.

        Raises InvalidRequest when the name is not made of letters, digits and `-_.`, VersionExists.
        """
        if validated_name(name) in self._names():
            raise VersionExists(f"Version {name!r} exists already and is never overwritten. Choose another name.")

    def is_made_by(self, name: str, job: str) -> bool:
        """Return whether there is a version of that name that this job trained."""
        path = self._path(validated_name(name)) / _MADE_BY
        with reading_errors(path):
            made = path.is_file() and read_bytes(path) == job.encode()
        return made and self.version(name).name == name

    def was_promoted(self, name: str) -> bool:
        """Return whether that version is in use, or was before the later promotions.

        Raises RegistryDamaged, UnreadableFile.
        """
        return name in self._promotions()

    def load(self, name: str | None = None) -> ClientModel:
        """Return the model of a version, by default of the promoted one.

        Raises NoModel, UnknownVersion, RegistryDamaged, UnreadableFile.
        """
        name = self.promoted() if name is None else name
        files = self._checked(name)
        with damage(name):
            return version_files.unpack_model(name, files.header(), files.read(version_files.MODEL))

    def load_counts(self, name: str | None = None) -> TermCounts:
        """Return the counts per document of a version, from which any other model can be derived; raises as `load`.

        Documents are identified by their number in the version ("first/1"); their original names are not stored.
        """
        name = self.promoted() if name is None else name
        files = self._checked(name)
        with damage(name):
            stored = files.header()["sha256"]
            forms = next((name for name in (version_files.FORMS, version_files.COMPOUNDS) if name in stored), None)
            return version_files.unpack_term_counts(
                name,
                files.read(version_files.WORDS),
                files.read(version_files.PAIRS),
                None if forms is None else files.read(forms),
            )

    def load_report(self, name: str | None = None) -> TrainingReport:
        """Return the training report of a version; raises as `load`."""
        name = self.promoted() if name is None else name
        files = self._checked(name)
        with damage(name):
            return version_files.unpack_report(files.read(version_files.REPORT))

    def attach(self, name: str, file: str, content: bytes) -> None:
        """Add a file to a stored version, which can be used with or without it.

        The file counts once the header has its checksum. If the trainer is killed before, the version has no such
        file.

        Raises UnknownVersion, VersionExists when the version has that file, RegistryDamaged, OutputFailed.
        """
        self._files(name)
        with self._alone():
            files = self._checked(name)
            with damage(name):
                header = files.header()
            if file in header["sha256"]:
                raise VersionExists(
                    f"Version {name!r} already has {file}, which is never overwritten. Train a new version."
                )
            write_atomically(files.folder / file, content, mode=PRIVATE)
            new = version_files.header_with(header, file, content)
            vouched, before = self._vouched(), self._hash_of(name, files.beginning())
            after = self._hash_of(name, new)
            if vouched is not None:  # whoever reads meanwhile finds one header or the other
                self._keep(vouched.with_version(name, before, after), vouched.promoted)
            write_atomically(files.folder / version_files.HEADER, new, mode=PRIVATE)
            if vouched is not None:
                self._keep(vouched.with_version(name, after), vouched.promoted)

    def attached(self, name: str | None, file: str) -> bytes | None:
        """Return a file that was attached to a version (by default the promoted one); None if there is none.

        Raises NoModel, UnknownVersion, RegistryDamaged.
        """
        name = self.promoted() if name is None else name
        files = self._checked(name)
        with damage(name):
            return files.read(file) if file in files.header()["sha256"] else None

    def versions(self) -> tuple[Version, ...]:
        """Return all versions, oldest first.

        Raises RegistryDamaged, UnreadableFile.
        """
        found = [self.version(name) for name in self._names()]
        return tuple(sorted(found, key=lambda version: (version.created, version.name)))

    def version(self, name: str) -> Version:
        """Return one version; raises UnknownVersion, RegistryDamaged, UnreadableFile."""
        return self._version(name, promoted=self._promotions()[-1:] == [name])

    def promoted(self) -> str:
        """Return the name of the version in use.

        Raises NoModel.
        """
        history = self._promotions()
        if not history:
            raise NoModel(NoPromotedVersion(str(self.folder)))
        return history[-1]

    def stamp(self) -> tuple[object, ...]:
        """Return a value that changes when a version is promoted or gets an attachment; cheap to compute often.

        Raises RegistryDamaged, UnreadableFile.
        """
        seen = stamp_of(self._history), stamp_of(self.folder / VOUCHED_FILE)
        return *seen, *(stamp_of(self._path(name) / version_files.HEADER) for name in self._promotions()[-1:])

    def promote(self, name: str) -> None:
        """Use a version from now on.

        Raises UnknownVersion, ModelNotAuthentic, UnreadableFile, OutputFailed.
        """
        with self._alone():
            self._checked(name)
            history = self._promotions()
            if history[-1:] != [name]:
                self._keep(self._vouched(), [*history, name])

    def roll_back(self, instead_of: str | None = None) -> str:
        """Undo the last promotion and return the name of the version that is in use again.

        Raises NoModel, InvalidRequest when nothing was in use before, StaleVersion when another version is in use
        by now than the one to go back from, UnknownVersion when the one before was removed, OutputFailed.
        """
        in_use = self.promoted()
        with self._alone():
            history = self._promotions()
            if instead_of is not None and history[-1:] != [instead_of]:
                raise StaleVersion("Another version is now in use. Check which one, then roll back from it.")
            if len(history) < 2:
                raise InvalidRequest(
                    f"{in_use!r} is the first version that was in use, so there is none before it."
                )
            self._checked(history[-2])
            self._keep(self._vouched(), history[:-1])
            return history[-2]

    @property
    def _versions(self) -> Path:
        return self.folder / "versions"

    def _path(self, name: str) -> Path:
        return self._versions / name

    def _names(self) -> list[str]:
        with reading_errors(self._versions):
            if not self._versions.is_dir():
                return []
            found = (each.name for each in self._versions.iterdir() if each.is_dir())
            return sorted(name for name in found if NAME.fullmatch(name))

    def free_name(self, created: datetime) -> str:
        """Return a name for a version of this time that no version has yet."""
        taken = set(self._names())
        first = created.strftime("%Y-%m-%d-%H%M%S")
        copies = (first if copy == 1 else f"{first}-{copy}" for copy in range(1, len(taken) + 2))
        return next(name for name in copies if name not in taken)

    def _files(self, name: str) -> "VersionFiles":
        names = self._names()
        if name not in names:
            known = ", ".join(names)
            raise UnknownVersion(
                f"There is no version {name!r}. Choose from {known}."
                if known
                else f"There is no version {name!r} yet."
            )
        return VersionFiles(self._path(name))

    def _checked(self, name: str) -> "VersionFiles":
        """Return the verified files of a version that is sealed, or was stored before the registry had a seal.

        Raises UnknownVersion, ModelNotAuthentic.
        """
        files, vouched = self._files(name), self._vouched()
        with damage(name), reading_errors(files.folder):
            begins = files.beginning()
        if vouched is not None and self._hash_of(name, begins) not in vouched.versions.get(name, ()):
            raise ModelNotAuthentic(
                f"Version {name!r} is not what Unsaid stored, and Unsaid does not use it. Restore it from a "
                "backup, or train it again under another name."
            )
        return VersionFiles(files.folder, begins)

    def _fits(self, vouched: SealedRegistry, name: str) -> bool:
        return self._hash_of(name) in vouched.versions.get(name, ())

    def _hash_of(self, name: str, header: bytes | None = None) -> str:
        folder = self._path(name)
        made_by = folder / _MADE_BY
        with damage(name), reading_errors(folder):
            own = read_bytes(folder / version_files.HEADER) if header is None else header
            return hash_of_version(own, read_bytes(made_by) if made_by.is_file() else None)

    def _vouched(self) -> SealedRegistry | None:
        return None if self.keys is None else read_seal(self.folder, self.keys)

    def _keep(self, vouched: SealedRegistry | None, history: Sequence[str]) -> None:
        """Write which versions were promoted, and the seal if the registry has one."""
        if vouched is None and self.keys is not None and (self.folder / VOUCHED_FILE).exists():
            raise ModelNotAuthentic(
                f"{self.folder}: only holders of its key may change it. Set UNSAID_KEY to that key."
            )
        if vouched is not None and self.keys is not None:
            write_seal(self.folder, self.keys, replace(vouched, promoted=tuple(history)))
        self._write_promotions(history)

    def _version(self, name: str, *, promoted: bool) -> Version:
        files = self._files(name)
        with damage(name):
            header = files.header()
            return Version(
                name=name,
                created=datetime.fromisoformat(header["created"]),
                clients=len(header["clients"]),
                documents=sum(client["documents"] for client in header["clients"]),
                features=header["features"],
                promoted=promoted,
                authentic=(vouched := self._vouched()) is not None and self._fits(vouched, name),
            )

    def _store(self, files: dict[str, bytes], name: str) -> None:
        neighbour = Path(tempfile.mkdtemp(prefix=".new-", dir=self._versions))  # mode 0700 by itself
        try:
            for file, content in files.items():
                write_atomically(neighbour / file, content, mode=PRIVATE)
            try:
                neighbour.rename(self._path(name))
            except OSError as error:
                if self._path(name).exists():
                    raise VersionExists(
                        f"Someone else stored version {name!r} first. Choose another name."
                    ) from error
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
        return self._promotions_of(self._vouched())

    def _promotions_of(self, vouched: SealedRegistry | None) -> list[str]:
        if vouched is not None:
            return [validated_name(name) for name in vouched.promoted]
        with reading_errors(self._history):
            if not self._history.exists():
                return []
        with damage(self._history.name):
            history = json.loads(read_bytes(self._history))["promoted"]
            return [validated_name(name) for name in history]

    def _write_promotions(self, history: Sequence[str]) -> None:
        content = json.dumps({"promoted": list(history)}, indent=1).encode() + b"\n"
        write_atomically(self._history, content, mode=PRIVATE)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Lock the promotions while they are read and written; the lock of a dead process is released."""
        with self._writing("The version in use is unchanged."):
            handle = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT, PRIVATE)
        try:
            with self._writing("The version in use is unchanged."):
                lock(handle)
            yield
        finally:
            os.close(handle)

    @contextlib.contextmanager
    def _writing(self, outcome: str) -> Iterator[None]:
        """Turn an error of the operating system while writing into OutputFailed with this outcome."""
        try:
            yield
        except OSError as error:
            raise OutputFailed(f"{self.folder}: cannot be written ({error.strerror}). {outcome}") from error

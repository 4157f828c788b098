"""The index of released documents that this installation keeps, and the editions that it has published.

An index is opened for each request: that takes about a millisecond, and an open one is for one thread. Readers get
answers from the current edition alone, so that nobody can watch how the groups of the index itself change.

The name of an edition's file has the hash of its content, and a MAC of the index over all that. What anybody else
puts into the folder is passed over unread.
"""

import hashlib
import hmac
import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from backend.errors import IndexUnusable, NoEdition, NoIndex, UnreadableFile
from backend.files import PRIVATE, entries_of, read_bytes, write_atomically
from backend.privacy.edition import Edition
from backend.reporting.index_reports import FoundGroups
from backend.services.index.editions import sound_edition
from backend.services.index.searching import search_edition
from backend.storage.db.keys import KeyRing
from backend.storage.index.index_files import DATABASE, WAIT
from backend.storage.index.stored_index import StoredIndex
from backend.taxonomy.dictionary import Dictionary

_TIME = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"((\d{6,9})-(\d{8}T\d{6}Z)-([0-9a-f]{64}))-([0-9a-f]{32})\.npz")
_FOLDER_MODE = 0o700


@dataclass(frozen=True, slots=True, eq=False)
class PublishedEdition:
    """An edition as it was published; `id` is the SHA-256 of its `content`.

    `state` is that of the index, for the audit trail; only when it is published.
    """

    id: str
    published: datetime
    content: bytes = field(repr=False)
    edition: Edition = field(repr=False)
    state: str | None = None

    @property
    def documents(self) -> int:
        """The number of documents."""
        return int(self.edition.sizes.sum())

    @property
    def groups(self) -> int:
        """The number of groups."""
        return len(self.edition.sizes)


class ReleasedIndex:
    """The index of a folder. Its editions are in the folder beside it that has `-editions` in its name."""

    def __init__(
        self, folder: Path, ring: KeyRing, dictionary: Callable[[], Dictionary], wait: float = WAIT
    ) -> None:
        """Name the folder; changes wait so many seconds for other programs."""
        self._wait = wait
        self._folder = folder
        self._ring = ring
        self._dictionary = dictionary
        self._lock = threading.Lock()
        self._last: tuple[_Named, int, PublishedEdition] | None = None

    def opened(self) -> StoredIndex:
        """Open the index, for one thread.

        Raises NoIndex, IndexUnusable, IndexBusy, KeyUnusable.
        """
        self._present()
        return StoredIndex(self._folder, self._ring, self._dictionary(), self._wait)

    def edition(self) -> PublishedEdition | None:
        """Return the current edition; None before the first one of this index.

        Raises NoIndex, IndexUnusable, KeyUnusable, UnreadableFile.
        """
        index, named = self._present(), self._named()
        with self._lock:  # a file of an edition never changes
            known = self._last if self._last is not None and self._last[1] == index else None
            if known is None or known[0] not in named:
                own = self._newest_own(named)
            else:
                own = self._newest_own(named[: named.index(known[0])]) or known[0]
            if own is None:
                return None
            if known is None or known[0] != own:
                self._last = known = own, index, self._read(own)
            return known[2]

    def current_edition(self) -> PublishedEdition:
        """Return the current edition.

        Raises NoEdition before the first one, and as `edition`.
        """
        found = self.edition()
        if found is None:
            raise NoEdition("No edition of the index was published yet. An administrator has to publish one.")
        return found

    def publish(self) -> PublishedEdition:
        """Publish an edition, which becomes the current one; earlier ones stay as they are.

        Raises IndexBelowK, IndexUnusable when the index is not sound, NoIndex, OutputFailed.
        """
        with self.opened() as index:
            edition, state = sound_edition(index), index.state
            # Two that are published at once have one number; of these the later one is the current one. Only files
            # with a MAC of this index count: a planted name could have any number.
            newest = _newest_of(index, self._named())
            number = 1 if newest is None else newest.number + 1
            content, now = edition.packed(), datetime.now(UTC).replace(microsecond=0)
            own = hashlib.sha256(content).hexdigest()
            name = f"{number:06}-{now.strftime(_TIME)}-{own}"
            folder = self._folder_of_editions
            folder.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
            folder.chmod(_FOLDER_MODE)
            write_atomically(folder / f"{name}-{index.edition_mac(name)}.npz", content, mode=PRIVATE)
        return PublishedEdition(own, now, content, edition, state)

    def search(self, words: str, top: int) -> tuple[PublishedEdition, FoundGroups]:
        """Find the groups of the current edition that are nearest to some words, as `search_edition` does.

        Raises InvalidRequest when no word is in the edition, NoEdition, and as `edition`.
        """
        current = self.current_edition()
        return current, search_edition(current.edition, self._dictionary(), words, top)

    def _present(self) -> int:
        """Return what tells the index from another one that takes its place.

        Raises NoIndex.
        """
        try:
            return (self._folder / DATABASE).stat().st_ino
        except OSError as error:
            raise NoIndex(
                "This installation has no index of released documents. An administrator has to build it on the "
                "command line, in the folder that UNSAID_INDEX names."
            ) from error

    @property
    def _folder_of_editions(self) -> Path:
        return self._folder.with_name(f"{self._folder.name}-editions")

    def _named(self) -> list["_Named"]:
        """What looks like an edition by its name, the newest first."""
        names = (_Named.of(each.name) for each in entries_of(self._folder_of_editions))
        return sorted((each for each in names if each is not None), key=lambda each: each.order, reverse=True)

    def _newest_own(self, named: list["_Named"]) -> "_Named | None":
        if not named:
            return None
        with self.opened() as index:
            return _newest_of(index, named)

    def _read(self, named: "_Named") -> PublishedEdition:
        try:
            content = read_bytes(self._folder_of_editions / named.file)
        except UnreadableFile as error:
            raise _damaged() from error
        if hashlib.sha256(content).hexdigest() != named.id:
            raise _damaged()
        try:
            edition = Edition.unpacked(content)
        except ValueError as error:
            raise _damaged() from error
        published = datetime.strptime(named.time, _TIME).replace(tzinfo=UTC)
        return PublishedEdition(named.id, published, content, edition)


def _newest_of(index: StoredIndex, named: Iterable["_Named"]) -> "_Named | None":
    """The first of these, the newest ones first, that this index has published."""
    own = (each for each in named if hmac.compare_digest(index.edition_mac(each.signed), each.mac))
    return next(own, None)


def _damaged() -> IndexUnusable:
    return IndexUnusable("The current edition of the index is damaged. Publish another one.")


@dataclass(frozen=True, slots=True)
class _Named:
    """The parts of the name of a file that looks like an edition; `signed` is what `mac` is about."""

    file: str
    signed: str
    number: int
    time: str
    id: str
    mac: str

    @classmethod
    def of(cls, name: str) -> "_Named | None":
        """Take a name apart; None for that of another file.

        >>> _Named.of("notes.txt")
        """
        parts = _NAME.fullmatch(name)
        if parts is None:
            return None
        signed, number, time, content, mac = parts.groups()
        return cls(name, signed, int(number), time, content, mac)

    @property
    def order(self) -> tuple[int, str]:
        """The number of an edition, and then its time."""
        return self.number, self.file

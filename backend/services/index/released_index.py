"""The index of released documents that this installation keeps, and the editions that it has published.

An index is opened for each request: that takes about a millisecond, and an open one is for one thread. Readers get
answers from the current edition alone, so that nobody can watch how the groups of the index itself change.
"""

import hashlib
import re
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from backend.errors import NoEdition, NoIndex
from backend.files import entries_of, read_bytes
from backend.privacy.edition import Edition
from backend.reporting.index_reports import FoundGroups
from backend.services.index.editions import parsed_edition, publish
from backend.services.index.searching import search_edition
from backend.storage.db.keys import KeyRing
from backend.storage.index.index_files import WAIT, is_index
from backend.storage.index.stored_index import StoredIndex
from backend.taxonomy.dictionary import Dictionary

_TIME = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"\d{6,}-\d{8}T\d{6}Z-[0-9a-f]{8}\.npz")


@dataclass(frozen=True, slots=True, eq=False)
class PublishedEdition:
    """An edition as it was published; `id` is the SHA-256 of its `content`."""

    id: str
    published: datetime
    content: bytes = field(repr=False)
    edition: Edition = field(repr=False)

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
        self._last: tuple[Path, PublishedEdition] | None = None

    def opened(self) -> StoredIndex:
        """Open the index, for one thread.

        Raises NoIndex, IndexUnusable, IndexBusy, KeyUnusable.
        """
        self._refuse_missing()
        return StoredIndex(self._folder, self._ring, self._dictionary(), self._wait)

    def edition(self) -> PublishedEdition | None:
        """Return the current edition; None before the first one.

        Raises NoIndex, IndexUnusable, UnreadableFile.
        """
        self._refuse_missing()
        path = max(self._editions(), key=lambda each: _order(each.name), default=None)
        if path is None:
            return None
        with self._lock:  # a file of an edition never changes
            if self._last is None or self._last[0] != path:
                self._last = path, _read(path)
            return self._last[1]

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
            number = max((_order(each.name)[0] for each in self._editions()), default=0) + 1
            now = datetime.now(UTC)
            # Two that are published at once have one number; of these the later one is the current one.
            path = self._folder_of_editions / f"{number:06}-{now.strftime(_TIME)}-{secrets.token_hex(4)}.npz"
            publish(index, path)
        return _read(path)

    def search(self, words: str, top: int) -> tuple[PublishedEdition, FoundGroups]:
        """Find the groups of the current edition that are nearest to some words, as `search_edition` does.

        Raises InvalidRequest when no word is in the edition, NoEdition, and as `edition`.
        """
        current = self.current_edition()
        return current, search_edition(current.edition, self._dictionary(), words, top)

    def _refuse_missing(self) -> None:
        if not is_index(self._folder):
            raise NoIndex(
                "This installation has no index of released documents. An administrator has to build it on the "
                "command line, in the folder that UNSAID_INDEX names."
            )

    @property
    def _folder_of_editions(self) -> Path:
        return self._folder.with_name(f"{self._folder.name}-editions")

    def _editions(self) -> list[Path]:
        return [each for each in entries_of(self._folder_of_editions) if _NAME.fullmatch(each.name)]


def _order(name: str) -> tuple[int, str]:
    """The number of an edition, and then its time.

    >>> _order("000002-20261130T181410Z-0a1b2c3d.npz")
    (2, '000002-20261130T181410Z-0a1b2c3d.npz')
    """
    return int(name.partition("-")[0]), name


def _read(path: Path) -> PublishedEdition:
    content = read_bytes(path)
    _number, time, _drawn = path.stem.split("-")
    published = datetime.strptime(time, _TIME).replace(tzinfo=UTC)
    return PublishedEdition(hashlib.sha256(content).hexdigest(), published, content, parsed_edition(content, path))

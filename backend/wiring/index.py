"""Find the dictionary, and open an index with the keys of the settings."""

from functools import cache
from pathlib import Path

from backend.errors import DataMissing
from backend.services.index.released_index import ReleasedIndex
from backend.settings import Settings, shipped_taxonomy
from backend.storage.db.keys import KeyRing
from backend.storage.index.index_files import WAIT
from backend.storage.index.stored_index import StoredIndex
from backend.taxonomy.dictionary import Dictionary

KEY_FILE = "index-key"
"""The key file of indexes in the data folder, where UNSAID_KEY is not set. Rotating the store's key leaves it."""


@cache
def dictionary() -> Dictionary:
    """Return the dictionary that comes with Unsaid.

    Raises DataMissing where this installation has none.
    """
    folder = shipped_taxonomy()
    if folder is None:
        raise DataMissing("This installation has no dictionary. Install Unsaid again.")
    return Dictionary.read(folder)


def index_keys(settings: Settings | None = None) -> KeyRing:
    """Return the keys that the secrets of indexes are encrypted with: UNSAID_KEY, or a file of their own.

    `settings` are by default those of the environment.
    """
    here = settings or Settings.from_environment()
    return KeyRing(here.keys, here.data / KEY_FILE, may_make=True)


def open_index(folder: Path) -> StoredIndex:
    """Open the index of a folder.

    Raises IndexUnusable, KeyUnusable.
    """
    return StoredIndex(folder, index_keys(), dictionary())


def index_here(settings: Settings | None = None, wait: float = WAIT) -> ReleasedIndex:
    """Return the index of released documents that the settings name; it is opened when it is needed.

    Changes wait so many seconds for other programs that are changing it.
    """
    here = settings or Settings.from_environment()
    return ReleasedIndex(here.index, index_keys(here), dictionary, wait)

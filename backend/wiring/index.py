"""Find the dictionary, and open an index with the keys of the settings."""

from functools import cache
from pathlib import Path

from backend.errors import DataMissing
from backend.services.index.released_index import ReleasedIndex
from backend.settings import Settings, shipped_taxonomy
from backend.storage.db.keys import KeyRing
from backend.storage.index.stored_index import StoredIndex
from backend.taxonomy.dictionary import Dictionary


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
    """Return the keys that the secrets of indexes are encrypted with: those of the store.

    `settings` are by default those of the environment.
    """
    return KeyRing.of(settings or Settings.from_environment(), may_make=True)


def open_index(folder: Path) -> StoredIndex:
    """Open the index of a folder.

    Raises IndexUnusable, KeyUnusable.
    """
    return StoredIndex(folder, index_keys(), dictionary())


def index_here(settings: Settings | None = None) -> ReleasedIndex:
    """Return the index of released documents that the settings name; it is opened when it is needed."""
    here = settings or Settings.from_environment()
    return ReleasedIndex(here.index, index_keys(here), dictionary)

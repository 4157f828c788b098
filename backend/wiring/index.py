"""Find the dictionary, and open an index with the keys of the settings."""

from functools import cache
from pathlib import Path

from backend.errors import DataMissing
from backend.settings import Settings, shipped_taxonomy
from backend.storage.db.keys import KeyRing
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


def index_keys() -> KeyRing:
    """Return the keys that the secrets of indexes are encrypted with: UNSAID_KEY, or a file of their own."""
    settings = Settings.from_environment()
    return KeyRing(settings.keys, settings.data / KEY_FILE, may_make=True)


def open_index(folder: Path) -> StoredIndex:
    """Open the index of a folder.

    Raises IndexUnusable, KeyUnusable.
    """
    return StoredIndex(folder, index_keys(), dictionary())

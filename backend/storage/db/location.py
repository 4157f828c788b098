"""Find the store without opening it, because loading the database library takes time."""

from pathlib import Path

from backend.settings import Settings

FILE = "unsaid.db"
"""The database in the data folder, where the settings name no other."""


def default_file(settings: Settings) -> Path:
    """The file of SQLite that is the store where the settings name no database."""
    return settings.data / FILE


def is_nothing_stored(settings: Settings) -> bool:
    """Tell whether certainly nothing was ever stored; of a database that the settings name, only it can tell."""
    return settings.database is None and not default_file(settings).is_file()

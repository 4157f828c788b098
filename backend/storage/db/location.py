"""Find the store without opening it, because loading the database library takes time."""

from pathlib import Path

from backend.settings import Settings

FILE = "unsaid.db"
"""The database in the data folder, where the settings name no other."""


def default_file(settings: Settings) -> Path:
    """The SQLite file of the store if the settings name no database."""
    return settings.data / FILE


def is_nothing_stored(settings: Settings) -> bool:
    """Whether certainly nothing was ever stored; a configured database would have to be asked."""
    return settings.database is None and not default_file(settings).is_file()

"""Where the client models are."""

from pathlib import Path

from backend.learning.registry import Registry
from backend.settings import Settings


def open_registry(folder: Path | None) -> Registry:
    """The registry in a folder, by default the one of the settings."""
    return Registry(folder or Settings.from_environment().registry)

"""Find the registry of the client models."""

from pathlib import Path

from backend.learning.registry import Registry
from backend.learning.registry_seal import RegistryKeys
from backend.settings import Settings


def open_registry(folder: Path | None) -> Registry:
    """Open the registry in a folder, by default the one of the settings."""
    settings = Settings.from_environment()
    return Registry(folder or settings.registry, RegistryKeys(settings.data, settings.keys))

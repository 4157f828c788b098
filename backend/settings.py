"""The environment, read once into one frozen value."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs


@dataclass(frozen=True, slots=True)
class Settings:
    """Where Unsaid keeps what it keeps.

    `data` is the data folder (`UNSAID_DATA`, else the user's own), `registry` the folder of the client
    models (`UNSAID_REGISTRY`, else `registry` in the data folder).
    """

    data: Path
    registry: Path

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Read the settings from environment variables.

        >>> Settings.from_environment({"UNSAID_DATA": "/srv/unsaid"}).registry.as_posix()
        '/srv/unsaid/registry'
        """
        data = Path(environment.get("UNSAID_DATA") or platformdirs.user_data_path("unsaid", appauthor=False))
        registry = Path(environment.get("UNSAID_REGISTRY") or data / "registry")
        return cls(data=data, registry=registry)

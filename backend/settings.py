"""The environment, read once into one frozen value."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from backend.errors import InvalidRequest

NO_PIPELINE = "none"
"""What `UNSAID_NER` says where names shall not be looked for."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where Unsaid keeps what it keeps, and finds what it needs.

    `data` is the data folder (`UNSAID_DATA`, else the user's own), `registry` the folder of the client
    models (`UNSAID_REGISTRY`, else `registry` in the data folder). `ner` is the pipeline that finds names: the
    folder or the installed package of a spaCy pipeline (`UNSAID_NER`, else the shipped one); None where
    `UNSAID_NER` is `none`, and where this installation ships none. `lists` is the folder of the lists of what must
    stay and what must go (`UNSAID_LISTS`, else `lists` in the data folder). `database` is the URL of the store
    (`UNSAID_DATABASE`; None: a file of SQLite in the data folder), and `keys` are those that seal what it keeps of
    clients (`UNSAID_KEY`, several with commas between, the newest first; none where they are in the key file).
    """

    data: Path
    registry: Path
    lists: Path
    ner: str | None = None
    database: str | None = field(default=None, repr=False)
    keys: tuple[str, ...] = field(default=(), repr=False)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Read the settings from environment variables.

        Raises InvalidRequest when UNSAID_LISTS names no folder.

        >>> Settings.from_environment({"UNSAID_DATA": "/srv/unsaid"}).registry.as_posix()
        '/srv/unsaid/registry'
        """
        data = Path(environment.get("UNSAID_DATA") or platformdirs.user_data_path("unsaid", appauthor=False))
        registry = Path(environment.get("UNSAID_REGISTRY") or data / "registry")
        ner = environment.get("UNSAID_NER") or shipped_pipeline()
        lists = _lists(environment.get("UNSAID_LISTS"), data)
        database = environment.get("UNSAID_DATABASE") or None
        keys = tuple(key for each in environment.get("UNSAID_KEY", "").split(",") if (key := each.strip()))
        return cls(data, registry, lists, None if ner == NO_PIPELINE else ner, database, keys)


def _lists(named: str | None, data: Path) -> Path:
    """The folder of the lists; one that is named must be there, or what shall never stay would stay unnoticed."""
    if named and not Path(named).is_dir():
        raise InvalidRequest(f"UNSAID_LISTS names {named}, which is no folder; make it, or unset UNSAID_LISTS")
    return Path(named) if named else data / "lists"


def shipped_pipeline() -> str:
    """The folder of the pipeline that came with this installation; `none` where none did.

    It lies beside the package in a checkout, and in the package where a wheel was installed.
    """
    package = Path(__file__).parent
    for models in (package / "shipped", package.parent / "models"):
        if (models / "ner" / "config.cfg").is_file():
            return str(models / "ner")
    return NO_PIPELINE

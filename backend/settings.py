"""The settings: environment variables, read once into one frozen value."""

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from backend.errors import InvalidRequest

NO_PIPELINE = "none"
"""What `UNSAID_NER` says where names shall not be looked for."""

WORD_ON_THE_WEB = (
    "https://*.officeapps.live.com",
    "https://*.sharepoint.com",
    "https://*.cloud.microsoft",
    "https://onedrive.live.com",
)
"""Where Word on the web has been seen to show panes; Microsoft publishes no list, so it can be set."""


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """The settings of `unsaid serve`.

    `max_request` is the largest request in bytes (`UNSAID_MAX_REQUEST`, in MB). A worker works on `at_once`
    documents side by side (`UNSAID_AT_ONCE`); others wait at most `wait` seconds (`UNSAID_WAIT`), and no answer is
    waited for longer than `time_limit` seconds (`UNSAID_TIME_LIMIT`). `hosts` are the names under which the service
    answers (`UNSAID_HOSTS`, with commas between; none: all). `pane` is the folder of the built pane (`UNSAID_PANE`,
    else the shipped one, where there is one), which the pages of `frame_ancestors` (`UNSAID_FRAME_ANCESTORS`, with
    blanks between) may show, and which may speak to `connect` beside the service (`UNSAID_CONNECT`, likewise).
    Models are learnt over HTTP from what lies in the folders `corpora` (`UNSAID_CORPORA`, written as PATH is), and
    folders are redacted from and to what lies in those of `batch_folders` (`UNSAID_BATCH_FOLDERS`, likewise).
    An account may have `waiting_batches` batches of folders waiting or running (`UNSAID_WAITING_BATCHES`), with
    `waiting_files` files in them (`UNSAID_WAITING_FILES`).
    `try_out` is the address of the page to try the pane without Word (`UNSAID_TRY_OUT`), where one runs.
    """

    max_request: int = 64 * 1024 * 1024
    at_once: int = 2
    wait: float = 20.0
    time_limit: float = 120.0
    hosts: tuple[str, ...] = ()
    pane: Path | None = None
    frame_ancestors: tuple[str, ...] = WORD_ON_THE_WEB
    connect: tuple[str, ...] = ()
    corpora: tuple[Path, ...] = ()
    batch_folders: tuple[Path, ...] = ()
    try_out: str | None = None
    waiting_batches: int = 20
    waiting_files: int = 20_000

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "ServiceSettings":
        """Read the settings from environment variables.

        Raises InvalidRequest when a number is none, or a source cannot stand in a header.

        >>> ServiceSettings.from_environment({"UNSAID_MAX_REQUEST": "1"}).max_request
        1048576
        """
        pane = environment.get("UNSAID_PANE")
        return cls(
            int(_number(environment, "UNSAID_MAX_REQUEST", 64, least=1) * 1024 * 1024),
            int(_number(environment, "UNSAID_AT_ONCE", 2, least=1)),
            _number(environment, "UNSAID_WAIT", 20, least=0),
            _number(environment, "UNSAID_TIME_LIMIT", 120, least=1),
            tuple(host for each in environment.get("UNSAID_HOSTS", "").split(",") if (host := each.strip())),
            Path(pane) if pane else _installed_folder("pane", "addin/dist"),
            _sources(environment, "UNSAID_FRAME_ANCESTORS") or WORD_ON_THE_WEB,
            _sources(environment, "UNSAID_CONNECT"),
            _folders(environment, "UNSAID_CORPORA"),
            _folders(environment, "UNSAID_BATCH_FOLDERS"),
            _page(environment, "UNSAID_TRY_OUT"),
            int(_number(environment, "UNSAID_WAITING_BATCHES", 20, least=1)),
            int(_number(environment, "UNSAID_WAITING_FILES", 20_000, least=1)),
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """Where Unsaid stores its data, and finds its models and lists.

    `data` is the data folder (`UNSAID_DATA`, else the user's own), `registry` the folder of the client
    models (`UNSAID_REGISTRY`, else `registry` in the data folder). `ner` is the pipeline that finds names: the
    folder or the installed package of a spaCy pipeline (`UNSAID_NER`, else the shipped one); None where
    `UNSAID_NER` is `none`, and where this installation ships none. `lists` is the folder of the lists of what must
    stay and what must go (`UNSAID_LISTS`, else `lists` in the data folder), `lists_required` where it is named.
    `database` is the URL of the store (`UNSAID_DATABASE`; None: a file of SQLite in the data folder), and `keys`
    are those that seal what it keeps of clients (`UNSAID_KEY`, several with commas between, the newest first; none
    where they are in the key file). `index_named` is the folder of the index of released documents
    (`UNSAID_INDEX`).
    """

    data: Path
    registry: Path
    lists: Path
    ner: str | None = None
    database: str | None = field(default=None, repr=False)
    keys: tuple[str, ...] = field(default=(), repr=False)
    service: ServiceSettings = ServiceSettings()
    lists_required: bool = False
    index_named: Path | None = None

    @property
    def index(self) -> Path:
        """The folder of the index: the named one, else `index` in the data folder."""
        return self.index_named or self.data / "index"

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
        service = ServiceSettings.from_environment(environment)
        database = environment.get("UNSAID_DATABASE") or None
        keys = tuple(key for each in environment.get("UNSAID_KEY", "").split(",") if (key := each.strip()))
        named = bool(environment.get("UNSAID_LISTS"))
        index = Path(environment["UNSAID_INDEX"]) if environment.get("UNSAID_INDEX") else None
        pipeline = None if ner == NO_PIPELINE else ner
        return cls(data, registry, lists, pipeline, database, keys, service, named, index)


def _lists(named: str | None, data: Path) -> Path:
    """The folder of the lists; a configured folder must exist, or terms to redact would silently be kept."""
    if named and not Path(named).is_dir():
        raise InvalidRequest(
            f"UNSAID_LISTS names {named}, which is not a folder. Make that folder, or unset UNSAID_LISTS."
        )
    return Path(named) if named else data / "lists"


def shipped_pipeline() -> str:
    """The folder of the pipeline that came with this installation; `none` if there is none.

    It lies beside the package in a checkout, and in the package where a wheel was installed.
    """
    package = Path(__file__).parent
    for models in (package / "shipped", package.parent / "models"):
        if (models / "ner" / "config.cfg").is_file():
            return str(models / "ner")
    return NO_PIPELINE


def shipped_sensitivity() -> Path | None:
    """The folder of the labelled texts that sensitivity is learnt from; None if this installation has none."""
    return _installed_folder("sensitivity", "models/sensitivity")


def shipped_taxonomy() -> Path | None:
    """The folder of the dictionary; None if this installation has none."""
    return _installed_folder("taxonomy", "models/taxonomy")


def _installed_folder(shipped: str, in_checkout: str) -> Path | None:
    """A folder of this installation, in the package of a wheel or in the checkout; None if it is absent."""
    package = Path(__file__).parent
    return next(
        (each for each in (package / "shipped" / shipped, package.parent / in_checkout) if each.is_dir()), None
    )


def _folders(environment: Mapping[str, str], name: str) -> tuple[Path, ...]:
    return tuple(Path(folder) for folder in environment.get(name, "").split(os.pathsep) if folder)


def _number(environment: Mapping[str, str], name: str, default: float, *, least: float) -> float:
    text = environment.get(name)
    try:
        number = float(text) if text else default
    except ValueError:
        number = -math.inf
    if not least <= number < math.inf:
        raise InvalidRequest(f"{name} must be a number of {least:g} or more. Correct it, or unset it.")
    return number


def _page(environment: Mapping[str, str], name: str) -> str | None:
    """The address of a page; None where there is none.

    Raises InvalidRequest when it is no address of a page.
    """
    address = environment.get(name)
    if not address:
        return None
    if not address.startswith(("http://", "https://")):
        raise InvalidRequest(f"{name} must be the address of a page, such as http://127.0.0.1:8765/.")
    return address


def _sources(environment: Mapping[str, str], name: str) -> tuple[str, ...]:
    """Sources for a Content-Security-Policy, checked so that they cannot end the directive."""
    sources = tuple(environment.get(name, "").split())
    if not all(_SOURCE.fullmatch(source) for source in sources):
        raise InvalidRequest(f"{name} takes origins such as https://*.sharepoint.com, separated by blanks.")
    return sources


_SOURCE = re.compile(r"'(?:self|none)'|https?://[A-Za-z0-9*.\[\]:-]+")

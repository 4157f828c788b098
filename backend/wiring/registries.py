"""Find the registry of the client models, and what is remembered of its seal."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from backend.learning.registry import Registry
from backend.learning.registry_seal import RegistryKeys, Seen
from backend.settings import Settings

if TYPE_CHECKING:
    from backend.storage.store import Store


def open_registry(folder: Path | None, store: "Store | None" = None) -> Registry:
    """Open the registry in a folder, by default the one of the settings.

    Where the settings name a database, machines remember there which seal they have seen: in `store`, if the caller
    has it open. A database in the data folder would be lost together with what that folder remembers.
    """
    settings = Settings.from_environment()
    shared = None if settings.database is None else SealsInStore(store)
    in_use = folder is None or folder.absolute() == settings.registry.absolute()
    keys = RegistryKeys(settings.data, settings.keys, shared, in_use=in_use)
    return Registry(folder or settings.registry, keys)


@dataclass(slots=True)
class SealsInStore:
    """The seals that the store remembers; without an open store, that of the settings is opened and read once."""

    store: "Store | None" = None
    _read: dict[str, Seen | None] = field(default_factory=dict)
    _identity: str = ""

    def seen(self, names: Sequence[str]) -> tuple[str, Mapping[str, Seen]]:
        """See `SharedSeals`. Raises StoreUnavailable."""
        if self.store is not None or not self._read.keys() >= set(names):
            with self._opened() as store:
                self._identity, found = store.registry_seals.seen(names) if store.exists else ("", {})
            self._read = {name: found.get(name) for name in names}
        known = {name: seen for name, seen in self._read.items() if seen is not None and name in names}
        return self._identity, known

    def keep(self, seal: Seen, instead_of: Mapping[str, Seen | None]) -> None:
        """See `SharedSeals`. Raises StoreUnavailable."""
        with self._opened() as store:
            if store.exists:
                store.registry_seals.keep(seal, instead_of)
        self._read = {}

    def _opened(self) -> "AbstractContextManager[Store]":
        if self.store is not None:
            return nullcontext(self.store)
        from backend.storage.store import Store

        return closing(Store.of(Settings.from_environment()))

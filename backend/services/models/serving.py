"""The client models of a long-lived process: follow the promoted version, swapped without a pause."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from backend.blocking.known_attackers import Defence
from backend.errors import NoModel, UnsaidError, unforeseen
from backend.learning.model import ClientModel
from backend.learning.registry import Registry
from backend.panel import Panel
from backend.services.models.stored_panel import load_panel
from backend.services.models.training import load_defence

EVERY = 0.5
"""Seconds between two looks; with the loading of a version this stays below the two seconds that are promised."""

RETRY = 10.0
"""Seconds until a version that could not be loaded is tried again, when nothing has changed."""


@dataclass(frozen=True, slots=True)
class Served:
    """One loaded version. A request keeps the version that it started with, whatever is promoted meanwhile."""

    model: ClientModel
    defence: Defence | None
    panel: Panel | None = None


class ServedModels:
    """The promoted version of a registry. A new one is loaded in the background and then swapped in."""

    def __init__(self, registry: Registry, tell: Callable[[str, str], None] = lambda _event, _error: None) -> None:
        """Serve what `registry` has promoted; `tell(event, error)` is called at each change."""
        self._registry = registry
        self._tell = tell
        self._looking = threading.Lock()
        self._served: Served | None = None
        self._stamp: object = None
        self._failed: tuple[object] | None = None
        self._failed_at = 0.0
        self._told_failure: tuple[object, str] | None = None
        self._stop = threading.Event()

    def current(self) -> Served:
        """The version in use.

        Raises NoModel.
        """
        served = self._served
        if served is None:
            raise NoModel("No model version is in use. Train or promote one.")
        return served

    def refresh(self) -> None:
        """Load the promoted version if it is a different one; if that fails, the current one stays.

        A failure is told once, however often it is met again, until something changes.
        """
        with self._looking:
            stamp: object = None
            try:
                # Read the stamp first: a promotion while this version loads is noticed at the next refresh.
                stamp = self._registry.stamp()
                if stamp == self._stamp or self._just_failed(stamp):
                    return
                self._served = self._loaded()
            except Exception as error:  # noqa: BLE001 - the version in use goes on, whatever is wrong with the next
                self._failure(stamp, error)
            else:
                self._stamp, self._failed, self._told_failure = stamp, None, None
                self._tell("models_loaded" if self._served else "no_models", "")

    def watch(self, every: float = EVERY) -> None:
        """Refresh now, and regularly in a thread. Call it after a fork, because threads do not survive one."""
        self.refresh()
        self._stop.clear()
        threading.Thread(target=self._watch, args=(every,), name="models", daemon=True).start()

    def stop(self) -> None:
        """Stop watching."""
        self._stop.set()

    def _watch(self, every: float) -> None:
        while not self._stop.wait(every):
            self.refresh()

    def _loaded(self) -> Served | None:
        try:
            name = self._registry.promoted()
        except NoModel:
            return None
        known = self._served.model if self._served else None
        model = known if known and known.version == name else self._registry.load(name)
        return Served(model, load_defence(self._registry, name), load_panel(self._registry, name))

    def _just_failed(self, stamp: object) -> bool:
        return self._failed == (stamp,) and time.monotonic() < self._failed_at + RETRY

    def _failure(self, stamp: object, error: Exception) -> None:
        self._failed, self._failed_at = (stamp,), time.monotonic()
        failure = stamp, error.code if isinstance(error, UnsaidError) else unforeseen(error)
        if failure != self._told_failure:
            self._told_failure = failure
            self._tell("models_not_loaded", failure[1])

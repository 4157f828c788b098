"""Switch the client models in use to another version, and record who did it."""

from collections.abc import Callable
from typing import TypeVar

from backend.errors import UnsaidError
from backend.learning.registry import Registry
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event

Result = TypeVar("Result")

Note = Callable[[Event], None]
"""Adds an event to the trail, as `Audit.note`."""

# The registry consists of files, outside the transactions of the database. So the action is recorded first: every
# confirmed action is in the trail, and if it failed, the next row has an error code. If the process died between
# recording and acting, the row stands alone, and the registry shows what is in use.


def promote(note: Note, registry: Registry, version: str, by: str) -> None:
    """Promote a version: it is in use from now on.

    Raises UnknownVersion, RegistryDamaged, OutputFailed, StoreUnavailable.
    """
    registry.version(version)
    _noted(note, Event(by, Action.VERSION_PROMOTED, version), lambda: registry.promote(version))


def roll_back(note: Note, registry: Registry, version: str | None, by: str) -> str:
    """Promote the version again that was in use before `version`, the one in use now; return its name.

    Raises NoModel, InvalidRequest, RegistryDamaged, OutputFailed, StoreUnavailable.
    """
    in_use = registry.promoted()
    return _noted(note, Event(by, Action.VERSION_ROLLED_BACK, in_use), lambda: registry.roll_back(version))


def authenticate(note: Note, registry: Registry, by: str, *, restored: bool = False) -> tuple[str, ...]:
    """Authenticate the versions as they are now; see `Registry.authenticate`.

    Raises RegistryDamaged, OutputFailed, StoreUnavailable.
    """
    event = Event(by, Action.VERSIONS_AUTHENTICATED)
    return _noted(note, event, lambda: registry.authenticate(restored=restored))


def _noted(note: Note, event: Event, deed: Callable[[], Result]) -> Result:
    note(event)
    try:
        return deed()
    except UnsaidError as error:
        note(Event(event.who, event.action, event.subject, code=error.code))
        raise

"""Load the client models of a registry for one command."""

from pathlib import Path

from backend.blocking.known_attackers import Defence
from backend.learning.model import ClientModel
from backend.panel import Panel
from backend.services.models.guess import KnownClients
from backend.services.models.stored_panel import load_panel
from backend.services.models.training import load_defence
from backend.services.request.catalogue import wants_attackers
from backend.services.request.request import Request
from backend.wiring.registries import open_registry


def serving_model(folder: Path | None, version: str | None) -> ClientModel:
    """Load the model of a version, by default of the promoted one.

    Raises NoModel, UnknownVersion, RegistryDamaged.
    """
    return open_registry(folder).load(version)


def known_clients(folder: Path | None, version: str | None) -> KnownClients:
    """The clients of a version, with the documents and words of each; raises as `serving_model`."""
    registry = open_registry(folder)
    name = version or registry.promoted()
    return KnownClients(name, registry.load_report(name).clients)


def serving_attackers(folder: Path | None, version: str | None, request: Request) -> Defence | None:
    """Load the attackers of a version, if the request uses them and the version has any.

    Raises InvalidRequest when the request contradicts itself; RegistryDamaged.
    """
    if not request.hides_a_client or not wants_attackers(request.selection):
        return None
    return load_defence(open_registry(folder), version)


def serving_panel(folder: Path | None, version: str | None) -> Panel | None:
    """Load the held-out attackers of a version; None if it has none. Raises as `serving_model`."""
    return load_panel(open_registry(folder), version)

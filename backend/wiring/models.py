"""Load the client models of a registry for one command."""

from pathlib import Path

from backend.blocking.known_attackers import Defence
from backend.learning.model import ClientModel
from backend.services.models.guess import KnownClients
from backend.services.models.retrain import load_defence
from backend.services.request.catalogue import wants_attackers
from backend.services.request.request import Request
from backend.wiring.registries import open_registry


def serving_model(folder: Path | None, version: str | None) -> ClientModel:
    """The model of a version, by default the promoted one.

    Raises NoModel, UnknownVersion, RegistryDamaged.
    """
    return open_registry(folder).load(version)


def known_clients(folder: Path | None, version: str | None) -> KnownClients:
    """The clients of a version with what it has read of each; raises as `serving_model`."""
    registry = open_registry(folder)
    name = version or registry.promoted()
    return KnownClients(name, registry.load_report(name).clients)


def serving_attackers(folder: Path | None, version: str | None, request: Request) -> Defence | None:
    """The attackers of a version, where the request wants terms to be selected against them and it has any.

    Raises InvalidRequest when the request contradicts itself; RegistryDamaged.
    """
    if not request.hides_a_client or not wants_attackers(request.selection):
        return None
    return load_defence(open_registry(folder), version)

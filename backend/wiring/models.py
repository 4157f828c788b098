"""The client models of a registry, for one command."""

from pathlib import Path

from backend.blocking.defence import Defence
from backend.blocking.utility import Objective
from backend.errors import InvalidRequest
from backend.learning.model import ClientModel
from backend.services.analyse import HideRequest
from backend.services.guess import KnownClients
from backend.services.retrain import load_defence
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


def serving_defence(
    folder: Path | None, version: str | None, hide: HideRequest, *, robust: bool | None
) -> Defence | None:
    """The attackers of a version that programs hold out against; None where they are not wanted, or not there.

    `robust` None takes them where the version has them.

    Raises InvalidRequest when they are wanted and not there, or asked for and refused at once; RegistryDamaged.
    """
    wanted = "--robust" if robust else "--assurance" if hide.wish.assurance is not None else None
    simple = hide.wish.objective is Objective.SIMPLE
    if wanted and (simple or robust is False):
        against = "--objective simple" if simple else "--no-robust"
        raise InvalidRequest(f"{wanted} speaks of attackers, to which {against} pays no heed; drop one of the two")
    if simple or robust is False or hide.no_cii:
        return None
    defence = load_defence(open_registry(folder), version)
    if defence is None and wanted:
        raise InvalidRequest(f"{wanted} needs attackers, and this version was stored without; train it again")
    return defence

"""What the requests of one worker share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

from flask import current_app

from backend.services.dictionaries import Dictionaries
from backend.services.policies import PoliciesInForce
from backend.services.serving import ServedModels
from backend.settings import Settings
from backend.storage.store import Store
from backend.web.gate import Gate

EXTENSION = "unsaid"

Check = Callable[[], object]
"""Raises an UnsaidError where something that is needed is not there."""


@dataclass(frozen=True, slots=True)
class Service:
    """The parts that live as long as the worker; `service()` gives them to a route.

    A route does heavy work by `gate.run(partial(…))`, with the models of `models.current()`. `checks` are what
    `/readyz` asks, by name. `in_worker` is called in each worker once it was forked: a thread or a connection of
    the process before it is of no use there.
    """

    settings: Settings
    models: ServedModels
    gate: Gate
    store: Store
    dictionaries: Dictionaries
    policies: PoliciesInForce
    checks: Mapping[str, Check]
    in_worker: tuple[Callable[[], None], ...] = ()

    def begin(self) -> None:
        """Begin the work of this process: after the fork where there is one."""
        for each in self.in_worker:
            each()


def service() -> Service:
    """The service that answers the present request."""
    return cast("Service", current_app.extensions[EXTENSION])

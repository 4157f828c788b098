"""What all requests of one worker share: settings, store, models and limits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar, cast

from apiflask import APIFlask
from flask import current_app, g

from backend.processes.ceilings import Ceiling
from backend.services.clients.dictionaries import Dictionaries
from backend.services.index.released_index import ReleasedIndex
from backend.services.models.serving import ServedModels
from backend.services.policies.stored_policies import PoliciesInForce
from backend.settings import Settings
from backend.storage.store import Store
from backend.web.admission import Gate
from backend.web.auth.current_caller import Caller
from backend.web.held_downloads import HeldDownloads
from backend.web.open_batches import OpenBatches

EXTENSION = "unsaid"

Result = TypeVar("Result")

Check = Callable[[], object]
"""Raises an UnsaidError where something that is needed is not there."""


class WorkRunner(Protocol):
    """Runs heavy work with an application: in a process that can be killed, or in this one."""

    def run(self, work: Callable[[APIFlask], Result], ceiling: Ceiling) -> Result:
        """Return the result of the work; raises what it raises, and WorkStopped above the ceiling."""

    def begin(self) -> None:
        """Start the processes that do the work."""

    def check(self) -> None:
        """Raise an UnsaidError if work cannot be done."""


@dataclass(frozen=True, slots=True)
class Service:
    """The objects that live as long as the worker; routes get them from `service()`.

    Heavy work is done by `do`, with the models of `models.current()`, and all else by `do_here`. `checks` are what
    `/readyz` asks, by name. `shared` is called before workers are forked, which share what is loaded; `in_worker`
    in each once it was forked: a thread or a connection of the process before it is of no use there.
    """

    settings: Settings
    models: ServedModels
    gate: Gate
    doer: WorkRunner
    store: Store
    dictionaries: Dictionaries
    policies: PoliciesInForce
    checks: Mapping[str, Check]
    downloads: HeldDownloads
    gate_here: Gate
    index: ReleasedIndex
    open_batches: OpenBatches
    shared: tuple[Callable[[], None], ...] = ()
    in_worker: tuple[Callable[[], None], ...] = ()

    def load(self) -> None:
        """Load what all processes share."""
        for each in self.shared:
            each()

    def begin(self) -> None:
        """Start this process's part: after the fork, if there is one."""
        for each in self.in_worker:
            each()

    def do(self, work: Callable[[APIFlask], Result], ceiling: Ceiling, size: int) -> Result:
        """Do heavy work when there is room; work and result are pickled to and from another process.

        `size` are the bytes of what was sent: they bound what may come back, and wait here for a slow reader.

        Raises Busy, WorkStopped, and what the work raises.
        """
        longest = min(ceiling.longest, self.settings.service.time_limit)
        limited = replace(ceiling.for_request(size), longest=longest)
        return self.gate.run(lambda: self.doer.run(work, limited), _who_asks())

    def do_here(self, work: Callable[[], Result]) -> Result:
        """Answer a request in this process when it is the caller's turn; raises Busy, and what the work raises."""
        return self.gate_here.run(work, _who_asks())


def _who_asks() -> str:
    signed_in: Caller | None = g.get("caller")
    return signed_in.id if signed_in else ""


def service() -> Service:
    """The service of the current request."""
    return cast("Service", current_app.extensions[EXTENSION])

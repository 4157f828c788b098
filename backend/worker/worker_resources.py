"""The resources of the job processes of a worker (models, store, pipeline), and how work is passed to them."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar

from backend.logs import configure
from backend.processes.ceilings import Ceiling
from backend.processes.fork_server import ChildPlan
from backend.processes.pool import Pool
from backend.settings import Settings
from backend.storage.store import Store
from backend.wiring.served import check_names

Result = TypeVar("Result")


@dataclass(slots=True)
class JobResources:
    """Settings, store, and a cache for the job that is run now, whose files come one after the other."""

    settings: Settings
    store: Store
    _last: tuple[Hashable, Any] | None = field(default=None)

    def made(self, key: Hashable, make: Callable[[], Result]) -> Result:
        """Return the value of `make`, computed once for all files that come with the same key in a row."""
        if self._last is None or self._last[0] != key:
            self._last = (key, make())
        made: Result = self._last[1]
        return made


class JobProcesses(Protocol):
    """Runs a piece of work with `JobResources`: in a process that can be killed, or in this one."""

    def run(self, work: Callable[[JobResources], Result], ceiling: Ceiling, check: Callable[[], None]) -> Result:
        """Return the result of the work; raises what it raises, WorkStopped, and what `check` raises meanwhile."""


@dataclass(frozen=True, slots=True)
class InThisProcess:
    """Runs work in this process, where nothing can kill it."""

    bench: JobResources

    def run(self, work: Callable[[JobResources], Result], ceiling: Ceiling, check: Callable[[], None]) -> Result:
        """See JobProcesses."""
        del ceiling, check
        return work(self.bench)


def job_processes(settings: Settings, jobs: int) -> Pool:
    """A pool for this many parallel jobs; call `begin`. A training runs two pieces of work at once."""
    return Pool(ChildPlan(partial(check_names, settings.ner), partial(_made, settings)), 2 * jobs)


def _made(settings: Settings) -> JobResources:
    configure()
    return JobResources(settings, Store.of(settings, may_make_key=False))

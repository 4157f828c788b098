"""What the job processes of a worker hold (models, store, pipeline), and how work is passed to them."""

from collections.abc import Callable
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
    """Settings, a store, and what was last made for an attempt at a job: its files come one after the other."""

    settings: Settings
    store: Store
    _last: tuple[str, Any] | None = field(default=None)

    def made(self, attempt: str, make: Callable[[], Result]) -> Result:
        """What is made once for all files of an attempt."""
        if self._last is None or self._last[0] != attempt:
            self._last = (attempt, make())
        made: Result = self._last[1]
        return made


class JobProcesses(Protocol):
    """Does a piece of work at a bench: in a process that can be ended, or here."""

    def run(self, work: Callable[[JobResources], Result], ceiling: Ceiling, check: Callable[[], None]) -> Result:
        """What comes of the work; raises what it raises, WorkStopped, and what `check` raises meanwhile."""


@dataclass(frozen=True, slots=True)
class InThisProcess:
    """A bench in this process, where nothing can end the work."""

    bench: JobResources

    def run(self, work: Callable[[JobResources], Result], ceiling: Ceiling, check: Callable[[], None]) -> Result:
        """See JobProcesses."""
        del ceiling, check
        return work(self.bench)


def job_processes(settings: Settings, jobs: int) -> Pool:
    """Processes for so many jobs side by side; they have to begin. A training does two things at once."""
    return Pool(ChildPlan(partial(check_names, settings.ner), partial(_made, settings)), 2 * jobs)


def _made(settings: Settings) -> JobResources:
    configure()
    return JobResources(settings, Store.of(settings, may_make_key=False))

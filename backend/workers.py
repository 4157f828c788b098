"""Map a function over many items: in processes that can be killed, or on the machines of a Dask cluster."""

import contextlib
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, TypeVar

from backend.errors import InvalidRequest, JobCancelled, WorkStopped
from backend.processes.ceilings import MEMORY, SECONDS, UNBOUNDED, Ceiling
from backend.processes.fork_server import ChildPlan
from backend.processes.pool import Pool

Item = TypeVar("Item")
Result = TypeVar("Result")

ANEW = Ceiling(seconds=SECONDS + 30.0, memory=MEMORY + 1024**3)
"""For processes that share nothing: they load program, models and pipeline with their first document."""

Ended = Callable[[Item, WorkStopped, Callable[[Item], Result]], Result]
"""What stands for the result of an item whose work was ended; it may try anew with a part of it."""


def _nothing() -> None:
    pass


RESPONDS_WITHIN = "10s"
"""How long a Dask scheduler has to respond."""


@dataclass(frozen=True, slots=True)
class Workers:
    """Where work runs: in `jobs` processes, or on the workers of a Dask scheduler.

    With `apart`, in the processes of a `pool`, and wherever a scheduler sends it, each item has a ceiling of time
    and memory; otherwise one job is done here. `check` is called again and again while a pool works, and ends that
    work where it raises.
    """

    jobs: int = 1
    scheduler: str | None = None
    apart: bool = False
    pool: Pool | None = None
    check: Callable[[], None] = _nothing

    def map(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item],
        ended: "Ended[Item, Result] | None" = None,
    ) -> Iterator[Result]:
        """Yield the results in the order of the items, as soon as each is ready.

        `ended` says what stands for an item whose work was ended; without it, the error is raised.

        Raises InvalidRequest when the scheduler cannot be used.
        """
        if self.pool is not None:
            yield from _mapped(partial(_in_pool, self.pool, self.check, work, ended), items, self.jobs)
        elif self.scheduler is None and self.apart:
            with _pool(work, self.jobs) as pool:
                yield from _mapped(partial(_in_own, pool, ended), items, self.jobs)
        elif self.scheduler is None and self.jobs == 1:
            yield from map(work, items)
        else:
            import joblib

            far = work if self.scheduler is None else partial(_on_a_machine, work, ended)
            with self._backend():
                yield from joblib.Parallel(return_as="generator")(joblib.delayed(far)(item) for item in items)

    def bounded(self, work: Callable[[], Result]) -> Result:
        """Run work about one file: in the pool if there is one, within the ceiling of a document.

        Raises WorkStopped there, and what `check` raises.
        """
        if self.pool is None:
            return work()
        return self.pool.run(partial(_without_state, work), Ceiling(), self.check)

    def alone(self, work: Callable[[], Result]) -> Result:
        """Run work that is not about one document: in the pool if there is one, where `check` can end it."""
        if self.pool is None:
            return work()
        return self.pool.run(partial(_without_state, work), UNBOUNDED, self.check)

    @contextlib.contextmanager
    def beside(self, work: Callable[[Item], Result], item: Item) -> Iterator[Callable[[], Result]]:
        """Run one piece of work in another process; yield a function that waits for its result.

        Work that nobody has waited for is stopped in the end.
        """
        if self.pool is not None:
            with _in_thread(partial(self.pool.run, partial(_called, work, item), UNBOUNDED), self.check) as result:
                yield result
            return
        from joblib.externals.loky import ProcessPoolExecutor

        executor = ProcessPoolExecutor(max_workers=1)
        try:
            yield executor.submit(work, item).result
        finally:
            executor.shutdown(kill_workers=True)

    @contextlib.contextmanager
    def _backend(self) -> Iterator[None]:
        import joblib

        if self.scheduler is None:
            with joblib.parallel_config("loky", n_jobs=self.jobs):
                yield
            return
        try:
            from distributed import Client as Cluster
        except ImportError as error:
            raise InvalidRequest(
                "For a scheduler, install the extra `cluster`: pip install 'unsaid[cluster]'."
            ) from error
        try:
            cluster = Cluster(self.scheduler, timeout=RESPONDS_WITHIN, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise InvalidRequest(f"No Dask scheduler responds at {self.scheduler}. Check the address.") from error
        with cluster, joblib.parallel_config("dask", client=cluster, n_jobs=-1):
            yield


def _mapped(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """The results in order, with only a few items in progress, to save memory."""
    if jobs == 1:
        yield from map(work, items)
        return
    under_way: deque[Future[Result]] = deque()
    threads = ThreadPoolExecutor(jobs, "work")
    try:
        for item in items:
            under_way.append(threads.submit(work, item))
            if len(under_way) > 2 * jobs:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    finally:
        for each in under_way:
            each.cancel()
        threads.shutdown(wait=False, cancel_futures=True)


@contextlib.contextmanager
def _pool(work: Callable[[Item], Result], jobs: int) -> Iterator[Pool]:
    """A pool of processes for one kind of work, shared by forking where possible."""
    pool = Pool(ChildPlan(_nothing, partial(_unchanged, work)), jobs)
    try:
        pool.begin()
        yield pool
    finally:
        pool.close()


def _in_pool(
    pool: Pool,
    check: Callable[[], None],
    work: Callable[[Item], Result],
    ended: "Ended[Item, Result] | None",
    item: Item,
    ceiling: Ceiling | None = None,
) -> Result:
    try:
        return pool.run(partial(_called, work, item), ceiling or Ceiling(), check)
    except WorkStopped as error:
        if ended is None:
            raise
        return ended(item, error, partial(_in_pool, pool, check, work, ended, ceiling=ceiling))


def _on_a_machine(work: Callable[[Item], Result], ended: "Ended[Item, Result] | None", item: Item) -> Result:
    """Run the work of a Dask scheduler in a child process, because the Dask worker itself cannot be killed."""
    return _in_pool(_machine(), _nothing, work, ended, item, ANEW)


@cache
def _machine() -> Pool:
    """The processes on a Dask machine: its workers have threads, so processes are spawned, not forked."""
    return Pool(ChildPlan(_nothing, dict), os.cpu_count() or 1)


def _in_own(pool: Pool, ended: "Ended[Item, Result] | None", item: Item) -> Result:
    try:
        result: Result = pool.run(partial(_done, item))
    except WorkStopped as error:
        if ended is None:
            raise
        return ended(item, error, partial(_in_own, pool, ended))
    return result


def _unchanged(work: Callable[[Item], Result]) -> Callable[[Item], Result]:
    return work


def _done(item: Item, work: Callable[[Item], Any]) -> Any:
    return work(item)


def _called(work: Callable[[Item], Result], item: Item, _state: Any) -> Result:
    return work(item)


def _without_state(work: Callable[[], Result], _state: Any) -> Result:
    return work()


@contextlib.contextmanager
def _in_thread(run: Callable[..., Result], check: Callable[[], None]) -> Iterator[Callable[[], Result]]:
    over = threading.Event()

    def go_on() -> None:
        if over.is_set():
            raise JobCancelled("The caller no longer waits for the result.")
        check()

    threads = ThreadPoolExecutor(1, "beside")
    try:
        yield threads.submit(run, check=go_on).result
    finally:
        over.set()
        threads.shutdown(wait=True)

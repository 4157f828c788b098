"""Doing one thing to many items: here, on several cores, or on the machines of a Dask scheduler."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from backend.errors import InvalidRequest

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Workers:
    """Where work is done: in `jobs` processes here, or wherever the Dask scheduler at an address sends it."""

    jobs: int = 1
    scheduler: str | None = None

    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the results in the order of the items, each as soon as it is there.

        Raises InvalidRequest when the scheduler cannot be used.
        """
        if self.scheduler is None and self.jobs == 1:
            yield from map(work, items)
            return
        import joblib

        with self._backend():
            yield from joblib.Parallel(return_as="generator")(joblib.delayed(work)(item) for item in items)

    @staticmethod
    @contextlib.contextmanager
    def beside(work: Callable[[Item], Result], item: Item) -> Iterator[Callable[[], Result]]:
        """Do one piece of work in another process meanwhile; call what is yielded to wait for its result.

        Work that nobody has waited for is stopped in the end.
        """
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
            raise InvalidRequest("a scheduler needs the extra `cluster`: pip install 'unsaid[cluster]'") from error
        try:
            cluster = Cluster(self.scheduler, timeout="10s", set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise InvalidRequest(f"no Dask scheduler answers at {self.scheduler}; check the address") from error
        with cluster, joblib.parallel_config("dask", client=cluster, n_jobs=-1):
            yield

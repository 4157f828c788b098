"""Children where forking is not possible (Windows): each starts as a new process."""

import contextlib
import multiprocessing
from collections.abc import Callable
from typing import Any

from backend.processes.child import live
from backend.processes.fork_server import Plan, Started


class Spawning:
    """Starts children one by one; they share nothing, so `prepare` is done in each."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._context = multiprocessing.get_context("spawn")

    def fork(self) -> None:
        """Nothing to do: there is no process between."""

    def child(self) -> Started:
        """A new child."""
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_live, args=(theirs, self._plan), daemon=True)
        process.start()
        theirs.close()

        def kill() -> None:
            process.kill()
            process.join()

        return Started(process.pid or 0, ours, kill)

    def close(self) -> None:
        """Nothing to do: each child is ended by whoever has it."""


def _live(connection: Any, plan: Plan) -> None:
    prepare: Callable[[], object] = plan.prepare
    with contextlib.suppress(Exception):
        prepare()
    live(connection, plan.make)

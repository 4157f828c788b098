"""Children where forking is not possible (Windows): each starts as a new process."""

import contextlib
import multiprocessing
from collections.abc import Callable
from typing import Any

from backend.processes.child import run_child
from backend.processes.fork_server import ChildPlan, StartedChild


class Spawner:
    """Starts children one by one; they share nothing, so each runs `prepare` itself."""

    def __init__(self, plan: ChildPlan) -> None:
        self._plan = plan
        self._context = multiprocessing.get_context("spawn")

    def fork(self) -> None:
        """Do nothing: there is no server process."""

    def child(self) -> StartedChild:
        """Start a new child."""
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_live, args=(theirs, self._plan), daemon=True)
        process.start()
        theirs.close()

        def kill() -> None:
            process.kill()
            process.join()

        return StartedChild(process.pid or 0, ours, kill)

    def close(self) -> None:
        """Do nothing: the pool ends each child itself."""


def _live(connection: Any, plan: ChildPlan) -> None:
    prepare: Callable[[], object] = plan.prepare
    with contextlib.suppress(Exception):
        prepare()
    run_child(connection, plan.make)

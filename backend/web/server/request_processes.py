"""The processes for heavy requests: each has the application, the models, the store and the pipeline."""

from collections.abc import Callable
from functools import partial

from apiflask import APIFlask

from backend.errors import UnsaidError
from backend.logs import configure, log
from backend.processes.ceilings import Ceiling
from backend.processes.fork_server import ChildPlan
from backend.processes.pool import Pool
from backend.settings import Settings
from backend.web.app import create_app
from backend.web.service import EXTENSION, Result
from backend.wiring.sensitivity import sensitivity_if_any
from backend.wiring.served import check_names


class Children:
    """As many processes as work at the same time, and one spare."""

    def __init__(self, settings: Settings, *, may_make_key: bool) -> None:
        plan = ChildPlan(partial(check_names, settings.ner), partial(_made, settings, may_make_key=may_make_key))
        self._pool = Pool(plan, settings.service.at_once)

    def begin(self) -> None:
        """Start while there is only one thread; an error is logged now, and returned to each request later."""
        try:
            self._pool.begin()
        except UnsaidError as error:
            log().error("not_ready", code=error.code)

    def run(self, work: Callable[[APIFlask], Result], ceiling: Ceiling) -> Result:
        """See WorkRunner."""
        return self._pool.run(work, ceiling)

    def close(self) -> None:
        """End them all."""
        self._pool.close()

    def check(self) -> None:
        """Check that the spare process answers.

        Raises WorkStopped, or why none can begin.
        """
        self._pool.run(_nothing, Ceiling(longest=_SOON))


_SOON = 5.0
"""Seconds within which a process that has nothing to do answers."""


def _made(settings: Settings, *, may_make_key: bool) -> APIFlask:
    configure()
    app = create_app(settings, may_make_key=may_make_key, tell=_tell_nobody)
    app.extensions[EXTENSION].begin()
    sensitivity_if_any()  # it learns for a tenth of a second, which no request should wait for
    return app


def _tell_nobody(_event: str, _error: str) -> None:
    """Report nothing: the process that passes requests on reports the same models."""


def _nothing(_app: APIFlask) -> None:
    pass

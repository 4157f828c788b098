"""Training that nobody waits for: in a process of its own, with how far it is in the store.

python -m backend.services.training_job JOB      (the request as JSON on stdin)
"""

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from backend.errors import InvalidRequest, UnsaidError
from backend.learning.registry import Registry
from backend.services.retrain import TrainRequest, train_version
from backend.settings import Settings
from backend.storage.jobs import ALIVE, Job, Jobs
from backend.storage.store import Store

KIND = "training"
UNFORESEEN = "unforeseen"

_BEATS = 6
"""How often a process tells that it lives before it would be taken for gone."""


def corpus_in(folders: Sequence[Path], named: str) -> Path:
    """A corpus by its path below one of the folders that the settings allow.

    Raises InvalidRequest for anything else: nobody learns over HTTP what lies elsewhere on the server.
    """
    for folder in folders if "\0" not in named else ():
        path = (folder / named).resolve()
        if path != folder.resolve() and path.is_relative_to(folder.resolve()) and path.exists():
            return path
    raise InvalidRequest("no such corpus below UNSAID_CORPORA; name its path from there")


def begin_training(jobs: Jobs, settings: Settings, request: TrainRequest) -> Job:
    """Begin to train in another process, which outlives the one that asks.

    Raises JobRunning while another training runs; InvalidRequest, VersionExists when the name cannot be used.
    """
    if request.name is not None:
        Registry(settings.registry).refuse_taken(request.name)
    job = jobs.begin()
    asked = {
        "corpus": str(request.corpus),
        "name": request.name,
        "features": request.features,
        "promote": request.promote,
    }
    try:
        process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", __spec__.name, job.id],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **_environment(settings)},
            start_new_session=True,
        )
    except OSError:
        jobs.fail(job.id, UNFORESEEN)
        raise
    with contextlib.suppress(BrokenPipeError), process.stdin:  # type: ignore[union-attr]
        process.stdin.write(json.dumps(asked).encode())  # type: ignore[union-attr]
    threading.Thread(target=process.wait, name="training", daemon=True).start()  # which leaves no zombie
    return job


def run(job: str, request: TrainRequest, settings: Settings) -> None:
    """Train, and tell the store how far it is and what comes of it."""
    store = Store.of(settings, may_make_key=False)
    jobs = store.jobs(KIND)
    try:
        with _beating(jobs, job) as advance:
            trained = train_version(request, Registry(settings.registry), advance, lambda: None)
        jobs.finish(job, trained.version.name, sum(problem.skipped for problem in trained.problems))
    except Exception as error:  # noqa: BLE001 - whatever it was, who looks after the job has to learn of it
        jobs.fail(job, error.code if isinstance(error, UnsaidError) else UNFORESEEN)
    finally:
        store.close()


@contextlib.contextmanager
def _beating(jobs: Jobs, job: str) -> Iterator[Callable[[int], None]]:
    """While it lasts, tell every few seconds that the job lives, and how many more documents are done."""
    over, done = threading.Event(), [0]

    def beat() -> None:
        while not over.wait(ALIVE.total_seconds() / _BEATS):
            with contextlib.suppress(UnsaidError):  # the next beat tries again
                jobs.tell(job, sum(done))

    thread = threading.Thread(target=beat, name="beat", daemon=True)
    thread.start()
    try:
        yield done.append
        jobs.tell(job, sum(done))
    finally:
        over.set()
        thread.join()


def _environment(settings: Settings) -> dict[str, str]:
    named = {
        "UNSAID_DATA": str(settings.data),
        "UNSAID_REGISTRY": str(settings.registry),
        "UNSAID_DATABASE": settings.database or "",
        "UNSAID_KEY": ",".join(settings.keys),
    }
    return {name: value for name, value in named.items() if value}


def _main() -> None:
    asked = json.load(sys.stdin)
    request = TrainRequest(Path(asked["corpus"]), asked["name"], asked["features"], asked["promote"])
    run(sys.argv[1], request, Settings.from_environment())


if __name__ == "__main__":
    _main()

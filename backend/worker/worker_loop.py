"""The worker loop: look for waiting and abandoned jobs, do them, and stop on request."""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from backend.errors import UnsaidError, unforeseen
from backend.logs import configure, log
from backend.settings import Settings
from backend.storage.store import Store
from backend.worker.heartbeats import dead_workers, heartbeat
from backend.worker.job_runs import JobRunner
from backend.worker.worker_resources import job_processes

LOOK_EVERY = 0.5
"""Seconds between two looks for jobs that nobody does, and at the process beside which this one works."""

FOLDER = "workers"
"""Where in the data folder workers are known to live."""


def work(settings: Settings, threads: int, ready: Callable[[], None], service_process: int | None = None) -> None:
    """Run jobs until a signal, or until `service_process` has exited; other workers resume unfinished jobs.

    Never returns: work in other threads is left as it is, as if the worker had been killed, and the processes that
    did it end with this one.

    Raises WorkEnded when no other process can begin; InvalidRequest when UNSAID_DATABASE cannot be understood.
    """
    configure()
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: stop.set())
    pool = job_processes(settings, threads)
    pool.begin()  # fork while there is one thread
    store = Store.of(settings, may_make_key=False)
    with heartbeat(settings.data / FOLDER) as name:
        runs = JobRunner(settings, store, name, pool=pool)
        _wait_for(store, stop, service_process)
        if not stop.is_set():
            log().info("job_worker_begins", pid=os.getpid())
            ready()
            job_threads = JobThreads(settings, store, runs, threads)
            while not _is_alone(service_process):
                job_threads.poll()
                if stop.wait(LOOK_EVERY):
                    break
            runs.give_back()
    log().info("job_worker_ends", pid=os.getpid())
    sys.stdout.flush()
    _leave()


class JobThreads:
    """The threads of one worker: each runs one job; jobs without a free thread wait in the store."""

    def __init__(self, settings: Settings, store: Store, runs: JobRunner, threads: int) -> None:
        self._workers = settings.data / FOLDER
        self._store = store
        self._runs = runs
        self._threads = threads
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="job")
        self._doing: dict[str, Future[None]] = {}

    def poll(self) -> None:
        """Release the jobs of dead workers of this machine, and start a waiting job in each free thread.

        Whatever goes wrong is logged, and tried again at the next look.
        """
        self._doing = {job: running for job, running in self._doing.items() if not running.done()}
        try:
            for name in dead_workers(self._workers):
                self._store.held_jobs.free(name)
            waiting = self._store.held_jobs.claimable(self._runs.forms)
        except UnsaidError as error:
            log().warning("not_ready", code=error.code)
            return
        except Exception as error:  # noqa: BLE001 - a worker that ends here would leave its jobs to their leases
            log().warning("not_ready", error=unforeseen(error))
            return
        new = [job for job in waiting if job not in self._doing]
        for job in new[: self._threads - len(self._doing)]:
            self._doing[job] = self._executor.submit(self._runs.run, job)

    def wait(self) -> None:
        """Wait until all started jobs have ended."""
        self._executor.shutdown(wait=True)


def _wait_for(store: Store, stop: threading.Event, service_process: int | None) -> None:
    """Wait until the store exists, which the service creates on first use, and can be used."""
    while not stop.is_set() and not (store.exists and _is_ready(store)):
        if stop.wait(LOOK_EVERY) or _is_alone(service_process):
            stop.set()


def _is_ready(store: Store) -> bool:
    try:
        store.check()
    except UnsaidError as error:
        log().warning("not_ready", code=error.code)
        return False
    return True


def _is_alone(service_process: int | None) -> bool:
    return service_process is not None and os.getppid() != service_process


def _leave() -> None:
    """Exit at once, together with the job processes if they are in a group of their own."""
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        with contextlib.suppress(OSError):
            os.killpg(os.getpgrp(), signal.SIGTERM)
    os._exit(0)

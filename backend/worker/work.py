"""The worker loop: take jobs from the queue, look for abandoned jobs, and stop on request."""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable

from backend.errors import UnsaidError, unforeseen
from backend.logs import configure, log
from backend.settings import Settings
from backend.storage.store import Store
from backend.worker.heartbeats import gone, living
from backend.worker.runs import Runs
from backend.worker.worker_resources import benches

LOOK_EVERY = 1.0
"""Seconds between two looks for jobs that nobody does, and at the process beside which this one works."""

FOLDER = "workers"
"""Where in the data folder workers are known to live."""


def work(settings: Settings, threads: int, ready: Callable[[], None], beside: int | None = None) -> None:
    """Do jobs until a signal ends it, or the process `beside` is gone; what is not done, others go on with.

    Never returns: work in other threads is left as it is, as if the worker had been killed, and the processes that
    did it end with this one.

    Raises WorkEnded when no other process can begin; InvalidRequest when UNSAID_DATABASE cannot be understood.
    """
    configure()
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: stop.set())
    pool = benches(settings, threads)
    pool.begin()  # while there is one thread
    store = Store.of(settings, may_make_key=False)
    with living(settings.data / FOLDER) as name:
        runs = Runs(settings, store, name, pool=pool)
        _wait_for(store, stop, beside)
        if not stop.is_set():
            consumer = store.queue.consumer(runs.run, threads)
            consumer.start()
            for number in (signal.SIGINT, signal.SIGTERM):  # the consumer has handlers of its own
                signal.signal(number, lambda _number, _frame: stop.set())
            log().info("job_worker_begins", pid=os.getpid())
            ready()
            _look_on(settings, store, runs, stop, beside)
            consumer.stop_flag.set()
            runs.give_back()
    log().info("job_worker_ends", pid=os.getpid())
    sys.stdout.flush()
    _leave()


def look(settings: Settings, store: Store, runs: Runs) -> None:
    """Put what nobody does into the queue: jobs of the dead, and those that the queue has lost.

    Raises StoreUnavailable.
    """
    for name in gone(settings.data / FOLDER):
        store.held_jobs.free(name)
    forgotten = [job for job in store.held_jobs.to_deliver(runs.forms) if not runs.is_busy(job)]
    if forgotten:
        told = store.queue.waiting()
        for job in forgotten:
            if job not in told:
                store.queue.put(job)


def _wait_for(store: Store, stop: threading.Event, beside: int | None) -> None:
    """Wait until there is a store, which the service makes when it first needs one, and it can be used."""
    while not stop.is_set() and not (store.exists and _is_ready(store)):
        if stop.wait(LOOK_EVERY) or _is_alone(beside):
            stop.set()


def _is_ready(store: Store) -> bool:
    try:
        store.check()
        store.queue.waiting()
    except Exception as error:  # noqa: BLE001 - also what the driver of the queue says
        code = error.code if isinstance(error, UnsaidError) else "queue_unavailable"
        log().warning("not_ready", code=code)
        return False
    return True


def _look_on(settings: Settings, store: Store, runs: Runs, stop: threading.Event, beside: int | None) -> None:
    while not _is_alone(beside):
        try:
            look(settings, store, runs)
        except UnsaidError as error:
            log().warning("not_ready", code=error.code)
        except Exception as error:  # noqa: BLE001 - what the driver of the queue says; it is asked again
            log().warning("not_ready", error=unforeseen(error))
        if stop.wait(LOOK_EVERY):
            return


def _is_alone(beside: int | None) -> bool:
    return beside is not None and os.getppid() != beside


def _leave() -> None:
    """End at once, with the processes that were started for jobs where they are a group of their own."""
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        with contextlib.suppress(OSError):
            os.killpg(os.getpgrp(), signal.SIGTERM)
    os._exit(0)

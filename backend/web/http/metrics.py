"""`/metrics` for Prometheus: counts, durations and load. Labels are route templates, statuses and error codes.

Several workers write their figures into the folder that PROMETHEUS_MULTIPROC_DIR names, which must be set before
this module is imported.
"""

import os

from apiflask import APIBlueprint
from flask import Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

from backend.web.http.metric_files import reserve

reserve()

blueprint = APIBlueprint("metrics", __name__, tag="Service")

_SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)

REQUESTS = Counter("unsaid_requests", "Answered requests.", ["method", "route", "status"])
SECONDS = Histogram(
    "unsaid_request_seconds", "How long an answer took, waiting included.", ["route"], buckets=_SECONDS
)
PROBLEMS = Counter("unsaid_problems", "Problems that were answered, by their code.", ["code"])
WAITING = Gauge("unsaid_waiting", "Requests that wait for a place.", multiprocess_mode="livesum")
RUNNING = Gauge("unsaid_running", "Documents that are worked on.", multiprocess_mode="livesum")
MODELS = Counter("unsaid_models", "Loaded model versions, and failures to load one.", ["event"])


@blueprint.get("/metrics")
@blueprint.doc(hide=True)
def metrics() -> Response:
    """The metrics of all workers."""
    return Response(generate_latest(_registry()), content_type=CONTENT_TYPE_LATEST)


def tell_gate(waiting: int, running: int) -> None:
    """Set the gauges of this worker's gate."""
    WAITING.set(waiting)
    RUNNING.set(running)


def worker_is_gone(pid: int) -> None:
    """Drop the gauges of a worker that has exited; its counters are kept."""
    if _several():
        multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]


def _registry() -> CollectorRegistry:
    if not _several():
        return REGISTRY
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def _several() -> bool:
    return "PROMETHEUS_MULTIPROC_DIR" in os.environ

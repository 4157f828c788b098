"""Training as a job: a request creates it, a worker runs it, another worker resumes it if the first one dies."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from backend.errors import InvalidRequest, VersionExists
from backend.files import path_exists, path_fault
from backend.learning.json_lines import CorpusProblem
from backend.learning.registry import Registry
from backend.services.jobs.running_job import RunningJob
from backend.services.models.training import AsJob, TrainRequest, attackers_failed, complete_version, train_version
from backend.storage.audit.actions import Action
from backend.storage.audit.events import Event
from backend.storage.jobs.jobs import Job, Jobs, NewJob
from backend.workers import Workers

KIND = "training"
ATTACKERS_FAILED = "attackers_failed"
"""The code of a training whose version is stored without attackers, and not promoted."""

FORM = 1
"""How a request is written; a later form is another number, so that older workers leave it alone."""


def corpus_in(folders: Sequence[Path], named: str) -> Path:
    """Find a corpus by its path below one of the configured folders.

    Raises InvalidRequest for anything else: nobody learns over HTTP what lies elsewhere on the server.
    """
    path = path_below(folders, named)
    if path is None or not path_exists(path):
        raise InvalidRequest("There is no such corpus below UNSAID_CORPORA. Name its path from there.")
    return path


def path_below(folders: Sequence[Path], named: str) -> Path | None:
    """Resolve a path below the first of the folders that contains it; None if it leaves them."""
    within = []
    for folder in folders if path_fault(named) is None else ():
        try:
            path = (folder / named).resolve()
        except (OSError, RuntimeError):  # a circle of links, which Python 3.13 no longer minds
            continue
        if path != folder.resolve() and path.is_relative_to(folder.resolve()):
            within.append(path)
    return next(filter(path_exists, within), next(iter(within), None))


def begin_training(jobs: Jobs, registry: Registry, request: TrainRequest, owner: str) -> Job:
    """Create a training job; only one waits or runs at a time.

    Raises JobRunning; InvalidRequest, VersionExists when the name cannot be used.
    """
    if request.name is not None:
        registry.refuse_taken(request.name)
    content = {
        "corpus": str(request.corpus),
        "name": request.name,
        "features": request.features,
        "promote": request.promote,
    }
    return jobs.ask(NewJob(KIND, content, owner, FORM, only_one=KIND))


def run_training(job: RunningJob, registry: Registry, workers: Workers = Workers()) -> None:
    """Train, or finish what an earlier attempt left; only one version is ever stored.

    Raises an UnsaidError when nothing can come of it; JobCancelled, JobLost.
    """
    request = replace(_request(job.request), workers=replace(workers, check=job.check))
    name, skipped = job.held.version, job.held.skipped
    if name is not None and registry.is_made_by(name, job.id):
        job.begin_at(job.held.done)
        problems = complete_version(request, registry, name)
    else:
        if job.held.ending:
            job.begin_anew()
        name, skipped, problems = _trained(job, request, registry)
    failed = attackers_failed(problems)
    stored = registry.version(name)
    counts = {"documents": stored.documents, "clients": stored.clients, "skipped": skipped}
    events = [Event(job.held.owner, Action.VERSION_TRAINED, name, counts, model=name)]
    if request.promote and not failed:
        events.append(Event(job.held.owner, Action.VERSION_PROMOTED, name, model=name))
    job.finish(*events, skipped=skipped, error=ATTACKERS_FAILED if failed else None)


def _trained(
    job: RunningJob, request: TrainRequest, registry: Registry
) -> tuple[str, int, tuple[CorpusProblem, ...]]:
    """The name of a version, how many documents were skipped, and what went wrong."""
    named: list[tuple[str, int]] = []

    def name_for(skipped: int) -> str:
        wanted = request.name or registry.free_name(datetime.now(UTC))
        named.append((job.about_to_store(wanted, skipped), skipped))
        return named[0][0]

    try:
        done = train_version(request, registry, job.advance, lambda: None, AsJob(job.id, name_for))
    except VersionExists:
        # A worker that was presumed dead, and is alive, has just stored it.
        if not named or not registry.is_made_by(named[0][0], job.id):
            raise
        return *named[0], complete_version(request, registry, named[0][0])
    return *named[0], done.problems


def _request(content: Mapping[str, Any]) -> TrainRequest:
    return TrainRequest(Path(content["corpus"]), content["name"], content["features"], content["promote"])

"""Run a batch job: redact each file of its folder, with the current models and dictionaries."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from backend.processes.ceilings import UNBOUNDED, Ceiling
from backend.services.clients.dictionaries import Dictionaries
from backend.services.clients.visible_models import catalogue_for
from backend.services.files.inputs import InputFile
from backend.services.jobs.folder_batch import FolderBatch, redact_folder, redact_one
from backend.services.jobs.running_job import RunningJob
from backend.services.models.retrain import load_defence
from backend.services.models.serving import Served
from backend.services.policies.stored_policies import PoliciesInForce
from backend.services.redaction.redact import RedactedFile
from backend.services.request.catalogue import Catalogue
from backend.services.request.resolve import Resolver
from backend.settings import Settings
from backend.storage.store import Store
from backend.wiring.registries import open_registry
from backend.wiring.requests import lists_here, request_of_job
from backend.worker.worker_resources import InThisProcess, JobProcesses, JobResources


def run_batch(job: RunningJob, settings: Settings, store: Store, benches: JobProcesses | None = None) -> None:
    """Redact a folder, one file at a time in a job process; raises as `redact_folder`."""
    at = benches or InThisProcess(JobResources(settings, store))
    batch = FolderBatch.read(job.request)
    at.run(partial(_check, job.held.holder, job.request), UNBOUNDED, job.check)

    def redacted(file: InputFile) -> RedactedFile:
        return at.run(partial(_redacted, job.held.holder, job.request, file), Ceiling(), job.check)

    redact_folder(job, batch, redacted)


def _check(attempt: str, request: Mapping[str, Any], bench: JobResources) -> None:
    """Refuse at once what would fail for every file."""
    _resolver(attempt, request, bench).only()


def _redacted(attempt: str, request: Mapping[str, Any], file: InputFile, bench: JobResources) -> RedactedFile:
    return redact_one(file, _resolver(attempt, request, bench).only())


def _resolver(attempt: str, request: Mapping[str, Any], bench: JobResources) -> Resolver:
    """What to hide in the next file, by the policies and dictionaries of now: a batch may take hours."""
    # Read the revisions first: a change while the rows are read is noticed by the next file.
    now = f"{attempt} {bench.store.policies.revision()} {bench.store.clients.revision()}"
    return bench.made(now, lambda: _read(FolderBatch.read(request), bench.settings, bench.store))


def _read(batch: FolderBatch, settings: Settings, store: Store) -> Resolver:
    served, lists = None, lists_here(settings)
    if batch.model is not None:
        registry = open_registry(settings.registry)
        served = Served(registry.load(batch.model), load_defence(registry, batch.model))
    request = request_of_job(batch.asked, lists)
    base = Catalogue(lists=lists, policies=PoliciesInForce(store).book(), pipeline=settings.ner)
    return Resolver.of(request, catalogue_for(request, base, served, Dictionaries(store), batch.groups))

"""Run a batch job: redact each file of its folder, with the current models and dictionaries."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from backend.errors import JobCancelled
from backend.files import read_bytes
from backend.processes.ceilings import UNBOUNDED, Ceiling
from backend.reporting.report import FileReport
from backend.services.clients.dictionaries import Dictionaries
from backend.services.clients.visible_models import catalogue_for, lists_in_view
from backend.services.files.inputs import InputFile
from backend.services.index.released_index import ReleasedIndex
from backend.services.index.releasing import released
from backend.services.jobs.batch_outputs import remove_unvouched
from backend.services.jobs.folder_batch import FolderBatch, MadeFile, redact_folder
from backend.services.jobs.running_job import RunningJob
from backend.services.models.serving import Served
from backend.services.models.stored_panel import load_panel
from backend.services.models.training import load_defence
from backend.services.policies.stored_policies import PoliciesInForce
from backend.services.redaction.redact import RedactedFile, redact_content
from backend.services.request.in_force import digest_of_request
from backend.services.request.resolve import Resolver
from backend.settings import Settings
from backend.storage.in_force import InForce
from backend.storage.store import Store
from backend.wiring.catalogues import served_catalogue
from backend.wiring.index import index_here
from backend.wiring.registries import open_registry
from backend.wiring.requests import lists_here, request_of_job
from backend.worker.worker_resources import InThisProcess, JobProcesses, JobResources


def run_batch(job: RunningJob, settings: Settings, store: Store, benches: JobProcesses | None = None) -> None:
    """Redact a folder, one file at a time in a job process; raises as `redact_folder`."""
    at = benches or InThisProcess(JobResources(settings, store))
    batch = FolderBatch.read(job.request)
    remove_unvouched(job, batch.folders.outputs)
    if job.held.ends_as is not None:
        store.held_jobs.end(job.held)
        return
    at.run(partial(_check, job.held.holder, job.request), UNBOUNDED, job.check)
    try:
        redact_folder(job, batch, _InProcess(job, at, index_here(settings)))
    except JobCancelled:
        remove_unvouched(job, batch.folders.outputs)
        raise


@dataclass(frozen=True, slots=True)
class _InProcess:
    """Hands the files of a job to a process that can be ended."""

    job: RunningJob
    at: JobProcesses
    index: ReleasedIndex

    def redacted(self, file: InputFile) -> MadeFile:
        """See RedactFile."""
        work = partial(_redact_file, self.job.held.holder, self.job.request, file)
        return self.at.run(work, Ceiling(), self.job.check)

    def in_force(self) -> tuple[InForce, str]:
        """See RedactFile."""
        work = partial(_in_force, self.job.held.holder, self.job.request)
        return self.at.run(work, Ceiling(), self.job.check)

    def release(self, done: RedactedFile) -> FileReport:
        """See RedactFile."""
        return released(self.index, done.report, done.to_index, self.job.held.owner)


def _check(attempt: str, request: Mapping[str, Any], bench: JobResources) -> None:
    """Refuse at once what would fail for every file."""
    _resolver(attempt, request, bench, _read_now(bench)).only()


def _redact_file(attempt: str, request: Mapping[str, Any], file: InputFile, bench: JobResources) -> MadeFile:
    read = _read_now(bench)  # first, so that no change falls in between
    effective = _resolver(attempt, request, bench, read).only()
    done = redact_content(file.path, file.relative, read_bytes(file.path), effective)
    return MadeFile(done, read, digest_of_request(effective))


def _in_force(attempt: str, request: Mapping[str, Any], bench: JobResources) -> tuple[InForce, str]:
    read = _read_now(bench)
    return read, digest_of_request(_resolver(attempt, request, bench, read).only())


def _read_now(bench: JobResources) -> InForce:
    return bench.store.in_force(bench.settings.lists)


def _resolver(attempt: str, request: Mapping[str, Any], bench: JobResources, read: InForce) -> Resolver:
    """What to hide in the next file, by the policies, dictionaries and lists of now: a batch may take hours.

    What is in force was `read` before: a change while rows and files are read is noticed by the next file.
    """
    return bench.made((attempt, read), lambda: _read(FolderBatch.read(request), bench.settings, bench.store))


def _read(batch: FolderBatch, settings: Settings, store: Store) -> Resolver:
    served = None
    if batch.model is not None:
        registry = open_registry(settings.registry, store)
        attackers = load_defence(registry, batch.model), load_panel(registry, batch.model)
        served = Served(registry.load(batch.model), *attackers)
    dictionaries, policies = Dictionaries(store), PoliciesInForce(store).book()
    lists = lists_in_view(lists_here(settings), policies, served, dictionaries, batch.groups)
    request = request_of_job(batch.asked, lists)
    base = served_catalogue(settings, store, policies, lists)
    return Resolver.of(request, catalogue_for(request, base, served, dictionaries, batch.groups))

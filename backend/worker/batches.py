"""A batch as it was asked for, with the models and dictionaries that there are now."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from backend.processes.ceilings import UNBOUNDED, Ceiling
from backend.services.batch import Subjects
from backend.services.dictionaries import Dictionaries
from backend.services.folder_batch import FolderBatch, redact_folder, redact_one
from backend.services.in_view import ModelsInView
from backend.services.inputs import InputFile
from backend.services.policies import PoliciesInForce
from backend.services.redact import RedactedFile
from backend.services.retrain import load_defence
from backend.services.running_job import RunningJob
from backend.services.serving import Served
from backend.settings import Settings
from backend.storage.store import Store
from backend.wiring.asked import asked_by_job, asked_style
from backend.wiring.registries import open_registry
from backend.worker.bench import Bench, Benches, Here


def run_batch(job: RunningJob, settings: Settings, store: Store, benches: Benches | None = None) -> None:
    """Redact a folder, each file at a bench; raises as `redact_folder`, and when nothing can come of it."""
    at = benches or Here(Bench(settings, store))
    batch = FolderBatch.read(job.request)
    model = at.run(partial(_model, job.held.holder, job.request), UNBOUNDED, job.check)

    def redacted(file: InputFile) -> RedactedFile:
        return at.run(partial(_redacted, job.held.holder, job.request, file), Ceiling(), job.check)

    redact_folder(job, batch, redacted, model)


def _model(attempt: str, request: Mapping[str, Any], bench: Bench) -> str | None:
    """The version that the batch works with; what would fail for every file is refused."""
    model = _subjects(attempt, request, bench).model
    return None if model is None else model.version or None


def _redacted(attempt: str, request: Mapping[str, Any], file: InputFile, bench: Bench) -> RedactedFile:
    style = asked_style({"placeholder": request["placeholder"]})
    return redact_one(file, _subjects(attempt, request, bench), style)


def _subjects(attempt: str, request: Mapping[str, Any], bench: Bench) -> Subjects:
    return bench.made(attempt, lambda: _asked(FolderBatch.read(request), bench.settings, bench.store))


def _asked(batch: FolderBatch, settings: Settings, store: Store) -> Subjects:
    policies = PoliciesInForce(store).book()
    if batch.model is None:
        asked = asked_by_job(batch.hiding, None, settings, policies=policies)
        return Subjects.of(None, Dictionaries(store).asked(asked))
    registry = open_registry(settings.registry)
    served = Served(registry.load(batch.model), load_defence(registry, batch.model))
    models = ModelsInView.of(served, Dictionaries(store), batch.groups)
    return models.subjects(asked_by_job(batch.hiding, len(models.model.clients), settings, policies=policies))

"""A batch as it was asked for, with the models and dictionaries that there are now."""

from backend.services.batch import Subjects
from backend.services.dictionaries import Dictionaries
from backend.services.folder_batch import FolderBatch, redact_folder
from backend.services.in_view import ModelsInView
from backend.services.policies import PoliciesInForce
from backend.services.retrain import load_defence
from backend.services.running_job import RunningJob
from backend.services.serving import Served
from backend.settings import Settings
from backend.storage.store import Store
from backend.wiring.asked import asked_over_http, asked_style
from backend.wiring.registries import open_registry


def run_batch(job: RunningJob, settings: Settings, store: Store) -> None:
    """Redact a folder; raises as `redact_folder`, and an UnsaidError when nothing can come of it."""
    batch = FolderBatch.read(job.request)
    redact_folder(job, batch, _subjects(batch, settings, store), asked_style({"placeholder": batch.placeholder}))


def _subjects(batch: FolderBatch, settings: Settings, store: Store) -> Subjects:
    policies = PoliciesInForce(store).book()
    if batch.model is None:
        asked = asked_over_http(batch.hiding, None, settings, policies=policies)
        return Subjects.of(None, Dictionaries(store).asked(asked))
    registry = open_registry(settings.registry)
    served = Served(registry.load(batch.model), load_defence(registry, batch.model))
    models = ModelsInView.of(served, Dictionaries(store), batch.groups)
    return models.subjects(asked_over_http(batch.hiding, len(models.model.clients), settings, policies=policies))

"""What an outcome is computed anew with: the settings, the store and the models of this machine."""

from pathlib import Path

from backend.errors import NoModel, RegistryDamaged, UnknownVersion
from backend.files import read_bytes
from backend.learning.model import ClientModel
from backend.reporting.report import model_of
from backend.services.recompute import Recompute
from backend.wiring.asked import hide_request
from backend.wiring.models import serving_model
from backend.wiring.stored import as_stored


def recompute_here(report: Path, registry: Path | None, version: str | None) -> Recompute:
    """What computes the outcomes of a report's files anew; `version` is by default the one that the report names.

    Raises ReportUnusable, ListUnusable, StoreUnavailable.
    """
    named = version or model_of(read_bytes(report), str(report))
    hide = hide_request(client=None, manifest=None, no_cii=True, k=1, pii="none", always=(), never=(), robust=False)
    return Recompute(*as_stored(hide, _model(registry, named)))


def _model(registry: Path | None, version: str | None) -> ClientModel | None:
    if version is None:
        return None
    try:
        return serving_model(registry, version)
    except (NoModel, UnknownVersion, RegistryDamaged):
        return None

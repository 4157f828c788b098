"""Recompute outcomes with the settings, the store and the models of this machine."""

from pathlib import Path

from backend.errors import NoModel, RegistryDamaged, UnknownVersion
from backend.files import read_bytes
from backend.learning.model import ClientModel
from backend.reporting.report import model_of
from backend.services.redaction.recompute import Recompute
from backend.services.request.catalogue import Catalogue
from backend.settings import Settings
from backend.wiring.models import serving_model
from backend.wiring.requests import lists_here
from backend.wiring.stored import as_stored
from backend.wiring.taxonomy import taxonomy_if_any


def recompute_here(report: Path, registry: Path | None, version: str | None) -> Recompute:
    """Return a recomputer of the outcomes of a report; `version` is by default the one in the report.

    Raises ReportUnusable, ListUnusable, StoreUnavailable.
    """
    named = version or model_of(read_bytes(report), str(report))
    settings = Settings.from_environment()
    return Recompute(
        as_stored(
            Catalogue(
                _model(registry, named),
                lists=lists_here(settings),
                pipeline=settings.ner,
                taxonomy=taxonomy_if_any(),
            )
        )
    )


def _model(registry: Path | None, version: str | None) -> ClientModel | None:
    if version is None:
        return None
    try:
        return serving_model(registry, version)
    except (NoModel, UnknownVersion, RegistryDamaged):
        return None

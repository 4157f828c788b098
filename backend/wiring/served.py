"""The models of a long-lived process: the served client models and the pipeline for names."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from backend.services.models.serving import ServedModels
from backend.wiring.registries import open_registry

if TYPE_CHECKING:
    from backend.storage.store import Store


def check_names(pipeline: str | None, sentence: str | None = None) -> None:
    """Load the pipeline for names and let it read a sentence, so that the first request is not slow.

    Raises PipelineUnusable.
    """
    if pipeline is not None:
        from backend.detection.names.pipeline import load

        names = load(pipeline)
        if sentence is not None:
            names.find([[sentence]])


def served_models(folder: Path, store: "Store", tell: Callable[[str, str], None]) -> ServedModels:
    """The served models of a registry for a long-lived process; `tell` is called at each promotion."""
    return ServedModels(open_registry(folder, store), tell)

"""The models of a long-lived process: the served client models and the pipeline for names."""

from collections.abc import Callable
from pathlib import Path

from backend.services.models.serving import ServedModels
from backend.wiring.registries import open_registry


def check_names(pipeline: str | None, sentence: str | None = None) -> None:
    """See that the pipeline for names is loaded; let it read a sentence, so that no request is its first.

    Raises PipelineUnusable.
    """
    if pipeline is not None:
        from backend.detection.names.pipeline import load

        names = load(pipeline)
        if sentence is not None:
            names.find([[sentence]])


def served_models(folder: Path, tell: Callable[[str, str], None]) -> ServedModels:
    """The models that a long-lived process serves from a registry; `tell` hears what becomes of each promotion."""
    return ServedModels(open_registry(folder), tell)

"""From a corpus to a stored version of the client models."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from backend.learning.corpus import Problem
from backend.learning.counting import count_corpus
from backend.learning.model import TrainingOptions
from backend.learning.registry import Registry, Version
from backend.learning.train import TrainingReport, train
from backend.services.reading import counted_texts
from backend.workers import Workers


@dataclass(frozen=True, slots=True)
class TrainRequest:
    """A corpus to learn from; `features` None takes all words, `name` None lets the registry choose."""

    corpus: Path
    name: str | None = None
    features: int | None = 10_000
    promote: bool = False
    workers: Workers = Workers()


@dataclass(frozen=True, slots=True)
class TrainedVersion:
    """A stored version, what was seen while training it, and what was skipped."""

    version: Version
    report: TrainingReport
    problems: tuple[Problem, ...]

    def as_json(self) -> dict[str, Any]:
        """The document that `train --json` prints."""
        return {
            "version": self.version.name,
            "promoted": self.version.promoted,
            "report": asdict(self.report),
            "problems": [asdict(each) for each in self.problems],
        }


def train_version(request: TrainRequest, registry: Registry, advance: Callable[[int], None]) -> TrainedVersion:
    """Count a corpus, derive the models, and store them as a new version; `advance` is told of documents done.

    Raises an UnsaidError when the corpus or the name cannot be used; then nothing was stored.
    """
    options = TrainingOptions(features=request.features)
    if request.name is not None:
        registry.refuse_taken(request.name)
    counted = count_corpus(request.corpus, counted_texts, workers=request.workers, progress=advance)
    trained = train(counted.counts, options)
    name = registry.save(trained, request.name)
    if request.promote:
        registry.promote(name)
    return TrainedVersion(_stored(registry, name), trained.report, counted.problems)


def _stored(registry: Registry, name: str) -> Version:
    return next(version for version in registry.versions() if version.name == name)

"""From a corpus to a stored version of the client models."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from backend.blocking.defence import Defence, pack_defence, train_defence, unpack_defence
from backend.blocking.promises import promises
from backend.errors import RegistryDamaged
from backend.learning.corpus import Problem
from backend.learning.counting import count_corpus
from backend.learning.counts import TermCounts
from backend.learning.model import TrainingOptions
from backend.learning.registry import Registry, Version
from backend.learning.train import TrainingReport, train
from backend.services.reading import counted_texts
from backend.workers import Workers

DEFENCE = "defence.npz"
"""What a version's attackers are attached as."""


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

    The attackers that redaction holds out against learn in another process. The version serves without them until
    they are attached to it.

    Raises an UnsaidError when the corpus or the name cannot be used; then nothing was stored.
    """
    options = TrainingOptions(features=request.features)
    if request.name is not None:
        registry.refuse_taken(request.name)
    counted = count_corpus(request.corpus, counted_texts, workers=request.workers, progress=advance)
    with Workers.beside(partial(_hold_out, options), counted.counts) as defence:
        trained = train(counted.counts, options)
        name = registry.save(trained, request.name)
        if request.promote:
            registry.promote(name)
        registry.attach(name, DEFENCE, defence())
    return TrainedVersion(_stored(registry, name), trained.report, counted.problems)


def load_defence(registry: Registry, version: str | None) -> Defence | None:
    """The attackers that were attached to a version, by default to the promoted one; None when none were.

    Raises NoModel, UnknownVersion, RegistryDamaged, UnreadableFile.
    """
    content = registry.attached(version, DEFENCE)
    if content is None:
        return None
    try:
        return unpack_defence(content)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise RegistryDamaged(f"{DEFENCE} in the registry is not what was stored; train again") from error


def _hold_out(options: TrainingOptions, counts: TermCounts) -> bytes:
    """Train the attackers, and measure what they are worth against others."""
    return pack_defence(replace(train_defence(counts), promises=promises(counts, options)))


def _stored(registry: Registry, name: str) -> Version:
    return next(version for version in registry.versions() if version.name == name)

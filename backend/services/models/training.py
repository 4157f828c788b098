"""Train a new model version from a corpus, and store it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from backend.blocking.held_out_promises import Lack, Promise, none_for
from backend.blocking.known_attackers import Defence, MeasuredProtection, weakest_sufficient_level
from backend.blocking.promises import measure_protection
from backend.blocking.stored_defence import pack_defence, unpack_defence, unpack_promises
from backend.blocking.trained_defence import train_defence
from backend.errors import RegistryDamaged, UnsaidError, unforeseen
from backend.learning.counting import CountedCorpus, count_corpus, read_texts
from backend.learning.counts import TermCounts
from backend.learning.features import DEFAULT_FEATURES
from backend.learning.json_lines import CorpusProblem
from backend.learning.model import TrainingOptions
from backend.learning.registry import Registry, Version
from backend.learning.train import TrainingReport, train
from backend.reporting.report import promise_as_json
from backend.services.files.reading import counted_texts
from backend.services.models.held_out_measure import HeldOutTexts, measure_held_out, needed_texts
from backend.services.models.held_out_splits import split_documents
from backend.services.models.stored_panel import CHARACTERS, PANEL, documents_of_panel, learn_panel
from backend.workers import Workers

Unpacked = TypeVar("Unpacked")

DEFENCE = "defence.npz"
"""What a version's attackers are attached as."""


FEATURES = DEFAULT_FEATURES
"""The default number of words, for the surfaces."""


@dataclass(frozen=True, slots=True)
class TrainRequest:
    """The request of a training; `features` None takes all words, `name` None lets the registry choose.

    With `every_margin` promises are measured beyond the one that is taken where nobody asks for more.
    """

    corpus: Path
    name: str | None = None
    features: int | None = FEATURES
    promote: bool = False
    workers: Workers = Workers()
    every_margin: bool = False

    @property
    def measured(self) -> "_Measured":
        """The part of the request that measuring needs; the rest is not sent to other processes."""
        return self.options, self.every_margin

    @property
    def options(self) -> TrainingOptions:
        """The options of deriving the model."""
        return TrainingOptions(features=self.features)


@dataclass(frozen=True, slots=True)
class TrainedVersion:
    """A stored version with its training report, the measurements of its attackers, and the skipped documents.

    `measure_protection` ascend in hardness; they are empty where nothing could be measured.
    """

    version: Version
    report: TrainingReport
    problems: tuple[CorpusProblem, ...]
    promises: tuple[MeasuredProtection, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The document that `train --json` prints."""
        return {
            "version": self.version.name,
            "promoted": self.version.promoted,
            "report": asdict(self.report),
            "promises": [promise_as_json(each) for each in self.promises],
            "problems": [asdict(each) for each in self.problems],
        }


@dataclass(frozen=True, slots=True)
class AsJob:
    """A training as a job that another worker may resume: the job's id, and how its version gets its name.

    `name_for` is called when all is learnt and nothing is stored yet, with how many documents were skipped.
    """

    id: str
    name_for: Callable[[int], str]


def train_version(
    request: TrainRequest,
    registry: Registry,
    advance: Callable[[int], None],
    waiting: Callable[[], None],
    job: AsJob | None = None,
) -> TrainedVersion:
    """Count a corpus, derive the models, and store them as a new version.

    The attackers that redaction holds out against learn in another process. The version is promoted once they are
    attached to it. If they fail, it is stored and not promoted, and the result lists a problem; the first version
    of a registry is in use all the same. `advance` gets the number of documents that are done, `waiting` is called
    when nothing but the attackers is left to wait for.

    Raises an UnsaidError when the corpus or the name cannot be used; then nothing was stored.
    """
    options = request.options
    if request.name is not None:
        registry.refuse_taken(request.name)
    counted = count_corpus(request.corpus, counted_texts, workers=request.workers, progress=advance)
    learnt_from = counted.counts.words_alone(), _texts_of(request, counted)
    with request.workers.beside(partial(_hold_out, request.measured), learnt_from) as defence:
        trained = request.workers.alone(partial(train, counted.counts, options))
        if job is None:
            name = registry.save(trained, request.name)
        else:
            skipped = sum(problem.skipped for problem in counted.problems)
            name = registry.save(trained, job.name_for(skipped), made_by=job.id)
        waiting()
        measured, problems = _attached(registry, name, defence)
    if request.promote and not attackers_failed(problems):
        registry.promote(name)
    return TrainedVersion(registry.version(name), trained.report, (*counted.problems, *problems), measured)


def complete_version(request: TrainRequest, registry: Registry, name: str) -> tuple[CorpusProblem, ...]:
    """Finish a training whose version was already stored when its process ended; return what went wrong.

    A version that was promoted, and is not in use any more because somebody went back, is promoted again: by what
    is on the disk nobody can tell it from one that never was.
    """
    problems: tuple[CorpusProblem, ...] = ()
    if registry.attached(name, DEFENCE) is None:
        # The numbers of stored documents are not their ids in the corpus, so there are no texts to measure with.
        learnt_from = registry.load_counts(name).words_alone(), None
        with request.workers.beside(partial(_hold_out, request.measured), learnt_from) as defence:
            _, problems = _attached(registry, name, defence)
    if request.promote and not attackers_failed(problems) and not registry.was_promoted(name):
        registry.promote(name)
    return problems


def attackers_failed(problems: Sequence[CorpusProblem]) -> bool:
    """Tell whether the attackers are missing, so that redaction would hold out against the model alone."""
    return any(each.where == _ATTACKERS for each in problems)


def load_defence(registry: Registry, version: str | None) -> Defence | None:
    """Load the attackers of a version, by default of the promoted one; None if it has none.

    Raises NoModel, UnknownVersion, RegistryDamaged, UnreadableFile.
    """
    content = registry.attached(version, DEFENCE)
    return None if content is None else _unpacked(unpack_defence, content)


def load_promises(registry: Registry, version: str | None) -> tuple[MeasuredProtection, ...]:
    """Load what was measured of a version, by default of the promoted one; nothing if it has no attackers.

    Raises as `load_defence` does.
    """
    content = registry.attached(version, DEFENCE)
    return () if content is None else _unpacked(unpack_promises, content)


def _unpacked(unpack: Callable[[bytes], Unpacked], content: bytes) -> Unpacked:
    try:
        return unpack(content)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise RegistryDamaged(f"{DEFENCE} in the registry is not what was stored. Train again.") from error


_Measured = tuple[TrainingOptions, bool]
"""With which options the model is derived, and whether every margin is measured."""

_Learnt = tuple[Mapping[str, bytes], tuple[MeasuredProtection, ...], tuple[CorpusProblem, ...]]
"""Files to attach: a packed defence, and the panel; what the defence promises, and what could not be measured."""

_ATTACKERS, _MEASUREMENT, _PANEL = "attackers", "measured protection", "panel"
"""What a problem is about that is not about one file."""

_LearntFrom = tuple[TermCounts, HeldOutTexts | None]
"""The counts, and the texts to measure with; None where there are counts alone."""


def _texts_of(request: TrainRequest, counted: CountedCorpus) -> HeldOutTexts:
    """Hold documents out, and read again what is needed to redact and to attack them, and what the panel reads."""
    splits = request.workers.alone(partial(split_documents, counted.counts, counted.origins))
    wanted = needed_texts(counted.counts, splits) | documents_of_panel(counted.counts)
    return HeldOutTexts(splits, read_texts(request.corpus, wanted, counted_texts, CHARACTERS, request.workers))


def _hold_out(how: _Measured, learnt_from: _LearntFrom) -> _Learnt:
    """Train the attackers and the panel, and measure redaction against attackers that are held out.

    The measurement and the panel read documents of the corpus. Whatever goes wrong, redaction still holds out.
    """
    (options, every_margin), (counts, texts) = how, learnt_from
    defence = train_defence(counts)
    problems: tuple[CorpusProblem, ...] = ()
    measured = measure_protection(counts, options, everything=every_margin)
    if measured:
        default = weakest_sufficient_level(measured)
        level = next(each for each in measured if each.hardness == default)
        held_out, problems = _held_out(counts, texts, options, level)
        measured = tuple(replace(each, held_out=held_out) if each is level else each for each in measured)
    panel, failed = _learnt_panel(counts, texts)
    return {DEFENCE: pack_defence(replace(defence, promises=measured)), **panel}, measured, (*problems, *failed)


def _learnt_panel(
    counts: TermCounts, texts: HeldOutTexts | None
) -> tuple[Mapping[str, bytes], tuple[CorpusProblem, ...]]:
    """Train the panel, if there are texts to learn from."""
    if texts is None:
        return {}, ()
    try:
        content = learn_panel(counts, texts.texts)
    except Exception as error:  # noqa: BLE001 - a document of the corpus must not decide whether there are attackers
        return {}, (_no_panel(error),)
    return ({} if content is None else {PANEL: content}), ()


def _no_panel(error: Exception) -> CorpusProblem:
    note = f"this version has no held-out attackers until you train again; {_why(error)}"
    return CorpusProblem(_PANEL, note)


def _held_out(
    counts: TermCounts, texts: HeldOutTexts | None, options: TrainingOptions, level: MeasuredProtection
) -> tuple[tuple[Promise, ...], tuple[CorpusProblem, ...]]:
    if texts is None:
        return none_for(Lack.TEXTS), ()
    try:
        return measure_held_out(counts, texts, options, level), ()
    except Exception as error:  # noqa: BLE001 - a document of the corpus must not decide whether there are attackers
        note = f"no promise can be made until you train again; {_why(error)}"
        return none_for(Lack.MEASUREMENT), (CorpusProblem(_MEASUREMENT, note),)


def _attached(
    registry: Registry, name: str, learnt: Callable[[], _Learnt]
) -> tuple[tuple[MeasuredProtection, ...], tuple[CorpusProblem, ...]]:
    """Attach the attackers when they are trained; the version is already stored and stays if this fails."""
    try:
        files, measured, problems = learnt()
        registry.attach(name, DEFENCE, files[DEFENCE])
    except Exception as error:  # noqa: BLE001 - out of memory or a full disk; the version is stored all the same
        note = f"redaction hides clients from the model only until you train again; {_why(error)}"
        return (), (CorpusProblem(_ATTACKERS, note),)
    try:
        if PANEL in files:
            registry.attach(name, PANEL, files[PANEL])
    except Exception as error:  # noqa: BLE001 - redaction holds out without it
        problems = (*problems, _no_panel(error))
    return measured, problems


def _why(error: Exception) -> str:
    """Return what went wrong, without any text of a document."""
    return str(error) if isinstance(error, UnsaidError) else unforeseen(error)

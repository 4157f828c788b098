"""Train a client model from counts, and report how far it can be trusted."""

from dataclasses import dataclass, replace

import numpy as np

from backend.errors import CorpusError
from backend.learning.arrays import Counts, Floats, Integers, columns_of
from backend.learning.calibration import RAW, expected_calibration_error, fit_temperature
from backend.learning.client_frequency import count_clients_by_word
from backend.learning.counts import TermCounts
from backend.learning.features import Features, class_presence, class_sums, select_features
from backend.learning.leave_one_out import leave_one_out_scores, right_guesses
from backend.learning.model import ClientModel, Temperatures, TrainingOptions
from backend.learning.naive_bayes import NaiveBayes
from backend.learning.ordinary_words import ordinary_words

_HELD_OUT_AT_MOST = 20_000
"""Documents that are guessed for the report: enough for a percentage, and 450 clients still fit into memory."""

_TELLING = 10

_UNCERTAIN = 1.0
"""The temperature where no document can be held out."""


@dataclass(frozen=True, slots=True)
class ClientFigures:
    """The figures of one client; its most identifying terms come first."""

    name: str
    utility: str | None
    documents: int
    words: int
    telling_words: tuple[str, ...]
    telling_pairs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeldOut:
    """How well documents are guessed by a model that has not seen them (features chosen with them, though).

    `documents` were guessed, a share of `accuracy` rightly; `left_out` are the only ones of their class, or more
    than are needed. `error_before` and `error_after` are expected calibration errors without and with the
    temperature, 0…1.
    """

    documents: int
    left_out: int
    accuracy: float
    temperature: float
    error_before: float
    error_after: float


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """The size of the training data and the quality of the model; confidential, as it names identifying terms.

    `words` counts occurrences, `distinct_words` and `distinct_pairs` the terms before feature selection.
    `by_client` is None when every client has one document, `by_utility` also when utility classes are not known.
    `single` names the clients with one document.
    """

    documents: int
    words: int
    distinct_words: int
    distinct_pairs: int
    features: int
    clients: tuple[ClientFigures, ...]
    by_client: HeldOut | None
    by_utility: HeldOut | None
    single: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TrainedModel:
    """A model, the counts that it was derived from, and its report."""

    model: ClientModel
    counts: TermCounts
    report: TrainingReport


def train(counts: TermCounts, options: TrainingOptions = TrainingOptions()) -> TrainedModel:
    """Derive a model from counts, see how well it guesses, and calibrate it.

    Raises CorpusError when there are fewer than two clients, or no word is left to learn from.
    """
    model, features = derive(counts, options)
    chosen = columns_of(counts.word_counts, features.columns)
    by_client = _hold_out(model.by_client, chosen, counts.client_of, options)
    by_utility = None
    if model.by_utility is not None:
        utility_of = model.utility_of[counts.client_of]
        labelled = np.flatnonzero(utility_of >= 0)
        by_utility = _hold_out(model.by_utility, chosen[labelled], utility_of[labelled], options)
    temperatures = Temperatures(
        by_client.temperature if by_client else _UNCERTAIN, by_utility.temperature if by_utility else _UNCERTAIN
    )
    report = _report(counts, features, chosen, (by_client, by_utility))
    return TrainedModel(replace(model, temperatures=temperatures), counts, report)


def derive(counts: TermCounts, options: TrainingOptions = TrainingOptions()) -> tuple[ClientModel, Features]:
    """The bare model of `train`, uncalibrated, and the features it looks at.

    Raises as `train` does.
    """
    if len(counts.clients) < 2:
        raise CorpusError("A model needs documents of at least two clients. Add documents of another client.")
    features = select_features(counts.words, counts.word_counts, counts.client_of, limit=options.features)
    if not features.words:
        raise CorpusError("No word occurs twice in the corpus, so nothing can be learned. Add documents.")
    chosen = columns_of(counts.word_counts, features.columns)
    model = ClientModel(
        clients=counts.clients,
        vocabulary=features.words,
        counts=class_sums(chosen, counts.client_of),
        presence=class_presence(chosen, counts.client_of),
        documents=np.bincount(counts.client_of),
        ordinary=ordinary_words(counts),
        options=options,
        speakers=count_clients_by_word(counts, features.columns),
    )
    return model, features


def _hold_out(model: NaiveBayes, counts: Counts, class_of: Integers, options: TrainingOptions) -> HeldOut | None:
    documents = np.bincount(class_of, minlength=len(model.classes))
    rows = np.flatnonzero(documents[class_of] > 1)
    rows = rows[:: -(-len(rows) // _HELD_OUT_AT_MOST) or 1]
    if not len(rows):
        return None
    scores = leave_one_out_scores(counts, class_of, rows, model, options)
    truth = class_of[rows]
    words = np.asarray(counts[rows].sum(axis=1), dtype=np.int64)
    temperature = fit_temperature(scores, words, truth)
    return HeldOut(
        documents=len(rows),
        left_out=len(class_of) - len(rows),
        accuracy=float(right_guesses(scores, truth).mean()),
        temperature=temperature,
        error_before=expected_calibration_error(scores, words, truth, RAW),
        error_after=expected_calibration_error(scores, words, truth, temperature),
    )


def _report(
    counts: TermCounts, features: Features, chosen: Counts, held_out: tuple[HeldOut | None, HeldOut | None]
) -> TrainingReport:
    documents = np.bincount(counts.client_of).tolist()
    words: list[int] = class_sums(counts.word_counts, counts.client_of).sum(axis=1).tolist()
    telling_words = _telling(chosen, counts.client_of, features.words)
    telling_pairs = _telling_pairs(counts, features)
    single = tuple(client.name for client, owned in zip(counts.clients, documents, strict=True) if owned == 1)
    return TrainingReport(
        documents=len(counts.documents),
        words=sum(words),
        distinct_words=len(counts.words),
        distinct_pairs=len(counts.pairs),
        features=len(features.words),
        clients=tuple(
            ClientFigures(client.name, client.utility, *figures)
            for client, *figures in zip(counts.clients, documents, words, telling_words, telling_pairs, strict=True)
        ),
        by_client=held_out[0],
        by_utility=held_out[1],
        single=single,
        warnings=_warnings(counts, chosen, single, held_out[0]),
    )


def _warnings(
    counts: TermCounts, chosen: Counts, single: tuple[str, ...], by_client: HeldOut | None
) -> tuple[str, ...]:
    warnings = []
    if single:
        share = f"{len(single)} of {len(counts.clients)} clients have"
        warnings.append(f"{share} a single document; whether it would be guessed cannot be measured")
    if by_client is None:
        warnings.append("no document could be held out, so probabilities are kept very uncertain")
    spoken: list[int] = class_sums(chosen, counts.client_of).sum(axis=1).tolist()
    silent = [client.name for client, words in zip(counts.clients, spoken, strict=True) if not words]
    if silent:
        warnings.append(
            f"{len(silent)} of {len(counts.clients)} clients say none of the features, so nothing sets them apart "
            f"from anybody: {', '.join(map(repr, silent))}; add documents of theirs, or leave them out"
        )
    unlabelled = sum(client.utility is None for client in counts.clients)
    if 0 < unlabelled < len(counts.clients):
        warnings.append(
            f"{unlabelled} of {len(counts.clients)} clients have no industry (utility), so none is kept for them"
        )
    return tuple(warnings)


def _telling_pairs(counts: TermCounts, features: Features) -> list[tuple[str, ...]]:
    is_feature = np.zeros(len(counts.words), dtype=bool)
    is_feature[features.columns] = True
    columns = np.flatnonzero(is_feature[counts.pairs].all(axis=1))
    chosen = columns_of(counts.pair_counts, columns)
    names = [f"{counts.words[a]} {counts.words[b]}" for a, b in counts.pairs[columns].tolist()]
    return _telling(chosen, counts.client_of, names)


def _telling(counts: Counts, client_of: Integers, names: tuple[str, ...] | list[str]) -> list[tuple[str, ...]]:
    """The terms that set each client apart: those that add most to its divergence from the whole corpus.

    A term adds `P(w|client) * log[P(w|client) / P(w)]`, unsmoothed.
    """
    class_counts = class_sums(counts, client_of)
    client = np.repeat(np.arange(class_counts.shape[0]), np.diff(class_counts.indptr))
    own = class_counts.data / class_counts.sum(axis=1)[client]
    of_all = np.bincount(class_counts.indices, weights=class_counts.data, minlength=class_counts.shape[1]) / max(
        int(class_counts.sum()), 1
    )
    adds: Floats = own * np.log(own / of_all[class_counts.indices])
    telling = []
    for start, end in zip(class_counts.indptr, class_counts.indptr[1:], strict=False):
        first = np.lexsort((class_counts.indices[start:end], -adds[start:end]))[:_TELLING]
        first = first[adds[start:end][first] > 0]
        telling.append(tuple(names[i] for i in class_counts.indices[start:end][first].tolist()))
    return telling

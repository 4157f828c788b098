"""Train a defence: the known attackers in each reading, on a sample of the documents of all clients."""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from backend.blocking.attackers import (
    AttackerKind,
    LinearAttacker,
    Weighting,
    fit_linear,
    fit_nearest,
    inverse_document_frequency,
    sample_documents,
)
from backend.blocking.known_attackers import ROWS, Defence, ReadingAttackers
from backend.blocking.readings import FeatureCounts, Reading, read_compounds, read_letters
from backend.learning.arrays import Counts, Floats, Integers, columns_of
from backend.learning.capped_counts import capped_documents
from backend.learning.clients import utilities_of
from backend.learning.counts import TermCounts
from backend.learning.features import select_features, stop_words

_DOCUMENTS = 2_000
_WORDS = 30_000
_COMPOUNDS = 30_000
_CELLS = 4_000_000
"""Classes times words of one attacker, at most: 32 MB."""


_INDUSTRIES_IN = (Reading.WORDS, Reading.COMPOUNDS)
"""The readings in which attackers name the industry."""

OF_INDUSTRIES = (AttackerKind.NB_STRONG, AttackerKind.RIDGE)
"""The kinds that a program has rows of where it keeps the industry: they are to name it first."""


CLIENTS, INDUSTRIES = "ridge", "ridge_of_industries"
"""The stored weights of a reading."""


def train_defence(counts: TermCounts) -> Defence:
    """Train the attackers of ROWS on a sample of the documents of all clients, without measuring protection.

    Raises ValueError when no document contains a word.
    """
    rows = sample_documents(counts.client_of, _DOCUMENTS)
    columns = _words_to_look_at(counts)
    vocabulary = tuple(counts.words[column] for column in columns.tolist())
    words = FeatureCounts(Reading.WORDS, vocabulary, columns_of(counts.word_counts[rows], columns))
    class_of = counts.client_of[rows]
    utility_of = utilities_of(counts.clients)
    readings = [words]
    if counts.compounds:
        columns = _compounds_to_look_at(counts)
        compounds = tuple(counts.compounds[column] for column in columns.tolist())
        readings += other_readings(words, compounds, columns_of(counts.compound_counts[rows], columns))
    return Defence(class_of, utility_of, tuple(train_reading(each, class_of, utility_of) for each in readings))


def other_readings(words: FeatureCounts, compounds: tuple[str, ...], counts: Counts) -> list[FeatureCounts]:
    """Return the sample in the readings beside words; `counts` are those of the compounds."""
    return [read_compounds(words, compounds, counts), read_letters(words)]


def train_reading(
    documents: FeatureCounts,
    class_of: Integers,
    utility_of: Integers,
    stored: Mapping[str, Floats] = MappingProxyType({}),
) -> ReadingAttackers:
    """Train the attackers of a reading; the weights of those that take long may be `stored`."""
    nearest = fit_nearest(documents.counts, class_of, len(utility_of))
    linear = tuple(
        _fitted(kind, documents, class_of, nearest.idf, stored.get(CLIENTS)) for kind in ROWS[documents.reading]
    )
    return ReadingAttackers(
        documents,
        linear,
        _train_on_industries(documents, utility_of[class_of], stored.get(INDUSTRIES)),
        nearest,
    )


def _train_on_industries(
    documents: FeatureCounts, utility_of: Integers, stored: Floats | None
) -> tuple[LinearAttacker, ...]:
    """Train the attackers that name the utility class of a document, `utility_of` [document], -1 where unknown."""
    rows = np.flatnonzero(utility_of >= 0)
    classes = int(utility_of.max(initial=-1)) + 1
    if documents.reading not in _INDUSTRIES_IN or classes < 2 or not documents.counts[rows].nnz:
        return ()
    labelled = FeatureCounts(documents.reading, documents.vocabulary, documents.counts[rows])
    idf = inverse_document_frequency(labelled.counts)
    return tuple(_fitted(kind, labelled, utility_of[rows], idf, stored) for kind in OF_INDUSTRIES)


def _fitted(
    kind: AttackerKind, documents: FeatureCounts, class_of: Integers, idf: Floats, stored: Floats | None
) -> LinearAttacker:
    """Train an attacker, or take the weights of a ridge that are stored."""
    classes = int(class_of.max()) + 1
    if stored is None or kind is not AttackerKind.RIDGE:
        return fit_linear(kind, documents.counts, class_of, classes)
    return LinearAttacker(kind, Weighting.SUBLINEAR_TFIDF, stored, np.zeros(classes), idf)


def limited_defence(
    defence: Defence,
    unsaid: Callable[[str], bool],
    unheard: Callable[[str], bool],
    seen: Sequence[int],
    names: Sequence[Collection[str]],
) -> Defence:
    """Return attackers trained on less, for a caller who may see only the clients `seen` (indices).

    They ignore the `unheard` words. In documents of other clients they ignore the `unsaid` words, and in those
    of each client the words of its own name (`names`, [class]). No word counts in more documents of theirs, or
    more often in one, than for the fifth of these clients. None reads compounds, which would reveal the words that
    hidden clients join, and none names the industry: its classes are those of all clients. The measured protection
    is not measured again.
    """
    columns = np.flatnonzero([not unheard(word) for word in defence.vocabulary])
    words = tuple(defence.vocabulary[column] for column in columns.tolist())
    entries = columns_of(defence.words.counts, columns).tocoo()
    left_out = np.array([unsaid(word) for word in words], dtype=bool)
    place = {word: column for column, word in enumerate(words)}
    of_names = [who * len(words) + place[word] for who, some in enumerate(names) for word in some if word in place]
    own = np.isin(defence.class_of[entries.row] * len(words) + entries.col, of_names)
    stays = np.isin(defence.class_of[entries.row], list(seen)) | ~(left_out[entries.col] | own)
    remaining: Counts = type(defence.words.counts)(
        (entries.data[stays], (entries.row[stays], entries.col[stays])), shape=entries.shape
    )
    remaining.sort_indices()
    hidden = ~np.isin(np.arange(len(defence.utility_of)), list(seen))
    remaining = capped_documents(remaining, defence.class_of, hidden, [word not in stop_words() for word in words])
    rest = FeatureCounts(Reading.WORDS, words, remaining)
    unknown = np.full(len(defence.utility_of), -1)
    return Defence(defence.class_of, unknown, (train_reading(rest, defence.class_of, unknown),), defence.promises)


def _words_to_look_at(counts: TermCounts) -> Integers:
    """Return the columns of the stop words, which stay but count, and of the most informative other words."""
    limit = min(_WORDS, _CELLS // len(counts.clients))
    stops = stop_words()
    spoken = np.flatnonzero([word in stops for word in counts.words])
    if len(counts.words) <= limit:
        return np.arange(len(counts.words))
    telling = select_features(counts.words, counts.word_counts, counts.client_of, limit=limit).columns
    return np.union1d(spoken, telling)


def _compounds_to_look_at(counts: TermCounts) -> Integers:
    """Return the columns of the most informative compounds."""
    limit = min(_COMPOUNDS, _CELLS // len(counts.clients))
    if len(counts.compounds) <= limit:
        return np.arange(len(counts.compounds))
    return select_features(counts.compounds, counts.compound_counts, counts.client_of, limit=limit).columns

"""Train a defence: the known attackers in each reading, on a sample of the documents of all clients."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from scipy.sparse import csr_array

from backend.blocking.attackers import (
    AttackerKind,
    CountingAttacker,
    NearestNeighbour,
    RidgeAttacker,
    fit_nearest,
    fit_ridge,
    sample_documents,
)
from backend.blocking.known_attackers import ROWS, WITH_NEAREST, Defence, LearntDocuments, ReadingAttackers
from backend.blocking.readings import FeatureCounts, Reading, WrittenDocuments, words_inside
from backend.blocking.remembered_weights import KnownAttacker
from backend.learning.arrays import Counts, Floats, Integers, columns_of
from backend.learning.capped_counts import capped_documents
from backend.learning.clients import utilities_of
from backend.learning.counts import TermCounts
from backend.learning.features import class_presence, class_sums, grammatical_words, select_features, stop_words

_DOCUMENTS, _MOST_DOCUMENTS = 2_000, 20_000
"""How many documents the sample has at least and at most, if there are so many."""

_OF_RIDGE = 2_000
"""How many of them a ridge learns from: its memory and time grow with their square and cube."""

_COUNTS = 2_000_000
"""Counts of words that a sample of more than `_DOCUMENTS` may have: those of 20,000 letters, or of 2,000 reports.

The nearest document is one that a program does not know if it is not in the sample.
"""

_MOST = 200_000
"""Words, and forms, of which there are rarely so many."""

_INDUSTRIES_IN = (Reading.WORDS, Reading.COMPOUNDS)
"""The readings in which attackers name the industry."""

CLIENTS, INDUSTRIES = "ridge_shares", "industry_ridge_shares"
"""What is stored of the ridges of a reading."""


def train_defence(counts: TermCounts) -> Defence:
    """Train the attackers of ROWS on the documents of all clients, without measuring protection.

    Those that only have to count learn from all documents, the others from a sample: see `sample_rows`.

    Raises ValueError when no document contains a word.
    """
    rows = sample_rows(counts)

    def learnt(written: WrittenDocuments) -> LearntDocuments:
        return LearntDocuments(written.rows(rows), written.sums(counts.client_of, len(counts.clients)))

    whole, beginnings = _as_written(counts)
    return train_readings(
        learnt(whole),
        None if beginnings is None else learnt(beginnings),
        counts.client_of[rows],
        utilities_of(counts.clients),
    )


def sample_rows(counts: TermCounts) -> Integers:
    """Return the rows of the documents that the nearest documents are looked for in, ascending.

    They are 2,000, and more if documents are short; a ridge learns from 2,000 of them.
    """
    of_each = max(counts.word_counts.nnz / max(len(counts.documents), 1), 1)
    at_most = min(max(int(_COUNTS / of_each), _DOCUMENTS), _MOST_DOCUMENTS)
    return sample_documents(counts.client_of, at_most)


def train_readings(
    learnt: LearntDocuments,
    beginnings: LearntDocuments | None,
    class_of: Integers,
    utility_of: Integers,
    stored: Mapping[str, Floats] = MappingProxyType({}),
) -> Defence:
    """Train the attackers of each reading; see Defence. What takes long may be `stored`, by `stored_name`."""
    attackers = [_train_on(learnt, each, class_of, utility_of, stored) for each in learnt.sample.readings]
    if beginnings is not None:
        attackers += [
            _train_on_beginnings(beginnings, each, class_of, utility_of, stored)
            for each in beginnings.sample.readings
        ]
    return Defence(class_of, utility_of, tuple(attackers), learnt, beginnings)


def _train_on(
    learnt: LearntDocuments,
    reading: Reading,
    class_of: Integers,
    utility_of: Integers,
    stored: Mapping[str, Floats],
) -> ReadingAttackers:
    known = {name: stored[key] for name in (CLIENTS, INDUSTRIES) if (key := stored_name(reading, name)) in stored}
    return train_reading(*learnt.read(reading), class_of, utility_of, known)


def _train_on_beginnings(
    beginnings: LearntDocuments,
    reading: Reading,
    class_of: Integers,
    utility_of: Integers,
    stored: Mapping[str, Floats],
) -> ReadingAttackers:
    """Train attackers on beginnings; the industry is named by those of whole documents alone."""
    name = stored_name(reading, CLIENTS, of_beginnings=True)
    known = {CLIENTS: stored[name]} if name in stored else {}
    nobody = np.full(len(utility_of), -1)
    return replace(train_reading(*beginnings.read(reading), class_of, nobody, known), of_beginnings=True)


def stored_name(reading: Reading, name: str, *, of_beginnings: bool = False) -> str:
    """Return what the shares of documents in a ridge (CLIENTS or INDUSTRIES) are stored as."""
    return f"{'beginnings_' if of_beginnings else ''}{reading.name.lower()}_{name}"


def train_reading(
    documents: FeatureCounts,
    totals: Counts,
    class_of: Integers,
    utility_of: Integers,
    stored: Mapping[str, Floats] = MappingProxyType({}),
) -> ReadingAttackers:
    """Train the attackers of a reading; `totals` are [client, feature]."""
    nearest = fit_nearest(documents.counts, class_of, len(utility_of))
    some = nearest.with_documents(sample_documents(nearest.class_of, _OF_RIDGE))
    presence = class_presence(documents.counts, class_of)

    def fitted(kind: AttackerKind) -> KnownAttacker:
        if kind is AttackerKind.RIDGE:
            return fit_ridge(some, stored.get(CLIENTS))
        return CountingAttacker(kind, presence if kind is AttackerKind.NB_BINARY else totals)

    linear = tuple(map(fitted, ROWS[documents.reading]))
    industry = _train_on_industries(documents.reading, some, totals, utility_of, stored.get(INDUSTRIES))
    return ReadingAttackers(documents, linear, industry, nearest if documents.reading in WITH_NEAREST else some)


def _train_on_industries(
    reading: Reading, nearest: NearestNeighbour, totals: Counts, utility_of: Integers, stored: Floats | None
) -> tuple[KnownAttacker, ...]:
    """Train the attackers that name the utility class of a document, `utility_of` [client], -1 where unknown."""
    known = np.flatnonzero(utility_of >= 0)
    classes = int(utility_of.max(initial=-1)) + 1
    if reading not in _INDUSTRIES_IN or classes < 2 or not totals[known].nnz:
        return ()
    counting = CountingAttacker(AttackerKind.NB_STRONG, class_sums(totals[known], utility_of[known], classes))
    of_document = utility_of[nearest.class_of]
    rows = np.flatnonzero(of_document >= 0)
    return counting, RidgeAttacker.fit(nearest.documents[rows], of_document[rows], nearest.idf, stored)


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
    more often in one, than for the fifth of these clients. None reads forms, which would reveal how hidden
    clients write words, and none names the industry: its classes are those of all clients. The measured protection
    is not measured again.
    """
    hidden = ~np.isin(np.arange(len(defence.utility_of)), list(seen))

    def limited(learnt: LearntDocuments) -> LearntDocuments:
        columns = np.flatnonzero([not unheard(word) for word in learnt.sample.words])
        words = tuple(learnt.sample.words[column] for column in columns.tolist())
        place = {word: column for column, word in enumerate(words)}
        of_names = [
            who * len(words) + place[word] for who, some in enumerate(names) for word in some if word in place
        ]
        entries = columns_of(learnt.sample.word_counts, columns).tocoo()
        left_out = np.array([unsaid(word) for word in words], dtype=bool)
        own = np.isin(defence.class_of[entries.row] * len(words) + entries.col, of_names)
        stays = np.isin(defence.class_of[entries.row], list(seen)) | ~(left_out[entries.col] | own)
        remaining: Counts = csr_array(
            (entries.data[stays], (entries.row[stays], entries.col[stays])), shape=entries.shape
        )
        remaining.sort_indices()
        may_go = [word not in grammatical_words() for word in words]
        rest = WrittenDocuments.of_words(words, capped_documents(remaining, defence.class_of, hidden, may_go))
        return LearntDocuments(rest, rest.sums(defence.class_of, len(defence.utility_of)))

    beginnings = None if defence.beginnings is None else limited(defence.beginnings)
    unknown = np.full(len(defence.utility_of), -1)
    trained = train_readings(limited(defence.learnt), beginnings, defence.class_of, unknown)
    return replace(trained, promises=defence.promises)


def _as_written(counts: TermCounts) -> tuple[WrittenDocuments, WrittenDocuments | None]:
    """Return the documents, and their beginnings if these are counted and not all of the documents.

    Whoever learns from beginnings knows no word that stands in none of them.
    """
    columns, form_columns = _words_to_look_at(counts), _forms_to_look_at(counts)
    whole = _written(counts, counts.word_counts, counts.form_counts, columns, form_columns)
    if not counts.has_beginnings:
        return whole, None
    said, written = counts.beginnings, counts.form_beginnings
    columns = np.intersect1d(columns, said.indices)
    return whole, _written(counts, said, written, columns, np.intersect1d(form_columns, written.indices))


def _written(
    counts: TermCounts, words: Counts, as_written: Counts, columns: Integers, form_columns: Integers
) -> WrittenDocuments:
    vocabulary = tuple(counts.words[column] for column in columns.tolist())
    return WrittenDocuments(
        vocabulary,
        columns_of(words, columns),
        words_inside(vocabulary, counts.forms, as_written),
        tuple(counts.forms[column] for column in form_columns.tolist()),
        columns_of(as_written, form_columns),
    )


def _words_to_look_at(counts: TermCounts) -> Integers:
    """Return the columns of the stop words, which stay but count, and of the most informative other words."""
    stops = stop_words()
    spoken = np.flatnonzero([word in stops for word in counts.words])
    if len(counts.words) <= _MOST:
        return np.arange(len(counts.words))
    telling = select_features(counts.words, counts.word_counts, counts.client_of, limit=_MOST).columns
    return np.union1d(spoken, telling)


def _forms_to_look_at(counts: TermCounts) -> Integers:
    """Return the columns of the most informative forms."""
    if len(counts.forms) <= _MOST:
        return np.arange(len(counts.forms))
    return select_features(counts.forms, counts.form_counts, counts.client_of, limit=_MOST).columns

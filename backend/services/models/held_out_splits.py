"""Hold documents out of training: at random, by time, and by author."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from backend.blocking.attackers import sample_documents
from backend.blocking.held_out_promises import Lack, MissingPromise, Split
from backend.learning.arrays import Integers
from backend.learning.counts import TermCounts
from backend.learning.origins import UNKNOWN, Origin

_DOCUMENTS, _OF_ALL_SPLITS = 36, 48
"""Documents at most that are redacted for one split, and for all together: each takes about .2 seconds."""

_LEARN_FROM, _FOR_ALL_SPLITS = 600, 800
"""Documents at most that the held-out attackers of one split learn from, and those of all splits together."""

_CLIENTS = 3
"""Clients with documents on both sides, so that there is somebody to name."""

_SHARE = 0.25
"""The share of documents that is held out by time and by author, before some are drawn from it."""


@dataclass(frozen=True, slots=True, eq=False)
class HeldOutDocuments:
    """A split, by rows of the counts: what model and attackers learn from, and what is redacted.

    `known` are the documents of the model, `panel` those of the held-out attackers, `hidden` what is redacted.
    """

    split: Split
    known: Integers
    panel: Integers
    hidden: Integers


def split_documents(
    counts: TermCounts, origins: Mapping[str, Origin]
) -> tuple[HeldOutDocuments | MissingPromise, ...]:
    """Return each split of the documents that contain words, or why there is none."""
    speaks = np.flatnonzero(np.diff(counts.word_counts.indptr) > 0)
    known = [origins.get(document, UNKNOWN) for document in counts.documents]
    day = np.array([each.date.toordinal() if each.date else -1 for each in known], np.int64)
    names = {name: number for number, name in enumerate(sorted({each.author for each in known if each.author}))}
    author = np.array([names[each.author] if each.author else -1 for each in known], np.int64)
    dated, signed = speaks[day[speaks] >= 0], speaks[author[speaks] >= 0]
    out = {
        Split.RANDOM: (speaks, _at_random(counts.client_of[speaks])),
        Split.TIME: (dated, _later(day[dated])),
        Split.AUTHOR: (signed, _by_others(author[signed], counts.client_of[signed])),
    }
    found = [_split(counts, split, *each) for split, each in out.items()]
    splits = sum(isinstance(each, HeldOutDocuments) for each in found)
    return tuple(each if isinstance(each, MissingPromise) else _drawn(counts, each, splits) for each in found)


_LACKS = {Split.RANDOM: Lack.DOCUMENTS, Split.TIME: Lack.DATES, Split.AUTHOR: Lack.AUTHORS}


def _split(counts: TermCounts, split: Split, rows: Integers, out: Integers) -> HeldOutDocuments | MissingPromise:
    """Return a split of these rows, of which those at the places `out` are held out."""
    if not len(rows):
        return MissingPromise(split, _LACKS[split])
    hidden, known = rows[out], np.delete(rows, out)
    hidden = hidden[np.isin(counts.client_of[hidden], counts.client_of[known])]
    if len(np.unique(counts.client_of[hidden])) < _CLIENTS:
        return MissingPromise(split, Lack.DOCUMENTS)
    return HeldOutDocuments(split, known, known, hidden)


def _drawn(counts: TermCounts, split: HeldOutDocuments, splits: int) -> HeldOutDocuments:
    """Draw the documents to learn from and to redact, so that all `splits` together take a bounded time."""
    learn_from, at_most = min(_LEARN_FROM, _FOR_ALL_SPLITS // splits), min(_DOCUMENTS, _OF_ALL_SPLITS // splits)
    panel = split.known[sample_documents(counts.client_of[split.known], learn_from)]
    hidden = split.hidden[sample_documents(counts.client_of[split.hidden], at_most)]
    return HeldOutDocuments(
        split.split, split.known, panel, np.sort(np.random.default_rng(0).permutation(hidden)[:at_most])
    )


def _at_random(client_of: Integers) -> Integers:
    """Return a third of the documents of each client, rounded down, drawn at random."""
    shuffled = np.random.default_rng(1).permutation(len(client_of))
    by_client = shuffled[np.argsort(client_of[shuffled], kind="stable")]
    sizes = np.bincount(client_of)
    turn = np.arange(len(client_of)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    taken: Integers = by_client[turn < sizes[client_of[by_client]] // 3]
    return taken


def _later(day: Integers) -> Integers:
    """Return the documents from one day on, which are about a quarter; none where all are of one day."""
    days, number = np.unique(day, return_counts=True)
    if len(days) < 2:
        return np.empty(0, np.int64)
    later = np.cumsum(number[::-1])[::-1] / len(day)
    return np.flatnonzero(day >= days[1 + int(np.abs(later[1:] - _SHARE).argmin())])


def _by_others(author: Integers, client_of: Integers) -> Integers:
    """Return all documents of some authors, about a quarter, if possible of every client.

    Each client keeps a document of another author.
    """
    all_documents = np.bincount(client_of)
    left, out, taken_in_all = all_documents.copy(), np.zeros(len(author), bool), 0
    by_author = np.argsort(author, kind="stable")
    ends = np.flatnonzero(np.diff(author[by_author], append=-1))
    documents_of = np.split(by_author, ends[:-1] + 1) if len(author) else []
    drawn = np.random.default_rng(2).permutation(len(documents_of)).tolist()
    for of_new_clients in (True, False):
        for number in drawn:
            if taken_in_all >= _SHARE * len(author):
                return np.flatnonzero(out)
            own = documents_of[number]
            clients, taken = np.unique(client_of[own], return_counts=True)
            wanted = (left[clients] == all_documents[clients]).any() or not of_new_clients
            if not out[own[0]] and wanted and (left[clients] > taken).all():
                out[own] = True
                left[clients] -= taken
                taken_in_all += len(own)
    return np.flatnonzero(out)

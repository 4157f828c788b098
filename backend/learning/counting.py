"""Count the terms of a corpus on one core, on several, or on a Dask cluster.

Counts of parts add up exactly, so many cores need nothing but batches: each worker reads, tokenises and counts its
own, and the parts are merged in order. The result does not depend on how many there were.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from backend.errors import CorpusError, WorkStopped
from backend.learning.corpus import CorpusDocument, CorpusEntry, ReadBlocks, corpus_entries
from backend.learning.counts import TermCounts, count_terms, merge
from backend.learning.json_lines import CorpusProblem
from backend.learning.origins import UNKNOWN, Origin
from backend.workers import Workers

_BATCH, _CHARACTERS = 64, 4_000_000
"""Documents that travel to a worker together, enough to make the journey worth while, and about how much text."""

MAX_PROBLEMS = 200_000
"""What is told of a corpus is kept until its end; one of which more is no document is none."""


@dataclass(frozen=True, slots=True)
class CountedCorpus:
    """The counts of a corpus, and what was skipped or changed on the way."""

    counts: TermCounts
    problems: tuple[CorpusProblem, ...]
    origins: Mapping[str, Origin]
    """By document id, where something is known; no version stores them."""


def count_corpus(
    path: Path,
    read_blocks: ReadBlocks,
    *,
    workers: Workers = Workers(),
    progress: Callable[[int], None] = lambda documents: None,  # noqa: ARG005
) -> CountedCorpus:
    """Read, tokenise and count a corpus; `progress` is told how many more documents are done.

    A client whose documents hold no word at all is left out, with a CorpusProblem.

    Raises as `corpus_entries` does, CorpusError when no document holds a word, InvalidRequest when the scheduler
    cannot be used.
    """
    problems: list[CorpusProblem] = []
    origins: dict[str, Origin] = {}
    entries = _noted(without_problems(corpus_entries(path, workers), problems, workers.check), origins)
    parts: list[TermCounts] = []
    work = partial(_count_batch, read_blocks=read_blocks)
    for size, part, skipped in workers.map(work, batches(entries), _one_by_one):
        parts.append(part)
        problems.extend(skipped)
        progress(size)
    counts = merge(parts)
    if not counts.words:
        raise CorpusError(f"{path}: no document contains a word to learn from. Check the files.")
    return CountedCorpus(_without_silent_clients(counts, path, problems), tuple(problems), origins)


def read_texts(
    path: Path, wanted: Collection[str], read_blocks: ReadBlocks, at_most: int, workers: Workers = Workers()
) -> dict[str, str]:
    """Read these documents of a corpus again, each up to `at_most` characters.

    A document that is gone or cannot be read any more is left out. Raises as `corpus_entries` does.
    """
    asked = set(wanted)
    found = (each for each in corpus_entries(path, workers) if isinstance(each, CorpusEntry) and each.id in asked)
    work = partial(_beginnings, read_blocks=read_blocks, at_most=at_most)
    texts: dict[str, str] = {}
    for some in workers.map(work, batches(found), _no_texts):
        texts |= some
    return texts


def _beginnings(entries: Sequence[CorpusEntry], read_blocks: ReadBlocks, at_most: int) -> dict[str, str]:
    read = (each.read(read_blocks) for each in entries)
    return {each.id: "\n".join(each.blocks)[:at_most] for each in read if isinstance(each, CorpusDocument)}


def _no_texts(
    entries: list[CorpusEntry],
    error: WorkStopped,  # noqa: ARG001 - counting has told of it
    again: Callable[[list[CorpusEntry]], dict[str, str]],
) -> dict[str, str]:
    """Read a stopped batch again, document by document; one that is stopped again is left out."""
    return {} if len(entries) == 1 else {name: text for each in entries for name, text in again([each]).items()}


def _noted(entries: Iterable[CorpusEntry], origins: dict[str, Origin]) -> Iterator[CorpusEntry]:
    """Note the origins of the documents that pass by."""
    for entry in entries:
        if entry.origin != UNKNOWN:
            origins[entry.id] = entry.origin
        yield entry


def _without_silent_clients(counts: TermCounts, path: Path, problems: list[CorpusProblem]) -> TermCounts:
    """Nothing tells a client without words from anybody, so it would be the likeliest rival of every other."""
    speaks = np.zeros(len(counts.clients), dtype=bool)
    speaks[counts.client_of[np.diff(counts.word_counts.indptr) > 0]] = True
    if speaks.all():
        return counts
    problems += [
        CorpusProblem(str(path), f"client {counts.clients[client].name!r}, whose documents hold no word")
        for client in np.flatnonzero(~speaks).tolist()
    ]
    silent = np.flatnonzero(~speaks[counts.client_of]).tolist()
    return counts.without([counts.documents[row] for row in silent])


_Counted = tuple[int, TermCounts, list[CorpusProblem]]
"""How many documents were looked at, what they count, and what was skipped."""


def _one_by_one(
    entries: list[CorpusEntry], error: WorkStopped, again: Callable[[list[CorpusEntry]], _Counted]
) -> _Counted:
    """Count a stopped batch again, document by document; one that is stopped again is a CorpusProblem."""
    if len(entries) == 1:
        (entry,) = entries
        where = entry.id if isinstance(entry.content, str) else str(entry.content)
        return 1, count_terms([]), [CorpusProblem(where, str(error))]
    sizes, parts, problems = zip(*(again([entry]) for entry in entries), strict=True)
    return sum(sizes), merge(parts), [each for some in problems for each in some]


def _count_batch(entries: Sequence[CorpusEntry], read_blocks: ReadBlocks) -> _Counted:
    problems: list[CorpusProblem] = []
    documents: list[CorpusDocument] = []
    for entry in entries:
        document = entry.read(read_blocks)
        if isinstance(document, CorpusProblem):
            problems.append(document)
        else:
            documents.append(document)
    return len(entries), count_terms(documents), problems


def batches(entries: Iterable[CorpusEntry]) -> Iterator[list[CorpusEntry]]:
    """Yield the entries in batches that one process reads together."""
    batch: list[CorpusEntry] = []
    characters = 0
    for entry in entries:
        batch.append(entry)
        characters += len(entry.content) if isinstance(entry.content, str) else 0
        if len(batch) == _BATCH or characters >= _CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def without_problems(
    entries: Iterable[CorpusEntry | CorpusProblem], problems: list[CorpusProblem], check: Callable[[], None]
) -> Iterator[CorpusEntry]:
    """Yield the entries, and add the problems to a list.

    Raises CorpusError when there are too many.
    """
    skipped = 0
    for entry in entries:
        if isinstance(entry, CorpusEntry):
            yield entry
            continue
        check()
        problems.append(entry)
        skipped += entry.skipped
        if skipped > MAX_PROBLEMS:
            raise CorpusError(
                f"More than {MAX_PROBLEMS:,} files or lines of the corpus are no documents, the last one at "
                f"{entry.where}. Remove them."
            )

"""Count the words of each document of a corpus, and nothing else."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from backend.document.placeholders import count_placeholders
from backend.document.tokens import terms
from backend.errors import WorkStopped
from backend.learning.corpus import CorpusEntry, ReadBlocks, corpus_entries
from backend.learning.counting import batches, without_problems
from backend.learning.json_lines import CorpusProblem
from backend.workers import Workers


@dataclass(frozen=True, slots=True)
class DocumentWords:
    """A document with its words; placeholders are no words, and `placeholders` counts them."""

    id: str
    client: str
    utility: str | None
    words: Mapping[str, int]
    placeholders: int


_Counted = list[DocumentWords | CorpusProblem]


def document_words(
    path: Path,
    read_blocks: ReadBlocks,
    workers: Workers = Workers(),
    progress: Callable[[int], None] = lambda documents: None,  # noqa: ARG005
) -> Iterator[DocumentWords | CorpusProblem]:
    """Yield the words of the documents of a corpus, in order, and what was skipped.

    `progress` is called with the number of further documents that are done. Raises as `corpus_entries` does.
    """
    problems: list[CorpusProblem] = []
    entries = without_problems(corpus_entries(path, workers), problems, workers.check)
    for counted in workers.map(partial(_count, read_blocks), batches(entries), _one_by_one):
        yield from counted
        progress(len(counted))
    yield from problems


def _count(read_blocks: ReadBlocks, entries: Sequence[CorpusEntry]) -> _Counted:
    return [_words_of(read_blocks, entry) for entry in entries]


def _words_of(read_blocks: ReadBlocks, entry: CorpusEntry) -> DocumentWords | CorpusProblem:
    document = entry.read(read_blocks)
    if isinstance(document, CorpusProblem):
        return document
    words = Counter(term for block in document.blocks for term in terms(block))
    placeholders = count_placeholders(document.blocks)
    return DocumentWords(document.id, document.client, document.utility, words, placeholders)


def _one_by_one(
    entries: list[CorpusEntry], error: WorkStopped, again: Callable[[list[CorpusEntry]], _Counted]
) -> _Counted:
    """Count a stopped batch again, document by document; one that is stopped again is a CorpusProblem."""
    if len(entries) > 1:
        return [each for entry in entries for each in again([entry])]
    (entry,) = entries
    return [CorpusProblem(entry.id if isinstance(entry.content, str) else str(entry.content), str(error))]

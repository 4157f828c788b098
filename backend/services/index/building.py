"""Build an index of the documents of a corpus."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from backend.errors import CorpusError, InvalidRequest
from backend.learning.arrays import Floats, Sparse
from backend.learning.document_words import DocumentWords, document_words
from backend.learning.features import stop_words
from backend.learning.json_lines import CorpusProblem, first_skipped
from backend.privacy.blocked_microaggregation import microaggregate_in_blocks
from backend.privacy.index_vectors import VectorSpace, Weighting, other_stem
from backend.privacy.microaggregation import Grouping, distances_to_centroids, microaggregate
from backend.privacy.published_vectors import LEAST_SHARED, published
from backend.reporting.index_reports import BuildReport
from backend.services.files.reading import counted_texts
from backend.storage.db.keys import KeyRing
from backend.storage.index.index_building import write_index
from backend.storage.index.index_secret import Entry
from backend.taxonomy.dictionary import Dictionary
from backend.workers import Workers

WEIGHTINGS = tuple(each.value for each in Weighting)
"""The names of the weightings, the default first."""

LEAST_SHARING = LEAST_SHARED
"""The clients that must share a word at least, whatever is asked for."""

EXACT_UP_TO = 20_000
"""Documents that are grouped by exact MDAV; more are grouped in blocks."""


@dataclass(frozen=True, slots=True)
class IndexOptions:
    """How an index is built.

    `by_client` counts the client of a document as its owner; otherwise each document is an owner of its own.
    `unknown_words` keeps words that are not in the dictionary. `weighting` is one of WEIGHTINGS. The vector of a
    group has the words that `shared_by` owners of the group have, by default k; fewer reveal more of each document.
    """

    k: int
    weighting: str = Weighting.TF.value
    by_client: bool = True
    unknown_words: bool = False
    shared_by: int | None = None

    @property
    def sharing_owners(self) -> int:
        """The owners of a group that must have a word.

        Raises InvalidRequest when they are not 2 to k.
        """
        number = self.k if self.shared_by is None else self.shared_by
        if not LEAST_SHARED <= number <= self.k:
            raise InvalidRequest(
                f"Words of {number} clients: the number must be {LEAST_SHARED} to k ({self.k}). Use another one."
            )
        return number


def build_index(
    corpus: Path,
    folder: Path,
    options: IndexOptions,
    ring: KeyRing,
    dictionary: Dictionary,
    workers: Workers = Workers(),
    progress: Callable[[int], None] = lambda documents: None,  # noqa: ARG005
) -> BuildReport:
    """Group the documents of a corpus, and write their index to a new folder.

    Documents without a word of the dictionary are skipped.

    Raises OutputRefused when the folder exists, CorpusError, UnreadableFile, InvalidRequest when no groups of k
    owners can be formed or no group shares a word, KeyUnusable.
    """
    shared_by = options.sharing_owners
    documents, problems = _read(corpus, workers, progress)
    space = _space(dictionary, documents, options)
    counted = [(each, space.count_words(each.words)) for each in documents]
    without = (each for each, counts in counted if not counts)
    problems += [CorpusProblem(each.id, "has no word of the English dictionary") for each in without]
    counted = sorted(((each, counts) for each, counts in counted if counts), key=lambda pair: pair[0].id)
    if not counted:
        raise CorpusError(f"{corpus}: no document has a word of the English dictionary.{first_skipped(problems)}")
    if options.weighting == Weighting.TF_IDF.value:
        space = space.with_idf((counts for _, counts in counted), len(counted), options.k)
    vectors = space.vectors([counts for _, counts in counted])
    owners = _owners([each for each, _ in counted], options)
    exact = len(counted) <= EXACT_UP_TO
    grouping = published(vectors, _grouped(vectors, options.k, owners, workers, exact=exact), shared_by)
    distances = distances_to_centroids(vectors, grouping)
    entries = [
        Entry(each.id, each.client if options.by_client else None, industry=each.utility) for each, _ in counted
    ]
    space, centroids = space.with_columns_of(grouping.centroids)
    shown = replace(grouping, centroids=centroids)
    state = write_index(folder, ring, space, options.k, entries, shown, distances)
    report = _report(options.k, grouping, owners, distances, problems, state, exact=exact)
    return replace(report, without_placeholders=sum(not each.placeholders for each, _ in counted))


def _read(
    corpus: Path, workers: Workers, progress: Callable[[int], None]
) -> tuple[list[DocumentWords], list[CorpusProblem]]:
    documents: list[DocumentWords] = []
    problems: list[CorpusProblem] = []
    for each in document_words(corpus, counted_texts, workers, progress):
        if isinstance(each, CorpusProblem):
            problems.append(each)
        else:
            documents.append(each)
    return documents, problems


def _space(dictionary: Dictionary, documents: Sequence[DocumentWords], options: IndexOptions) -> VectorSpace:
    if not options.unknown_words:
        return VectorSpace(dictionary)
    unknown = {
        other_stem(word)
        for each in documents
        for word in each.words
        if dictionary.column(word) is None and word not in stop_words()
    }
    return VectorSpace(dictionary, tuple(sorted(unknown - {""} - dictionary.columns.keys())))


def _owners(documents: Sequence[DocumentWords], options: IndexOptions) -> list[int]:
    if not options.by_client:
        return list(range(len(documents)))
    numbers: dict[str, int] = {}
    return [numbers.setdefault(each.client, len(numbers)) for each in documents]


def _grouped(vectors: Sparse, k: int, owners: Sequence[int], workers: Workers, *, exact: bool) -> Grouping:
    if exact:
        return microaggregate(vectors, k, owners)
    return microaggregate_in_blocks(vectors, k, owners, workers)


def _report(
    k: int,
    grouping: Grouping,
    owners: Sequence[int],
    distances: Floats,
    problems: Sequence[CorpusProblem],
    state: str,
    *,
    exact: bool,
) -> BuildReport:
    of_groups = [Counter[int]() for _ in grouping.sizes]
    for group, owner in zip(grouping.groups.tolist(), owners, strict=True):
        of_groups[group][owner] += 1
    return BuildReport(
        documents=len(owners),
        k=k,
        shared_by=grouping.shared_by,
        groups=len(of_groups),
        smallest=min(map(len, of_groups)),
        largest=max(map(len, of_groups)),
        largest_share=max(max(each.values()) / each.total() for each in of_groups),
        sse_per_document=float(np.mean(distances**2)),
        exact=exact,
        problems=tuple(problems),
        state=state,
    )

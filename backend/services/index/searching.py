"""Search an index, or a published edition of one."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter

from backend.document.tokens import terms
from backend.errors import InvalidRequest
from backend.learning.features import stop_words
from backend.privacy.edition import Edition
from backend.privacy.group_vectors import GroupVectors
from backend.privacy.index_vectors import other_stem
from backend.reporting.index_reports import FoundGroup, FoundGroups
from backend.storage.index.stored_index import StoredIndex
from backend.taxonomy.dictionary import Dictionary

SHOWN_STEMS = 12
"""The stems of a group that a person reads, the weightiest first."""


def search(index: StoredIndex, words: str, top: int, *, with_members: bool) -> FoundGroups:
    """Find the `top` groups nearest to some words; further ones at the distance of the last one are counted.

    Groups that share no word with the question are left out.

    Raises InvalidRequest when no word is in the dictionary; IndexBelowK.
    """
    asked = index.space.weighted(asked_columns(index.space.count_words(Counter(terms(words)))))
    near = [(state, distance) for state, distance in index.ranked(asked, top) if distance < 1]
    ranks = _ranks([state.documents for state, _ in near], [distance for _, distance in near])
    return FoundGroups(
        tuple(
            FoundGroup(
                state.group,
                *rank,
                distance,
                state.documents,
                state.owners,
                _stems(index.vectors, state.group, index.space.stem_of),
                tuple(each.id for each in index.entries(state.group)) if with_members else (),
            )
            for (state, distance), rank in zip(near[:top], ranks, strict=False)
        ),
        left_out=len(near[top:]),
    )


def search_edition(edition: Edition, dictionary: Dictionary, words: str, top: int) -> FoundGroups:
    """Find the groups of an edition that are nearest to some words, as `search` does.

    An edition does not say how many owners a group has, but that they are k or more: `owners` is k.

    Raises InvalidRequest when no word is in the edition.
    """
    columns = edition.columns
    counts: Counter[int] = Counter()
    for word in terms(words):
        column = dictionary.column(word)
        own = other_stem(word) if column is None else dictionary.stems[column]
        if word not in stop_words() and own in columns:
            counts[columns[own]] += 1
    near = [each for each in edition.vectors.ranked(asked_columns(counts), top) if each[1] < 1]
    ranks = _ranks([int(edition.sizes[group]) for group, _ in near], [distance for _, distance in near])
    return FoundGroups(
        tuple(
            FoundGroup(
                group,
                *rank,
                distance,
                int(edition.sizes[group]),
                edition.k,
                _stems(edition.vectors, group, edition.stems.__getitem__),
            )
            for (group, distance), rank in zip(near[:top], ranks, strict=False)
        ),
        left_out=len(near[top:]),
    )


def asked_columns(counts: Counter[int]) -> Counter[int]:
    """Return the columns of a question.

    Raises InvalidRequest when there are none.
    """
    if not counts:
        raise InvalidRequest("The index knows none of these words. Use other words.")
    return counts


def _ranks(sizes: Sequence[int], distances: Sequence[float]) -> list[tuple[int, int]]:
    """The ranks that the documents of each group share; groups at one distance, which ascends, share theirs.

    >>> _ranks([5, 6, 5], [0.1, 0.2, 0.2])
    [(1, 5), (6, 16), (6, 16)]
    """
    ranks: list[tuple[int, int]] = []
    last = 0
    for _, tied in groupby(zip(distances, sizes, strict=True), key=itemgetter(0)):
        sizes_of_tied = [size for _, size in tied]
        first, last = last + 1, last + sum(sizes_of_tied)
        ranks += [(first, last)] * len(sizes_of_tied)
    return ranks


def _stems(vectors: GroupVectors, group: int, stem_of: Callable[[int], str]) -> tuple[str, ...]:
    weights = vectors.as_mapping(group)
    columns = sorted(weights, key=lambda column: (-weights[column], column))[:SHOWN_STEMS]
    return tuple(stem_of(column) for column in columns)

"""What the vectors of groups give away, beside what searches keep, for each number of owners that share a stem."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from backend.evaluation.index_documents import Documents, Drawn, K
from backend.evaluation.index_queries import (
    HELD_OUT,
    accuracy,
    distances_of,
    drawn_questions,
    overlap,
    ridge,
)
from backend.evaluation.result import Cell, Table
from backend.evaluation.vector_attack import (
    TakenApart,
    Told,
    by_contained_stems,
    by_direction,
    by_exact_weights,
    by_stems,
    taken_apart,
    told,
)
from backend.learning.arrays import Floats, Sparse
from backend.privacy.index_vectors import normalised
from backend.privacy.microaggregation import Grouping, distances_to_centroids, microaggregate
from backend.privacy.published_vectors import LEVELS, published

FIRST = 10


@dataclass(frozen=True, slots=True)
class Rule:
    """What is published of a group: stems that `shared_by` owners have, with `levels` of weight (None: exact)."""

    k: int
    shared_by: int
    levels: int | None = LEVELS


RULES = (
    *(Rule(K, shared_by, levels) for shared_by in range(1, K + 1) for levels in (None, LEVELS)),
    Rule(K, K, 2),
    Rule(K, K, 1),
    *(Rule(k, k) for k in (2, 3, 10, 20)),
    Rule(10, 5),
    Rule(20, 5),
)
"""The first one publishes whole means, as the papers do; the one of (K, K) with LEVELS is what the index does."""


@dataclass(frozen=True, slots=True)
class Leaked:
    """What one rule gives away and keeps in one run.

    `stems` and `weights` say how well an attacker recognises indexed texts by the stems of groups, and with their
    weights; the better of two attackers each. `overlap`, `ridge` and `error` are what searches and classification
    keep and lose.
    """

    rule: Rule
    per_group: float
    groups: int
    stems: Told
    weights: Told
    apart: TakenApart
    overlap: float
    ridge: float
    error: float


def leaked_by_each_rule(documents: Documents, drawn: Drawn, seed: int) -> list[Leaked]:
    """Attack and search an index of the drawn documents under each of RULES.

    As many other documents were not indexed; the attacker knows how frequent stems are from the rest of them.
    """
    indexed: Sparse = documents.vectors[drawn.indexed]
    count = min(len(drawn.indexed), len(drawn.others) // 2)
    others, known = documents.vectors[drawn.others[:count]], documents.vectors[drawn.others[count:]]
    shares = shares_of(known)
    questions = drawn_questions(documents, drawn.others[::-1], seed)
    original = distances_of(questions, indexed)
    tested = drawn.others[:HELD_OUT]
    groupings = {k: microaggregate(indexed, k) for k in {rule.k for rule in RULES}}
    leaked = []
    for rule in RULES:
        grouping = by_rule(indexed, groupings[rule.k], rule)
        vectors = normalised(grouping.centroids)[grouping.groups]
        pairs = zip(original, distances_of(questions, vectors), strict=True)
        leaked.append(
            Leaked(
                rule,
                float(np.mean(np.diff(grouping.centroids.indptr))),
                grouping.centroids.shape[0],
                *recognised(grouping.centroids, indexed, others, shares, rule),
                taken_apart(grouping.centroids, indexed, grouping.groups, rule.k),
                float(np.mean([overlap(one, other, FIRST) for one, other in pairs])),
                accuracy(
                    ridge(vectors, documents.subjects[drawn.indexed]),
                    documents.vectors[tested],
                    documents.subjects[tested],
                ),
                float(np.mean(distances_to_centroids(indexed, grouping) ** 2)),
            )
        )
    return leaked


def by_rule(vectors: Sparse, grouping: Grouping, rule: Rule) -> Grouping:
    """Return what a rule publishes; whole means where no stem is left out and weights are exact."""
    if rule.shared_by == 1 and rule.levels is None:
        return grouping
    return published(vectors, grouping, rule.shared_by, rule.levels)


def shares_of(texts: Sparse) -> Floats:
    """Return the share of texts that have each column, never 0 or 1."""
    having = np.bincount(texts.indices, minlength=texts.shape[1])
    shares: Floats = (having + 0.5) / (texts.shape[0] + 1)
    return shares


def recognised(groups: Sparse, indexed: Sparse, others: Sparse, shares: Floats, rule: Rule) -> tuple[Told, Told]:
    """Return how well an attacker separates indexed texts from others, by stems and by weights."""
    had_by = rule.shared_by / rule.k
    attackers: tuple[Callable[[Sparse], Floats], ...] = (
        lambda texts: by_stems(groups, texts, shares, had_by),
        lambda texts: by_contained_stems(groups, texts, shares),
        lambda texts: by_direction(groups, texts),
        lambda texts: by_exact_weights(groups, texts, rule.k),
    )
    likely, contained, direction, exact = (told(score(indexed), score(others)) for score in attackers)
    return likely.or_better(contained), direction.or_better(exact)


def leaks_table(runs: Sequence[Sequence[Leaked]]) -> Table:
    """Return the means over runs."""
    rows: list[tuple[Cell, ...]] = []
    for at in zip(*runs, strict=True):
        rule = at[0].rule
        purities = [each.apart.purity for each in at if each.apart.purity is not None]
        rows.append(
            (
                f"{rule.shared_by} of {rule.k}",
                "exact" if rule.levels is None else str(rule.levels),
                f"{np.mean([each.per_group for each in at]):.1f}",
                round(float(np.mean([each.groups for each in at]))),
                float(np.mean([each.stems.auc for each in at])),
                float(np.mean([each.stems.found for each in at])),
                float(np.mean([each.weights.auc for each in at])),
                float(np.mean([each.weights.found for each in at])),
                float(np.mean(purities)) if purities else None,
                float(np.mean([each.apart.recovered for each in at])),
                float(np.mean([each.overlap for each in at])),
                float(np.mean([each.ridge for each in at])),
                float(np.mean([each.error for each in at])),
            )
        )
    return Table(
        "What the vectors of groups give away, and what they keep (means over seeds): of each group the stems that "
        "some of its owners have, with levels of weight. Indexed texts recognised by stems and by weights (area "
        "under ROC, share found at 1 % false alarms); purity of bags of equal weight, share of a document's own "
        "stems that pure bags show; overlap of the first 10, accuracy of ridge regression, SSE",
        (
            *("shared by", "levels", "stems a group", "groups", "AUC by stems", "found by stems"),
            *("AUC by weights", "found by weights", "purity", "recovered", "first 10", "ridge", "SSE"),
        ),
        tuple(rows),
    )

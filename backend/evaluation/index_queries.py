"""How much of searches and of classification is left when vectors are protected, for each k."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from scipy.stats import rankdata

from backend.blocking.attackers.fitting import dual_ridge
from backend.evaluation.index_documents import Documents, Drawn
from backend.evaluation.result import Cell, Figure, Panel, Series, Table
from backend.evaluation.watched_index import protected
from backend.learning.arrays import Floats, Integers, Sparse
from backend.privacy.index_vectors import normalised
from backend.privacy.microaggregation import DECIMALS

LEVELS = tuple(range(2, 21))
QUERIES = 100
QUERY_WORDS = 3
TOPS = (10, 50)
HELD_OUT = 2_000
"""Documents that are classified; those that questions are drawn from are others of the same."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept at one k (1: unprotected) in one run.

    `overlap` is the expected share of the first n documents that both lists have, for each of TOPS; `correlation`
    that of the ranks of all documents. `nearest` and `ridge` are the accuracies of two classifiers.
    """

    k: int
    error: float
    overlap: tuple[float, ...]
    correlation: float
    nearest: float
    ridge: float


def kept_at_each_k(documents: Documents, drawn: Drawn, seed: int) -> list[Kept]:
    """Measure what is kept at k = 1 (unprotected) and at each of LEVELS."""
    held_out = drawn.others[:HELD_OUT]
    questions = drawn_questions(documents, drawn.others[::-1], seed)
    original: Sparse = documents.vectors[drawn.indexed]
    distances = distances_of(questions, original)
    known, asked = documents.subjects[drawn.indexed], documents.subjects[held_out]
    tested: Sparse = documents.vectors[held_out]
    kept = []
    for k in (1, *LEVELS):
        vectors = original if k == 1 else protected(documents, drawn.indexed, k)
        pairs = list(zip(distances, distances_of(questions, vectors), strict=True))
        error = 1.0 - np.asarray(original.multiply(vectors).sum(axis=1)).ravel()
        kept.append(
            Kept(
                k,
                float(np.mean(error**2)),
                tuple(float(np.mean([overlap(a, b, top) for a, b in pairs])) for top in TOPS),
                float(np.mean([rank_correlation(a, b) for a, b in pairs])),
                accuracy(nearest_centroid(vectors, known), tested, asked),
                accuracy(ridge(vectors, known), tested, asked),
            )
        )
    return kept


def drawn_questions(documents: Documents, sources: Integers, seed: int) -> Sparse:
    """Draw questions [question, column]: up to three words of one document each, which is not indexed."""
    draw = np.random.default_rng(seed)
    rows: list[Mapping[int, float]] = []
    for document in sources[:QUERIES].tolist():
        columns = list(documents.row(document))
        rows.append(
            dict.fromkeys(draw.choice(columns, min(QUERY_WORDS, len(columns)), replace=False).tolist(), 1.0)
        )
    place = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    column = np.array([each for row in rows for each in row])
    shape = (len(rows), documents.vectors.shape[1])
    return normalised(csr_array((np.ones(len(column)), (place, column)), shape=shape))


def distances_of(questions: Sparse, vectors: Sparse) -> Floats:
    """Return the cosine distance of each question to each vector; vectors have length 1."""
    distances: Floats = np.round(1.0 - (questions @ vectors.T).toarray(), DECIMALS)
    return distances


def overlap(one: Floats, other: Floats, top: int) -> float:
    """Return the expected share of the first documents that two lists have in common, if equal ones are shuffled.

    Documents at one distance are a tie, as those of a group are. Each of them is among the first `top` with the
    same probability, independently in both lists.

    >>> overlap(np.array([0.1, 0.2, 0.3]), np.array([0.5, 0.5, 0.9]), 1)
    0.5
    """
    top = min(top, len(one))
    return float(_among_first(one, top) @ _among_first(other, top)) / top


def _among_first(distances: Floats, top: int) -> Floats:
    last = np.partition(distances, top - 1)[top - 1]
    nearer, tied = distances < last, distances == last
    among: Floats = nearer + tied * ((top - np.count_nonzero(nearer)) / np.count_nonzero(tied))
    return among


def rank_correlation(one: Floats, other: Floats) -> float:
    """Return Spearman's correlation of two lists; documents at one distance share their mean rank.

    It is 0 where all documents of a list are at one distance.
    """
    ranks = [rankdata(each) - (len(each) + 1) / 2 for each in (one, other)]
    lengths = [float(np.linalg.norm(each)) for each in ranks]
    return float(ranks[0] @ ranks[1]) / (lengths[0] * lengths[1]) if all(lengths) else 0.0


def nearest_centroid(vectors: Sparse, classes: Integers) -> Floats:
    """Return the mean of the vectors of each class, scaled to length 1, [column, class]."""
    members = csr_array((np.ones(len(classes)), (classes, np.arange(len(classes)))))
    means = normalised(csr_array(members @ vectors))
    return np.asarray(means.toarray().T, dtype=np.float64)


def ridge(vectors: Sparse, classes: Integers) -> Floats:
    """Return the weights of ridge regression to +1 and -1, [column, class]."""
    return np.asarray(vectors.T @ dual_ridge(vectors, classes), dtype=np.float64)


def accuracy(weights: Floats, vectors: Sparse, classes: Integers) -> float:
    """Return the share of documents whose class has the highest score."""
    scores = np.asarray(vectors @ weights)
    return float(np.mean(scores.argmax(axis=1) == classes))


def kept_table(runs: Sequence[Sequence[Kept]], indexed: int) -> Table:
    """Return the means over runs, with the standard deviation of some, and what chance would give."""
    rows: list[tuple[Cell, ...]] = []
    for at in zip(*runs, strict=True):
        firsts = (_mean_and_spread([each.overlap[place] for each in at]) for place in range(len(TOPS)))
        rows.append(
            (
                "unprotected" if at[0].k == 1 else str(at[0].k),
                float(np.mean([each.error for each in at])),
                *firsts,
                _mean_and_spread([each.correlation for each in at]),
                _mean_and_spread([each.nearest for each in at]),
                _mean_and_spread([each.ridge for each in at]),
            )
        )
    rows.append(("any order", None, *(f"{_short(min(top / indexed, 1.0))}" for top in TOPS), "0", None, None))
    columns = ("k", "SSE", *(f"first {top}" for top in TOPS), "ranks", "nearest centroid", "ridge")
    return Table(
        "What searches and classifiers keep (mean ± standard deviation over seeds): overlap of the first 10 and 50 "
        "documents, correlation of ranks, accuracy on held-out documents",
        columns,
        tuple(rows),
    )


def kept_figure(runs: Sequence[Sequence[Kept]]) -> Figure:
    """Draw what is kept over k."""
    points = list(zip(*runs, strict=True))
    x = tuple(float(at[0].k) for at in points)

    def mean(values: Sequence[Sequence[float]]) -> tuple[float, ...]:
        return tuple(float(np.mean(each)) for each in values)

    searches = (
        *(
            Series(f"first {top}", x, mean([[each.overlap[place] for each in at] for at in points]))
            for place, top in enumerate(TOPS)
        ),
        Series("ranks", x, mean([[each.correlation for each in at] for at in points])),
        Series("nearest centroid", x, mean([[each.nearest for each in at] for at in points])),
        Series("ridge", x, mean([[each.ridge for each in at] for at in points])),
    )
    return Figure(
        "index-kept",
        "What searches (overlap of the first 10 and 50 documents, correlation of ranks) and classifiers (accuracy) "
        "keep at each k; k = 1 is unprotected (means over ten seeds)",
        "k",
        "overlap, correlation, accuracy",
        (Panel("", searches),),
    )


def _mean_and_spread(values: Sequence[float]) -> str:
    return f"{_short(float(np.mean(values)))} ± {_short(float(np.std(values)))}"


def _short(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.3f}"

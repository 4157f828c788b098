"""Simulate players of the Redactron game with calibrated classifiers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

import numpy as np
from scipy.special import logsumexp

from backend.blocking.attackers import AttackerKind, LinearAttacker, NearestNeighbour, Weighting, fit_attacker
from backend.errors import InvalidRequest
from backend.learning.arrays import Counts, Floats, Integers

RIGHT, WRONG = 1.0, -0.05
"""Points for marking the right option and for each wrong one. Source: Cumby & Ghani 2011, "Redactron"."""

Scores = Callable[[Counts], Floats]
"""From documents [document, word] to scores [document, class], higher for likelier."""


class Guesser(StrEnum):
    """The kinds of players; only the first is Bayesian."""

    BAYES = "naive Bayes"
    SVM = "linear SVM"
    RIDGE = "ridge"
    NEIGHBOUR = "nearest post"


_ATTACKER: Mapping[Guesser, AttackerKind] = MappingProxyType(
    {
        Guesser.BAYES: AttackerKind.NB_STRONG,
        Guesser.SVM: AttackerKind.SVM,
        Guesser.RIDGE: AttackerKind.RIDGE,
        Guesser.NEIGHBOUR: AttackerKind.NEAREST_NEIGHBOUR,
    }
)


def fit_guesser(kind: Guesser, counts: Counts, class_of: Integers, classes: int) -> Scores:
    """Train on unredacted documents, [document, word] and [document].

    Scores do not grow with a document's length: Naive Bayes gives nats per word, the others use unit vectors of
    tf-idf, so that one scale calibrates short and long documents.

    Raises InvalidRequest when there are fewer than three classes, or one has no document.
    """
    if classes < 3 or len(np.unique(class_of)) < classes:
        raise InvalidRequest("A game needs three options, and a document to learn from for each. Add documents.")
    attacker = fit_attacker(_ATTACKER[kind], counts, class_of, classes)
    idf = attacker.idf if isinstance(attacker, LinearAttacker | NearestNeighbour) else None

    def scores(part: Counts) -> Floats:
        return np.asarray(attacker.scores(part) / _length(part, idf)[:, None], dtype=np.float64)

    return lambda documents: _by_part(documents, scores)


def _length(documents: Counts, idf: Floats | None) -> Floats:
    """Return the size by which an attacker's scores grow: number of words, or length in tf-idf; [document]."""
    if idf is None:
        length = np.asarray(documents.sum(axis=1), dtype=np.float64)
    else:
        vectors = Weighting.SUBLINEAR_TFIDF.vectors(documents, idf)
        length = np.sqrt(np.asarray(vectors.power(2).sum(axis=1), dtype=np.float64))
    return np.where(length > 0, length, 1.0)


def _by_part(counts: Counts, scores: Scores, rows: int = 500) -> Floats:
    """Return the scores of many documents in batches, because all similarities would not fit into memory."""
    return np.vstack([scores(counts[start : start + rows]) for start in range(0, counts.shape[0], rows)])


def calibrated(scores: Floats, scale: float) -> Floats:
    """`softmax(scale * scores)`, [document, class]."""
    calm = scale * scores
    return np.asarray(np.exp(calm - logsumexp(calm, axis=1, keepdims=True)), dtype=np.float64)


def fit_scale(scores: Floats, class_of: Integers) -> float:
    """Return the scale that maximises the likelihood of the true classes of held-out documents.

    `scores` is [document, class], `class_of` [document]. Source: Guo, Pleiss, Sun & Weinberger 2017.
    """
    from scipy.optimize import minimize_scalar

    def loss(exponent: float) -> float:
        calm = np.exp(exponent) * scores
        return float(np.mean(logsumexp(calm, axis=1) - calm[np.arange(len(class_of)), class_of]))

    found = minimize_scalar(loss, bounds=(-7.0, 9.0), method="bounded", options={"xatol": 1e-4})
    return float(np.exp(found.x))


def options_to_mark(likely: Floats) -> "np.ndarray[tuple[int, int], np.dtype[np.bool_]]":
    """Return which options to mark for the highest expected points, [document, option]; `likely` are probabilities.

    The points of options are independent, so each is marked if `p * RIGHT + (1 - p) * WRONG` is above 0, that is if
    p is above 1/21. The likeliest of 20 options always is. With more options it is marked in any case, because a
    player has to answer.

    >>> options_to_mark(np.array([[0.90, 0.06, 0.04]])).tolist()
    [[True, True, False]]
    """
    chosen = likely * RIGHT + (1 - likely) * WRONG > 0
    chosen[np.arange(len(likely)), likely.argmax(axis=1)] = True
    return chosen


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a player.

    `error` and `points` are means over posts; `posts_by_marks` and `error_by_marks` are by the number of options
    marked: 1, 2, 3, and more. An error is None if no post had that many marks.
    """

    error: float
    points: float
    posts_by_marks: tuple[int, ...]
    error_by_marks: tuple[float | None, ...]


MARKS = ("1", "2", "3", "4+")


def play(likely: Floats, class_of: Integers) -> Score:
    """Mark options by their probabilities, [document, option], and count the points."""
    chosen = options_to_mark(likely)
    right = chosen[np.arange(len(class_of)), class_of]
    count = chosen.sum(axis=1)
    points = right * RIGHT + (count - right) * WRONG
    bins = np.minimum(count, len(MARKS)) - 1
    posts = np.bincount(bins, minlength=len(MARKS))
    wrong = np.bincount(bins, weights=~right, minlength=len(MARKS))
    return Score(
        error=float(1 - right.mean()),
        points=float(points.mean()),
        posts_by_marks=tuple(posts.tolist()),
        error_by_marks=tuple(float(w / n) if n else None for w, n in zip(wrong, posts, strict=True)),
    )

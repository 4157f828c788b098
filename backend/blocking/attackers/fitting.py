"""Train the attackers: naive Bayes by counts, ridge in closed form, SVM and logistic regression by scikit-learn.

All of them use the same words and weigh classes alike, whatever their number of documents. Those that compare by
cosine have no intercept, so that the length of a document cannot change their guess.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from backend.blocking.attackers.kinds import Attacker, AttackerKind
from backend.blocking.attackers.linear import LinearAttacker, Vectors, Weighting
from backend.blocking.attackers.neighbour import NearestNeighbour
from backend.learning.arrays import Counts, Floats, Integers
from backend.learning.features import class_presence, class_sums

_COMMON = 0.1
"""Words in a larger share of the documents than this are multiplied faster as a dense array."""

_LOGISTIC_C = 100.0
"""scikit-learn's 1 is meant for longer vectors: in later SEC filings it names 80 % of the companies, this 95 %."""

_LOGISTIC_TOLERANCE = 1e-6
"""Of the mean loss, to which one of hundreds of classes adds little: with 1e-4 all is over after three rounds."""

_NO_DIRECTION = 1e-10
"""Below this share of the greatest, an eigenvalue is rounding."""


def fit_attacker(
    kind: AttackerKind, counts: Counts, class_of: Integers, classes: int, *, seed: int = 0
) -> Attacker:
    """Train an attacker on documents `counts` [document, word], above 0 where stored, of `class_of` [document].

    `seed` matters only to the SVM's solver, and there to the last digits. Memory grows with the square of the
    documents for ridge and logistic: see `sample_documents`.

    Raises ValueError when there are fewer than two classes, one has no document, or no document says a word.
    """
    if kind is not AttackerKind.NEAREST_NEIGHBOUR:
        return fit_linear(kind, counts, class_of, classes, seed=seed)
    return fit_nearest(counts, class_of, classes)


def fit_nearest(counts: Counts, class_of: Integers, classes: int) -> NearestNeighbour:
    """Train the attacker that names the client of the nearest document; otherwise as `fit_attacker`."""
    _check(counts, class_of, classes)
    idf = inverse_document_frequency(counts)
    by_class = np.argsort(class_of, kind="stable")
    return NearestNeighbour(_unit_vectors(counts, idf)[by_class], class_of[by_class], idf)


def fit_linear(
    kind: AttackerKind, counts: Counts, class_of: Integers, classes: int, *, seed: int = 0
) -> LinearAttacker:
    """Train an attacker of one of the LINEAR kinds; otherwise as `fit_attacker`."""
    _check(counts, class_of, classes)
    if kind in _BY_COUNTING:
        return _BY_COUNTING[kind](kind, counts, class_of)
    if kind not in _BY_COSINE:
        raise ValueError(f"{kind} is not linear in the words")
    idf = inverse_document_frequency(counts)
    weights = _BY_COSINE[kind](_unit_vectors(counts, idf), class_of, seed)
    return LinearAttacker(kind, Weighting.SUBLINEAR_TFIDF, weights, np.zeros(classes), idf)


def _check(counts: Counts, class_of: Integers, classes: int) -> None:
    if counts.shape[0] != len(class_of):
        raise ValueError("counts must be [document, word] and class_of [document]")
    if classes < 2 or not np.array_equal(np.unique(class_of), np.arange(classes)):
        raise ValueError("an attacker tells two classes or more apart, and each needs a document")
    if not counts.nnz:
        raise ValueError("no document says a word to learn from")


def _multinomial(kind: AttackerKind, counts: Counts, class_of: Integers, *, alpha: float) -> LinearAttacker:
    """Return `log P(w|c)`, smoothed by `alpha`, with equal priors."""
    return _spoken(kind, Weighting.COUNTS, _dense(class_sums(counts, class_of)) + alpha)


def _binary(kind: AttackerKind, counts: Counts, class_of: Integers) -> LinearAttacker:
    """Fit multinomial Naive Bayes on presence of words instead of counts, smoothed by 1."""
    return _spoken(kind, Weighting.PRESENCE, _dense(class_presence(counts, class_of)) + 1)


def _spoken(kind: AttackerKind, weighting: Weighting, word_shares: Floats) -> LinearAttacker:
    weights = np.log(word_shares) - np.log(word_shares.sum(axis=1, keepdims=True))
    return LinearAttacker(kind, weighting, weights, np.zeros(len(word_shares)))


def _complement(kind: AttackerKind, counts: Counts, class_of: Integers, *, alpha: float) -> LinearAttacker:
    """`-log P(w|not c)`, smoothed by `alpha`. Source: Rennie et al. 2003, section 3.1."""
    class_counts = _dense(class_sums(counts, class_of))
    others = class_counts.sum(axis=0) - class_counts + alpha
    weights = np.log(others.sum(axis=1, keepdims=True)) - np.log(others)
    return LinearAttacker(kind, Weighting.COUNTS, weights, np.zeros(len(class_counts)))


def _dense(counts: Counts | Vectors) -> Floats:
    return np.asarray(counts.toarray(), dtype=np.float64)


def inverse_document_frequency(counts: Counts) -> Floats:
    """Return `1 + ln[(1 + n) / (1 + n_w)]`, [word]: as if one more document contained every word once."""
    documents, words = counts.shape
    having = np.bincount(counts.indices, minlength=words)
    return np.asarray(1 + np.log((1 + documents) / (1 + having)), dtype=np.float64)


def _unit_vectors(counts: Counts, idf: Floats) -> Vectors:
    """Return documents as tf-idf vectors of length 1; an empty document is 0."""
    vectors = Weighting.SUBLINEAR_TFIDF.vectors(counts, idf)
    row_of = np.repeat(np.arange(vectors.shape[0]), np.diff(vectors.indptr))
    length = np.sqrt(np.bincount(row_of, weights=vectors.data**2, minlength=vectors.shape[0]))
    vectors.data /= length[row_of]
    return vectors


def _centroid(rows: Vectors, class_of: Integers, seed: int) -> Floats:
    """Return the mean of each class's documents, scaled to length 1; 0 for a class without words."""
    del seed
    belongs: Vectors = csr_array((np.ones(len(class_of)), (class_of, np.arange(len(class_of)))))
    sums = _dense(belongs @ rows)
    length = np.linalg.norm(sums, axis=1, keepdims=True)
    return np.asarray(np.divide(sums, length, out=sums, where=length > 0), dtype=np.float64)


def _ridge(rows: Vectors, class_of: Integers, seed: int) -> Floats:
    del seed
    return _from_documents(rows, dual_ridge(rows, class_of))


def dual_ridge(rows: Vectors, class_of: Integers) -> Floats:
    """Fit least squares to +1 and -1 with a penalty of 1: return the share of each document, [document, class].

    The weights are `rows.T @ shares`, which one solve of [document, document] finds.
    """
    from scipy.linalg import solve

    gram = _gram(rows)
    gram[np.diag_indices_from(gram)] += 1
    targets = np.where(class_of[:, None] == np.arange(class_of.max() + 1), 1.0, -1.0)
    return np.asarray(solve(gram, targets, assume_a="pos", overwrite_a=True), dtype=np.float64)


def _logistic(rows: Vectors, class_of: Integers, seed: int) -> Floats:
    """Fit softmax regression with an L2 penalty.

    The penalty keeps the weights in the span of the documents. So documents can have as many coordinates as there
    are documents, instead of words: the same optimum, many times faster with hundreds of classes.
    """
    from scipy.linalg import eigh
    from sklearn.linear_model import LogisticRegression

    del seed
    squares, axes = eigh(_gram(rows))
    real = squares > _NO_DIRECTION * squares[-1]
    root = np.sqrt(squares[real])
    with _undeterred():
        learner = LogisticRegression(C=_LOGISTIC_C, tol=_LOGISTIC_TOLERANCE, fit_intercept=False, max_iter=300)
        fitted = learner.fit(axes[:, real] * root, class_of)
    return _from_documents(rows, (axes[:, real] / root) @ _of_each_class(fitted).T)


def _svm(rows: Vectors, class_of: Integers, seed: int) -> Floats:
    """Fit one linear SVM for each class against the others, with scikit-learn's loss and penalty."""
    from sklearn.svm import LinearSVC

    starts, columns = (part.astype(np.int32) for part in (rows.indptr, rows.indices))  # liblinear takes no others
    narrow: Vectors = csr_array((rows.data, columns, starts), shape=rows.shape)
    with _undeterred():
        return _of_each_class(LinearSVC(fit_intercept=False, random_state=seed).fit(narrow, class_of))


def _of_each_class(fitted: Any) -> Floats:
    """Return the weights of a scikit-learn classifier, [class, word]; of two classes it stores only the second."""
    weights = np.asarray(fitted.coef_, dtype=np.float64)
    return weights if len(weights) > 1 else np.concatenate((-weights, weights))


@contextmanager
def _undeterred() -> Iterator[None]:
    """Suppress warnings of scikit-learn that nobody can act on.

    A solver that reaches its iteration limit still gives an attacker, and clients with one document each are not a
    regression problem.
    """
    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.filterwarnings("ignore", "The number of unique classes", UserWarning)
        yield


def _gram(rows: Vectors) -> Floats:
    """Return the similarity of each pair of documents, [document, document]."""
    documents, words = rows.shape
    common = np.bincount(rows.indices, minlength=words) > _COMMON * documents
    dense = _dense(rows[:, np.flatnonzero(common)])
    rare = rows[:, np.flatnonzero(~common)]
    return _dense(rare @ rare.T) + dense @ dense.T


def _from_documents(rows: Vectors, shares: Floats) -> Floats:
    """Return weights [class, word] that are sums of documents; `shares` is [document, class]."""
    return np.asarray(rows.T @ shares, dtype=np.float64).T


_BY_COUNTING: Mapping[AttackerKind, Callable[[AttackerKind, Counts, Integers], LinearAttacker]] = MappingProxyType(
    {
        AttackerKind.NB: partial(_multinomial, alpha=1.0),
        AttackerKind.NB_STRONG: partial(_multinomial, alpha=0.01),
        AttackerKind.NB_MEDIUM: partial(_multinomial, alpha=0.2),
        AttackerKind.NB_BINARY: _binary,
        AttackerKind.COMPLEMENT_NB: partial(_complement, alpha=1.0),
        AttackerKind.COMPLEMENT_NB_STRONG: partial(_complement, alpha=0.01),
    }
)

_BY_COSINE: Mapping[AttackerKind, Callable[[Vectors, Integers, int], Floats]] = MappingProxyType(
    {
        AttackerKind.SVM: _svm,
        AttackerKind.RIDGE: _ridge,
        AttackerKind.LOGISTIC: _logistic,
        AttackerKind.CENTROID: _centroid,
    }
)

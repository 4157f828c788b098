"""Fit the classifiers of the panel: scikit-learn's own, with its defaults unless a row says otherwise."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import ComplementNB, MultinomialNB
from sklearn.preprocessing import normalize
from sklearn.svm import LinearSVC

from backend.panel.attackers import Attacker, Classifier, Weighting
from backend.panel.features import Counts

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_Scorer = Callable[[Any], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """A classifier that was fitted to counts; a document without any known feature has the same score for all."""

    weigh: Callable[[Counts], Any]
    score: _Scorer

    def scores(self, counts: Counts) -> Floats:
        """Return how likely each client is, [document, client]; only the order within a document means anything."""
        found = np.array(self.score(self.weigh(counts)), np.float64)
        found[np.asarray(counts.sum(axis=1)).ravel() == 0] = 0.0
        return found


def fit(attacker: Attacker, counts: Counts, client_of: Integers, clients: int) -> Fitted:
    """Fit the classifier of an attacker to the counts of its training documents; each client has one or more."""
    if attacker.weighting is Weighting.TF_IDF:
        transformer = TfidfTransformer(sublinear_tf=True).fit(counts)
        weigh: Callable[[Counts], Any] = transformer.transform
    else:
        weigh = _as_they_are
    return Fitted(weigh, _fit(attacker, weigh(counts), client_of, clients))


def _as_they_are(counts: Counts) -> Counts:
    return counts


def _fit(attacker: Attacker, rows: Any, client_of: Integers, clients: int) -> _Scorer:
    match attacker.classifier:
        case Classifier.NEAREST_DOCUMENT:
            return _nearest(rows, client_of, clients)
        case Classifier.NEAREST_CENTROID:
            members = (np.ones(len(client_of)), (client_of, np.arange(len(client_of))))
            sums = csr_array(members, shape=(clients, len(client_of))) @ rows
            return _nearest(normalize(sums), np.arange(clients), clients)
        case Classifier.BAYES | Classifier.COMPLEMENT_BAYES:
            return _bayes(_untrained(attacker).fit(rows, client_of))
        case _:
            return _linear(_untrained(attacker).fit(rows, client_of))


def _untrained(attacker: Attacker) -> Any:
    logistic = LogisticRegression(solver="liblinear", dual=True, C=10.0, random_state=0)
    return {
        Classifier.BAYES: MultinomialNB(alpha=attacker.smoothing, fit_prior=False),
        Classifier.COMPLEMENT_BAYES: ComplementNB(alpha=attacker.smoothing),
        Classifier.SVM: LinearSVC(random_state=0),
        Classifier.RIDGE: RidgeClassifier(solver="sparse_cg"),
        Classifier.LOGISTIC: OneVsRestClassifier(logistic),
    }[attacker.classifier]


def _bayes(model: Any) -> _Scorer:
    model.feature_count_ = None  # as large as what it needs to score, and no longer needed
    return lambda rows: np.asarray(model.predict_joint_log_proba(rows))


def _linear(model: Any) -> _Scorer:
    def score(rows: Any) -> Floats:
        found = np.asarray(model.decision_function(rows))
        return np.stack([-found, found], axis=1) if found.ndim == 1 else found  # of two clients there is one score

    return score


def _nearest(known: Any, client_of: Integers, clients: int) -> _Scorer:
    """Score a client by the cosine of its nearest row; all rows have length 1."""
    order = np.argsort(client_of, kind="stable")
    starts = np.searchsorted(client_of[order], np.arange(clients))

    def score(rows: Any) -> Floats:
        cosines = rows @ known.T
        dense = np.asarray(cosines.todense() if hasattr(cosines, "todense") else cosines)
        return np.asarray(np.maximum.reduceat(dense[:, order], starts, axis=1))

    return score

"""Fit the classifiers of the panel, with scikit-learn's defaults unless a row of the panel says otherwise."""

import warnings
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import LinearSVC

from backend.panel.attackers import Attacker, Classifier, Weighting
from backend.panel.fitted import (
    Counts,
    Fitted,
    Floats,
    Integers,
    Learnt,
    NearestProfile,
    sublinear_tf_idf,
    with_length_one,
)


def fit(attacker: Attacker, counts: Counts, client_of: Integers, clients: int) -> Learnt:
    """Fit the classifier of an attacker to the counts of its training documents; each client has one or more."""
    rarity = None
    weighed = csr_array(counts)
    if attacker.weighting is Weighting.TF_IDF:
        rarity = np.asarray(TfidfTransformer(sublinear_tf=True).fit(counts).idf_)
        weighed = sublinear_tf_idf(counts, rarity)
    match attacker.classifier:
        case Classifier.BAYES:
            return _bayes(_by_client(weighed, client_of, clients), attacker.smoothing)
        case Classifier.COMPLEMENT_BAYES:
            return _complement_bayes(_by_client(weighed, client_of, clients), attacker.smoothing)
        case Classifier.NEAREST_DOCUMENT:
            order = np.argsort(client_of, kind="stable")
            return _nearest(weighed[order], client_of[order], rarity)
        case Classifier.NEAREST_CENTROID:
            sums = _by_client(weighed, client_of, clients)
            return _nearest(with_length_one(sums), np.arange(clients), rarity)
        case Classifier.NEAREST_PROFILE:
            return _profiles(_by_client(counts, client_of, clients))
        case _:
            return _linear(_fitted(_untrained(attacker), weighed, client_of), rarity)


def _by_client(rows: Counts, client_of: Integers, clients: int) -> Counts:
    """Return the sum of the rows of each client, [client, feature]."""
    members = (np.ones(len(client_of)), (client_of, np.arange(len(client_of))))
    return csr_array(csr_array(members, shape=(clients, len(client_of))) @ rows)


def _bayes(sums: Counts, smoothing: float) -> Fitted:
    """Multinomial naive Bayes without priors.

    Most clients say few of the words, so the weights are what saying a word adds to the share of a word unsaid.
    """
    clients, features = sums.shape
    total = np.asarray(sums.sum(axis=1)).ravel() + smoothing * features
    added = csr_array(sums, copy=True)
    added.data = np.log(added.data + smoothing) - np.log(smoothing)
    return Fitted(
        csr_array(added.T),
        np.arange(clients),
        np.log(smoothing) - np.log(total),
        np.full(clients, -np.log(clients)),
    )


def _complement_bayes(sums: Counts, smoothing: float) -> Fitted:
    """Complement naive Bayes: a client is likely if the words are unlikely for all others together.

    What all clients have in common is left out of the scores.
    """
    clients, features = sums.shape
    of_all = np.asarray(sums.sum(axis=0)).ravel() + smoothing
    others = smoothing * features + sums.sum() - np.asarray(sums.sum(axis=1)).ravel()
    added = csr_array(sums, copy=True)
    everywhere = of_all[added.indices]
    added.data = np.log(everywhere) - np.log(everywhere - added.data)
    return Fitted(csr_array(added.T), np.arange(clients), np.log(others), np.zeros(clients))


def _nearest(known: Counts, client_of: Integers, rarity: Floats | None) -> Fitted:
    """Score a client by the cosine of its nearest row; all rows have length 1."""
    nothing = np.zeros(known.shape[0])
    return Fitted(csr_array(known.T), client_of, nothing, nothing, rarity)


def _profiles(sums: Counts) -> NearestProfile:
    """Return the profiles of the clients; a client without any word is equally far from all texts."""
    totals = np.asarray(sums.sum(axis=1)).ravel()
    shares = csr_array(sums, copy=True)
    shares.data /= np.repeat(totals, np.diff(shares.indptr))
    return NearestProfile(csr_array(shares.T))


def _fitted(model: Any, weighed: Counts, client_of: Integers) -> Any:
    with warnings.catch_warnings():
        # Many clients have one document each, and scikit-learn takes so many classes for numbers.
        warnings.filterwarnings("ignore", "The number of unique classes", UserWarning)
        return model.fit(weighed, client_of)


def _untrained(attacker: Attacker) -> Any:
    logistic = LogisticRegression(solver="liblinear", dual=True, C=10.0, random_state=0)
    return {
        Classifier.SVM: LinearSVC(random_state=0),
        Classifier.RIDGE: RidgeClassifier(solver="sparse_cg"),
        Classifier.LOGISTIC: OneVsRestClassifier(logistic),
    }[attacker.classifier]


def _linear(model: Any, rarity: Floats | None) -> Fitted:
    if isinstance(model, OneVsRestClassifier):
        weights = np.vstack([each.coef_ for each in model.estimators_])
        intercept = np.concatenate([each.intercept_ for each in model.estimators_])
    else:
        weights, intercept = np.atleast_2d(model.coef_), np.ravel(model.intercept_)
    if len(weights) == 1:  # of two clients there is one row
        weights, intercept = np.vstack([-weights, weights]), np.concatenate([-intercept, intercept])
    return Fitted(
        np.ascontiguousarray(weights.T), np.arange(len(weights)), np.zeros(len(weights)), intercept, rarity
    )

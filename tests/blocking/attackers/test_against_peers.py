"""Each attacker beside scikit-learn's own classifier, trained on the same counts."""

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.naive_bayes import ComplementNB, MultinomialNB
from sklearn.neighbors import NearestNeighbors
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from backend.blocking.attackers import AttackerKind, fit_attacker, fit_linear, named_first
from tests.blocking.attackers.corpora import Corpus, corpus, sparse

pytestmark = pytest.mark.filterwarnings("ignore:The number of unique classes:UserWarning")

CORPORA = {
    "small": corpus(documents=30, words=40, classes=3),
    "two classes": corpus(documents=20, words=40, classes=2),
    "medium": corpus(documents=300, words=500, classes=20),
    "one document per class": corpus(documents=25, words=200, classes=25),
}
ASKED = {name: corpus(60, each.counts.shape[1], each.classes, seed=1).counts for name, each in CORPORA.items()}


def _cosine(classifier):
    return make_pipeline(TfidfTransformer(sublinear_tf=True), classifier)


def _scores(peer, learnt: Corpus, asked):
    """The peer's own scores; for two classes, where it gives one number, that number and its negative."""
    fitted = peer.fit(*learnt.raw)
    score = (
        fitted.predict_joint_log_proba if hasattr(fitted, "predict_joint_log_proba") else fitted.decision_function
    )
    found = score(asked)
    return found if found.ndim > 1 else np.column_stack((-found, found))


def _lengths(learnt: Corpus, asked):
    """What a cosine divides by and our scores do not."""
    vectors = TfidfTransformer(sublinear_tf=True, norm=None).fit(learnt.counts).transform(asked)
    return np.linalg.norm(vectors.toarray(), axis=1, keepdims=True)


def _centred(scores):
    """What is the same for all classes says nothing."""
    return scores - scores.mean(axis=1, keepdims=True)


@pytest.mark.parametrize("name", CORPORA)
@pytest.mark.parametrize(
    ("kind", "peer"),
    [
        (AttackerKind.NB, MultinomialNB(fit_prior=False)),
        (AttackerKind.NB_STRONG, MultinomialNB(alpha=0.01, fit_prior=False)),
        (AttackerKind.COMPLEMENT_NB, ComplementNB()),
    ],
)
def test_naive_bayes_by_counting_scores_as_the_peer_does(name, kind, peer):
    learnt, asked = CORPORA[name], ASKED[name]
    ours = fit_attacker(kind, learnt.counts, learnt.class_of, learnt.classes).scores(asked)
    np.testing.assert_allclose(_centred(ours), _centred(_scores(peer, learnt, asked)), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", CORPORA)
def test_binary_naive_bayes_is_the_multinomial_one_on_presence(name):
    learnt, asked = CORPORA[name], ASKED[name]
    ours = fit_attacker(AttackerKind.NB_BINARY, learnt.counts, learnt.class_of, learnt.classes).scores(asked)
    present = Corpus((learnt.counts > 0).astype(np.int32), learnt.class_of, learnt.classes)
    theirs = _scores(MultinomialNB(fit_prior=False), present, (asked > 0).astype(np.int32))
    np.testing.assert_allclose(_centred(ours), _centred(theirs), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", CORPORA)
@pytest.mark.parametrize(
    ("kind", "peer", "tolerance"),
    [
        (AttackerKind.RIDGE, RidgeClassifier(fit_intercept=False, solver="cholesky"), 1e-9),
        (AttackerKind.SVM, LinearSVC(fit_intercept=False, tol=1e-8, max_iter=100_000), 1e-3),
        (AttackerKind.LOGISTIC, LogisticRegression(C=100, fit_intercept=False, tol=1e-8, max_iter=10_000), 1e-2),
    ],
)
def test_linear_classifiers_score_as_the_peer_does_up_to_the_length_of_the_document(name, kind, peer, tolerance):
    learnt, asked = CORPORA[name], ASKED[name]
    ours = fit_attacker(kind, learnt.counts, learnt.class_of, learnt.classes).scores(asked)
    theirs = _scores(_cosine(peer), learnt, asked) * _lengths(learnt, asked)
    scale = np.abs(_centred(theirs)).max()
    np.testing.assert_allclose(_centred(ours) / scale, _centred(theirs) / scale, atol=tolerance)
    clear = np.diff(np.sort(theirs, axis=1)[:, -2:], axis=1)[:, 0] > 10 * tolerance * scale
    assert (ours.argmax(axis=1) == theirs.argmax(axis=1))[clear].all()
    assert clear.mean() > 0.5


@pytest.mark.parametrize("name", CORPORA)
def test_the_nearest_centroid_is_the_cosine_to_the_mean_document(name):
    learnt, asked = CORPORA[name], ASKED[name]
    tfidf = TfidfTransformer(sublinear_tf=True).fit(learnt.counts)
    vectors = tfidf.transform(learnt.counts).toarray()
    means = np.array([vectors[learnt.class_of == each].mean(axis=0) for each in range(learnt.classes)])
    cosines = cosine_similarity(tfidf.transform(asked), means)
    ours = fit_attacker(AttackerKind.CENTROID, learnt.counts, learnt.class_of, learnt.classes).scores(asked)
    np.testing.assert_allclose(ours, cosines * _lengths(learnt, asked), atol=1e-9)


@pytest.mark.parametrize("name", CORPORA)
def test_the_nearest_neighbour_is_the_peers(name):
    learnt, asked = CORPORA[name], ASKED[name]
    tfidf = TfidfTransformer(sublinear_tf=True).fit(learnt.counts)
    peer = NearestNeighbors(n_neighbors=len(learnt.class_of), metric="cosine", algorithm="brute")
    distance, near = peer.fit(tfidf.transform(learnt.counts)).kneighbors(tfidf.transform(asked))
    best = np.full((asked.shape[0], learnt.classes), -np.inf)
    for row, (far, documents) in enumerate(zip(distance, near, strict=True)):
        np.maximum.at(best[row], learnt.class_of[documents], 1 - far)
    ours = fit_attacker(AttackerKind.NEAREST_NEIGHBOUR, learnt.counts, learnt.class_of, learnt.classes).scores(
        asked
    )
    np.testing.assert_allclose(ours, best * _lengths(learnt, asked), atol=1e-9)


def test_ridge_on_two_orthogonal_documents_by_hand():
    """K is the identity, so each document's share is target / (1 + 1): half its unit vector, up to sign."""
    learnt = Corpus(sparse([[1, 0], [0, 3]]), np.array([0, 1]), 2)
    attacker = fit_linear(AttackerKind.RIDGE, learnt.counts, learnt.class_of, learnt.classes)
    np.testing.assert_allclose(attacker.weights, np.array([[0.5, -0.5], [-0.5, 0.5]]))


def test_complement_naive_bayes_by_hand():
    """Others of class 0 say (0, 2), of class 1 (1, 0): -ln of (1/4, 3/4) and of (2/3, 1/3), each smoothed by 1."""
    attacker = fit_linear(AttackerKind.COMPLEMENT_NB, sparse([[1, 0], [0, 2]]), np.array([0, 1]), 2)
    np.testing.assert_allclose(attacker.weights, -np.log([[1 / 4, 3 / 4], [2 / 3, 1 / 3]]))


@pytest.mark.parametrize("kind", AttackerKind)
def test_every_attacker_names_the_class_whose_word_it_is(kind):
    attacker = fit_attacker(kind, sparse([[3, 1, 0, 0], [3, 0, 1, 0], [3, 0, 0, 1]]), np.arange(3), 3)
    assert [named_first(scores) for scores in attacker.scores(sparse([[1, 2, 0, 0], [1, 0, 0, 2]]))] == [0, 2]

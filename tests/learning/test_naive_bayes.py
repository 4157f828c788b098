import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from sklearn.naive_bayes import MultinomialNB

from backend.learning.naive_bayes import NaiveBayes, Prior, log_prior

CLASSES = ("Alder", "Birch", "Cedar")
LABELS = np.array([0, 0, 0, 1, 1, 2])
_documents = arrays.arrays(np.int64, (6, 4), elements=st.integers(0, 20))


@given(_documents, st.sampled_from([1.0, 0.1, 0.01]), st.sampled_from(Prior))
def test_scores_are_those_of_scikit_learn(documents, alpha, prior):
    peer = MultinomialNB(alpha=alpha, fit_prior=prior is Prior.EMPIRICAL).fit(documents, LABELS)
    class_counts = np.array([documents[label == LABELS].sum(axis=0) for label in range(3)], dtype=float)
    model = NaiveBayes.from_counts(
        CLASSES, tuple("abcd"), class_counts, alpha=alpha, log_prior=log_prior(prior, np.bincount(LABELS))
    )
    assert model.log_likelihood == pytest.approx(peer.feature_log_prob_, abs=1e-9)
    assert model.scores(documents) == pytest.approx(peer.predict_joint_log_proba(documents), abs=1e-9)


def test_smoothing_is_added_to_every_word():
    # With alpha 1: P(a|Alder) = (3+1)/(4+2), P(b|Alder) = (1+1)/(4+2).
    model = NaiveBayes.from_counts(("Alder",), ("a", "b"), np.array([[3.0, 1.0]]), alpha=1)
    assert np.exp(model.log_likelihood) == pytest.approx(np.array([[4 / 6, 2 / 6]]))


def test_learnt_arrays_cannot_be_written_to():
    model = NaiveBayes.from_counts(("Alder",), ("a",), np.array([[3.0]]), alpha=1)
    with pytest.raises(ValueError, match="read-only"):
        model.log_likelihood[0, 0] = 0.0
    with pytest.raises(ValueError, match="read-only"):
        model.log_prior[0] = 0.0


def test_arrays_of_another_shape_are_refused():
    with pytest.raises(ValueError, match=r"\[class, feature\]"):
        NaiveBayes(("Alder",), ("a", "b"), np.zeros((1, 1)), np.zeros(1))

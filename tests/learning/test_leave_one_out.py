import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.naive_bayes import MultinomialNB

from backend.learning.counts import count_terms
from backend.learning.leave_one_out import leave_one_out_scores, right_guesses
from backend.learning.model import TrainingOptions
from backend.learning.naive_bayes import Prior
from backend.learning.train import derive
from tests.learning.corpora import corpora, document


@given(corpora(min_size=3), st.sampled_from([1.0, 0.1]), st.sampled_from(Prior))
def test_taking_counts_away_is_training_again_without_the_document(documents, alpha, prior):
    options = TrainingOptions(features=None, alpha=alpha, prior=prior)
    documents += [
        document(f"more{i}", client, "cash ledger") for i, client in enumerate(["Alder", "Alder", "Birch"])
    ]
    counts = count_terms(documents)
    rows = np.flatnonzero(np.bincount(counts.client_of)[counts.client_of] > 1)
    model, features = derive(counts, options)
    chosen = counts.word_counts[:, features.columns]
    scores = leave_one_out_scores(chosen, counts.client_of, rows, model.by_client, options)
    for row, found in zip(rows.tolist(), scores, strict=True):
        others = np.arange(len(documents)) != row
        peer = MultinomialNB(alpha=alpha, fit_prior=prior is Prior.EMPIRICAL)
        peer.fit(chosen[others].toarray(), counts.client_of[others])
        assert found == pytest.approx(peer.predict_joint_log_proba(chosen[[row]].toarray())[0], abs=1e-9)


@given(corpora(min_size=2), st.integers(0, 2**32 - 1))
def test_a_left_out_document_may_be_shown_in_part(documents, seed):
    """Whole words go and others are said less often, as in a redacted beginning; the class still loses all."""
    documents += [document(f"more{i}", "Alder", "cash ledger cash") for i in range(2)]
    documents += [document("other", "Birch", "ledger van van")]
    counts = count_terms(documents)
    options = TrainingOptions(features=None, alpha=0.1)
    model, features = derive(counts, options)
    chosen = counts.word_counts[:, features.columns]
    rows = np.flatnonzero(np.bincount(counts.client_of)[counts.client_of] > 1)
    dense = np.random.default_rng(seed).binomial(chosen[rows].toarray(), 0.5).astype(np.int32)
    scores = leave_one_out_scores(chosen, counts.client_of, rows, model.by_client, options, shown=csr_array(dense))
    for row, shown, found in zip(rows.tolist(), dense, scores, strict=True):
        others = np.arange(len(documents)) != row
        peer = MultinomialNB(alpha=0.1, fit_prior=False).fit(chosen[others].toarray(), counts.client_of[others])
        assert found == pytest.approx(peer.predict_joint_log_proba(shown[None])[0], abs=1e-9)


def test_a_guess_is_right_only_when_the_true_class_is_strictly_first():
    scores = np.array([[-1.0, -2.0], [-2.0, -1.0], [-1.0, -1.0]])
    assert right_guesses(scores, np.array([0, 0, 0])).tolist() == [1, 0, 0]

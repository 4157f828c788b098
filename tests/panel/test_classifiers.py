"""What the attackers have learnt, as arrays, scores as the classifiers of scikit-learn do."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import ComplementNB, MultinomialNB
from sklearn.svm import LinearSVC

from backend.panel.attackers import Attacker, Classifier, Group, Runs, Weighting
from backend.panel.classifiers import fit
from backend.panel.features import runs_in
from backend.panel.fitted import sublinear_tf_idf
from backend.panel.learning import learn_counter
from backend.panel.tokenisers import SPACED, STYLE, WORDS

CLIENTS, DOCUMENTS, WORDS_IN_ALL = 5, 40, 60
DRAWN = np.random.default_rng(7)
COUNTS = csr_array(DRAWN.poisson(0.4, (DOCUMENTS, WORDS_IN_ALL)).astype(float))
CLIENT_OF = np.arange(DOCUMENTS) % CLIENTS
OTHERS = csr_array(DRAWN.poisson(0.4, (20, WORDS_IN_ALL)).astype(float))

TF_IDF = TfidfTransformer(sublinear_tf=True).fit(COUNTS)
LOGISTIC = LogisticRegression(solver="liblinear", dual=True, C=10.0, random_state=0)


def attacker(classifier, weighting=Weighting.COUNTS):
    return Attacker("one", Group.WITHOUT_GOAL, Runs(WORDS), weighting, classifier, 0.3)


def test_weights_by_rarity_are_those_of_scikit_learn():
    made = sublinear_tf_idf(OTHERS, TF_IDF.idf_)
    assert made.toarray() == pytest.approx(TF_IDF.transform(OTHERS).toarray())


@pytest.mark.parametrize(
    ("classifier", "theirs"),
    [
        (Classifier.BAYES, MultinomialNB(alpha=0.3, fit_prior=False)),
        (Classifier.COMPLEMENT_BAYES, ComplementNB(alpha=0.3)),
    ],
)
def test_bayes_scores_as_scikit_learn_does(classifier, theirs):
    """What all clients have in common may be left out."""
    expected = theirs.fit(COUNTS, CLIENT_OF).predict_joint_log_proba(OTHERS)
    found = fit(attacker(classifier), COUNTS, CLIENT_OF, CLIENTS).scores(OTHERS)
    assert found - found[:, :1] == pytest.approx(expected - expected[:, :1])


@pytest.mark.parametrize("clients", [2, CLIENTS])
@pytest.mark.parametrize(
    ("classifier", "theirs"),
    [
        (Classifier.SVM, LinearSVC(random_state=0)),
        (Classifier.RIDGE, RidgeClassifier(solver="sparse_cg")),
        (Classifier.LOGISTIC, OneVsRestClassifier(LOGISTIC)),
    ],
)
def test_linear_classifiers_score_as_scikit_learn_does(classifier, theirs, clients):
    client_of = np.arange(DOCUMENTS) % clients
    expected = theirs.fit(TF_IDF.transform(COUNTS), client_of).decision_function(TF_IDF.transform(OTHERS))
    if clients == 2:
        expected = np.stack([-expected, expected], axis=1)
    found = fit(attacker(classifier, Weighting.TF_IDF), COUNTS, client_of, clients).scores(OTHERS)
    assert found == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("classifier", [Classifier.SVM, Classifier.RIDGE, Classifier.LOGISTIC])
def test_clients_with_one_document_each_are_learnt_without_a_warning(classifier):
    """As many classes as documents; a warning fails a test here."""
    found = fit(attacker(classifier, Weighting.TF_IDF), COUNTS, np.arange(DOCUMENTS), DOCUMENTS).scores(COUNTS)
    assert (found.argmax(axis=1) == np.arange(DOCUMENTS)).mean() > 0.9


def test_the_nearest_document_of_a_client_counts_in_whatever_order_they_were_learnt():
    order = np.random.default_rng(1).permutation(DOCUMENTS)
    found = fit(
        attacker(Classifier.NEAREST_DOCUMENT, Weighting.TF_IDF), COUNTS[order], CLIENT_OF[order], CLIENTS
    ).scores(OTHERS)
    cosines = (TF_IDF.transform(OTHERS) @ TF_IDF.transform(COUNTS).T).toarray()
    expected = np.stack([cosines[:, client == CLIENT_OF].max(axis=1) for client in range(CLIENTS)], axis=1)
    assert found == pytest.approx(expected)


KNOWN = ["the bank lends, and the bank's cash grows", "a [TERM] shop sells the cash till", "till the bank is shut"]
ASKED = ["The bank, the till and an unknown word", "", "nothing known: zebra", KNOWN[0]]


@pytest.mark.parametrize(
    "reads",
    [Runs(WORDS), Runs(SPACED, 1, 2), Runs(WORDS, 2, 2, documents=2), Runs(STYLE), Runs(WORDS, characters=12)],
)
def test_runs_are_counted_as_scikit_learn_counts_them(reads):
    """Columns are in another order."""
    theirs = CountVectorizer(analyzer=lambda text: runs_in(text, reads), min_df=reads.documents)
    learnt = theirs.fit_transform(KNOWN).toarray()
    counter, counts = learn_counter(reads, KNOWN)
    found = np.vstack([counts.toarray(), counter.count(ASKED).toarray()])
    expected = np.vstack([learnt, theirs.transform(ASKED).toarray()])
    assert sorted(found.T.tolist()) == sorted(expected.T.tolist())
    assert counter.count([]).shape == (0, learnt.shape[1])

import numpy as np
import pytest
from hypothesis import given
from sklearn.naive_bayes import MultinomialNB

from backend.errors import CorpusError, InvalidRequest
from backend.learning.counts import count_terms
from backend.learning.model import TrainingOptions
from backend.learning.train import derive, train
from tests.learning.corpora import corpora, document

CORPUS = [
    document("a1", "Alder", "till till aisle cash"),
    document("a2", "Alder", "till store aisle cash"),
    document("b1", "Birch", "store loan store aisle"),
    document("b2", "Birch", "store loan aisle aisle"),
    document("c1", "Cedar", "rate rate loan ledger ledger"),
    document("d1", "Dogwood", "ledger cash"),
]


def test_the_utility_model_is_naive_bayes_over_the_labelled_documents_only():
    counts = count_terms(CORPUS)
    model, features = derive(counts, TrainingOptions(alpha=0.5))
    labelled = [0, 1, 2, 3, 4]  # Dogwood has no industry
    peer = MultinomialNB(alpha=0.5, fit_prior=False)
    peer.fit(counts.word_counts[labelled][:, features.columns].toarray(), ["retail"] * 4 + ["banking"])
    assert model.by_utility.classes == ("banking", "retail")
    assert model.by_utility.log_likelihood == pytest.approx(peer.feature_log_prob_)


def test_one_industry_for_all_gives_no_industry_model():
    counts = count_terms([each for each in CORPUS if each.client in ("Alder", "Birch")])
    assert train(counts).model.by_utility is None


def test_the_report_counts_documents_and_words_and_lists_the_words_of_a_client():
    report = train(count_terms(CORPUS)).report
    assert (report.documents, report.words, report.features) == (6, 23, 7)
    alder, _, cedar, _ = report.clients
    assert (alder.name, alder.utility, alder.documents, alder.words) == ("Alder", "retail", 2, 8)
    assert alder.telling_words[0] == "till"
    assert cedar.telling_pairs[0] in {"rate rate", "rate loan", "loan ledger", "ledger ledger"}


def test_clients_with_one_document_are_reported_and_not_held_out():
    report = train(count_terms(CORPUS)).report
    assert report.single == ("Cedar", "Dogwood")
    assert (report.by_client.documents, report.by_client.left_out) == (4, 2)
    assert any("2 of 4 clients have a single document" in warning for warning in report.warnings)


def test_with_one_document_per_client_probabilities_stay_very_uncertain():
    trained = train(count_terms([CORPUS[0], CORPUS[2], CORPUS[4]]))
    assert trained.report.by_client is None
    assert trained.model.temperatures.client == 1
    assert any("very uncertain" in warning for warning in trained.report.warnings)


def test_a_client_that_says_no_feature_is_reported():
    report = train(count_terms([*CORPUS, document("e1", "Elm", "unique the")])).report
    assert any("1 of 5 clients say none of the features" in each and "'Elm'" in each for each in report.warnings)
    assert not any("none of the features" in each for each in train(count_terms(CORPUS)).report.warnings)


def test_a_model_needs_two_clients():
    with pytest.raises(CorpusError, match="at least two clients"):
        train(count_terms(CORPUS[:2]))


def test_a_corpus_that_never_says_a_word_twice_teaches_nothing():
    with pytest.raises(CorpusError, match="No word occurs twice"):
        train(count_terms([document("1", "Alder", "till"), document("2", "Birch", "loan")]))


@pytest.mark.parametrize("options", [{"features": 0}, {"alpha": 0.0}, {"alpha": float("nan")}])
def test_options_that_cannot_train_a_model_are_refused(options):
    with pytest.raises(InvalidRequest):
        TrainingOptions(**options)


@given(corpora("a", min_size=2), corpora("b"))
def test_a_model_of_counts_with_documents_removed_is_the_model_without_them(ours, theirs):
    again, direct = count_terms([*ours, *theirs]).without([each.id for each in theirs]), count_terms(ours)
    try:
        expected, _ = derive(direct)
    except CorpusError:
        with pytest.raises(CorpusError):
            derive(again)
        return
    found, _ = derive(again)
    assert found.vocabulary == expected.vocabulary
    assert np.array_equal(found.by_client.log_likelihood, expected.by_client.log_likelihood)

import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import mutual_info_score

from backend.learning.counts import count_terms
from backend.learning.features import mutual_information, select_features, stop_words
from tests.learning.corpora import corpora, document


@given(corpora(min_size=1))
def test_mutual_information_is_that_of_scikit_learn(documents):
    counts = count_terms(documents)
    present = counts.word_counts.toarray() > 0
    expected = [mutual_info_score(counts.client_of, present[:, column]) for column in range(len(counts.words))]
    assert mutual_information(counts.word_counts, counts.client_of) == pytest.approx(expected, abs=1e-12)


def test_a_word_of_one_of_two_equal_classes_tells_log_two():
    # P(w,c): present 1/2 in Alder, absent 1/2 in Birch; each adds 1/2 log[(1/2) / (1/2 * 1/2)] = 1/2 log 2.
    counts = count_terms([document("1", "Alder", "till"), document("2", "Birch", "loan")])
    assert mutual_information(counts.word_counts, counts.client_of).tolist() == pytest.approx([np.log(2)] * 2)


def test_stop_words_and_once_only_words_are_never_features():
    counts = count_terms([document("1", "Alder", "the till the aisle"), document("2", "Birch", "till loan loan")])
    assert select_features(counts.words, counts.word_counts, counts.client_of).words == ("loan", "till")


def test_the_most_telling_words_are_taken_and_the_alphabet_settles_ties():
    counts = count_terms(
        [
            document("1", "Alder", "till rate zinc zinc"),
            document("2", "Alder", "till store zinc"),
            document("3", "Birch", "loan rate aisle aisle"),
            document("4", "Birch", "loan store aisle"),
        ]
    )
    # aisle, loan, till and zinc tell the client for certain (log 2); rate and store tell nothing.
    chosen = select_features(counts.words, counts.word_counts, counts.client_of, limit=3)
    assert chosen.words == ("aisle", "loan", "till")
    assert [counts.words[column] for column in chosen.columns] == list(chosen.words)
    assert chosen.mutual_information == pytest.approx(np.log(2))
    everything = select_features(counts.words, counts.word_counts, counts.client_of, limit=None)
    assert everything.words == ("aisle", "loan", "rate", "store", "till", "zinc")


def test_contractions_are_stop_words_in_the_pieces_that_the_tokeniser_makes_of_them():
    assert {"isn", "t", "ve", "ll", "won", "we"} <= stop_words()
    assert not {"bank", "retail", "client", "years"} & stop_words()

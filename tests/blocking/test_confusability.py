from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.blocking.confusability import count_model_words, guess_client, k_reached, strict_leads
from backend.learning.counts import count_terms
from backend.learning.model import ClientModel, Temperatures, TrainingOptions
from backend.learning.train import derive
from tests.blocking.models import WORDS, cases
from tests.learning.corpora import document

MODEL: ClientModel = derive(
    count_terms(
        [
            document("a", "Alder", "till till aisle"),
            document("b", "Birch", "aisle aisle store store"),
            document("c", "Cedar", "loan loan till"),
        ]
    ),
    TrainingOptions(alpha=1.0),
)[0]


def test_evidence_counts_the_words_of_the_model_over_all_blocks_and_no_placeholder():
    seen = count_model_words(MODEL.by_client, ["Till, TILL and [TERM]", "the aisle’s till", "unheard of"])
    said = {seen.model.vocabulary[i]: count for i, count in zip(seen.features, seen.counts, strict=True)}
    assert said == {"aisle": 1, "till": 3}


def test_scores_are_those_of_the_whole_document_vector():
    seen = count_model_words(MODEL.by_client, ["till loan loan aisle"])
    whole = np.zeros((1, len(MODEL.vocabulary)))
    whole[0, seen.features] = seen.counts
    assert seen.scores() == pytest.approx(MODEL.by_client.scores(whole)[0])


@given(cases, st.sets(st.sampled_from(WORDS)))
def test_k_is_that_of_exact_fractions(case, suppressed):
    left = case.evidence.without(suppressed)
    for client in range(len(case.class_counts)):
        assert k_reached(left.scores(), client) == case.exact_k(client, suppressed)


def test_a_document_without_words_of_the_model_is_a_tie_of_all():
    seen = count_model_words(MODEL.by_client, ["nothing known"])
    assert [k_reached(seen.scores(), client) for client in range(3)] == [1, 1, 1]


def test_rounding_never_makes_a_lead():
    scores = np.array([-1e5, -1e5 + 1e-9, -1e5 - 1e-9, -1e5 + 1e-3])
    assert strict_leads(scores, 0).tolist() == [3]


def test_the_likeliest_client_comes_first_and_probabilities_sum_to_one():
    seen = guess_client(MODEL, count_model_words(MODEL.by_client, ["loan loan"]))
    assert seen.clients[0].name == "Cedar"
    assert sum(guess.probability for guess in seen.clients) == pytest.approx(1)
    assert seen.utilities[0].name == "banking"


def test_a_probability_is_softened_by_the_temperature():
    # Two words at temperature 1 halve the scores: the root of each probability, brought back to a sum of 1.
    model = replace(MODEL, temperatures=Temperatures(1.0, 1.0))
    seen = count_model_words(model.by_client, ["loan till"])
    roots = np.sqrt(np.exp(seen.scores()))
    likely = {guess.name: guess.probability for guess in guess_client(model, seen).clients}
    assert [likely[client.name] for client in model.clients] == pytest.approx(roots / roots.sum())


def test_models_of_other_words_are_refused():
    other, _ = derive(count_terms([document("x", "Alder", "a1 a1"), document("y", "Birch", "b1 b1")]))
    with pytest.raises(ValueError, match="different words"):
        count_model_words(MODEL.by_client, ["till"]).under(other.by_client)

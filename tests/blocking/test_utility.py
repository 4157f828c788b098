import math

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

from backend.blocking.objectives import Objective, word_utilities
from backend.learning.counts import count_terms
from backend.learning.model import ClientModel, TrainingOptions
from backend.learning.naive_bayes import Prior
from backend.learning.train import derive
from tests.learning.corpora import document

DOCUMENTS = [
    document("a", "Alder", "till till aisle"),
    document("b", "Birch", "aisle aisle store store"),
    document("c", "Cedar", "loan loan till"),
    document("d", "Cedar", "loan rate rate"),
    document("e", "Dogwood", "till rate store"),
]
"""Alder and Birch are retail, Cedar is a bank, of Dogwood nobody knows."""

ALPHA = 0.5
MODEL: ClientModel = derive(count_terms(DOCUMENTS), TrainingOptions(alpha=ALPHA))[0]
RETAIL = MODEL.utilities.index("retail")
WORDS = MODEL.vocabulary
SAID = {"banking": {"loan": 3, "rate": 2, "till": 1}, "retail": {"aisle": 3, "store": 2, "till": 2}}


def worth(objective, model=MODEL):
    return dict(zip(WORDS, word_utilities(objective, model, RETAIL, np.arange(len(WORDS))).tolist(), strict=True))


def share(word, *classes):
    """P(w|classes), smoothed over the five words."""
    said = sum(SAID[each].get(word, 0) for each in classes)
    return (said + ALPHA) / (sum(sum(SAID[each].values()) for each in classes) + ALPHA * 5)


def test_the_model_is_the_one_that_the_arithmetic_below_is_about():
    assert WORDS == ("aisle", "loan", "rate", "store", "till")
    assert MODEL.utilities == ("banking", "retail")


def test_ova_weighs_the_class_against_the_others_by_their_priors():
    # Uniform priors of two classes: (1 - 1/2) log P(w|u) - 1/2 log P(w|z).
    expected = {word: 0.5 * math.log(share(word, "retail") / share(word, "banking")) for word in WORDS}
    assert worth(Objective.OVA) == pytest.approx(expected)


def test_ova_with_empirical_priors():
    model = derive(count_terms(DOCUMENTS), TrainingOptions(alpha=ALPHA, prior=Prior.EMPIRICAL))[0]
    # Two documents each; the fifth has no class. So the priors are halves again, and not 2/5.
    assert worth(Objective.OVA, model) == pytest.approx(worth(Objective.OVA))


def test_odds_is_the_logarithm_of_the_odds_ratio():
    p, q = share("aisle", "retail"), share("aisle", "banking")
    assert (p, q) == pytest.approx((3.5 / 9.5, 0.5 / 8.5))
    assert worth(Objective.ODDS)["aisle"] == pytest.approx(math.log(p * (1 - q) / ((1 - p) * q)))
    for word in WORDS:
        p, q = share(word, "retail"), share(word, "banking")
        assert worth(Objective.ODDS)[word] == pytest.approx(math.log(p / (1 - p)) - math.log(q / (1 - q)))


def test_freqlogp_weighs_the_log_ratio_by_how_often_the_word_is_said():
    for word in WORDS:
        ratio = share(word, "retail") / share(word, "banking")
        assert worth(Objective.FREQLOGP)[word] == pytest.approx(share(word, "retail", "banking") * math.log(ratio))


def test_infogain_is_what_scikit_learn_says_of_presence_in_labelled_documents():
    is_retail = [1, 1, 0, 0]
    present = {
        "aisle": [1, 1, 0, 0],
        "loan": [0, 0, 1, 1],
        "rate": [0, 0, 0, 1],
        "store": [0, 1, 0, 0],
        "till": [1, 0, 1, 0],
    }
    expected = {word: mutual_info_score(is_retail, said) for word, said in present.items()}
    assert expected["aisle"] == pytest.approx(math.log(2))
    assert worth(Objective.INFOGAIN) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("objective", [Objective.OVA, Objective.ODDS, Objective.FREQLOGP])
def test_words_of_the_class_are_worth_more_than_nothing_and_those_of_others_less(objective):
    worths = worth(objective)
    assert min(worths["aisle"], worths["store"]) > 0 > max(worths["loan"], worths["rate"])


@pytest.mark.parametrize("objective", [Objective.UNIFORM, Objective.FLOOR, Objective.SIMPLE])
def test_the_others_count_every_occurrence_alike(objective):
    assert set(worth(objective).values()) == {1.0}


def test_features_come_in_the_order_in_which_they_are_requested():
    some = word_utilities(Objective.OVA, MODEL, RETAIL, np.array([4, 0]))
    assert some.tolist() == [worth(Objective.OVA)["till"], worth(Objective.OVA)["aisle"]]


def test_without_utility_classes_only_objectives_that_need_none_are_answered():
    plain = derive(count_terms([DOCUMENTS[0], DOCUMENTS[1]]), TrainingOptions())[0]
    assert plain.by_utility is None
    assert word_utilities(Objective.UNIFORM, plain, 0, np.arange(2)).tolist() == [1, 1]
    with pytest.raises(ValueError, match="needs industries"):
        word_utilities(Objective.OVA, plain, 0, np.arange(2))


def test_which_objectives_ask_for_the_utility_class():
    needing = {objective for objective in Objective if objective.needs_utility}
    assert needing == {"floor", "ova", "odds", "freqlogp", "infogain"}
    assert {objective for objective in Objective if objective.of_the_paper} == needing - {"floor"}

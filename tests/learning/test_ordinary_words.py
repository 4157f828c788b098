from dataclasses import replace

from backend.learning.counts import count_terms
from backend.learning.model import TrainingOptions
from backend.learning.ordinary_words import ordinary_words
from backend.learning.train import derive
from tests.learning.corpora import document


def test_a_word_is_ordinary_when_two_other_clients_say_it():
    counts = count_terms(
        [
            document("1", "Till", "cash"),
            document("2", "Loan", "cash loan"),
            document("3", "Cash", "till loan"),
            document("4", "Store", "till loan cash"),
        ]
    )
    # till: Cash, Store. loan: Cash, Store (its own saying does not count). cash: three others. store: nobody.
    assert dict(zip([client.name for client in counts.clients], ordinary_words(counts), strict=True)) == {
        "Till": {"till"},
        "Loan": {"loan"},
        "Cash": {"cash"},
        "Store": set(),
    }


def test_one_other_client_is_not_enough_however_much_the_client_says_the_word_itself():
    counts = count_terms(
        [document("1", "Till", "till till"), document("2", "Till", "till"), document("3", "Loan", "till till")]
    )
    assert ordinary_words(counts) == (frozenset(), frozenset())


def test_words_of_aliases_and_legal_forms_count_and_stop_words_need_nobody():
    said = [document(name, name, "gap group") for name in ("Birch", "Cedar")]
    client = replace(document("1", "The Alder Group", "oak"), aliases=("The Gap",))
    assert ordinary_words(count_terms([client, *said]))[2] == {"the", "gap", "group"}


def test_a_word_that_every_client_says_is_ordinary_though_it_is_no_feature():
    counts = count_terms(
        [
            document("1", "Target", "target cash cash"),
            document("2", "Birch", "target loan loan"),
            document("3", "Cedar", "target rate rate"),
        ]
    )
    model, features = derive(counts, TrainingOptions(features=3))
    assert "target" not in features.words
    assert model.ordinary[model.find("Target")] == {"target"}

"""Words that the model does not use, on a corpus in which it is known which client uses which word."""

import pytest

from backend.detection.client.unseen_words import KnownUse, unseen_words
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.model import TrainingOptions
from backend.learning.train import train

# Two words of the highest mutual information become features; all others are heard by their clients alone.
SAID = {
    "Alder": "till till till aisle aisle aisle zephyr invoice",
    "Birch": "loan loan loan invoice gazette quarto",
    "Cedar": "silo silo silo invoice gazette",
}


@pytest.fixture(scope="module")
def model():
    documents = [
        CorpusDocument(f"{client}{i}", client, None, (text if i else text.split()[0],))
        for client, text in SAID.items()
        for i in range(2)
    ]
    return train(count_terms(documents), TrainingOptions(features=3)).model


def _found(model, *texts, keep=frozenset(), how_many=10, client=0):
    return [
        (each.term, each.count, each.heard)
        for each in unseen_words(texts, model, client, frozenset(keep), how_many)
    ]


def test_what_is_known_of_the_corpus(model):
    assert model.vocabulary == ("loan", "silo", "till")
    assert model.speakers.of("invoice") == (0, 1, 2)


def test_a_new_name_is_found_inside_a_sentence(model):
    assert _found(model, "We will launch Quixotrade in May; Quixotrade is new.") == [
        ("quixotrade", 2, KnownUse.NEVER),
        ("may", 1, KnownUse.NEVER),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Quixotrade is new.",  # begins its sentence
        "It grew. Quixotrade helped.",
        "This is it: Quixotrade helped.",
        "PROSPECTS OF QUIXOTRADE ABROAD",  # a heading
        "Prospects Of Quixotrade Abroad",
        "we call it quixotrade or Quixotrade, quixotrade",  # mostly in small letters
        "a “Quixotrade” of sorts",
    ],
)
def test_a_capital_without_meaning_is_not_evidence(model, text):
    assert "quixotrade" not in [row[0] for row in _found(model, text)]


def test_a_capital_inside_a_word_is_evidence_anywhere(model):
    assert [row[0] for row in _found(model, "PayQuix grew. iQuix fell. It was salesThe other way.")] == [
        "iquix",
        "payquix",
    ]


@pytest.mark.parametrize(("word", "found"), [("A380", True), ("380", False), ("3M", False), ("Q", False)])
def test_numbers_are_words_only_where_they_look_like_names(model, word, found):
    assert bool(_found(model, f"they will buy the {word} and sell it")) == found


def test_words_of_several_other_clients_identify_no_client(model):
    """Of gazette Birch and Cedar speak, of invoice everybody, of quarto one other; the is a stop word."""
    text = "they read of the Gazette and of an Invoice, The Quarto and a Till"
    assert _found(model, text) == [("quarto", 1, KnownUse.FROM_ONE_OTHER)]
    assert [row[0] for row in _found(model, text, client=1)] == ["quarto", "gazette"]


def test_words_that_only_this_client_uses_need_no_capital(model):
    assert _found(model, "a zephyr and an elephant") == [("zephyr", 1, KnownUse.FROM_THIS_CLIENT)]
    assert _found(model, "a zephyr and an elephant", client=1) == []


def test_names_come_first_by_how_often_they_stand_and_who_says_them(model):
    """Weights: zonda 2 * 2, aisle 1 * 3, quarto 2 * 1, boreas 1 * 2; zephyr has no capital."""
    text = "with zephyr and the Boreas, the Zonda, the Zonda and of the Quarto, the Quarto with an Aisle"
    assert _found(model, text) == [
        ("zonda", 2, KnownUse.NEVER),
        ("aisle", 1, KnownUse.FROM_THIS_CLIENT),
        ("boreas", 1, KnownUse.NEVER),
        ("quarto", 2, KnownUse.FROM_ONE_OTHER),
        ("zephyr", 1, KnownUse.FROM_THIS_CLIENT),
    ]
    assert _found(model, text, keep={"zonda"}, how_many=2)[0][0] == "aisle"


def test_a_soft_hyphen_hides_no_capital(model):
    assert _found(model, "we sell the \u00adQuixo\u00adtrade here") == [("quixotrade", 1, KnownUse.NEVER)]

"""Information and speakers, counted by hand in a corpus of three clients."""

from math import log2

import pytest

from backend.generalisation.corpus_words import CorpusWords
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.model import TrainingOptions
from backend.learning.train import train
from backend.taxonomy.broader import Broader
from backend.wiring.taxonomy import taxonomy

TEXTS = {
    "Alder": "truck truck lorry lorry vehicle",
    "Birch": "truck vehicle apple apple",
    "Cedar": "vehicle vehicle pear pear",
}
WORDS, DIFFERENT = 13, 5


@pytest.fixture(scope="module")
def corpus():
    counted = count_terms(CorpusDocument(name, name, None, (text,)) for name, text in TEXTS.items())
    return CorpusWords(train(counted, TrainingOptions(features=None, alpha=0.5)).model, taxonomy().nouns)


def bits(count):
    return -log2((count + 0.5) / (WORDS + 0.5 * (DIFFERENT + 1)))


def test_the_information_of_words_adds_up(corpus):
    assert corpus.bits("truck") == pytest.approx(bits(3))
    assert corpus.bits("Truck, vehicle") == pytest.approx(bits(3) + bits(4))
    assert corpus.bits("zygote") == pytest.approx(bits(0))


def test_a_noun_tells_as_much_as_all_words_below_it(corpus):
    """WordNet has truck and lorry below "motor vehicle", and these and "vehicle" below "vehicle"."""
    (chain,) = [each.broader for each in taxonomy().nouns.meanings("truck") if each.gist.startswith("truck")]
    forms = {each.text: each for each in chain}
    both = -log2((3 + 0.5 + 2 + 0.5) / (WORDS + 0.5 * (DIFFERENT + 1)))
    assert corpus.bits_of_form(forms["motor vehicle"], "lorry") == pytest.approx(both)
    assert corpus.bits_of_form(forms["motor vehicle"], "truck") == pytest.approx(both)
    assert corpus.bits_of_form(forms["vehicle"], "truck") < both


def test_no_form_tells_more_than_its_term(corpus):
    assert corpus.bits_of_form(Broader("zygote"), "truck") == pytest.approx(bits(3))


def test_a_form_could_be_said_by_those_who_say_all_of_its_words(corpus):
    counted = {"vehicle": 3, "truck": 2, "a vehicle": 3, "truck vehicle": 2, "zygote": 0, "lorry": 1}
    assert {text: corpus.clients_that_could_say(Broader(text)) for text in counted} == counted

"""What stays and may still give the client away."""

import pytest

from backend.blocking.trained_defence import train_defence
from backend.document.phrases import Phrase
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.model import TrainingOptions
from backend.learning.train import train
from backend.services.analysis.analyse import analyse
from backend.services.files.reading import open_file
from backend.services.request.effective import EffectiveRequest
from backend.services.request.request import Terms
from backend.services.terms.client_terms import NearMissKind
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import ONE_BY_ONE, SelectionOptions
from tests.services.drawn_clients import counted, document_of


@pytest.fixture(scope="module")
def model():
    said = {
        "Alder Mills": "till till aisle aisle zephyr order invoice",
        "Birch": "loan loan invoice order order",
        "Cedar": "silo silo invoice order",
    }
    documents = [
        CorpusDocument(f"{who}{i}", who, None, (text if i else text.split()[0],))
        for who, text in said.items()
        for i in range(2)
    ]
    return train(count_terms(documents), TrainingOptions(features=6)).model


def _near(model, text, *, k=2, always=(), never=()):
    asked = Terms(tuple(map(Phrase, always)), tuple(map(Phrase, never)))
    request = EffectiveRequest(Subject(model, 0, k), asked=asked, selection=ONE_BY_ONE)
    document = open_file("a.txt", text.encode()).document
    return document, analyse(document, request, near_misses=True)


TEXT = (
    "Alder Mills will sell the Quixotrade at its till, with an aisle and an order; the QUIXOTRADE and Quixotrade."
)


def test_near_misses_of_both_kinds_have_their_places(model):
    document, found = _near(model, TEXT)
    (text,) = document.counted_texts()
    kinds = {each.term: each.kind for each in found.near_misses}
    assert kinds["Quixotrade"] is NearMissKind.UNSEEN
    assert NearMissKind.BEYOND_K in kinds.values()
    for each in found.near_misses:
        assert each.count == len(each.places) == text.casefold().count(each.term.casefold())
        assert all(place.span.of(text).casefold() == each.term.casefold() for place in each.places)
        assert (each.score is None) == (each.kind is NearMissKind.UNSEEN)
    assert kinds.keys().isdisjoint(each.term for each in found.suggestions)


def test_a_removed_near_miss_is_not_listed_again(model):
    _, found = _near(model, TEXT, always=("Quixotrade",))
    assert "Quixotrade" not in [each.term for each in found.near_misses]
    assert "Quixotrade" in [each.term for each in found.suggestions]


def test_what_a_program_removes_is_none_although_the_model_has_never_seen_it():
    counts = counted()
    alder = train(counts).model
    text = f"{document_of('Alder')}. It sells the Quixotrade in the shop."
    subject = Subject(alder, alder.find("Alder"), 2, train_defence(counts))
    document = open_file("a.txt", text.encode()).document
    found = analyse(document, EffectiveRequest(subject, selection=SelectionOptions(None, 1.0)), near_misses=True)
    assert "Quixotrade" in [each.term for each in found.suggestions]
    assert "Quixotrade" not in [each.term for each in found.near_misses]


def test_terms_to_never_redact_are_not_near_misses(model):
    _, found = _near(model, TEXT, never=("Quixotrade", "till", "order"))
    assert {"Quixotrade", "till", "order"}.isdisjoint(each.term for each in found.near_misses)


def test_the_client_name_is_removed_already_and_its_words_are_not(model):
    _, found = _near(model, "Sold by Alder Mills of old, and by Alder of late")
    assert [each.term for each in found.near_misses if each.kind is NearMissKind.UNSEEN] == ["Alder"]


def test_the_list_is_short(model):
    text = " ".join(f"the Quix{chr(97 + i)}trade and" for i in range(26))
    _, found = _near(model, text + " till")
    assert len(found.near_misses) <= 20


def test_nothing_is_missed_where_nothing_is_hidden(model):
    _, found = _near(model, TEXT, k=1)
    assert found.near_misses == ()

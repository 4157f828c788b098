"""Requests of tests share a selection only where everything that it depends on is the same."""

from collections import Counter
from dataclasses import fields, replace

import pytest

from backend.blocking.confusability import count_model_words
from backend.blocking.hiding_program import WordsAndForms
from backend.blocking.trained_defence import train_defence
from backend.document.tokens import terms
from backend.learning.train import train
from backend.learning.visible_clients import VisibleClients
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import TermSelector
from tests.selecting_once import Asked
from tests.services.drawn_clients import counted, document_of

DEFENCE = train_defence(counted())


def selector(client="Alder"):
    """A selector with a model of its own, as each service has loaded one."""
    model = train(counted()).model
    seen = count_model_words(model.by_client, [document_of(client)])
    subject = Subject(model, model.find("Alder"), 3, DEFENCE)
    return TermSelector(subject, seen, seen, Counter(terms(document_of(client))), frozenset())


OTHER_SUBJECT = {
    "model": train(counted(seed=2)).model,
    "client": 1,
    "k": 4,
    "defence": None,
    "utility": 0,
}
OTHER = {
    "subject": replace(selector().subject, k=5),
    "original": selector("Fir").original,
    "remaining": selector("Fir").remaining,
    "said": Counter(["quay"]),
    "keep": frozenset(["quay"]),
    "visible": VisibleClients(frozenset(["Alder"])),
    "forms": {"QUAY": 1},
    "drawn": 0.5,
    "beginning": WordsAndForms({"quay": 1}, {}),
}


def test_the_same_request_to_another_service_is_the_same():
    assert selector().subject.model is not selector().subject.model
    assert Asked(selector()) == Asked(selector())
    assert hash(Asked(selector())) == hash(Asked(selector()))


@pytest.mark.parametrize("name", [each.name for each in fields(TermSelector) if each.init])
def test_a_request_that_differs_is_another_one(name):
    assert Asked(replace(selector(), **{name: OTHER[name]})) != Asked(selector())


@pytest.mark.parametrize("name", [each.name for each in fields(Subject)])
def test_a_request_about_another_subject_is_another_one(name):
    subject = replace(selector().subject, **{name: OTHER_SUBJECT[name]})
    assert Asked(replace(selector(), subject=subject)) != Asked(selector())

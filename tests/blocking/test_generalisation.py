"""Broader forms chosen by the program, compared with all choices that there are and with sums over the words."""

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.blocking.confusability import count_model_words
from backend.blocking.generalisation import OfferedForm, TakenForms, take_forms
from backend.blocking.hiding_program import HidingGoal, HidingProblem, WordsAndForms
from backend.blocking.known_attackers import ProtectionLevel
from backend.blocking.objectives import Objective
from backend.blocking.trained_defence import train_defence
from backend.document.tokens import terms
from backend.learning.train import train
from tests.services.drawn_clients import INDUSTRY, counted, document_of, left_of, scores_by_hand

K = 3
AHEAD = 1e-3


@pytest.fixture(scope="module")
def model():
    return train(counted()).model


@pytest.fixture(scope="module")
def defence():
    return train_defence(counted())


def _suppressed(model, client, seed, defence=None):
    """A document whose words of level K are gone."""
    text = document_of(client, seed)
    scores = count_model_words(model.by_client, [text]).scores()
    problem = HidingProblem(model, model.find(client), Counter(terms(text)), scores, defence)
    hardness = ProtectionLevel() if defence else None
    gone = problem.solve(HidingGoal(K, Objective.UNIFORM, hardness)).words
    return replace(problem, said=Counter(left_of(text, gone))), HidingGoal(K, Objective.UNIFORM, hardness)


def _drawn(model, seed, terms_offered, forms_of_each):
    """Forms of one or two words that the clients say, with drawn worth."""
    draw = np.random.default_rng(seed)
    vocabulary = list(model.vocabulary)
    return [
        OfferedForm(
            term,
            float(draw.integers(1, 9)),
            WordsAndForms(Counter(draw.choice(vocabulary, draw.integers(1, 3)).tolist()), {}),
        )
        for term in range(terms_offered)
        for _ in range(forms_of_each)
    ]


def _words(problem, forms):
    return [
        *Counter(problem.said).elements(),
        *(word for each in forms for word in Counter(each.adds.words).elements()),
    ]


def _holds(model, problem, leading, trailing_lead, forms):
    """The classes that led by at least AHEAD still do; one that led by less leads no less."""
    scores = np.array(scores_by_hand(model, _words(problem, forms)))
    leads = scores[leading] - scores[problem.client]
    return (leads >= np.minimum(AHEAD, trailing_lead) - 1e-6).all()


def _best_by_hand(model, problem, offered):
    """The greatest worth of all choices with at most one form of each term that keep the leaders ahead."""
    before = np.array(scores_by_hand(model, _words(problem, [])))
    others = [each for each in np.argsort(-before, kind="stable") if each != problem.client]
    leading = np.array(others[: K - 1])
    lead = before[leading] - before[problem.client]
    by_term: dict[int, list[OfferedForm | None]] = {}
    for each in offered:
        by_term.setdefault(each.term, [None]).append(each)
    best = 0.0
    for choice in product(*by_term.values()):
        taken = [each for each in choice if each is not None]
        if _holds(model, problem, leading, lead, taken):
            best = max(best, sum(each.worth for each in taken))
    return best, leading, lead


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=25)
@given(client=st.sampled_from(sorted(INDUSTRY)), seed=st.integers(2, 99))
def test_the_forms_taken_are_the_best_of_all_choices_that_keep_the_leaders_ahead(model, client, seed):
    problem, goal = _suppressed(model, client, seed)
    offered = _drawn(model, seed, terms_offered=4, forms_of_each=2)
    found = take_forms(problem, goal, offered)
    taken = [offered[place] for place in found.forms]
    best, leading, lead = _best_by_hand(model, problem, offered)
    assert len({each.term for each in taken}) == len(taken)
    assert _holds(model, problem, leading, lead, taken)
    assert sum(each.worth for each in taken) == pytest.approx(best)


def test_a_form_that_names_the_client_is_not_taken(model):
    """The first form repeats the word that tells most for the client; no classifier knows the second one."""
    problem, goal = _suppressed(model, "Alder", 7)
    column = model.by_client.column
    spoken = model.by_client.spoken(np.array([column[word] for word in model.vocabulary]))
    own = model.vocabulary[int((spoken[:, problem.client] - spoken.max(axis=1)).argmax())]
    telling = OfferedForm(0, 99.0, WordsAndForms({own: 500}, {}))
    found = take_forms(problem, goal, [telling, OfferedForm(1, 1.0, WordsAndForms({"zygote": 1}, {}))])
    assert found.forms == (1,)


@pytest.mark.parametrize("hardness", [ProtectionLevel(), ProtectionLevel(everywhere=True, margin=0.1, speakers=2)])
def test_no_attacker_ranks_the_client_higher_than_the_rows_allow(model, defence, hardness):
    """Each linear attacker scores the text again: the clients that led before still lead."""
    for seed in range(5):
        problem, goal = _suppressed(model, "Birch", seed, defence)
        goal = replace(goal, hardness=hardness)
        offered = _drawn(model, seed, terms_offered=8, forms_of_each=2)
        taken = [offered[place] for place in take_forms(problem, goal, offered).forms]
        assert taken
        for reading in defence.attackers:
            for attacker in reading.linear:
                before, after = (_scores(attacker, reading, _words(problem, forms)) for forms in ([], taken))
                wanted = K - 1 if hardness.everywhere else 1
                lead = np.sort(before - before[problem.client])[::-1][:wanted]
                now = np.sort(after - after[problem.client])[::-1][:wanted]
                assert (now[lead > 1e-3] > 0).all(), attacker.kind


def _scores(attacker, reading, words):
    column = reading.documents.column
    counts = Counter(column[word] for word in words if word in column)
    places = np.array(sorted(counts), dtype=np.int64)
    return attacker.bias + attacker.parts(places, np.array([counts[each] for each in places.tolist()])).sum(axis=0)


def test_less_room_takes_no_more(model):
    problem, goal = _suppressed(model, "Alder", 3)
    offered = _drawn(model, 3, terms_offered=8, forms_of_each=2)
    worths = [
        sum(offered[place].worth for place in take_forms(problem, goal, offered, room).forms)
        for room in (1, 0.5, 0)
    ]
    assert worths == sorted(worths, reverse=True)
    assert take_forms(problem, goal, []) == TakenForms()

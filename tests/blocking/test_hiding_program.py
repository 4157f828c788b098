"""The program for one document, compared with sums and with the corpus."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.blocking.confusability import count_model_words
from backend.blocking.hiding_program import HidingGoal, HidingProblem
from backend.blocking.known_attackers import ProtectionLevel
from backend.blocking.objectives import Objective
from backend.blocking.trained_defence import train_defence
from backend.document.tokens import terms
from backend.errors import InfeasibleProgram
from backend.learning.features import stop_words
from backend.learning.model import TrainingOptions
from backend.learning.train import train
from tests.services.drawn_clients import INDUSTRY, corpus, counted, document_of, k_by_hand, left_of, scores_by_hand

ALDER = 0


@pytest.fixture(scope="module")
def model():
    return train(counted()).model


@pytest.fixture(scope="module")
def defence():
    return train_defence(counted())


def _hiding(model, text, client="Alder", **options):
    scores = count_model_words(model.by_client, [text]).scores()
    return HidingProblem(model, model.find(client), Counter(terms(text)), scores, **options)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=20)
@given(client=st.sampled_from(sorted(INDUSTRY)), seed=st.integers(2, 99), k=st.integers(2, 6))
def test_the_remaining_words_reach_k_and_the_gap_matches_the_words_kept(model, client, seed, k):
    text = document_of(client, seed)
    found = _hiding(model, text, client).solve(HidingGoal(k, Objective.UNIFORM))
    assert list(found.words) == sorted(set(found.words))
    left = left_of(text, found.words)
    assert k_by_hand(model, left, model.find(client)) >= k
    known = [word for word in left if word in model.by_client.column]
    bound = len(known) / (1 - found.gap)
    assert len(known) <= bound + 1e-6 <= sum(word in model.by_client.column for word in terms(text)) + 1e-3
    assert found.unmet == ()


def test_stop_words_and_words_to_keep_never_go(model, defence):
    text = f"{document_of('Alder')} the and of own most"
    keep = {"plaina", "plainb", "plainc", "plaind"}
    for hardness in (None, ProtectionLevel(everywhere=True, margin=0.1, speakers=2)):
        found = _hiding(model, text, keep=keep, defence=defence).solve(HidingGoal(3, Objective.UNIFORM, hardness))
        assert stop_words().isdisjoint(found.words)
        assert keep.isdisjoint(found.words)


@pytest.mark.parametrize("speakers", [0, 1, 2])
@pytest.mark.parametrize("features", [None, 45])
def test_words_that_fewer_others_say_go_in_any_case(speakers, features):
    """Counted anew in the texts of the corpus; "zygote" is said by nobody, whatever the model looks at."""
    counts = counted()
    small = train(counts, TrainingOptions(features=features)).model
    text = f"{document_of('Alder')} zygote"
    saying = {}
    for each in corpus():
        for word in terms(each.blocks[0]):
            saying.setdefault(word, set()).add(each.client)
    rare = {word for word in terms(text) if len(saying.get(word, set()) - {"Alder"}) < speakers}
    hiding = _hiding(small, text, defence=train_defence(counts))
    found = hiding.solve(HidingGoal(2, Objective.UNIFORM, ProtectionLevel(speakers=speakers)))
    assert hiding._rare(speakers) == rare <= set(found.words)
    assert ("zygote" in found.words) == (speakers > 0)


def test_without_a_hardness_attackers_are_not_asked(model, defence):
    text = document_of("Birch")
    alone = _hiding(model, text, "Birch").solve(HidingGoal(5, Objective.FLOOR))
    assert _hiding(model, text, "Birch", defence=defence).solve(HidingGoal(5, Objective.FLOOR)) == alone


@pytest.mark.parametrize("client", ["Cedar", "Gorse", "Ivy"])
@pytest.mark.parametrize(
    "hardness", [ProtectionLevel(), ProtectionLevel(margin=0.1), ProtectionLevel(everywhere=True, margin=0.05)]
)
def test_before_each_attacker_as_many_lead_as_are_requested_and_by_the_margin(model, defence, client, hardness):
    """By what the attackers say of each word that is left, not by the program's rows."""
    text, true = document_of(client, 5), model.find(client)
    found = _hiding(model, text, client, defence=defence).solve(HidingGoal(4, Objective.UNIFORM, hardness))
    said = Counter(left_of(text, found.words))
    words = defence.attackers[0]
    columns = np.array([words.documents.column[word] for word in said])
    for attacker in words.linear:
        parts = attacker.parts(columns, np.array(list(said.values())))
        apart = parts[:, [true]] - parts
        leading = int(((apart + hardness.margin * np.abs(apart)).sum(axis=0) < 0).sum())
        wanted = 3 if hardness.everywhere else 1
        assert leading >= wanted or attacker.kind.value in found.unmet, attacker.kind


def test_more_leaders_and_larger_margins_take_more_words(model, defence):
    kept = {
        hardness: sum(
            len(
                left_of(
                    text := document_of(client, 5),
                    _hiding(model, text, client, defence=defence)
                    .solve(HidingGoal(4, Objective.UNIFORM, hardness))
                    .words,
                )
            )
            for client in list(INDUSTRY)[:4]
        )
        for hardness in (
            ProtectionLevel(),
            ProtectionLevel(margin=0.2),
            ProtectionLevel(everywhere=True),
            ProtectionLevel(everywhere=True, margin=0.2),
        )
    }
    assert (
        kept[ProtectionLevel()]
        > kept[ProtectionLevel(margin=0.2)]
        > kept[ProtectionLevel(everywhere=True, margin=0.2)]
    )
    assert (
        kept[ProtectionLevel()]
        > kept[ProtectionLevel(everywhere=True)]
        > kept[ProtectionLevel(everywhere=True, margin=0.2)]
    )


def test_the_floor_outlives_other_readers(model):
    """Each word may speak 3 % less for the industry than the model thinks, and it is still first."""
    text = f"{document_of('Alder')} {' '.join(terms(document_of('Fir'))[:70])}"
    found = _hiding(model, text).solve(HidingGoal(4, Objective.FLOOR))
    left = left_of(text, found.words)
    retail = model.utilities.index("Retail")
    for other in set(range(len(model.utilities))) - {retail}:
        lead = 0.0
        for word in left:
            apart = scores_by_hand(model, [word], utilities=True)
            step = apart[retail] - apart[other]
            lead += step - 0.03 * abs(step)
        assert lead > 0


def test_the_paper_s_objectives_come_with_the_paper_s_rivals(model):
    """The k - 1 clients that are nearest to the original document lead, and not merely any k - 1."""
    text = document_of("Dogwood")
    client = model.find("Dogwood")
    before = scores_by_hand(model, terms(text))
    nearest = sorted(set(range(len(before))) - {client}, key=lambda each: -before[each])[:3]
    for objective in (Objective.OVA, Objective.ODDS, Objective.FREQLOGP, Objective.INFOGAIN):
        found = _hiding(model, text, "Dogwood").solve(HidingGoal(4, objective))
        after = scores_by_hand(model, left_of(text, found.words))
        assert all(after[rival] > after[client] for rival in nearest), objective


def test_a_utility_class_of_the_document_s_own_is_the_one_that_is_kept(model):
    text = f"{document_of('Alder')} {document_of('Fir')}"
    ports = model.utilities.index("Ports")
    found = _hiding(model, text, utility=ports).solve(HidingGoal(3, Objective.FLOOR))
    scores = scores_by_hand(model, left_of(text, found.words), utilities=True)
    assert scores.index(max(scores)) == ports


def test_impossible_goals_are_refused(model):
    with pytest.raises(InfeasibleProgram):
        _hiding(model, "the and of").solve(HidingGoal(2, Objective.UNIFORM))
    for objective in (Objective.FLOOR, Objective.OVA):
        with pytest.raises(ValueError, match="no industry"):
            _hiding(model, document_of("Ivy"), "Ivy").solve(HidingGoal(2, objective))
    bare = train(counted(industries=dict.fromkeys(INDUSTRY))).model
    with pytest.raises(ValueError, match="needs industries"):
        _hiding(bare, document_of("Alder")).solve(HidingGoal(2, Objective.FLOOR))

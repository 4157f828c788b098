"""Term selection: which words are selected, what is reported if a request cannot be met, and no false k."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.blocking import program
from backend.blocking.confusability import count_model_words
from backend.blocking.known_attackers import LADDER, AttackResults, MeasuredProtection
from backend.blocking.objectives import Objective
from backend.blocking.simple_redactor import simple_levels
from backend.blocking.trained_defence import train_defence
from backend.document.tokens import terms
from backend.learning.corpus import CorpusDocument
from backend.learning.counts import count_terms
from backend.learning.train import train
from backend.learning.visible_clients import EVERYBODY, VisibleClients
from backend.messages.warnings import (
    AssuranceNotKnown,
    AssuranceNotMeasured,
    AssuranceNotReached,
    AssuranceOfOtherObjectives,
    AttackersNotBlocked,
    ChosenOneByOne,
    FloorNotReached,
    IndustryNotKnown,
    IndustryOfFewClients,
    IndustryOfFewVisibleClients,
    NoAttackers,
    TooFewIndustries,
)
from backend.services.terms import term_selection
from backend.services.terms.subject import Subject
from backend.services.terms.term_selection import ONE_BY_ONE, SelectionOptions, TermSelector
from tests.services.drawn_clients import INDUSTRY, corpus, counted, document_of, k_by_hand, left_of, scores_by_hand

DEFAULT = SelectionOptions(None)


@pytest.fixture(scope="module")
def model():
    return train(counted()).model


@pytest.fixture(scope="module")
def defence():
    return train_defence(counted())


@pytest.fixture
def no_solver(monkeypatch):
    """Neither HiGHS nor CBC is installed."""
    monkeypatch.setattr(program, "_solvers", lambda *_, **__: iter(()))


def _chooser(model, client, text, k, *, keep=(), visible=EVERYBODY, **subject):
    seen = count_model_words(model.by_client, [text])
    whose = Subject(model, model.find(client), k, **subject)
    return TermSelector(whose, seen, seen, Counter(terms(text)), frozenset(keep), visible)


def _choose(model, client, k, selection=DEFAULT, *, text=None, nested=False, **subject):
    """The choice, and the words that level k leaves."""
    text = document_of(client) if text is None else text
    choice = _chooser(model, client, text, k, **subject).select(selection, nested=nested)
    return choice, left_of(text, choice.levels[-1].words)


def _first_industry(model, words):
    scores = scores_by_hand(model, words, utilities=True)
    return model.utilities[scores.index(max(scores))]


@pytest.mark.parametrize("client", [client for client, industry in INDUSTRY.items() if industry == "Retail"])
def test_by_default_the_industry_is_kept_and_k_holds(model, client):
    """Retail has five clients, enough for k = 3, which counts them alone."""
    choice, left = _choose(model, client, 3)
    assert choice.objective is Objective.FLOOR
    assert (choice.robust, choice.warnings) == (False, ())
    retail = [index for index, each in enumerate(model.clients) if each.utility == "Retail"]
    assert choice.levels[-1].among == tuple(retail)
    scores = scores_by_hand(model, left)
    own = scores[model.find(client)]
    assert sum(scores[index] > own for index in retail) >= 2
    assert _first_industry(model, left) == "Retail"
    assert 0 <= choice.gap < 1


def test_without_the_floor_the_industry_is_lost(model):
    """A document of two industries, a few more words of the true one."""
    text = f"{document_of('Alder')} {' '.join(terms(document_of('Fir'))[:70])}"
    seen = {
        objective: _first_industry(model, _choose(model, "Alder", 3, SelectionOptions(objective), text=text)[1])
        for objective in (Objective.FLOOR, Objective.UNIFORM)
    }
    assert seen == {Objective.FLOOR: "Retail", Objective.UNIFORM: "Ports"}


def test_words_go_one_by_one_only_where_that_is_requested(model):
    text = document_of("Alder")
    choice, _ = _choose(model, "Alder", 5, ONE_BY_ONE)
    seen = count_model_words(model.by_client, [text])
    assert (choice.objective, choice.gap, choice.robust) == (Objective.SIMPLE, None, False)
    assert choice.levels[-1].words == simple_levels(seen, 0, 5, nested=False)[-1].words
    for objective in (None, *Objective):
        followed = _choose(model, "Alder", 5, SelectionOptions(objective))[0].objective
        assert (followed is Objective.SIMPLE) == (objective is Objective.SIMPLE)


def test_a_program_keeps_more_than_one_by_one(model):
    for client in INDUSTRY:
        kept = {
            wish: len(_choose(model, client, 5, wish)[1])
            for wish in (SelectionOptions(Objective.UNIFORM), ONE_BY_ONE)
        }
        assert kept[SelectionOptions(Objective.UNIFORM)] >= kept[ONE_BY_ONE], client


@pytest.mark.parametrize("asked", [None, Objective.FLOOR, Objective.ODDS])
def test_a_client_without_an_industry_is_hidden_by_uniform_and_that_is_reported(model, asked):
    choice, left = _choose(model, "Ivy", 5, SelectionOptions(asked))
    assert choice.objective is Objective.UNIFORM
    assert choice.warnings == (IndustryNotKnown("Ivy", (asked or Objective.FLOOR).value),)
    assert k_by_hand(model, left, model.find("Ivy")) >= 5


def test_without_any_industries_uniform_is_the_default_and_a_floor_that_was_requested_is_reported():
    bare = train(counted(industries=dict.fromkeys(INDUSTRY))).model
    assert _choose(bare, "Alder", 5)[0].warnings == ()
    for asked in (Objective.FLOOR, Objective.OVA, Objective.INFOGAIN):
        choice, _ = _choose(bare, "Alder", 5, SelectionOptions(asked))
        assert choice.objective is Objective.UNIFORM
        assert choice.warnings == (TooFewIndustries(asked.value),)


def test_an_industry_of_one_client_is_not_kept_for_it_would_name_the_client(model):
    choice, left = _choose(model, "Hazel", 5)
    assert choice.objective is Objective.UNIFORM
    assert choice.warnings[0] == IndustryOfFewClients("Banking", 1, 9, 1, kept=False)
    assert k_by_hand(model, left, model.find("Hazel")) >= 5
    choice, _ = _choose(model, "Hazel", 5, SelectionOptions(Objective.OVA))
    assert choice.objective is Objective.OVA
    assert choice.warnings[0] == IndustryOfFewClients("Banking", 1, 5, 1, kept=True)


def test_an_industry_of_fewer_than_2k_less_1_clients_is_not_kept_and_reported(model):
    for k, clients in ((2, 3), (4, 7)):
        client, has = ("Fir", 2) if k == 2 else ("Alder", 5)
        choice, left = _choose(model, client, k)
        assert choice.objective is Objective.UNIFORM
        assert choice.levels[-1].among is None
        assert k_by_hand(model, left, model.find(client)) >= k
        industry = model.clients[model.find(client)].utility
        assert choice.warnings == (IndustryOfFewClients(industry, has, clients, (has + 1) // 2, kept=False),)
        assert _choose(model, client, k, SelectionOptions(Objective.UNIFORM))[0].warnings == ()


def test_levels_above_what_the_industry_allows_are_built_on_those_that_keep_it(model):
    """The same level 3, whichever level is asked for."""
    highest, alone = (_choose(model, "Alder", k, nested=True)[0] for k in (6, 3))
    assert [each.among is not None for each in highest.levels] == [True, True, False, False, False]
    assert highest.levels[:2] == alone.levels
    assert (alone.objective, highest.objective) == (Objective.FLOOR, Objective.UNIFORM)
    for below, above in pairwise(highest.levels):
        assert set(below.words) <= set(above.words)


def test_the_industry_of_which_someone_sees_few_clients_is_not_kept(model):
    few = VisibleClients(frozenset({"Alder", "Birch", "Fir"}))
    choice, left = _choose(model, "Alder", 3, visible=few)
    assert (choice.objective, choice.levels[-1].among) == (Objective.UNIFORM, None)
    assert choice.warnings == (IndustryOfFewVisibleClients("Retail", 5, kept=False),)
    assert k_by_hand(model, left, model.find("Alder")) >= 3


@pytest.mark.parametrize("client", ["Hazel", "Fir", "Alder"])
def test_whoever_does_not_see_all_clients_cannot_count_an_industry_by_requesting_one_k_after_the_other(
    model, client
):
    """Retail has five clients, Ports two, Banking one: of the hidden ones there is one answer for every k."""
    alone = VisibleClients(frozenset({client}))
    told = {k: _choose(model, client, k, visible=alone)[0].warnings[0] for k in range(2, 9)}
    industry = model.clients[model.find(client)].utility
    assert told == {k: IndustryOfFewVisibleClients(industry, 2 * k - 1, kept=False) for k in range(2, 9)}
    assert _choose(model, client, 2, visible=alone)[0].objective is Objective.UNIFORM


def test_the_clients_that_someone_sees_are_enough_for_an_industry(model):
    seen = VisibleClients(frozenset(name for name, industry in INDUSTRY.items() if industry == "Retail"))
    choice = _choose(model, "Alder", 3, visible=seen)[0]
    assert (choice.objective, choice.warnings) == (Objective.FLOOR, ())
    warnings = _choose(model, "Alder", 4, visible=seen)[0].warnings
    assert warnings == (IndustryOfFewVisibleClients("Retail", 7, kept=False),)


def test_a_document_may_have_another_industry_than_its_client(model):
    """A manifest says so; where the client is none of that industry's, its clients' number says nothing of it."""
    ports, banking = model.utilities.index("Ports"), model.utilities.index("Banking")
    text = f"{document_of('Alder')} {document_of('Fir')}"
    choice, left = _choose(model, "Alder", 3, text=text, utility=ports)
    assert (choice.objective, choice.warnings) == (Objective.FLOOR, ())
    assert _first_industry(model, left) == "Ports"
    assert _choose(model, "Alder", 5, text=document_of("Hazel"), utility=banking)[0].warnings == ()


def test_a_client_whose_industry_only_the_manifest_knows_is_one_more_of_it(model):
    """Ivy and the two of Ports are three; of Retail it would be the sixth."""
    ports, retail = model.utilities.index("Ports"), model.utilities.index("Retail")
    text = f"{document_of('Ivy')} {document_of('Fir')} {document_of('Gorse')}"
    (told,) = _choose(model, "Ivy", 4, SelectionOptions(Objective.ODDS), text=text, utility=ports)[0].warnings
    assert told == IndustryOfFewClients("Ports", 3, 4, 2, kept=True)
    assert _choose(model, "Ivy", 5, SelectionOptions(Objective.ODDS), text=text, utility=retail)[0].warnings == ()


def _shops_and_banks(alike):
    """Words that tell the industry: "till" the shop B and those `alike`, "loan" four banks that are all alike."""
    said = {**dict.fromkeys(alike, "till till till"), "B": "till", **dict.fromkeys("CDEF", "loan loan")}
    documents = [
        CorpusDocument(f"{who}{i}", who, "Banks" if who in "CDEF" else "Shops", (text,))
        for who, text in said.items()
        for i in range(2)
    ]
    return train(count_terms(documents)).model


@pytest.fixture(scope="module")
def telling():
    """Two shops and four banks."""
    return _shops_and_banks("A")


def test_if_the_floor_cannot_hold_it_is_dropped_and_reported():
    """With both words B alone leads (k = 2), with "till" alone nobody, with "loan" alone the industry is banks."""
    shops = _shops_and_banks("AGHI")
    choice, left = _choose(shops, "A", 3, text="till till loan")
    assert (choice.objective, left) == (Objective.UNIFORM, ["loan"])
    assert k_by_hand(shops, left, 0) >= 3
    assert choice.warnings == (FloorNotReached((3,)),)


@pytest.mark.parametrize("objective", [None, *Objective])
def test_if_k_cannot_be_reached_words_go_one_by_one_and_k_is_not_claimed(telling, objective):
    """Of "till" alone either A is first, or nothing is left and all are alike."""
    choice, left = _choose(telling, "A", 2, SelectionOptions(objective), text="till till")
    assert choice.objective is Objective.SIMPLE
    assert (choice.gap, choice.promise, choice.robust) == (None, None, False)
    assert k_by_hand(telling, left, 0) == 1
    if objective is not Objective.SIMPLE:
        assert ChosenOneByOne((2,), "no_solution") in choice.warnings
        assert not any(isinstance(told, FloorNotReached) for told in choice.warnings)


@pytest.mark.parametrize("objective", [None, Objective.UNIFORM, Objective.OVA])
def test_k_may_be_as_large_as_the_number_of_clients(model, objective):
    """Then all others must lead; whether that can be is up to the words, and what is claimed is what is there."""
    for client in ("Alder", "Ivy"):
        choice, left = _choose(model, client, 9, SelectionOptions(objective))
        reached = k_by_hand(model, left, model.find(client))
        assert reached == 9 or choice.objective is Objective.SIMPLE


@pytest.mark.usefixtures("no_solver")
@pytest.mark.parametrize("nested", [False, True])
def test_without_a_solver_words_go_one_by_one_and_that_is_reported_once(model, nested):
    choice, left = _choose(model, "Alder", 4, nested=nested)
    assert (choice.objective, choice.gap) == (Objective.SIMPLE, None)
    (told,) = [each for each in choice.warnings if isinstance(each, ChosenOneByOne)]
    assert told == ChosenOneByOne((2, 3, 4) if nested else (4,), "no_solver")
    assert k_by_hand(model, left, model.find("Alder")) >= 4


@pytest.mark.usefixtures("no_solver")
def test_greedy_levels_are_nested_too(model):
    choice, _ = _choose(model, "Birch", 5, nested=True)
    words = [level.words for level in choice.levels]
    assert all(more[: len(fewer)] == fewer for fewer, more in pairwise(words))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=25)
@given(
    client=st.sampled_from(sorted(INDUSTRY)),
    seed=st.integers(2, 999),
    objective=st.sampled_from([None, *Objective]),
    robust=st.booleans(),
)
def test_each_level_holds_the_one_below_it_and_reaches_its_k_or_says_so(
    model, defence, client, seed, objective, robust
):
    text = document_of(client, seed)
    chooser = _chooser(model, client, text, 4, defence=defence if robust else None)
    choice = chooser.select(SelectionOptions(objective), nested=True)
    assert [level.k for level in choice.levels] == [2, 3, 4]
    for below, level in zip((None, *choice.levels), choice.levels, strict=False):
        assert len(set(level.words)) == len(level.words)
        assert below is None or level.words[: len(below.words)] == below.words
        if k_by_hand(model, left_of(text, level.words), model.find(client)) < level.k:
            told = [each for each in choice.warnings if isinstance(each, ChosenOneByOne)]
            assert objective is Objective.SIMPLE or any(level.k in each.levels for each in told)


@pytest.mark.parametrize("client", ["Alder", "Fir", "Ivy"])
def test_a_level_is_the_same_whichever_levels_are_requested(model, defence, client):
    """So that a document is redacted at k as the pane has shown level k; beyond what is chosen together, too."""
    several = {
        k: _choose(model, client, k, SelectionOptions(None, robust=None), nested=True, defence=defence)[0].levels
        for k in (2, 5, 9)
    }
    assert several[9][:4] == several[5]
    assert several[5][:1] == several[2]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(term_selection, "TOGETHER", 3)
        few, many = (_choose(model, client, k, nested=True, defence=defence)[0].levels for k in (4, 6))
    assert many[:3] == few


def test_never_redact_terms_are_kept(model, defence):
    text = document_of("Alder")
    own = {word for word in terms(text) if word.startswith("alder")}
    keep = set(sorted(own)[:3])
    for wish in (DEFAULT, SelectionOptions(Objective.OVA), ONE_BY_ONE):
        choice = _chooser(model, "Alder", text, 5, keep=keep, defence=defence).select(wish, nested=True)
        assert keep.isdisjoint(choice.levels[-1].words)


@pytest.mark.parametrize("text", ["", "zygote quux", "the and of"])
@pytest.mark.parametrize("objective", [None, *Objective])
def test_without_known_words_nothing_is_redacted_and_no_k_is_claimed(model, defence, text, objective):
    choice, left = _choose(model, "Alder", 3, SelectionOptions(objective), text=text, nested=True, defence=defence)
    assert [level.words for level in choice.levels] == [(), ()]
    assert (choice.objective, choice.gap, choice.promise) == (Objective.SIMPLE, None, None)
    assert k_by_hand(model, left, 0) == 1


def test_an_assurance_that_no_program_could_give_is_reported(model, defence):
    choice, _ = _choose(
        model, "Alder", 3, SelectionOptions(None, 0.5), text="zygote quux", defence=_promising(defence, 0.6)
    )
    assert choice.warnings[-1] == AssuranceNotKnown()


def _promising(defence, *holds):
    """A defence that promises, in the order of LADDER, k before strangers with other documents in these shares."""
    odds = [AttackResults(0.95, share) for share in holds]
    promises = [
        MeasuredProtection(hardness, 5, 24, each, each, 0.7) for hardness, each in zip(LADDER, odds, strict=False)
    ]
    return replace(defence, promises=tuple(promises))


def test_an_assurance_takes_the_first_hardness_that_gives_it(model, defence):
    promising = _promising(defence, 0.2, 0.4, 0.6, 0.8)
    for assurance, step in ((None, 0), (0.2, 0), (0.5, 2), (0.8, 3)):
        choice, _ = _choose(model, "Alder", 3, SelectionOptions(None, assurance), defence=promising)
        assert choice.promise == promising.promises[step]
        assert not any("assurance" in told.code for told in choice.warnings)
        assert choice.robust


def test_an_assurance_out_of_reach_takes_the_best_and_says_so(model, defence):
    promising = _promising(defence, 0.2, 0.68, 0.6, 0.5, 0.4, 0.3)
    choice, _ = _choose(model, "Alder", 3, SelectionOptions(None, 0.9), defence=promising)
    assert choice.promise == promising.promises[1]
    assert AssuranceNotReached(asked=0.9, held=0.68, documents=24, complete=True) in choice.warnings


def test_an_assurance_beyond_the_measured_margins_says_how_to_measure_more(model, defence):
    choice, _ = _choose(model, "Alder", 3, SelectionOptions(None, 0.9), defence=_promising(defence, 0.2))
    assert AssuranceNotReached(asked=0.9, held=0.2, documents=24, complete=False) in choice.warnings


def test_an_assurance_that_could_not_be_measured_is_reported(model, defence):
    choice, _ = _choose(model, "Alder", 3, SelectionOptions(None, 0.5), defence=defence)
    assert choice.promise is None
    assert AssuranceNotMeasured() in choice.warnings


def test_no_promise_is_made_of_what_it_was_not_measured_on(model, defence, telling):
    promising = _promising(defence, 0.5)
    choice, _ = _choose(model, "Alder", 3, SelectionOptions(Objective.OVA, 0.5), defence=promising)
    assert (choice.objective, choice.promise) == (Objective.OVA, None)
    assert AssuranceOfOtherObjectives("ova") in choice.warnings
    fallen = _promising(train_defence(count_terms(_shops())), 0.5)
    choice, _ = _choose(telling, "A", 2, SelectionOptions(None, 0.5), text="till till", defence=fallen)
    assert (choice.objective, choice.promise, choice.robust) == (Objective.SIMPLE, None, False)
    assert AssuranceNotKnown() in choice.warnings


def _shops():
    return [CorpusDocument(f"{who}{i}", who, None, ("till loan",)) for who in "ABCDEF" for i in range(2)]


def test_words_beyond_the_model_go_when_hardly_anyone_else_says_them():
    """The model learns no word that is said once; "zebrano" is Alder's, nobody has said "quixotrade"."""
    documents = corpus()
    documents[0] = replace(documents[0], blocks=(*documents[0].blocks, "zebrano"))
    counts = count_terms(documents)
    learnt = train(counts).model
    text = f"{document_of('Alder')} zebrano zebrano quixotrade"
    alone, _ = _choose(learnt, "Alder", 5, text=text)
    robust, left = _choose(
        learnt, "Alder", 5, SelectionOptions(None, 1.0), text=text, defence=train_defence(counts)
    )
    beyond = set(robust.levels[-1].words) - set(learnt.vocabulary)
    assert beyond == {"zebrano", "quixotrade"}
    assert set(alone.levels[-1].words) <= set(learnt.vocabulary)
    assert k_by_hand(learnt, left, learnt.find("Alder")) >= 5


def test_attackers_in_the_way_are_named_and_the_others_hold(telling):
    """Before the attackers every word of this document speaks for A; before the model one of them does not."""
    documents = _shops()
    documents[0] = CorpusDocument("A0", "A", None, ("till till loan loan loan",))
    against = train_defence(count_terms(documents))
    choice, left = _choose(
        telling, "A", 2, SelectionOptions(Objective.UNIFORM, 1.0), text="till loan", defence=against
    )
    assert k_by_hand(telling, left, 0) >= 2
    (told,) = [each for each in choice.warnings if isinstance(each, AttackersNotBlocked)]
    assert told.levels == (2,)
    assert told.attackers


@pytest.mark.parametrize("objective", [None, *Objective])
def test_warnings_name_no_other_client(model, defence, objective):
    """Of an industry of five clients, of two, of one, and of none."""
    for client in ("Alder", "Fir", "Hazel", "Ivy"):
        for k in (2, 9):
            choice, _ = _choose(model, client, k, SelectionOptions(objective, 0.5), defence=defence, nested=k == 2)
            told = " ".join(map(repr, choice.warnings)).casefold()
            assert not [
                other for other in INDUSTRY if other != client and re.search(rf"\b{other.casefold()}\b", told)
            ]


def test_a_version_without_attackers_is_reported_unless_the_request_ignores_attackers(model):
    asked, _ = _choose(model, "Alder", 3, SelectionOptions(None, robust=None))
    refused, _ = _choose(model, "Alder", 3, SelectionOptions(None, robust=False))
    assert NoAttackers() in asked.warnings
    assert refused.warnings == ()
    assert asked.levels == refused.levels

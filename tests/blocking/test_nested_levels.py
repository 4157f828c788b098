"""Levels that are solved together: nested, each at its k by exact fractions, and cheaper than one by one."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.blocking import nested_levels
from backend.blocking.contests import ClassMargins
from backend.blocking.k_redactor import Program, solve
from backend.blocking.nested_levels import solve_nested
from backend.blocking.target_rank import RankTarget, target_rank
from backend.errors import ImpossibleK, InfeasibleProgram, SolverFailed
from tests.blocking.tasks import attacker, tasks


def up_to(highest):
    """The targets of the levels from 2, where no rank is drawn."""
    return [RankTarget(k, k) for k in range(2, highest + 1)]


def attempt(program, highest):
    try:
        return solve_nested(program, up_to(highest))
    except (InfeasibleProgram, SolverFailed):
        return ()


@settings(max_examples=150, deadline=None)
@given(tasks(), st.booleans())
def test_each_level_holds_its_k_by_exact_fractions_and_the_words_of_the_one_below(task, floor):
    found = attempt(task.program(floor=floor), task.k)
    assert len(found) < task.k
    for k, level in enumerate(found, 2):
        assert task.exact_k(level) >= k
        assert 0 <= level.gap <= 1
        if floor:
            assert (np.delete(task.utility_leads(level.stays), task.true % 2) < 0).all()
    for below, level in pairwise(found):
        assert not (level.stays & ~below.stays).any()


@settings(max_examples=80, deadline=None)
@given(tasks(), st.sampled_from([0.0, 0.4, 0.8, 0.99]))
def test_each_level_reaches_the_rank_that_is_drawn_for_it(task, drawn):
    classes = len(task.program().contests[0].fixed)
    targets = [target_rank(k, drawn, classes) for k in range(2, task.k + 1)]
    try:
        found = solve_nested(task.program(), targets)
    except (InfeasibleProgram, SolverFailed):
        found = ()
    for target, level in zip(targets, found, strict=False):
        assert task.exact_k(level) >= target.rank
    for below, level in pairwise(found):
        assert not (level.stays & ~below.stays).any()


@settings(max_examples=80, deadline=None)
@given(tasks(), st.booleans(), st.sampled_from([0.0, 0.1]))
def test_before_every_attacker_that_is_not_named_unmet_rivals_lead_at_each_level(task, everywhere, margin):
    models = {"bold": attacker(task, 0.1), "shy": attacker(task, 20.0)}
    contests = [task.contest(model, task.true, name) for name, model in models.items()]
    program = task.program(*contests, leaders=None if everywhere else 1, margin=margin)
    found = attempt(program, task.k)
    assert len({level.unmet for level in found}) <= 1
    for k, level in enumerate(found, 2):
        assert task.exact_k(level) >= k
        for name, model in models.items():
            wary = np.zeros(len(model.classes))
            for word, count, stay in zip(task.said.words, task.said.counts.tolist(), level.stays, strict=True):
                spoken = model.log_likelihood[:, model.column[word]] * count
                wary += stay * (spoken[task.true] - spoken + margin * np.abs(spoken[task.true] - spoken))
            assert name in level.unmet or (wary < 0).sum() >= (k - 1 if everywhere else 1)


@given(tasks())
def test_level_2_is_found_whenever_it_can_be_reached(task):
    task = replace(task, k=2)
    try:
        alone = solve(task.program())
    except (InfeasibleProgram, SolverFailed):
        return
    (level,) = solve_nested(task.program(), up_to(2))
    assert task.kept(level) == task.kept(alone)


def by_hand(*words, fixed, **options):
    """A program of (occurrences, leads before classes 1, 2, …); class 0 is the true one."""
    counts = np.array([count for count, *_ in words])
    lead = np.array([[0.0, *leads] for _, *leads in words])
    contest = ClassMargins("model", 0, lead, np.array([0.0, *fixed]))
    return Program(2, counts.astype(float), counts, (contest,), **options)


def test_a_word_that_higher_levels_need_is_cheap_for_lower_ones():
    # Alone, level 2 would drop the first word, one occurrence; levels 3 and 4 need the second, which is enough for
    # level 2. One upon another the levels lose 1 + 3 + 3 occurrences, together 2 + 2 + 2.
    # A hundred words say nothing of anybody, so that no level is dear.
    program = by_hand((1, 1.0, 0.0, 0.0), (2, 1.0, 1.0, 1.0), (100, 0.0, 0.0, 0.0), fixed=(-1.002, -0.002, -0.002))
    assert solve(program).stays.tolist() == [False, True, True]
    levels = solve_nested(program, up_to(4))
    assert [level.stays.tolist() for level in levels] == [[True, False, True]] * 3
    # Level 2 could keep 102.001 of 103 occurrences, in parts, and keeps 101.
    assert levels[0].gap == pytest.approx(1.001 / 102.001)


def test_a_word_that_lets_the_rival_of_a_higher_level_lead_stays_at_lower_ones():
    # The first word is the cheapest for level 2, but only while it stays class 2 can lead, which level 3 needs.
    program = by_hand((1, 1.0, -2.0), (3, 1.0, 0.0), (3, 0.0, 1.5), fixed=(-1.5, 1.0))
    assert solve(program).stays.tolist() == [False, True, True]
    two, three = solve_nested(program, up_to(3))
    assert three.stays.tolist() == [True, False, False]
    assert two.stays.tolist() in ([True, False, True], [True, True, False])


def test_levels_end_where_no_words_reach_the_next():
    program = by_hand((1, 1.0, 0.0), fixed=(-0.5, 1.0))
    (level,) = solve_nested(program, up_to(3))
    assert level.stays.tolist() == [False]
    with pytest.raises(InfeasibleProgram):
        solve_nested(by_hand((1, -1.0), fixed=(1.5,)), up_to(2))


def test_levels_end_where_an_attacker_cannot_be_met_that_level_2_meets():
    # Class 1 leads all without the first word; before the attacker class 2 never does, and k - 1 are to lead.
    program = by_hand((1, 1.0, 0.0), (1, 0.0, 1.0), fixed=(-0.5, -0.5))
    knows = replace(by_hand((1, 1.0, 0.0), (1, 0.0, 0.0), fixed=(-0.5, 1.0)).contests[0], name="knows")
    program = replace(program, contests=(*program.contests, knows), leaders=None)
    (level,) = solve_nested(program, up_to(3))
    assert (level.stays.tolist(), level.unmet) == ([False, True], ())


def test_an_attacker_that_no_level_meets_is_named_at_all_of_them():
    knows = ClassMargins("knows", 0, np.zeros((2, 3)), np.array([0.0, 1.0, 1.0]))
    program = by_hand((1, 1.0, 0.0), (1, 0.0, 1.0), fixed=(-0.5, -0.5))
    found = solve_nested(replace(program, contests=(*program.contests, knows)), up_to(3))
    assert [level.unmet for level in found] == [("knows",)] * 2


def test_more_levels_than_clients_are_refused():
    with pytest.raises(ImpossibleK):
        solve_nested(by_hand((1, 1.0), fixed=(-0.5,)), up_to(3))


def test_if_lower_levels_block_the_rivals_others_are_tried(monkeypatch):
    """As above, with a class 3 that leads for five more occurrences, and without the second try."""
    program = by_hand(
        (1, 1.0, -2.0, 0.0), (3, 1.0, 0.0, 0.0), (3, 0.0, 1.5, 0.0), (5, 0.0, 0.0, 1.0), fixed=(-1.5, 1.0, -0.5)
    )
    monkeypatch.setattr(nested_levels, "_MORE_RIVALS", 0)
    monkeypatch.setattr(nested_levels, "_MAX", -1.0)
    two, three = solve_nested(program, up_to(3))
    assert two.stays.tolist() == [False, True, True, True]
    assert three.stays.tolist() == [False, True, True, False]
    assert three.rivals == (1, 3)

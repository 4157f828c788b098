import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.blocking import rounding
from backend.blocking.program import LinearConstraints, relax
from backend.blocking.rounding import round_to_words
from backend.errors import InfeasibleProgram
from tests.blocking.programs import large, programs


def round_(drawn):
    return round_to_words(drawn.values, drawn.rows, relax(drawn.values, drawn.rows))


@settings(max_examples=200)
@given(programs(max_words=12))
def test_up_to_twelve_words_are_rounded_optimally(drawn):
    try:
        stays = round_(drawn)
    except InfeasibleProgram:
        assert drawn.best_whole is None
        return
    if stays is None:
        assert drawn.best_whole is None
    else:
        assert drawn.rows.hold(stays)
        assert drawn.values[stays].sum() == pytest.approx(drawn.best_whole, abs=1e-6)


@given(programs(max_words=12), st.floats(0.05, 0.95))
def test_no_row_breaks_by_rounding_alone(drawn, unit):
    rows = LinearConstraints(drawn.rows.coefficients * unit, drawn.rows.bounds * unit)
    try:
        stays = round_to_words(drawn.values, rows, relax(drawn.values, rows))
    except InfeasibleProgram:
        return
    assert stays is None or rows.hold(stays)


@pytest.mark.parametrize("seed", range(10))
def test_many_words_are_rounded_with_all_rows_holding_and_a_small_gap(seed):
    drawn = large(seed)
    relaxed = relax(drawn.values, drawn.rows)
    stays = round_to_words(drawn.values, drawn.rows, relaxed)
    worth = drawn.values[stays].sum()
    assert drawn.rows.hold(stays)
    assert 0.97 * relaxed.value <= worth <= relaxed.value + 1e-6
    assert np.array_equal(stays, round_to_words(drawn.values, drawn.rows, relaxed))


@pytest.mark.parametrize("seed", range(5))
def test_no_word_goes_that_could_stay_beside_the_others(seed):
    drawn = large(seed)
    stays = round_(drawn)
    for word in np.flatnonzero(~stays).tolist():
        assert not drawn.rows.hold(stays | (np.arange(len(stays)) == word))


def test_words_worth_nothing_stay_where_no_row_is_about_them():
    rows = LinearConstraints(np.array([[1.0, 0.0, -1.0]]), np.array([0.5]))
    values = np.array([1.0, 0.0, 0.0])
    assert round_to_words(values, rows, relax(values, rows)).tolist() == [True, True, True]


def test_words_worth_less_than_nothing_go_unless_a_row_needs_them():
    values, rows = np.array([-1.0, -1.0, -5.0]), LinearConstraints(np.array([[-1.0, 0.0, -1.0]]), np.array([-0.5]))
    assert round_to_words(values, rows, relax(values, rows)).tolist() == [True, False, False]


def test_words_of_equal_value_are_as_many_as_fit():
    values, rows = np.ones(100), LinearConstraints(np.ones((1, 100)), np.array([63.5]))
    assert round_to_words(values, rows, relax(values, rows)).sum() == 63


def test_rows_that_only_fractions_satisfy_have_no_rounding():
    rows = LinearConstraints(np.array([[1.0], [-1.0]]), np.array([0.5, -0.5]))
    relaxed = relax(np.ones(1), rows)
    assert relaxed.shares == pytest.approx([0.5])
    assert round_to_words(np.ones(1), rows, relaxed) is None


def _between(seed):
    """Words of 20 to 40 occurrences beside many small ones; what stays is held between two narrow bounds."""
    random = np.random.default_rng(seed)
    values = np.concatenate((random.integers(20, 40, 8), random.integers(1, 4, 60))).astype(float)
    weights = random.normal(size=(4, 68)) * values
    middle = weights @ (random.random(68) < 0.6)
    return values, LinearConstraints(np.vstack((weights, -weights)), np.concatenate((middle + 1, 1 - middle)))


@pytest.mark.parametrize("seed", range(6))
def test_heavy_words_between_narrow_bounds_are_made_whole_one_by_one(seed):
    values, rows = _between(seed)
    relaxed = relax(values, rows)
    stays = round_to_words(values, rows, relaxed)
    assert rows.hold(stays)
    assert values[stays].sum() <= relaxed.value + 1e-6


def test_if_the_search_finds_nothing_a_small_exact_program_is_solved(monkeypatch):
    monkeypatch.setattr(rounding, "_DIVES_TO_FIND", 0)
    drawn = large(0, words=60, height=3)
    stays = round_(drawn)
    assert drawn.rows.hold(stays)
    assert drawn.values[stays].sum() >= 0.9 * drawn.best_shares


@given(st.lists(st.integers(0, 9), min_size=1, max_size=12), st.lists(st.integers(0, 9), min_size=1, max_size=12))
def test_the_cheapest_pairs_are_all_among_those_tried(ones, others):
    tried = 10
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounding, "_CHEAPEST", tried)
        one, other = rounding._cheapest_pairs.__wrapped__(len(ones), len(others))
    ones, others = np.sort(ones), np.sort(others)
    every = np.sort((ones[:, None] + others).ravel())
    assert len(set(zip(one.tolist(), other.tolist(), strict=True))) == len(one)
    assert np.sort(ones[one] + others[other])[:tried].tolist() == every[:tried].tolist()

import numpy as np
import pulp
import pytest
from hypothesis import given, settings

from backend.blocking import program
from backend.blocking.program import LinearConstraints, relax, solve_whole
from backend.errors import InfeasibleProgram, SolverFailed
from tests.blocking.programs import large, peer, programs

# Keep one of two words that are worth 1 and 2; the first may stay in part.
VALUES = np.array([1.0, 2.0])
ROWS = LinearConstraints(np.array([[1.0, 1.0]]), np.array([1.5]))

SOLVERS = ("HiGHS", "CBC")
"""In the order in which they are asked."""

every_solver = program._solvers


def second_solver(*gap, **of):
    return [*every_solver(*gap, **of)][1]


@pytest.fixture(params=SOLVERS)
def only(request, monkeypatch):
    at = SOLVERS.index(request.param)
    monkeypatch.setattr(program, "_solvers", lambda *gap, **of: [[*every_solver(*gap, **of)][at]])


def relaxed_or_none(drawn):
    try:
        return relax(drawn.values, drawn.rows)
    except InfeasibleProgram:
        return None


@given(programs())
def test_relaxed_as_scipy_does(drawn):
    relaxed, expected = relaxed_or_none(drawn), drawn.best_shares
    if expected is None:
        assert relaxed is None
        return
    assert relaxed.value == pytest.approx(expected, abs=1e-6)
    assert relaxed.value == pytest.approx(drawn.values @ relaxed.shares)
    assert ((relaxed.shares >= 0) & (relaxed.shares <= 1)).all()
    assert (drawn.rows.coefficients @ relaxed.shares <= drawn.rows.bounds + 1e-6).all()


@pytest.mark.parametrize("seed", range(3))
def test_both_solvers_relax_a_large_program_to_what_scipy_finds(seed, only):
    drawn = large(seed)
    relaxed = relax(drawn.values, drawn.rows)
    assert relaxed.value == pytest.approx(drawn.best_shares)
    assert (drawn.rows.coefficients @ relaxed.shares <= drawn.rows.bounds + 1e-6).all()


@settings(max_examples=50)
@given(programs(min_words=1))
def test_arrays_state_the_same_program_as_expressions(drawn):
    """Coefficients of 0, rows without any, and values below 0 among them; the solver is the same."""
    from_arrays = relaxed_or_none(drawn)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(program, "_solvers", lambda *_, **__: [pulp.HiGHS(msg=False, threads=1, presolve="off")])
        stated = relaxed_or_none(drawn)
    assert (from_arrays is None) == (stated is None)
    if stated is not None:
        assert from_arrays.shares.tolist() == stated.shares.tolist()
        assert from_arrays.reduced_costs == pytest.approx(stated.reduced_costs, abs=1e-9)


def test_highs_answers_from_arrays_and_nothing_is_stated_for_it(monkeypatch):
    monkeypatch.setattr(program._Words, "state", lambda _: pytest.fail("expressions were made"))
    assert relax(VALUES, ROWS).value == pytest.approx(2.5)


def test_a_word_is_kept_in_part_where_its_row_has_no_more_room(only):
    relaxed = relax(VALUES, ROWS)
    assert relaxed.shares == pytest.approx([0.5, 1])
    assert relaxed.value == pytest.approx(2.5)
    # Half an occurrence of the second word less makes room for half of the first, worth half as much: 1 each.
    assert relaxed.reduced_costs == pytest.approx([0, 1])


@settings(max_examples=50)
@given(programs(min_words=1))
def test_a_word_pushed_off_its_share_costs_its_reduced_cost_at_least(drawn):
    relaxed = relaxed_or_none(drawn)
    if relaxed is None:
        return
    for word in np.flatnonzero((relaxed.shares < 1e-9) | (relaxed.shares > 1 - 1e-9)).tolist():
        pushed = 1.0 - round(relaxed.shares[word])
        rest = np.arange(len(drawn.values)) != word
        left = LinearConstraints(
            drawn.rows.coefficients[:, rest], drawn.rows.bounds - pushed * drawn.rows.coefficients[:, word]
        )
        value = peer(drawn.values[rest], left)
        if value is not None:
            pushed_value = value + pushed * drawn.values[word]
            assert pushed_value <= relaxed.value - relaxed.reduced_costs[word] + 1e-6


@pytest.mark.parametrize(
    "rows",
    [
        LinearConstraints(np.array([[1.0, 1.0]]), np.array([-0.1])),
        LinearConstraints(np.array([[1.0, 0.0], [-1.0, 0.0]]), np.array([0.4, -0.6])),
        LinearConstraints(np.zeros((1, 2)), np.array([-1.0])),
    ],
    ids=["below zero", "contradiction", "nothing helps"],
)
def test_an_infeasible_program_is_reported(rows, only):
    with pytest.raises(InfeasibleProgram, match="Lower k"):
        relax(VALUES, rows)
    assert solve_whole(VALUES, rows, np.zeros(2, bool), np.arange(2), 0.0) is None


def test_without_words_all_sums_are_zero():
    nothing = np.zeros((1, 0))
    assert relax(np.zeros(0), LinearConstraints(nothing, np.zeros(1))).value == 0
    with pytest.raises(InfeasibleProgram):
        relax(np.zeros(0), LinearConstraints(nothing, np.array([-0.1])))
    assert solve_whole(
        np.zeros(0), LinearConstraints(nothing, np.zeros(1)), np.zeros(0, bool), np.arange(0), 0.0
    ).shape == (0,)


def test_without_rows_all_that_is_worth_something_stays():
    free = LinearConstraints(np.zeros((0, 3)), np.zeros(0))
    assert relax(np.array([1.0, -1.0, 2.0]), free).shares == pytest.approx([1, 0, 1])


@pytest.mark.parametrize(
    "broken",
    [
        program._FromArrays(msg=False, timeLimit=0.0),
        pulp.HiGHS(msg=False, timeLimit=0.0),
        pulp.HiGHS_CMD(path="/nowhere/highs", msg=False),
    ],
    ids=["from arrays, out of time", "out of time", "not there"],
)
def test_if_the_first_solver_fails_the_second_is_used(broken, monkeypatch):
    monkeypatch.setattr(program, "_solvers", lambda *gap, **of: [broken, second_solver(*gap, **of)])
    assert relax(VALUES, ROWS).value == pytest.approx(2.5)


def test_solvers_without_time_never_answer_with_half_a_solution(monkeypatch):
    monkeypatch.setattr(program, "_SECONDS", 0.0)
    drawn = large(0)
    with pytest.raises(SolverFailed, match="greedily"):
        relax(drawn.values, drawn.rows)


def test_no_solver_at_all_is_reported(monkeypatch):
    monkeypatch.setattr(program, "_solvers", lambda *_, **__: [])
    with pytest.raises(SolverFailed):
        relax(VALUES, ROWS)


@settings(max_examples=50)
@given(programs())
def test_exact_is_brute_force(drawn):
    found = solve_whole(
        drawn.values, drawn.rows, np.zeros(len(drawn.values), bool), np.arange(len(drawn.values)), 0.0
    )
    if drawn.best_whole is None:
        assert found is None
    else:
        assert drawn.rows.hold(found)
        assert drawn.values[found].sum() == pytest.approx(drawn.best_whole, abs=1e-6)


@pytest.mark.parametrize("seed", range(4))
def test_many_whole_words_are_close_to_the_best_shares_and_always_the_same(seed):
    drawn = large(seed, words=240)
    everything, none = np.arange(240), np.zeros(240, dtype=bool)
    found = solve_whole(drawn.values, drawn.rows, none, everything, 0.005)
    assert drawn.rows.hold(found)
    assert drawn.values[found].sum() >= 0.97 * drawn.best_shares
    assert np.array_equal(found, solve_whole(drawn.values, drawn.rows, none, everything, 0.005))


def test_whole_words_that_no_branch_reaches_are_not_looked_for_by_the_second_solver(monkeypatch):
    """HiGHS may neither branch nor guess here, so that it ends without an answer."""
    asked = []

    def solvers(*gap, **of):
        for solver in every_solver(*gap, **of):
            asked.append(type(solver))
            solver.optionsDict.update(mip_max_nodes=0, mip_heuristic_effort=0.0, presolve="off")
            yield solver

    monkeypatch.setattr(program, "_solvers", solvers)
    drawn = large(3, words=80, height=30)
    assert solve_whole(drawn.values, drawn.rows, np.zeros(80, dtype=bool), np.arange(80), 0.0) is None
    assert asked == [program._FromArrays]


def test_exact_leaves_the_other_words_alone(only):
    values, rows = np.array([1.0, 2.0, 4.0, 8.0]), LinearConstraints(np.ones((1, 4)), np.array([2.0]))
    stays = np.array([True, False, False, False])
    # The first word stays, the last is gone for good: the third is the best that fits beside the first.
    assert solve_whole(values, rows, stays, np.array([1, 2]), 0.0).tolist() == [True, False, True, False]


def test_rows_hold_at_their_bounds_and_not_beyond():
    rows = LinearConstraints(np.array([[1.0, 2.0], [-1.0, 0.0]]), np.array([3.0, -1.0]))
    assert rows.hold(np.array([True, True]))
    assert not rows.hold(np.array([False, True]))
    assert not rows.and_also(LinearConstraints(np.array([[0.0, 1.0]]), np.array([0.5]))).hold(
        np.array([True, True])
    )


@pytest.mark.parametrize(("coefficients", "bounds"), [(np.ones(2), np.ones(1)), (np.ones((2, 2)), np.ones(1))])
def test_rows_have_as_many_bounds_as_sums(coefficients, bounds):
    with pytest.raises(ValueError, match="bounds"):
        LinearConstraints(coefficients, bounds)

"""Rows that are left out where they cannot hold: only where they are in the way, and as few as possible."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from backend.blocking.contests import ClassMargins
from backend.blocking.k_redactor import Program, solve
from backend.blocking.program import LinearConstraints
from backend.blocking.soft_rows import SoftRows, relax_softly
from backend.errors import InfeasibleProgram

NUMBERS = st.integers(-5, 5).map(float)


def rows(words):
    return st.lists(st.tuples(st.lists(NUMBERS, min_size=words, max_size=words), NUMBERS), min_size=1, max_size=4)


def constraints(some):
    return LinearConstraints(np.array([row for row, _ in some]), np.array([bound for _, bound in some]))


def can_hold(*some):
    """Whether shares satisfy all rows, by SciPy."""
    together = some[0].and_also(*some[1:])
    words = together.coefficients.shape[1]
    found = linprog(np.zeros(words), together.coefficients, together.bounds + 1e-6, bounds=[(0, 1)] * words)
    return found.status == 0


@given(rows(3), rows(3))
def test_what_is_not_broken_holds_and_nothing_is_broken_where_all_can_hold(hard, soft):
    hard, soft = constraints(hard), constraints(soft)
    if not can_hold(hard):
        with pytest.raises(InfeasibleProgram):
            relax_softly(np.ones(3), hard, soft)
        return
    _, broken = relax_softly(np.ones(3), hard, soft)
    assert can_hold(hard, soft.only(np.flatnonzero(~broken)))
    if can_hold(hard, soft):
        assert not broken.any()


def test_only_the_row_that_is_in_the_way_is_left_out():
    """The first word must stay; one soft row wants it gone, the other wants the second gone."""
    every = LinearConstraints(np.array([[-1.0, 0], [1, 0], [0, 1]]), np.array([-1.0, 0, 0]))
    left = SoftRows(every, np.array([1, 2])).without_broken(np.ones(2), every)
    assert left.coefficients.tolist() == [[-1, 0], [0, 1]]


def test_a_trailing_rival_that_must_lead_lets_no_other_lead():
    """Of rivals 1 to 3 the first must lead. Then the second leads, too; the third does not without the last word.

    What stays adds to the lead of the true class 0: with all words -1, -4 and -1, without the last -1, -4 and 2.
    """
    lead = np.array([[0.0, 5, 5, 5], [0, -6, -9, -3], [0, 0, 0, -3]])
    model = ClassMargins("model", 0, lead, np.zeros(4))
    counts = np.ones(3, dtype=np.int64)
    found = solve(Program(2, counts.astype(float), counts, (model,), trailing=2))
    assert found.stays.tolist() == [True, True, False]

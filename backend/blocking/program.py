"""Linear programs over the words of a document: PuLP states them, HiGHS solves them in process, CBC where it fails.

A variable says which share of a word stays, 0 to 1; a row bounds a sum over the shares from above. The relaxed
program lets shares be fractions, which gives a bound that no choice of whole words can beat.
"""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pulp

from backend.errors import InfeasibleProgram, SolverFailed
from backend.learning.arrays import Booleans, Floats, Integers

_SECONDS = 10.0
"""A relaxed program takes milliseconds; one that takes this long has gone wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """`coefficients @ shares <= bounds`; `coefficients` is [row, word], `bounds` is [row]."""

    coefficients: Floats
    bounds: Floats

    def __post_init__(self) -> None:
        if self.coefficients.ndim != 2 or self.bounds.shape != self.coefficients.shape[:1]:
            raise ValueError("coefficients must be [row, word] and bounds [row]")

    def hold(self, stays: Booleans) -> bool:
        """Whether every row truly holds when these words stay whole, and the others go."""
        return bool((self.coefficients[:, stays].sum(axis=1) <= self.bounds).all())

    def and_also(self, others: "Rows") -> "Rows":
        """These rows and the others."""
        return Rows(
            np.vstack((self.coefficients, others.coefficients)), np.concatenate((self.bounds, others.bounds))
        )


@dataclass(frozen=True, slots=True, eq=False)
class Relaxed:
    """The best shares [word], their value, and by how much the value falls for a word pushed off its share.

    `reduced_costs` [word] are 0 for words that are kept in part, and small for those that nearly are.
    """

    shares: Floats
    value: float
    reduced_costs: Floats


def relax(values: Floats, rows: Rows) -> Relaxed:
    """Maximise `values @ shares` with shares between 0 and 1.

    Raises InfeasibleProgram when no shares satisfy all rows, SolverFailed when neither solver answers.
    """
    problem, variables = _stated(values, rows)
    _solve(problem, _SECONDS)
    shares = np.array([variable.varValue for variable in variables], dtype=np.float64)
    reduced = np.array([variable.dj or 0.0 for variable in variables], dtype=np.float64)
    return Relaxed(np.clip(shares, 0, 1), float(values @ shares), np.abs(reduced))


def exact(values: Floats, rows: Rows, stays: Booleans, free: Integers, seconds: float) -> Booleans | None:
    """The best whole words within `seconds`, only those of `free` other than `stays`; None when none were found."""
    fixed = stays.copy()
    fixed[free] = False
    spoken_for = rows.coefficients[:, fixed].sum(axis=1)
    problem, variables = _stated(
        values[free], Rows(rows.coefficients[:, free], rows.bounds - spoken_for), category=pulp.LpBinary
    )
    try:
        _solve(problem, seconds)
    except (InfeasibleProgram, SolverFailed):
        return None
    chosen = [variable.varValue for variable in variables]
    if None in chosen:
        return None
    fixed[free] = np.array(chosen, dtype=np.float64) > 0.5
    return fixed if rows.hold(fixed) else None


def _stated(
    values: Floats, rows: Rows, category: str = pulp.LpContinuous
) -> tuple[pulp.LpProblem, list[pulp.LpVariable]]:
    """The program in PuLP's terms; variables have numbers for names, so that no solver's file holds a word."""
    problem = pulp.LpProblem("words", pulp.LpMaximize)
    variables = [pulp.LpVariable(f"v{number}", 0, 1, category) for number in range(len(values))]
    problem.setObjective(pulp.LpAffineExpression(zip(variables, values.tolist(), strict=True)))
    # An expression made of all pairs at once; lpSum would add them up one by one, twenty times slower.
    for row, bound in zip(rows.coefficients.tolist(), rows.bounds.tolist(), strict=True):
        sum_of_row = pulp.LpAffineExpression(zip(variables, row, strict=True))
        problem.addConstraint(pulp.LpConstraint(sum_of_row, pulp.LpConstraintLE, rhs=bound))
    return problem, variables


def _solve(problem: pulp.LpProblem, seconds: float) -> None:
    for solver in _solvers(seconds):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                problem.solve(solver)
        except pulp.PulpSolverError:
            continue
        if problem.sol_status in (pulp.LpSolutionOptimal, pulp.LpSolutionIntegerFeasible):
            return
        if problem.sol_status == pulp.LpSolutionInfeasible:
            raise InfeasibleProgram("no choice of words satisfies every row; lower k, or drop the utility floor")
    raise SolverFailed("neither HiGHS nor CBC solved the program; words are chosen greedily instead")


def _solvers(seconds: float) -> Iterator[pulp.LpSolver]:
    """HiGHS in this process, then CBC in one of its own."""
    highs = pulp.HiGHS(msg=False, threads=1, timeLimit=seconds)
    if highs.available():
        yield highs
    cbc = pulp.PULP_CBC_CMD(msg=False, threads=1, timeLimit=seconds)
    if cbc.available():
        yield cbc

"""Linear programs over the words of a document: PuLP states them, HiGHS solves them in process, CBC where it fails.

A variable says which share of a word stays, 0 to 1; a row bounds a sum over the shares from above. The relaxed
program lets shares be fractions, which gives a bound that no choice of whole words can beat.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pulp

from backend.errors import InfeasibleProgram, SolverFailed
from backend.learning.arrays import Booleans, Floats, Integers

pulp.set_v4_migration_warnings(False)  # this module speaks PuLP 3, to which pyproject.toml holds it

_SECONDS = 10.0
"""A relaxed program takes milliseconds; one that takes this long has gone wrong."""

_TOLERANCE = 1e-9
"""By how much HiGHS may break a row of whole words; its own 1e-6 would lose solutions that are tight."""


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
    if not len(values):
        return _without_words(rows)
    problem = _stated(values, rows)
    _solve(problem, _SECONDS)
    shares = np.array([variable.varValue for variable in problem.words], dtype=np.float64)
    reduced = np.array([variable.dj or 0.0 for variable in problem.words], dtype=np.float64)
    shares = np.clip(shares, 0, 1)
    return Relaxed(shares, float(values @ shares), np.abs(reduced))


def exact(values: Floats, rows: Rows, stays: Booleans, free: Integers, seconds: float) -> Booleans | None:
    """The best whole words within `seconds`, only those of `free` other than `stays`; None when none were found."""
    fixed = stays.copy()
    fixed[free] = False
    spoken_for = rows.coefficients[:, fixed].sum(axis=1)
    if len(free):
        left = Rows(rows.coefficients[:, free], rows.bounds - spoken_for)
        problem = _stated(values[free], left, category=pulp.LpBinary)
        try:
            _solve(problem, seconds)
        except (InfeasibleProgram, SolverFailed):
            return None
        fixed[free] = [variable.varValue > 0.5 for variable in problem.words]
    return fixed if rows.hold(fixed) else None


class _Words(pulp.LpProblem):  # type: ignore[misc]
    """A problem whose variables are known: PuLP would gather them from all rows each time that it needs them."""

    def __init__(self, words: list[pulp.LpVariable]) -> None:
        super().__init__("words", pulp.LpMaximize)
        self.words = words

    def variables(self) -> list[pulp.LpVariable]:
        return self.words


def _stated(values: Floats, rows: Rows, category: str = pulp.LpContinuous) -> _Words:
    """The program in PuLP's terms; variables have numbers for names, so that no solver's file holds a word."""
    variables = [pulp.LpVariable(f"v{number}", 0, 1, category) for number in range(len(values))]
    problem = _Words(variables)
    problem.setObjective(pulp.LpAffineExpression(zip(variables, values.tolist(), strict=True)))
    # An expression made of all pairs at once; lpSum would add them up one by one, twenty times slower.
    for row, bound in zip(rows.coefficients.tolist(), rows.bounds.tolist(), strict=True):
        sum_of_row = pulp.LpAffineExpression(zip(variables, row, strict=True))
        problem.addConstraint(pulp.LpConstraint(sum_of_row, pulp.LpConstraintLE, rhs=bound))
    return problem


def _without_words(rows: Rows) -> Relaxed:
    """PuLP refuses a program without variables: all sums are 0."""
    if (rows.bounds < 0).any():
        raise _infeasible()
    return Relaxed(np.zeros(0), 0.0, np.zeros(0))


def _solve(problem: _Words, seconds: float) -> None:
    whole = problem.isMIP()
    for solver in _solvers(seconds, whole=whole):
        try:
            problem.solve(solver)
        except pulp.PulpSolverError:
            continue
        if any(variable.varValue is None for variable in problem.words):
            continue
        # Out of time, whole words that were found may be used; shares may break rows, and are no bound.
        if problem.sol_status == pulp.LpSolutionOptimal:
            return
        if problem.sol_status == pulp.LpSolutionIntegerFeasible and whole:
            return
        if problem.sol_status == pulp.LpSolutionInfeasible:
            raise _infeasible()
    raise SolverFailed("neither HiGHS nor CBC solved the program; words are chosen greedily instead")


def _infeasible() -> InfeasibleProgram:
    return InfeasibleProgram("no choice of words satisfies every row; lower k, or drop the utility floor")


def _solvers(seconds: float, *, whole: bool) -> Iterator[pulp.LpSolver]:
    """HiGHS in this process, then CBC in one of its own."""
    # Few rows and no structure: looking for simplifications takes longer than solving. Whole words gain by it.
    options = {"mip_feasibility_tolerance": _TOLERANCE} if whole else {"presolve": "off"}
    highs = pulp.HiGHS(msg=False, threads=1, timeLimit=seconds, **options)
    if highs.available():
        yield highs
    cbc = pulp.PULP_CBC_CMD(msg=False, threads=1, timeLimit=seconds)
    if cbc.available():
        yield cbc

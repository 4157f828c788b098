"""Linear programs over the words of a document: stated in PuLP, solved by HiGHS, by CBC where that fails.

HiGHS takes a program's numbers as arrays. PuLP's expressions, one object for each number, are made where another
solver asks for them.

A variable says which share of a word stays, 0 to 1; a row bounds a sum over the shares from above. The relaxed
program lets shares be fractions, which gives a bound that no choice of whole words can beat.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pulp
from highspy import HighsModelStatus, HighsVarType

from backend.errors import InfeasibleProgram, SolverFailed
from backend.learning.arrays import Booleans, Floats, Integers

pulp.set_v4_migration_warnings(False)  # this module speaks PuLP 3, to which pyproject.toml holds it

_SECONDS = 10.0
"""A relaxed program takes milliseconds and whole words at most a second; what takes this long has gone wrong.

No result may depend on this limit: the same document has to have the same levels on a slower or busier machine.
"""

_NODES = 50
"""Whole words are looked for with so few branches: mostly HiGHS is within a percent of the best at the root."""

_TOLERANCE = 1e-9
"""By how much HiGHS may break a row of whole words; its own 1e-6 would lose solutions that are tight."""


@dataclass(frozen=True, slots=True, eq=False)
class LinearConstraints:
    """`coefficients @ shares <= bounds`; `coefficients` is [row, word], `bounds` is [row]."""

    coefficients: Floats
    bounds: Floats

    def __post_init__(self) -> None:
        if self.coefficients.ndim != 2 or self.bounds.shape != self.coefficients.shape[:1]:
            raise ValueError("coefficients must be [row, word] and bounds [row]")

    def hold(self, stays: Booleans) -> bool:
        """Tell whether every constraint holds if these words are kept and all others are suppressed."""
        return bool((self.coefficients[:, stays].sum(axis=1) <= self.bounds).all())

    def only(self, rows: Integers) -> "LinearConstraints":
        """Return some of these constraints, by their positions."""
        return LinearConstraints(self.coefficients[rows], self.bounds[rows])

    def of_words(self, free: Booleans, kept: Booleans) -> "LinearConstraints":
        """Return these constraints on the `free` words, where of the others those that are `kept` stay."""
        spoken_for = self.coefficients[:, kept].sum(axis=1)
        return LinearConstraints(self.coefficients[:, free], self.bounds - spoken_for)

    def and_also(self, *others: "LinearConstraints") -> "LinearConstraints":
        """Return these constraints together with the others."""
        every = (self, *others)
        return LinearConstraints(
            np.vstack([each.coefficients for each in every]), np.concatenate([each.bounds for each in every])
        )


@dataclass(frozen=True, slots=True, eq=False)
class RelaxedSolution:
    """The best shares [word], their value, and by how much the value falls for a word pushed off its share.

    `reduced_costs` [word] are 0 for words that are kept in part, and small for those that nearly are. `prices`
    [row] are what each row costs for a unit of its bound, 0 for rows that ask for nothing; empty where unknown.
    """

    shares: Floats
    value: float
    reduced_costs: Floats
    prices: Floats = field(default_factory=lambda: np.zeros(0))


def relax(values: Floats, rows: LinearConstraints) -> RelaxedSolution:
    """Maximise `values @ shares` with shares between 0 and 1.

    Raises InfeasibleProgram when no shares satisfy all rows, SolverFailed when neither solver answers.
    """
    if not len(values):
        return _without_words(rows)
    answer = _solve(_Words(values, rows))
    shares = np.clip(answer.shares, 0, 1)
    return RelaxedSolution(shares, float(values @ shares), np.abs(answer.reduced_costs), np.abs(answer.prices))


def solve_whole(
    values: Floats, rows: LinearConstraints, stays: Booleans, free: Integers, gap: float
) -> Booleans | None:
    """Return whole words that satisfy all rows, None if none were found; only `free` ones may differ from `stays`.

    They are within `gap` (a share) of the best ones, unless that takes more than a few branches.
    """
    fixed = stays.copy()
    fixed[free] = False
    spoken_for = rows.coefficients[:, fixed].sum(axis=1)
    if len(free):
        left = LinearConstraints(rows.coefficients[:, free], rows.bounds - spoken_for)
        try:
            fixed[free] = _solve(_Words(values[free], left, integral=True), gap).shares > 0.5
        except (InfeasibleProgram, SolverFailed):
            return None
    return fixed if rows.hold(fixed) else None


@dataclass(frozen=True, slots=True, eq=False)
class _Answer:
    """What a solver has found: shares and reduced costs, both [word], and the prices of the rows, [row]."""

    shares: Floats
    reduced_costs: Floats
    prices: Floats


class _Words(pulp.LpProblem):  # type: ignore[misc]
    """A program by its arrays, and in PuLP's terms once `state` was called; `answer` is what a solver says."""

    def __init__(self, values: Floats, rows: LinearConstraints, *, integral: bool = False) -> None:
        super().__init__("words", pulp.LpMaximize)
        self.values, self.rows, self.whole = values, rows, integral
        self.words: list[pulp.LpVariable] = []
        self.sums: list[pulp.LpConstraint] = []
        self.answer: _Answer | None = None

    def variables(self) -> list[pulp.LpVariable]:
        """PuLP would gather them from all rows each time that it needs them."""
        return self.words

    def state(self) -> None:
        """Make the expressions; variables have numbers for names, so that no solver's file contains a word."""
        if self.words:
            return
        category = pulp.LpBinary if self.whole else pulp.LpContinuous
        self.words = [pulp.LpVariable(f"v{number}", 0, 1, category) for number in range(len(self.values))]
        self.setObjective(pulp.LpAffineExpression(zip(self.words, self.values.tolist(), strict=True)))
        # An expression made of all pairs at once; lpSum would add them up one by one, twenty times slower.
        for row, bound in zip(self.rows.coefficients.tolist(), self.rows.bounds.tolist(), strict=True):
            sum_of_row = pulp.LpAffineExpression(zip(self.words, row, strict=True))
            self.sums.append(pulp.LpConstraint(sum_of_row, pulp.LpConstraintLE, rhs=bound))
            self.addConstraint(self.sums[-1])

    def read(self) -> None:
        """Read the values that a solver has written into the variables, if any."""
        shares = [variable.varValue for variable in self.words]
        costs = [variable.dj or 0.0 for variable in self.words]
        prices = [row.pi or 0.0 for row in self.sums]
        self.answer = None if None in shares else _Answer(np.array(shares), np.array(costs), np.array(prices))


class _FromArrays(pulp.HiGHS):  # type: ignore[misc]
    """HiGHS as PuLP runs it, but it is handed the arrays of a program, and not cell by cell."""

    def buildSolverModel(self, lp: _Words) -> None:  # noqa: N802 - PuLP's name
        """See pulp.HiGHS; like that, it minimises the negative."""
        values, rows = lp.values, lp.rows
        words, height = len(values), len(rows.bounds)
        nothing = np.zeros(0, dtype=np.int32)
        lp.solverModel.addCols(words, -values, np.zeros(words), np.ones(words), 0, nothing, nothing, np.zeros(0))
        for word in range(words if lp.whole else 0):
            lp.solverModel.changeColIntegrality(word, HighsVarType.kInteger)
        at = np.nonzero(rows.coefficients)
        starts = np.searchsorted(at[0], np.arange(height)).astype(np.int32)
        columns, cells = at[1].astype(np.int32), rows.coefficients[at]
        lp.solverModel.addRows(height, np.full(height, -np.inf), rows.bounds, len(cells), starts, columns, cells)

    def findSolutionValues(self, lp: _Words) -> tuple[int, int]:  # noqa: N802 - PuLP's name
        """See pulp.HiGHS, which has no variables to write to here, and does not know of a limit of nodes."""
        status = lp.solverModel.getModelStatus()
        if status in (HighsModelStatus.kInfeasible, HighsModelStatus.kUnboundedOrInfeasible):
            return pulp.LpStatusInfeasible, pulp.LpSolutionInfeasible
        found = lp.solverModel.getSolution()
        if not found.value_valid or len(found.col_value) != len(lp.values):
            return pulp.LpStatusNotSolved, pulp.LpSolutionNoSolutionFound
        is_best = status == HighsModelStatus.kOptimal
        if not (is_best or lp.whole):
            return pulp.LpStatusNotSolved, pulp.LpSolutionNoSolutionFound  # shares that may break rows
        lp.answer = _Answer(*map(np.array, (found.col_value, found.col_dual, found.row_dual)))
        return pulp.LpStatusOptimal, pulp.LpSolutionOptimal if is_best else pulp.LpSolutionIntegerFeasible


def _without_words(rows: LinearConstraints) -> RelaxedSolution:
    """PuLP refuses a program without variables: all sums are 0."""
    if (rows.bounds < 0).any():
        raise _infeasible()
    return RelaxedSolution(np.zeros(0), 0.0, np.zeros(0), np.zeros(len(rows.bounds)))


def _solve(problem: _Words, gap: float = 0.0) -> _Answer:
    for solver in _solvers(gap, integral=problem.whole):
        takes_arrays = isinstance(solver, _FromArrays)
        if not takes_arrays:
            problem.state()
        try:
            problem.solve(solver)
        except pulp.PulpSolverError:
            continue
        if not takes_arrays:
            problem.read()
        if problem.sol_status == pulp.LpSolutionInfeasible:
            raise _infeasible()
        if problem.answer is None:
            if problem.whole and takes_arrays:
                break  # CBC would search no further, and takes much longer
            continue
        # Whole words that were found before the end may be used; shares may break rows, and are no bound.
        if problem.sol_status == pulp.LpSolutionOptimal:
            return problem.answer
        if problem.sol_status == pulp.LpSolutionIntegerFeasible and problem.whole:
            return problem.answer
    raise SolverFailed("Neither HiGHS nor CBC found a solution. Words are selected greedily instead.")


def _infeasible() -> InfeasibleProgram:
    return InfeasibleProgram(
        "No selection of words satisfies every condition. Lower k, or do not keep the industry recognisable."
    )


def _solvers(gap: float, *, integral: bool) -> Iterator[pulp.LpSolver]:
    """HiGHS in this process, then CBC in one of its own."""
    # Few rows and no structure: looking for simplifications takes longer than solving. Whole words gain by it.
    if integral:
        highs = _FromArrays(
            msg=False,
            threads=1,
            timeLimit=_SECONDS,
            gapRel=gap,
            mip_max_nodes=_NODES,
            mip_feasibility_tolerance=_TOLERANCE,
        )
    else:
        highs = _FromArrays(msg=False, threads=1, timeLimit=_SECONDS, presolve="off")
    if highs.available():
        yield highs
    cbc = pulp.PULP_CBC_CMD(
        msg=False, threads=1, timeLimit=_SECONDS, **({"gapRel": gap, "maxNodes": _NODES} if integral else {})
    )
    if cbc.available():
        yield cbc

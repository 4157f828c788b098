"""K-REDACTOR: choose the words to keep so that k - 1 rivals are likelier than the true client, at the least loss.

A program has a variable for every word that may go, and a row for every rival that must be ahead: of the model, and
of each attacker that the program is to hold out against. With a utility floor more rows keep the true utility class
first. The relaxed program is solved, rounded to whole words, and repaired until every row truly holds.

Source: Cumby & Ghani 2011, eq. 2; the floor, the choice of rivals and the attackers are ours (FORMULAS, "floor").
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from backend.blocking.confusability import TIE
from backend.blocking.contests import ClassMargins
from backend.blocking.nearest_documents import NEAREST_DOCUMENTS, NearestDocuments
from backend.blocking.program import LinearConstraints, RelaxedSolution, relax
from backend.blocking.rounding import round_to_words
from backend.blocking.soft_rows import SoftRows, relax_softly
from backend.errors import ImpossibleK, InfeasibleProgram, NoIntegerSolution, SolverFailed
from backend.learning.arrays import Booleans, Floats, Integers

_AHEAD = 1e-3
"""Nats by which a rival leads before the model: what the paper leaves out, so that no tie counts."""

_AHEAD_OF_ATTACKERS = 1e-4
"""The same before attackers, as a share of the largest step of a word."""

_NEAR = 1.0
"""Nats between the true client and those that are close to it on either side."""

_WIDER = 2.0
"""Nats more, where no words bring them that close."""

_CANDIDATES = 24
"""Classes beyond the k - 1 cheapest before the model among which the common rivals are looked for."""

_PICKS = 3
"""How often rivals are picked anew before several classifiers."""

_TOGETHER = 6
"""Rivals at most that are picked one beside the other; those after them, by their prices alone."""

_OVERSHOOT_ROUNDS = 6


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """The optimisation problem of one document.

    `values` [word] is what each word is worth with all its occurrences, `counts` [word] how many there are.
    `contests` are the classifiers before which rivals must be ahead: k - 1 before the model, which is the first,
    and `leaders` (None: as many) before each attacker; there every word may speak `margin` (0…1) of its weight more
    for the true class than the attacker thinks. `utility` is the true utility class against the others: it must
    stay ahead although every word speaks `floor_margin` of its weight less for it, and so it must before other
    classifiers, `industries`, where that is possible. Of `trailing` further rivals none leads before the model, and
    these and the last `close` of those that lead are close to the true class, where that is possible. With
    `exactly`, no other class may be ahead there. `neighbours` are the known documents, in each reading, of which
    none of the true client's may be the nearest.
    """

    k: int
    values: Floats
    counts: Integers
    contests: tuple[ClassMargins, ...]
    utility: ClassMargins | None = None
    leaders: int | None = 1
    margin: float = 0.0
    floor_margin: float = 0.0
    exactly: bool = False
    neighbours: tuple[NearestDocuments, ...] = ()
    industries: tuple[ClassMargins, ...] = ()
    trailing: int = 0
    close: int = 0
    softly: bool = False

    @property
    def rivals(self) -> int:
        """The number of rivals before the model: those that lead, and those that are nearly as likely."""
        return self.k - 1 + self.trailing

    @property
    def leading(self) -> int:
        """The number of classes that must lead before each attacker."""
        return self.k - 1 if self.leaders is None else self.leaders

    def among(self, classes: Integers) -> "Program":
        """Return the program in which only these classes, ascending, are rivals; the true class is one of them."""
        return replace(
            self,
            contests=tuple(each.among(classes) for each in self.contests),
            neighbours=tuple(each.among(classes) for each in self.neighbours),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """The words to keep, [word], and the value of this selection.

    `gap` is the share by which the value of what stays is below that of the relaxed program, a bound that no choice
    of words with these rivals can exceed; others might leave more. `rivals` are the classes that lead before the
    model. `unmet` names the attackers whose rows could not be satisfied and were left out.
    """

    stays: Booleans
    rivals: tuple[int, ...]
    gap: float
    unmet: tuple[str, ...] = ()


Picks = tuple[Integers, ...]
"""The rivals before each contest."""


@dataclass(frozen=True, slots=True, eq=False)
class RelaxedPlan:
    """A relaxed solution, the constraints that it satisfies, and the attackers that had to be left out.

    `program` has only the contests that `picks` are for.
    """

    program: Program
    picks: Picks
    rows: LinearConstraints
    relaxed: RelaxedSolution
    unmet: tuple[str, ...] = ()

    @property
    def softer_rows(self) -> tuple[SoftRows, ...]:
        """All constraints, and weaker ones for where they cannot hold, the strongest first.

        First rivals are less close; then those rows that say where trailing and close rivals stand are left out
        where they are in the way; then all of these.
        """
        near = _near_rows(self.program, self.picks[0])
        if not len(near):
            return (SoftRows(self.rows),)
        wider = _wider(self.program, self.rows, self.picks[0])
        only_leading = self.rows.only(np.setdiff1d(np.arange(len(self.rows.bounds)), near))
        some = (SoftRows(wider, near), SoftRows(only_leading))
        return some if self.program.softly else (SoftRows(self.rows), SoftRows(wider), *some)


def solve(program: Program, rivals: Sequence[int] | None = None) -> Solution:
    """Solve a program; `rivals` are those of the paper, without them the cheapest common ones are found.

    Raises ImpossibleK when there are fewer than k - 1 rivals, InfeasibleProgram when nothing satisfies the model's
    rows (and the floor's), SolverFailed when no solver answers, or no whole words were found.
    """
    try:
        planned = plan_relaxed(program, rivals)
    except (InfeasibleProgram, SolverFailed):
        if not program.trailing and not program.close:
            raise
        if not program.softly:
            return solve(replace(program, softly=True), rivals)
        return solve(replace(program, trailing=0, close=0), None if rivals is None else rivals[: program.k - 1])
    stays = whole_words(planned, program.values)
    if stays is None:
        raise no_integer_solution()
    return solution_of(planned, stays)


def whole_words(
    planned: RelaxedPlan, values: Floats, free: Booleans | None = None, removed: Booleans | None = None
) -> Booleans | None:
    """Return the words of a plan to keep, at these values; None if no whole words were found.

    Words that are not `free` stay, but for the `removed` ones. What trailing rivals can do without is left out
    where no words satisfy it.
    """
    if free is None or removed is None:
        free, removed = np.ones(len(values), dtype=bool), np.zeros(len(values), dtype=bool)
    kept, choices = ~(free | removed), planned.softer_rows
    for each in choices:
        try:
            rows = each.without_broken(values[free], each.rows.of_words(free, kept))
            relaxed = relax(values[free], rows)
        except (InfeasibleProgram, SolverFailed):
            continue
        some = round_to_words(values[free], rows, relaxed, exactly=each is choices[-1])
        if some is None:
            continue
        stays = kept.copy()
        stays[free] = some
        if rows.hold(some):
            return stays
    return None


def plan_relaxed(program: Program, rivals: Sequence[int] | None = None) -> RelaxedPlan:
    """The relaxed program with the best rivals that were found, or with those given.

    Raises what `solve` does, but for whole words.
    """
    if rivals is None:
        picks = _cheapest(program)
    else:
        nearest = np.array(rivals, dtype=np.int64)
        picks = (nearest, *(nearest[: program.leading] for _ in program.contests[1:]))
    if len(picks[0]) < program.k - 1:
        raise ImpossibleK(
            f"k = {program.k} needs {program.k - 1} other clients, and there are {len(picks[0])}. Lower k."
        )
    found = _planned_without_the_unmet(program, picks)
    if rivals is None and len(found.program.contests) > 1:
        found = _picked_again(found)
    return found


def solution_of(planned: RelaxedPlan, stays: Booleans) -> Solution:
    """Return a selection of whole words, compared with the bound of its plan."""
    worth = float(planned.program.values[stays].sum())
    gap = (planned.relaxed.value - worth) / (abs(planned.relaxed.value) or 1.0)
    leading = planned.picks[0][: planned.program.k - 1]
    return Solution(stays, tuple(leading.tolist()), max(gap, 0.0), planned.unmet)


def no_integer_solution() -> NoIntegerSolution:
    """The error if shares were found but no whole words."""
    return NoIntegerSolution("No selection of whole words was found in time. Words are selected greedily instead.")


def _cheapest(program: Program) -> Picks:
    """The same rivals before all classifiers: the first costs least where it costs most, the others beside it."""
    model = program.contests[0]
    others = np.delete(np.arange(len(model.fixed)), model.true_class)
    price = model.prices(program.counts, others, _AHEAD)
    order = np.argsort(price, kind="stable")[: program.rivals + _CANDIDATES]
    near, price = others[order], price[order]
    for contest in program.contests[1:]:
        price = np.maximum(price, contest.prices(program.counts, near, _ahead_of_attacker(contest)))
    near = near[np.argsort(price, kind="stable")]
    rivals = _cheapest_rivals(program, near)
    return (rivals, *(rivals[: program.leading] for _ in program.contests[1:]))


def _cheapest_rivals(program: Program, near: Integers) -> Integers:
    """Of the classes `near` the first, and others that each cost least once words have gone for those before it.

    Rivals that are alike share the words that go for them, which their prices alone do not tell.
    """
    model = program.contests[0]
    rivals = near[:1]
    alone = replace(program, contests=(model,), neighbours=(), industries=(), exactly=False, trailing=0, close=0)
    while len(rivals) < min(program.rivals, len(near), _TOGETHER):
        alone = replace(alone, k=len(rivals) + 1)
        try:
            shares = plan_with_rivals(alone, (rivals,)).relaxed.shares
        except (InfeasibleProgram, SolverFailed):
            break
        shares = np.where(shares > TIE, shares, 0)
        rest = near[~np.isin(near, rivals)]
        price = model.left(shares).prices((program.counts * shares)[shares > 0], rest, _AHEAD)
        rivals = np.append(rivals, rest[price.argmin()])
    return np.concatenate((rivals, near[~np.isin(near, rivals)]))[: program.rivals]


def plan_with_rivals(program: Program, picks: Picks) -> RelaxedPlan:
    """The relaxed program with these rivals before each contest.

    Raises InfeasibleProgram, SolverFailed.
    """
    rows = _rows_of_model(program, picks[0])
    rows = rows.and_also(*_rows_of_attackers(program, picks))
    if program.softly:
        most = SoftRows(_wider(program, rows, picks[0]), _near_rows(program, picks[0]))
        return RelaxedPlan(
            program, picks, rows, relax(program.values, most.without_broken(program.values, most.rows))
        )
    if not program.exactly:
        return RelaxedPlan(program, picks, rows, relax(program.values, rows))
    behind = _not_ahead(program.contests[0], picks[0])
    # Few of these rows bind, so they come in only where they are broken; rounding looks at all of them.
    binding = np.zeros(len(behind.bounds), dtype=bool)
    for _ in range(_OVERSHOOT_ROUNDS):
        some = LinearConstraints(behind.coefficients[binding], behind.bounds[binding])
        relaxed = relax(program.values, rows.and_also(some))
        broken = behind.coefficients @ relaxed.shares > behind.bounds + TIE
        if not (broken & ~binding).any():
            return RelaxedPlan(program, picks, rows.and_also(behind), relaxed)
        binding |= broken
    rows = rows.and_also(behind)
    return RelaxedPlan(program, picks, rows, relax(program.values, rows))


def _planned_without_the_unmet(program: Program, picks: Picks) -> RelaxedPlan:
    """Where no words satisfy all rows, find other rivals before the attackers, or leave out those in the way.

    Raises InfeasibleProgram when the model's own rows, or those of the floor, are in the way.
    """
    try:
        return plan_with_rivals(program, picks)
    except InfeasibleProgram:
        if not _rows_of_attackers(program, picks):
            raise
    shares, _ = _as_far_as_possible(program, picks)
    picks = (picks[0], *_leaders(program, shares)[1:])
    try:
        return plan_with_rivals(program, picks)
    except InfeasibleProgram:
        _, short = _as_far_as_possible(program, picks)
    attackers, near = len(program.contests) - 1, len(program.neighbours)
    names = [
        *(contest.name for contest in program.contests[1:]),
        *(NEAREST_DOCUMENTS for _ in program.neighbours),
        *(contest.name for contest in program.industries),
    ]
    met = [0, *(number for number in range(1, attackers + 1) if not short[number - 1])]
    smaller = replace(
        program,
        contests=tuple(program.contests[number] for number in met),
        neighbours=_met(program.neighbours, short[attackers:]),
        industries=_met(program.industries, short[attackers + near :]),
    )
    found = plan_with_rivals(smaller, tuple(picks[number] for number in met))
    unmet = dict.fromkeys(name for name, is_short in zip(names, short, strict=True) if is_short)
    return replace(found, unmet=tuple(unmet))


_Rows = TypeVar("_Rows")


def _met(some: Sequence[_Rows], short: Sequence[bool]) -> tuple[_Rows, ...]:
    return tuple(each for each, is_short in zip(some, short, strict=False) if not is_short)


def _as_far_as_possible(program: Program, picks: Picks) -> tuple[Floats, list[bool]]:
    """Shares that break the attackers' rows as little as possible, and which of the attackers' they break.

    Each of those rows gets a variable of its own, which at 1 voids it, and which costs more than all words.

    Raises InfeasibleProgram when the other rows cannot be satisfied.
    """
    attackers = _rows_of_attackers(program, picks)
    hard = _rows_of_model(program, picks[0])
    soft = attackers[0].and_also(*attackers[1:])
    shares, broken = relax_softly(program.values, hard, soft)
    ends = np.cumsum([len(each.bounds) for each in attackers])[:-1]
    return shares, [bool(part.any()) for part in np.split(broken, ends)]


def _picked_again(found: RelaxedPlan) -> RelaxedPlan:
    """Let the classes be rivals that are nearest once words have gone, while that leaves more."""
    for _ in range(_PICKS):
        picks = _leaders(found.program, found.relaxed.shares)
        if all(set(new.tolist()) == set(old.tolist()) for new, old in zip(picks, found.picks, strict=True)):
            break
        try:
            other = plan_with_rivals(found.program, picks)
        except (InfeasibleProgram, SolverFailed):
            break  # there is a plan already
        if other.relaxed.value <= found.relaxed.value:
            break
        found = replace(other, unmet=found.unmet)
    return found


def _leaders(program: Program, shares: Floats) -> Picks:
    """The rivals that do best against the true one before each classifier, with these shares."""
    picks: list[Integers] = []
    for contest in program.contests:
        leads = contest.leads(shares)
        leads[contest.true_class] = np.inf
        wanted = program.leading if picks else program.rivals
        picks.append(np.argsort(leads, kind="stable")[:wanted])
    return tuple(picks)


def _rows_of_model(program: Program, rivals: Integers) -> LinearConstraints:
    model, leading, trailing = program.contests[0], rivals[: program.k - 1], rivals[program.k - 1 :]
    rows = _ahead(model, leading, 0.0, _AHEAD)
    close = leading[len(leading) - program.close :]
    if len(trailing) or len(close):
        rows = rows.and_also(_ahead(model, trailing, 0.0, -_NEAR)).and_also(_behind(model, trailing, _AHEAD))
        rows = rows.and_also(_behind(model, close, -_NEAR))
    if program.utility is None:
        return rows
    return rows.and_also(_first(program.utility, program.floor_margin, _AHEAD))


def _near_rows(program: Program, rivals: Integers) -> Integers:
    """The positions of those rows of the model that say where trailing and close rivals stand.

    First each trailing rival is close, then each of them trails, then the last of those that lead are close.
    """
    first = program.k - 1
    return np.arange(first, first + 2 * _trailing(program, rivals) + program.close)


def _trailing(program: Program, rivals: Integers) -> int:
    return max(min(program.trailing, len(rivals) - program.k + 1), 0)


def _wider(program: Program, rows: LinearConstraints, rivals: Integers) -> LinearConstraints:
    """The rows with rivals that may be less close."""
    near, trailing = _near_rows(program, rivals), _trailing(program, rivals)
    bounds = rows.bounds.copy()
    bounds[np.delete(near, np.s_[trailing : 2 * trailing])] += _WIDER / program.contests[0].scale
    return LinearConstraints(rows.coefficients, bounds)


def _rows_of_attackers(program: Program, picks: Picks) -> list[LinearConstraints]:
    """Those of each contest after the first, then those of the neighbours, then those of the industries."""
    rows = []
    for contest, rivals in zip(program.contests[1:], picks[1:], strict=True):
        rows.append(_ahead(contest, rivals, program.margin, _ahead_of_attacker(contest)))
    rows += [each.rows(picks[0], program.margin) for each in program.neighbours]
    return rows + [_first(each, program.floor_margin, _ahead_of_attacker(each)) for each in program.industries]


def _ahead_of_attacker(contest: ClassMargins) -> float:
    """By how much a rival leads before an attacker, in its own unit."""
    return max(_AHEAD_OF_ATTACKERS * contest.scale, 2 * TIE)


def _ahead(contest: ClassMargins, rivals: Integers, margin: float, by: float) -> LinearConstraints:
    """Each of the rivals leads `by` that much, although every word speaks `margin` more for the true class."""
    lead, fixed = contest.lead[:, rivals].T, contest.fixed[rivals]
    return LinearConstraints(
        (lead + margin * np.abs(lead)) / contest.scale, -(fixed + margin * np.abs(fixed) + by) / contest.scale
    )


def _first(utility: ClassMargins, margin: float, by: float) -> LinearConstraints:
    """The true class leads all others `by` that much, although every word speaks `margin` less for it."""
    others = np.delete(np.arange(len(utility.fixed)), utility.true_class)
    lead, fixed = utility.lead[:, others].T, utility.fixed[others]
    return LinearConstraints(
        (margin * np.abs(lead) - lead) / utility.scale,
        (fixed - margin * np.abs(fixed) - by) / utility.scale,
    )


def _not_ahead(contest: ClassMargins, rivals: Integers) -> LinearConstraints:
    """No class but the rivals leads."""
    return _behind(contest, np.setdiff1d(np.arange(len(contest.fixed)), [*rivals, contest.true_class]), _AHEAD)


def _behind(contest: ClassMargins, classes: Integers, by: float) -> LinearConstraints:
    """None of these classes leads by more than so little: the true one leads them `by` that much."""
    return LinearConstraints(
        -contest.lead[:, classes].T / contest.scale, (contest.fixed[classes] - by) / contest.scale
    )

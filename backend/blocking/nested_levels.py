"""Solve nested levels: level k + 1 contains the terms of level k, at little extra loss.

Solving one level after the other, each on top of the one below, loses words: the cheapest words of level 2 are of
little use to level 10. So the rivals are chosen first, each level's among those of the level above. Then the
relaxed programs of all levels are solved in turn, and words that other levels suppress are cheap to suppress. Last,
whole words are selected from level 2 upwards; there too, words that higher levels suppress are cheap.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np

from backend.blocking.k_redactor import (
    Program,
    RelaxedPlan,
    Solution,
    no_integer_solution,
    plan_relaxed,
    plan_with_rivals,
    solution_of,
    whole_words,
)
from backend.blocking.program import relax
from backend.blocking.rounding import round_to_words
from backend.blocking.target_rank import RankTarget
from backend.errors import InfeasibleProgram, SolverFailed
from backend.learning.arrays import Booleans, Floats, Integers

_MORE_RIVALS = 2
"""How many more rivals are picked than the highest level needs: to drop the dearest beats picking fewer."""

_DROPS = 2
"""How many of the dearest rivals are tried for dropping."""

_OWN = 3
"""Levels up to here may have rivals that the level above does not have."""

_ROUNDS = 2
"""How often all levels are relaxed with an eye on the others."""

_DEAR = 0.05
"""Where a level loses more than this share of what it could keep, the levels are chosen anew."""

_MAX = 0.5
"""A word of which so large a share goes at the highest level goes there, more or less."""


def solve_nested(program: Program, targets: Sequence[RankTarget]) -> tuple[Solution, ...]:
    """Return a level for each of the targets, ascending, each with the words of the one below it.

    The program's own k does not matter. The levels end before the first one that cannot be reached or that cannot
    satisfy an attacker that the lowest can. The gap of each level is to its own relaxed program, so it includes the
    cost of nesting.

    Raises InfeasibleProgram and SolverFailed when the lowest level fails, ImpossibleK as `k_redactor.solve` does.
    """
    plans = _plans(program, targets)
    going = _going(plans)
    everything = np.ones(len(program.values), dtype=bool)
    found = _levels(plans, going, everything)
    if len(found) < len(plans) or max(each.gap for each in found) > _DEAR:
        # The cheapest words of a level may be those that let the rivals of a higher level lead.
        found = max(found, _levels(plans, going, going[-1] > _MAX), key=_how_good)
    if len(found) < len(plans):
        found = max(found, _levels(plans, going, everything, other_rivals=True), key=_how_good)
    if not found:
        raise no_integer_solution()
    return tuple(found)


def _how_good(found: Sequence[Solution]) -> tuple[int, float]:
    """Return a sort key: more levels are better, then less loss."""
    return len(found), -sum(each.gap for each in found)


def _levels(
    plans: Sequence[RelaxedPlan], going: Sequence[Floats], may_go: Booleans, *, other_rivals: bool = False
) -> list[Solution]:
    """Return the whole words of each level from the lowest, as far as they are found.

    Below the highest level, only words that `may_go` are suppressed.
    """
    found: list[Solution] = []
    removed = np.zeros(len(may_go), dtype=bool)
    for number, planned in enumerate(plans):
        values = _cheaper(planned.program.values, going[number + 1 :])
        is_highest = planned is plans[-1]
        level = _level(planned, values, ~removed if is_highest else may_go & ~removed, removed)
        if level is None and other_rivals:
            level = _with_other_rivals(planned, removed)
        if level is None:
            break
        found.append(level)
        removed = ~level.stays
    return found


def _plans(program: Program, targets: Sequence[RankTarget]) -> list[RelaxedPlan]:
    """Return the plans of the levels from the lowest, each with as many attackers satisfied as there."""
    highest, level = _highest_plan(program, targets)
    plans = [highest]
    for target in reversed(targets[:level]):
        plans.append(_fewer_rivals(plans[-1], target))
    return plans[::-1]


def _highest_plan(program: Program, targets: Sequence[RankTarget]) -> tuple[RelaxedPlan, int]:
    """Return the plan of the highest target that satisfies the attackers of the lowest, and its position."""
    last = len(targets) - 1
    highest, classes = targets[last], len(program.contests[0].fixed)
    more = max(0, min(_MORE_RIVALS, classes - highest.among))
    found = _tried(program, _raised(highest, more))
    while found is not None and not found.unmet and more:
        more -= 1
        found = _fewer_rivals(found, _raised(highest, more))
    if found is None or found.unmet:
        found = _tried(program, highest)
    if found is not None and not found.unmet:
        return found, last
    lowest = (
        _tried(program, targets[0])
        or _tried(replace(program, softly=True), targets[0])
        or plan_relaxed(_towards(program, RankTarget(targets[0].rank, targets[0].rank)))
    )
    best, level, beyond = lowest, 0, last
    if found is not None and found.unmet == lowest.unmet:
        best, level = found, last
    while beyond - level > 1:
        middle = (level + beyond) // 2
        between = _tried(program, targets[middle])
        if between is not None and between.unmet == lowest.unmet:
            best, level = between, middle
        else:
            beyond = middle
    return best, level


def _raised(target: RankTarget, by: int) -> RankTarget:
    return RankTarget(target.rank + by, target.among + by, target.close)


def _towards(program: Program, target: RankTarget) -> Program:
    return replace(program, k=target.rank, trailing=target.trailing, close=target.close)


def _tried(program: Program, target: RankTarget) -> RelaxedPlan | None:
    try:
        return plan_relaxed(_towards(program, target))
    except (InfeasibleProgram, SolverFailed):
        return None


def _fewer_rivals(above: RelaxedPlan, target: RankTarget) -> RelaxedPlan:
    """Return the plan of the level below, without the expensive rivals whose removal keeps the most words.

    Low levels may have rivals of their own, because a few rivals need not share many words.
    """
    program, rivals = _towards(above.program, target), above.picks[0]
    fewer = len(rivals) - program.rivals
    dearest = np.argsort(-above.relaxed.prices[: len(rivals)], kind="stable")
    found = []
    for last in range(fewer - 1, min(fewer - 1 + _DROPS, len(rivals))):
        places = np.append(dearest[: fewer - 1], dearest[last]) if fewer else dearest[:0]
        attackers = (_fewer(each, rivals[places], program.leading) for each in above.picks[1:])
        with suppress(InfeasibleProgram, SolverFailed):
            found.append(plan_with_rivals(program, (np.delete(rivals, places), *attackers)))
    if program.k <= _OWN:
        own = _tried(program, target)
        if own is not None and not own.unmet:
            found.append(own)
    if not found:
        # What is enough for more is enough for fewer.
        enough = replace(above.program, k=target.rank, trailing=0, close=0)
        return replace(above, program=enough, rows=above.softer_rows[-1].rows)
    best = max(found, key=lambda each: each.relaxed.value)
    return replace(best, unmet=above.unmet)


def _fewer(leaders: Integers, dropped: Integers, wanted: int) -> Integers:
    """Return `wanted` of these classes, without the dropped ones if there are enough others."""
    others = leaders[~np.isin(leaders, dropped)]
    return others[:wanted] if len(others) >= wanted else leaders[:wanted]


def _going(plans: Sequence[RelaxedPlan]) -> list[Floats]:
    """Return which share of each word goes at each level, [level][word], when levels prefer each other's words."""
    going = [1 - each.relaxed.shares for each in plans]
    for _ in range(_ROUNDS):
        for number, each in enumerate(plans):
            values = _cheaper(each.program.values, going[number + 1 :])
            if number:
                values = values * (1 - going[number - 1])
            with suppress(InfeasibleProgram, SolverFailed):
                going[number] = 1 - relax(values, each.rows).shares
    return going


def _cheaper(values: Floats, higher: Sequence[Floats]) -> Floats:
    """Return the cost of each word at a level and those above it, when these shares of it go there anyway."""
    costs: Floats = values * (1 + sum(1 - share for share in higher)) / (1 + len(higher))
    return costs


def _level(planned: RelaxedPlan, values: Floats, free: Booleans, removed: Booleans) -> Solution | None:
    """Select whole words among the `free` ones, in addition to the `removed` ones; None if the rows cannot hold."""
    stays = whole_words(planned, values, free, removed)
    return None if stays is None else solution_of(planned, stays)


def _with_other_rivals(planned: RelaxedPlan, removed: Booleans) -> Solution | None:
    free = ~removed
    program = planned.program
    other = _tried(_of_words(program, free), RankTarget(program.k, program.k))
    if other is None or other.unmet:
        return None
    some = round_to_words(other.program.values, other.rows, other.relaxed)
    if some is None:
        return None
    stays = free.copy()
    stays[free] = some
    return solution_of(replace(other, program=program, unmet=planned.unmet), stays)


def _of_words(program: Program, free: Booleans) -> Program:
    """Return the program after all other words are suppressed."""
    shares = free.astype(np.float64)
    return replace(
        program,
        values=program.values[free],
        counts=program.counts[free],
        contests=tuple(each.left(shares) for each in program.contests),
        utility=None if program.utility is None else program.utility.left(shares),
        neighbours=tuple(replace(each, alike=each.alike[:, free]) for each in program.neighbours),
        industries=tuple(each.left(shares) for each in program.industries),
    )

"""Round the relaxed solution to whole words so that every constraint holds, close to the optimum.

A word that is kept or dropped against the relaxed program costs its reduced cost. So a good solution differs from
the relaxed one in its fractional words and a few cheap ones, and the cheapest combinations of such changes are
tried at once. If none is close, the heaviest fractional word becomes whole, the program is relaxed again, and the
search is repeated. Only if nothing is found, a small exact program is solved.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import cache

import numpy as np

from backend.blocking.program import LinearConstraints, RelaxedSolution, relax, solve_whole
from backend.errors import InfeasibleProgram, SolverFailed
from backend.learning.arrays import Booleans, Floats, Integers

_HALF = 10
"""Words of which all combinations are formed; those of two such halves are joined."""

_CHEAPEST = 8192
"""So many of the cheapest joint combinations are tried for certain, and some dearer ones."""

_ROUNDS = 3
_POOL = 3
"""Rounds after the first take words from so many times as many cheap ones, by lot."""

_DIVES_TO_IMPROVE = 6
_DIVES_TO_FIND = 24
"""How many words in part may be made whole, one after another, once whole words were found and before."""

_GOOD = 0.001
_GOOD_ENOUGH = 0.005
"""Shares of the relaxed value: as close as that, no other words are tried, and none is made whole."""

_KERNELS = (40, 120, 240, 480)
"""So many words nearest to a tie are solved exactly, then more of them, then all."""

_INTEGRAL_WITHIN = 1e-7
"""A share that close to 0 or 1 is whole."""

_SAME_USE = 1e-12
"""What rounding may add to a sum of two uses: whatever may fit is looked at exactly."""

_SAME = 1e-9
"""Values that differ less are equal."""


def round_to_words(
    values: Floats, rows: LinearConstraints, relaxed: RelaxedSolution, *, exactly: bool = True
) -> Booleans | None:
    """Return the words to keep, [word], so that every row holds; None if no such selection was found.

    The value of the words that stay is near `relaxed.value`, which it cannot exceed; for up to 12 words it is the
    maximum. No word with a value of 0 or more goes if it could stay beside the others. Without `exactly` the search
    is short, for callers who can do with fewer rows.
    """
    search = _Search(values, rows, _bound(values, relaxed))
    neighbourhood: _Neighbourhood | None = _Neighbourhood.of(rows, relaxed)
    best: Booleans | None = None
    for dive in range(_DIVES_TO_FIND if exactly else _DIVES_TO_IMPROVE):
        if neighbourhood is None or (best is not None and dive > _DIVES_TO_IMPROVE):
            break
        best = search.near(neighbourhood, best)
        if best is not None and search.worth(best) >= _less(
            min(search.bound, neighbourhood.relaxed.value), _GOOD_ENOUGH
        ):
            break  # deeper there is no more to gain
        neighbourhood = search.dived(neighbourhood, best)
    if best is None and exactly:
        best = _kernel(values, rows, relaxed)
    return None if best is None else _filled(values, rows, best)


def _less(value: float, share: float) -> float:
    """Return a value reduced by a share of its size."""
    return value - share * abs(value) - _SAME


def _bound(values: Floats, relaxed: RelaxedSolution) -> float:
    """Return an upper bound for whole words; a whole number if all words have whole values."""
    if (values == np.round(values)).all():
        return float(np.floor(relaxed.value + 1e-6))
    return relaxed.value


@dataclass(frozen=True, slots=True, eq=False)
class _Neighbourhood:
    """A relaxed solution, and the words that were made whole on the way to it.

    `order` are the other words: the fractional ones, heaviest first, then the rest, cheapest first.
    """

    relaxed: RelaxedSolution
    made_whole: Booleans
    order: Integers
    partly: int

    @classmethod
    def of(
        cls, rows: LinearConstraints, relaxed: RelaxedSolution, made_whole: Booleans | None = None
    ) -> "_Neighbourhood":
        if made_whole is None:
            made_whole = np.zeros(len(relaxed.shares), dtype=bool)
        partly = (relaxed.shares > _INTEGRAL_WITHIN) & (relaxed.shares < 1 - _INTEGRAL_WITHIN) & ~made_whole
        weight = np.abs(rows.coefficients).max(axis=0, initial=0)
        order = np.lexsort((np.where(partly, -weight, relaxed.reduced_costs), ~partly, made_whole))
        return cls(relaxed, made_whole, order[: int((~made_whole).sum())], int(partly.sum()))


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    values: Floats
    rows: LinearConstraints
    bound: float

    def worth(self, stays: Booleans) -> float:
        return float(self.values[stays].sum())

    def near(self, neighbourhood: _Neighbourhood, best: Booleans | None) -> Booleans | None:
        """Return the best of `best` and the solutions near a relaxed one, changing a few words in each round."""
        chance = np.random.default_rng(0)
        stays = neighbourhood.relaxed.shares > 0.5
        for round_ in range(_ROUNDS):
            free = neighbourhood.order[: 2 * _HALF]
            if round_:
                # Words in part are always free; the others by lot.
                partly = min(neighbourhood.partly, _HALF)
                pool = neighbourhood.order[partly : _POOL * 2 * _HALF]
                others = chance.choice(pool, min(2 * _HALF - partly, len(pool)), replace=False)
                free = np.concatenate((neighbourhood.order[:partly], others))
            found = self._changed(neighbourhood.relaxed, stays, free, best)
            if found is not None:
                stays = best = found
            if best is not None and self.worth(best) >= _less(self.bound, _GOOD):
                break
        return best

    def _changed(
        self, relaxed: RelaxedSolution, stays: Booleans, free: Integers, best: Booleans | None
    ) -> Booleans | None:
        """Return the best of the cheapest changes of `free` words that beats `best` and satisfies all rows."""
        to_beat = -np.inf if best is None else self.worth(best)
        slack = self.rows.bounds - self.rows.coefficients[:, stays].sum(axis=1)
        changes = np.where(stays[free], -1.0, 1.0)
        uses = self.rows.coefficients[:, free] * changes
        # Against the relaxed solution a change costs; back to it, it saves.
        costs = np.where(stays[free] == (relaxed.shares[free] > 0.5), 1, -1) * relaxed.reduced_costs[free]
        can_break = np.flatnonzero(np.clip(uses, 0, None).sum(axis=1) > slack)
        can_break = can_break[np.argsort(slack[can_break], kind="stable")]
        gains = self.values[free] * changes
        room, wanted = slack[can_break], to_beat - self.worth(stays) + _SAME
        halves = [_Half.of(costs[half], gains[half], uses[can_break, half]) for half in (np.s_[::2], np.s_[1::2])]
        one, other = _cheapest_pairs(len(halves[0].costs), len(halves[1].costs))
        hopeful = np.flatnonzero(
            halves[0].hopeful_with(halves[1], room, wanted)[one]
            & halves[1].hopeful_with(halves[0], room, wanted)[other]
        )
        one, other = one[hopeful], other[hopeful]
        gain = halves[0].gains[one] + halves[1].gains[other]
        better = np.flatnonzero(gain > wanted)
        one, other, gain = one[better], other[better], gain[better]
        for row, left in enumerate(room.tolist()):
            if not len(one):
                return None
            fits = np.flatnonzero(halves[0].uses[row, one] + halves[1].uses[row, other] <= left)
            one, other, gain = one[fits], other[fits], gain[fits]
        for place in np.argsort(-gain, kind="stable")[:10].tolist():
            after = stays.copy()
            after[free[::2]] ^= halves[0].ways[one[place]]
            after[free[1::2]] ^= halves[1].ways[other[place]]
            if self.rows.hold(after):  # else it was rounding alone that let it through
                return after
        return None

    def dived(self, neighbourhood: _Neighbourhood, best: Booleans | None) -> _Neighbourhood | None:
        """Make the heaviest fractional word whole and relax the program again; None if that fails."""
        if not neighbourhood.partly:
            return None
        word = neighbourhood.order[0]
        made_whole = neighbourhood.made_whole.copy()
        made_whole[word] = True
        nearer = round(float(neighbourhood.relaxed.shares[word]))
        found: list[RelaxedSolution] = []
        for share in (nearer, 1 - nearer):
            shares = neighbourhood.relaxed.shares.copy()
            shares[word] = share
            with suppress(InfeasibleProgram, SolverFailed):
                found.append(self._relaxed(shares, made_whole))
            if found and found[-1].value >= _less(neighbourhood.relaxed.value, _GOOD_ENOUGH):
                break
        deeper = max(found, key=lambda relaxed: relaxed.value, default=None)
        if deeper is None or (best is not None and deeper.value <= self.worth(best) + _SAME):
            return None
        return _Neighbourhood.of(self.rows, deeper, made_whole)

    def _relaxed(self, shares: Floats, made_whole: Booleans) -> RelaxedSolution:
        """Relax the program with some words fixed to these shares, under the rows that can still be violated."""
        coefficients = self.rows.coefficients
        room = self.rows.bounds - coefficients @ shares
        near = room < np.abs(coefficients).max(initial=0)
        others = ~made_whole
        spoken_for = coefficients[np.ix_(near, made_whole)] @ shares[made_whole]
        left = LinearConstraints(coefficients[np.ix_(near, others)], self.rows.bounds[near] - spoken_for)
        found = relax(self.values[others], left)
        shares, costs = shares.copy(), np.full(len(shares), np.inf)
        shares[others], costs[others] = found.shares, found.reduced_costs
        return RelaxedSolution(shares, float(self.values @ shares), costs)


@dataclass(frozen=True, slots=True, eq=False)
class _Half:
    """All combinations of changes to a few words, cheapest first.

    `ways` is [way, word]; `costs` and `gains` are [way]; `uses` [row, way] is what each way uses of each row.
    """

    ways: Booleans
    costs: Floats
    gains: Floats
    uses: Floats

    @classmethod
    def of(cls, costs: Floats, gains: Floats, uses: Floats) -> "_Half":
        ways = _combinations(len(costs))
        order = np.argsort(ways @ costs, kind="stable")
        ways = ways[order]
        return cls(ways > 0, ways @ costs, ways @ gains, uses @ ways.T)

    def hopeful_with(self, other: "_Half", room: Floats, wanted: float) -> Booleans:
        """Return which ways may fit into the `room` of the rows, and gain what is wanted, with a way of `other`."""
        least = (other.uses.min(axis=1, initial=np.inf) - room)[:, None]
        fits: Booleans = (self.uses + least <= _SAME_USE).all(axis=0)
        gains: Booleans = self.gains + other.gains.max() > wanted - _SAME
        return np.logical_and(fits, gains)


@cache
def _combinations(words: int) -> Floats:
    """Return all ways to change some of `words` words, [way, word]."""
    return (np.arange(2**words)[:, None] >> np.arange(words) & 1).astype(np.float64)


@cache
def _cheapest_pairs(ones: int, others: int) -> tuple[Integers, Integers]:
    """Return positions in two ascending lists whose sums include the `_CHEAPEST` smallest.

    A pair at positions i and j, from 1, has i * j pairs that are not more expensive, so no cheap pair has a larger
    product.
    """
    along = np.minimum(_CHEAPEST // np.arange(1, ones + 1), others)
    one = np.repeat(np.arange(ones), along)
    return one, np.arange(len(one)) - np.repeat(np.cumsum(along) - along, along)


def _filled(values: Floats, rows: LinearConstraints, stays: Booleans) -> Booleans:
    """Restore the words that violate no row, the most valuable first, also those without value."""
    stays = stays.copy()
    removed = np.flatnonzero(~stays & (values >= 0))
    while len(removed):
        slack = rows.bounds - rows.coefficients[:, stays].sum(axis=1)
        fits = removed[(rows.coefficients[:, removed] <= slack[:, None]).all(axis=0)]
        if not len(fits):
            break
        word = fits[values[fits].argmax()]
        stays[word] = True
        stays[word] = rows.hold(stays)
        removed = removed[removed != word]
    return stays


def _kernel(values: Floats, rows: LinearConstraints, relaxed: RelaxedSolution) -> Booleans | None:
    """Solve exactly for the words nearest to a tie; for more of them if few are not enough."""
    stays = relaxed.shares > 0.5
    order = _Neighbourhood.of(rows, relaxed).order
    for size in (*(size for size in _KERNELS if size < len(order)), len(order)):
        found = solve_whole(values, rows, stays, order[:size], _GOOD_ENOUGH)
        if found is not None:
            return found
    return None

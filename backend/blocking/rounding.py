"""From shares of words to whole words: a choice that truly satisfies every row, close to the relaxed optimum.

The relaxed program leaves few words in part, but rounding them can break a row. All ways to round them and the
words that are nearly tied are tried at once; then words swap places while that gains; and only when nothing
satisfied the rows is a small exact program asked.
"""

from functools import cache

import numpy as np

from backend.blocking.program import Relaxed, Rows, exact
from backend.learning.arrays import Booleans, Floats, Integers

_TOGETHER = 12
"""Words whose every combination is tried at once: 4,096 of them."""

_ROUNDS = 10
_GOOD_ENOUGH = 0.001
"""Of the relaxed value: closer than that is not looked for."""

_CORE = 80
"""Words that may swap places: those whose reduced cost is smallest."""

_PARTNERS = 40
_SWAPS_AT_ONCE = 3000
_KERNELS = (40, 120)
_KERNEL_SECONDS = 0.5

_WHOLE = 1e-7
"""A share that close to 0 or 1 is whole."""


def rounded(values: Floats, rows: Rows, relaxed: Relaxed) -> Booleans | None:
    """Which words stay, [word], so that every row holds; None when no such choice was found.

    The value of what stays is near `relaxed.value`, which it cannot exceed.
    """
    order = _core(relaxed)
    best = _combined(values, rows, relaxed, order)
    if best is None:
        best = _kernel(values, rows, relaxed, order)
    if best is None:
        return None
    return _swapped(values, rows, best, order[:_CORE])


def _core(relaxed: Relaxed) -> Integers:
    """The words, those in part first, then by how nearly they are."""
    partly = (relaxed.shares > _WHOLE) & (relaxed.shares < 1 - _WHOLE)
    return np.argsort(np.where(partly, -1.0, relaxed.reduced_costs), kind="stable")


def _combined(values: Floats, rows: Rows, relaxed: Relaxed, order: Integers) -> Booleans | None:
    """Try all combinations of a few words at a time, the rest as it is; each round from the best of the last."""
    chance = np.random.default_rng(0)
    stays = relaxed.shares > 0.5
    best: Booleans | None = None
    for round_ in range(_ROUNDS):
        free = order[:_TOGETHER]
        if round_:
            pool = order[: _TOGETHER * (2 + round_)]
            free = chance.choice(pool, min(_TOGETHER, len(pool)), replace=False)
        stays, feasible = _best_combination(values, rows, stays, free)
        if feasible and (best is None or values[stays].sum() > values[best].sum()):
            best = stays
            if values[best].sum() >= relaxed.value - _GOOD_ENOUGH * abs(relaxed.value):
                break
    return best


@cache
def _combinations(words: int) -> Floats:
    """All ways to keep some of so many words, [way, word]."""
    return (np.arange(2**words)[:, None] >> np.arange(words) & 1).astype(np.float64)


def _best_combination(values: Floats, rows: Rows, stays: Booleans, free: Integers) -> tuple[Booleans, bool]:
    """The most valuable way to keep some of the `free` words under the rows, else the way nearest to them."""
    others = stays.copy()
    others[free] = False
    ways = _combinations(len(free))
    sums = ways @ rows.coefficients[:, free].T + rows.coefficients[:, others].sum(axis=1)
    over = (sums - rows.bounds).max(axis=1)
    holds = over <= 0
    way = np.where(holds, ways @ values[free], -np.inf).argmax() if holds.any() else over.argmin()
    others[free] = ways[way] > 0
    return others, bool(holds.any()) and rows.hold(others)


def _kernel(values: Floats, rows: Rows, relaxed: Relaxed, order: Integers) -> Booleans | None:
    """Solve exactly for the words that are nearest to a tie, more of them when few do not suffice."""
    stays = relaxed.shares > 0.5
    for size in (*(size for size in _KERNELS if size < len(order)), len(order)):
        found = exact(values, rows, stays, order[:size], _KERNEL_SECONDS)
        if found is not None:
            return found
    return None


def _swapped(values: Floats, rows: Rows, stays: Booleans, core: Integers) -> Booleans:
    """Let words come back, alone or in the place of another, while the value grows and the rows hold."""
    stays = stays.copy()
    while True:
        slack = rows.bounds - rows.coefficients[:, stays].sum(axis=1)
        gone, kept = core[~stays[core]], core[stays[core]]
        step = (
            _one_back(values, rows, slack, gone)
            or _one_for_one(values, rows, slack, gone, kept)
            or _two_for_one(values, rows, slack, gone, kept)
        )
        if step is None:
            return stays
        back, away = step
        after = stays.copy()
        after[away] = False
        after[back] = True
        if not rows.hold(after):  # a step that only rounding allowed
            return stays
        stays = after


_Step = tuple[list[int], list[int]]
"""Words that come back, and words that go for them."""


def _one_back(values: Floats, rows: Rows, slack: Floats, gone: Integers) -> _Step | None:
    fits = gone[(rows.coefficients[:, gone] <= slack[:, None]).all(axis=0) & (values[gone] > 0)]
    return ([int(fits[values[fits].argmax()])], []) if len(fits) else None


def _one_for_one(values: Floats, rows: Rows, slack: Floats, gone: Integers, kept: Integers) -> _Step | None:
    gain = values[gone][:, None] - values[kept]
    back, away = np.nonzero(gain > 0)
    first = np.argsort(-gain[back, away], kind="stable")[:_SWAPS_AT_ONCE]
    back, away = gone[back[first]], kept[away[first]]
    fits = (rows.coefficients[:, back] - rows.coefficients[:, away] <= slack[:, None]).all(axis=0)
    return ([int(back[fits.argmax()])], [int(away[fits.argmax()])]) if fits.any() else None


def _two_for_one(values: Floats, rows: Rows, slack: Floats, gone: Integers, kept: Integers) -> _Step | None:
    gone = gone[:_PARTNERS]
    one, other = np.triu_indices(len(gone), 1)
    both = rows.coefficients[:, gone[one]] + rows.coefficients[:, gone[other]]
    worth = values[gone[one]] + values[gone[other]]
    for away in kept[:_PARTNERS].tolist():
        gains = np.flatnonzero(worth > values[away])
        fits = gains[(both[:, gains] <= (slack + rows.coefficients[:, away])[:, None]).all(axis=0)]
        if len(fits):
            pair = fits[worth[fits].argmax()]
            return [int(gone[one[pair]]), int(gone[other[pair]])], [away]
    return None

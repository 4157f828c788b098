"""Constraints of which some are left out where they cannot hold beside the others, as few as possible."""

from dataclasses import dataclass

import numpy as np

from backend.blocking.confusability import TIE
from backend.blocking.program import LinearConstraints, relax
from backend.learning.arrays import Booleans, Floats, Integers

_DEAR = 10
"""A soft row that is broken completely costs so many times what all words are worth."""


@dataclass(frozen=True, slots=True, eq=False)
class SoftRows:
    """Constraints of which the `soft` ones, by position, may be left out; None: none of them."""

    rows: LinearConstraints
    soft: Integers | None = None

    def without_broken(self, values: Floats, rows: LinearConstraints) -> LinearConstraints:
        """Return `rows`, these constraints for some of the words, without the soft ones that are in the way.

        Raises InfeasibleProgram when the others cannot be satisfied, and SolverFailed.
        """
        if self.soft is None:
            return rows
        hard = np.setdiff1d(np.arange(len(rows.bounds)), self.soft)
        _, broken = relax_softly(values, rows.only(hard), rows.only(self.soft))
        return rows.only(np.union1d(hard, self.soft[~broken]))


def relax_softly(values: Floats, hard: LinearConstraints, soft: LinearConstraints) -> tuple[Floats, Booleans]:
    """Return shares that break the soft rows as little as possible, [word], and which of these they break, [row].

    Each soft row gets a variable of its own, which at 1 voids it, and which costs more than all words.

    Raises InfeasibleProgram when the hard rows cannot be satisfied, and SolverFailed.
    """
    size = np.maximum(np.clip(soft.coefficients, 0, None).sum(axis=1) - soft.bounds, 0)
    words, height = len(values), len(soft.bounds)
    wide = LinearConstraints(
        np.hstack((hard.coefficients, np.zeros((len(hard.bounds), height)))), hard.bounds
    ).and_also(LinearConstraints(np.hstack((soft.coefficients, -np.diag(size))), soft.bounds))
    dear = _DEAR * np.abs(values).sum()
    relaxed = relax(np.concatenate((values, np.full(height, -dear))), wide)
    return relaxed.shares[:words], relaxed.shares[words:] * size > TIE

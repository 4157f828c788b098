"""Attackers: classifiers other than the model that try to name the client of a redacted document.

`sample` caps what they learn from, `fit_attacker` trains one, its `scores` say whose document it looks like. Those
that are linear in the words tell what every word adds (`LinearAttacker.parts`), so that a program which chooses
words can hold out against them. This package alone knows scikit-learn, and nothing of it leaves: what was learnt
are frozen arrays.
"""

from backend.blocking.attackers.fitting import fit_attacker, fit_linear
from backend.blocking.attackers.kinds import LINEAR, Attacker, AttackerKind, named_first
from backend.blocking.attackers.linear import LinearAttacker, Weighting
from backend.blocking.attackers.neighbour import NearestNeighbour
from backend.blocking.attackers.sampling import sample

__all__ = [
    "LINEAR",
    "Attacker",
    "AttackerKind",
    "LinearAttacker",
    "NearestNeighbour",
    "Weighting",
    "fit_attacker",
    "fit_linear",
    "named_first",
    "sample",
]

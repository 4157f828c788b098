"""Define the objectives: the value of keeping a word for recognising the industry.

Source: Cumby & Ghani 2011, "K-REDACTOR" and Table 1, as FORMULAS reads them.
"""

from enum import StrEnum

import numpy as np

from backend.learning.arrays import Booleans, Floats, Integers
from backend.learning.features import class_sums, information_of_presence
from backend.learning.model import ClientModel


class Objective(StrEnum):
    """How the words to suppress are selected."""

    SIMPLE = "simple"
    """SIMPLEREDACTOR: one by one, the most telling first, without a program."""
    UNIFORM = "uniform"
    """Every occurrence of a word is worth the same."""
    FLOOR = "floor"
    """As uniform, and the true utility class stays first."""
    OVA = "ova"
    """OVALogOdds: the word's log-likelihood for the utility class against all others."""
    ODDS = "odds"
    FREQLOGP = "freqlogp"
    INFOGAIN = "infogain"

    @property
    def of_the_paper(self) -> bool:
        """Return whether the objective weighs words by the utility class, as those of Table 1 do."""
        return self in (Objective.OVA, Objective.ODDS, Objective.FREQLOGP, Objective.INFOGAIN)

    @property
    def needs_utility(self) -> bool:
        """Return whether the utility class of the document must be known."""
        return self is Objective.FLOOR or self.of_the_paper


def word_utilities(objective: Objective, model: ClientModel, utility: int, features: Integers) -> Floats:
    """Return `U(w)` of one occurrence of each feature for the utility class `utility`, [n].

    With p = P(w|u) and q = P(w|not u): `ova` is `(1 - P(u)) log P(w|u) - SUM_z P(z) log P(w|z)`, `odds` is `log[p
    (1-q) / ((1-p) q)]`, `freqlogp` is `P(w) log(p/q)`, all smoothed as the model is, in nats; `infogain` is the
    mutual information of the word's presence with u, in nats; `uniform` and `floor` are 1.

    Raises ValueError when the objective needs utility classes and the model knows none.
    """
    if not objective.of_the_paper:
        return np.ones(len(features))
    if model.by_utility is None:
        raise ValueError(f"{objective} needs industries")
    if objective is Objective.INFOGAIN:
        return _information(model, utility, features)
    if objective is Objective.OVA:
        spoken = model.by_utility.spoken(features)
        prior = np.exp(model.by_utility.log_prior)
        # (1 - P(u)) log P(w|u) less the others is log P(w|u) less all of them, u included.
        return np.asarray(spoken[:, utility] - spoken @ prior, dtype=np.float64)
    p, q, overall = _shares(model, utility, features)
    if objective is Objective.ODDS:
        return np.asarray(np.log(p) + np.log1p(-q) - np.log1p(-p) - np.log(q), dtype=np.float64)
    return np.asarray(overall * np.log(p / q), dtype=np.float64)


def _shares(model: ClientModel, utility: int, features: Integers) -> tuple[Floats, Floats, Floats]:
    """Return `P(w|u)`, `P(w|not u)` and `P(w)` of the features, smoothed."""
    labelled = model.utility_of >= 0
    inside = model.utility_of == utility
    totals = np.array([_sums(model, inside), _sums(model, labelled & ~inside), _sums(model, labelled)])
    alpha = model.options.alpha
    shares = (totals + alpha) / (totals.sum(axis=1, keepdims=True) + alpha * totals.shape[1])
    p, q, overall = shares[:, features]
    return p, q, overall


def _sums(model: ClientModel, clients: Booleans) -> Floats:
    return np.asarray(clients.astype(np.float64) @ model.counts, dtype=np.float64)


def _information(model: ClientModel, utility: int, features: Integers) -> Floats:
    labelled = np.flatnonzero(model.utility_of >= 0)
    inside = (model.utility_of[labelled] == utility).astype(np.int64)
    documents = np.bincount(inside, weights=model.documents[labelled], minlength=2).astype(np.int64)
    present = class_sums(model.presence[labelled], inside, 2)
    return information_of_presence(present, documents)[features]

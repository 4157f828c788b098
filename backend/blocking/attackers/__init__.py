"""Train attackers: classifiers other than the model that try to name the client of a redacted document.

`sample_documents` limits the training data, `fit_attacker` trains an attacker, and its `scores` rank the classes of
a document. Attackers that are linear in the words also return the contribution of each word
(`LinearAttacker.parts`), so that a program that selects words can use them as constraints. Only this package uses
scikit-learn, and no object of scikit-learn leaves it: it returns frozen arrays.
"""

from backend.blocking.attackers.feature_weights import CountingAttacker, RidgeAttacker, fit_ridge
from backend.blocking.attackers.fitting import fit_attacker, fit_linear, fit_nearest, inverse_document_frequency
from backend.blocking.attackers.kinds import LINEAR, Attacker, AttackerKind, named_first
from backend.blocking.attackers.linear import LinearAttacker, Weighting
from backend.blocking.attackers.neighbour import NearestNeighbour
from backend.blocking.attackers.sampling import sample_documents

__all__ = [
    "LINEAR",
    "Attacker",
    "AttackerKind",
    "CountingAttacker",
    "LinearAttacker",
    "NearestNeighbour",
    "RidgeAttacker",
    "Weighting",
    "fit_attacker",
    "fit_linear",
    "fit_nearest",
    "fit_ridge",
    "inverse_document_frequency",
    "named_first",
    "sample_documents",
]

"""The kinds of attackers, and when an attacker has identified the client."""

from enum import StrEnum
from typing import Protocol

import numpy as np

from backend.blocking.confusability import TIE
from backend.learning.arrays import Counts, Floats


class AttackerKind(StrEnum):
    """A classifier that tries to name the client; `fitting` says how each one learns."""

    NB = "nb"
    """Multinomial Naive Bayes, 1 added to every count."""
    NB_STRONG = "nb-strong"
    """Multinomial Naive Bayes, .01 added: rare words weigh much."""
    NB_BINARY = "nb-binary"
    """Multinomial Naive Bayes on the presence of words."""
    COMPLEMENT_NB = "complement-nb"
    """Naive Bayes on what everybody else says."""
    SVM = "svm"
    RIDGE = "ridge"
    LOGISTIC = "logistic"
    CENTROID = "centroid"
    """The client whose mean document is nearest by cosine."""
    NEAREST_NEIGHBOUR = "1nn"
    """The client of the one document that is nearest by cosine."""


LINEAR = tuple(kind for kind in AttackerKind if kind is not AttackerKind.NEAREST_NEIGHBOUR)
"""The kinds whose scores are sums over the words, so that they can be rows of a linear program."""


class Attacker(Protocol):
    """A trained attacker: a frozen value, as large as its vocabulary times its classes."""

    @property
    def kind(self) -> AttackerKind:
        """What kind of classifier it is."""

    def scores(self, counts: Counts) -> Floats:
        """How likely it finds each class, [document, class], higher is likelier; `counts` is [document, word].

        Scores order the classes of one document. They are sums over its words, in which a single word makes far
        more than `confusability.TIE` of a difference, and rounding far less (an SVM and a logistic regression are
        exact to their solvers' tolerance only).
        """


def named_first(scores: Floats) -> int | None:
    """The class that an attacker would name; None when several share the lead, as all do in an empty document.

    >>> named_first(np.array([0.2, 0.7, 0.7 - 1e-3])), named_first(np.array([0.7, 0.2, 0.7]))
    (1, None)
    """
    leaders = np.flatnonzero(scores >= scores.max() - TIE)
    return int(leaders[0]) if len(leaders) == 1 else None

"""Define the kinds of attackers, and when an attacker has identified the client."""

from enum import StrEnum
from typing import Protocol

import numpy as np

from backend.blocking.confusability import TIE
from backend.learning.arrays import Counts, Floats


class AttackerKind(StrEnum):
    """A classifier that tries to name the client; `fitting` trains each of them."""

    NB = "nb"
    """Multinomial Naive Bayes, 1 added to every count."""
    NB_STRONG = "nb-strong"
    """Multinomial Naive Bayes, .01 added: rare words weigh much."""
    NB_MEDIUM = "nb-medium"
    """Multinomial Naive Bayes, .2 added."""
    NB_BINARY = "nb-binary"
    """Multinomial Naive Bayes on the presence of words."""
    COMPLEMENT_NB = "complement-nb"
    """Naive Bayes on what everybody else says, 1 added."""
    COMPLEMENT_NB_STRONG = "complement-nb-strong"
    """The same, .01 added: rare words weigh much."""
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
        """The kind of classifier."""

    def scores(self, counts: Counts) -> Floats:
        """Return a score for each class, [document, class], higher is likelier; `counts` is [document, word].

        Scores order the classes of one document. They are sums over its words. A single word changes them by far
        more than `confusability.TIE`, and rounding by far less (an SVM and a logistic regression are only as exact
        as their solvers).
        """


def named_first(scores: Floats) -> int | None:
    """Return the class that an attacker would name; None if several share the lead, as in an empty document.

    >>> named_first(np.array([0.2, 0.7, 0.7 - 1e-3])), named_first(np.array([0.7, 0.2, 0.7]))
    (1, None)
    """
    leaders = np.flatnonzero(scores >= scores.max() - TIE)
    return int(leaders[0]) if len(leaders) == 1 else None

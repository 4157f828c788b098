"""Nearest-document constraints: none of the true client's own documents may be the most similar one."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from backend.blocking.attackers.linear import Weighting
from backend.blocking.attackers.neighbour import NearestNeighbour
from backend.blocking.contests import SplitWords
from backend.blocking.program import LinearConstraints
from backend.learning.arrays import Floats, Integers

_OWN = 8
"""Of the true client's documents, the nearest ones. The others start further away; no row keeps them there."""

_NEARER = 1e-4
"""By how much a rival's document is nearer, as a share of the largest step of a word."""


@dataclass(frozen=True, slots=True, eq=False)
class NearestDocuments:
    """How similar a document is to the nearest documents of each class, as sums over the kept words.

    `alike` [document, word] is what each word adds while it stays, `fixed` [document] what stays; `class_of`
    [document] ascends.
    """

    true_class: int
    alike: Floats
    fixed: Floats
    class_of: Integers

    @classmethod
    def of(
        cls, nearest: NearestNeighbour, column: Mapping[str, int], words: SplitWords, true_class: int
    ) -> "NearestDocuments":
        """The nearest documents of the true class and the nearest one of each other, by cosine."""
        places, columns = words.looked_up(column)
        staying, often = words.staying(column)
        worth = Weighting.SUBLINEAR_TFIDF.values(words.counts[places], nearest.idf[columns])
        worth_staying = Weighting.SUBLINEAR_TFIDF.values(often, nearest.idf[staying])
        vector = np.zeros(len(nearest.idf))
        vector[columns], vector[staying] = worth, worth_staying
        near = _nearest_of_each(np.asarray(nearest.documents @ vector), nearest.class_of, true_class)
        rows = nearest.documents[near]
        alike = np.zeros((len(near), len(words.words)))
        alike[:, places] = rows[:, columns].toarray() * worth
        return cls(true_class, alike, np.asarray(rows[:, staying] @ worth_staying), nearest.class_of[near])

    def rows(self, rivals: Integers, margin: float) -> LinearConstraints:
        """A rival's nearest document is nearer than each own one, although words speak `margin` more for those."""
        own = np.flatnonzero(self.class_of == self.true_class)
        theirs = np.flatnonzero(np.isin(self.class_of, rivals))
        if not len(own) or not len(theirs):
            return LinearConstraints(np.zeros((0, self.alike.shape[1])), np.zeros(0))
        best = theirs[(self.alike[theirs].sum(axis=1) + self.fixed[theirs]).argmax()]
        lead, fixed = self.alike[own] - self.alike[best], self.fixed[own] - self.fixed[best]
        scale = float(np.abs(lead).max(initial=0.0)) or 1.0
        return LinearConstraints(
            (lead + margin * np.abs(lead)) / scale, -(fixed + margin * np.abs(fixed)) / scale - _NEARER
        )


def _nearest_of_each(alike: Floats, class_of: Integers, true_class: int) -> Integers:
    """The documents that are most like: several of the true class, one of each other; ascending."""
    order = np.lexsort((-alike, class_of))
    turn = np.arange(len(order)) - np.searchsorted(class_of[order], class_of[order])
    wanted = np.where(class_of[order] == true_class, _OWN, 1)
    return np.sort(order[turn < wanted])

"""Nearest-document constraints: none of the true client's own documents may be the most similar one."""

from dataclasses import dataclass

import numpy as np

from backend.blocking.attackers.linear import Weighting
from backend.blocking.attackers.neighbour import NearestNeighbour
from backend.blocking.program import LinearConstraints
from backend.blocking.seen_features import SeenFeatures
from backend.learning.arrays import Floats, Integers

NEAREST_DOCUMENTS = "nearest documents"
"""The name of these rows, in any reading."""

_OWN = 8
"""Of the true client's documents, the nearest ones. The others start further away; no row keeps them there."""

NEARER = 1e-4
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
    def of(cls, nearest: NearestNeighbour, seen: SeenFeatures, true_class: int) -> "NearestDocuments":
        """The nearest documents of the true class and the nearest one of each other, by cosine.

        A feature of several words counts in full for a document of the true class until all of its words are gone.
        """
        worth = Weighting.SUBLINEAR_TFIDF.values(seen.counts, nearest.idf[seen.columns])
        vector = np.zeros(len(nearest.idf))
        np.add.at(vector, seen.columns, worth)
        near = nearest_of_each(np.asarray(nearest.documents @ vector), nearest.class_of, true_class)
        gains = nearest.documents[near][:, seen.columns].toarray().T * worth[:, None]
        own = nearest.class_of[near] == true_class
        # Rivals' documents are to be near: what they gain is bounded from below.
        lead, fixed = seen.by_word(np.where(own, gains, -gains))
        sign = np.where(own, 1.0, -1.0)
        return cls(true_class, (lead * sign).T, fixed * sign, nearest.class_of[near])

    def among(self, classes: Integers) -> "NearestDocuments":
        """Return the documents of these classes alone, ascending, of which the true class is one."""
        stays = np.isin(self.class_of, classes)
        place = int(np.searchsorted(classes, self.true_class))
        return NearestDocuments(
            place, self.alike[stays], self.fixed[stays], np.searchsorted(classes, self.class_of[stays])
        )

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
            (lead + margin * np.abs(lead)) / scale, -(fixed + margin * np.abs(fixed)) / scale - NEARER
        )


def nearest_of_each(alike: Floats, class_of: Integers, true_class: int) -> Integers:
    """The documents that are most like: several of the true class, one of each other; ascending."""
    order = np.lexsort((-alike, class_of))
    turn = np.arange(len(order)) - np.searchsorted(class_of[order], class_of[order])
    wanted = np.where(class_of[order] == true_class, _OWN, 1)
    return np.sort(order[turn < wanted])

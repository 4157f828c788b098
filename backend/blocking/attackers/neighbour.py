"""Guess the client of the most similar document."""

from dataclasses import dataclass, replace

import numpy as np

from backend.blocking.attackers.kinds import AttackerKind
from backend.blocking.attackers.linear import Vectors, Weighting
from backend.learning.arrays import Counts, Floats, Integers


@dataclass(frozen=True, slots=True, eq=False)
class NearestNeighbour:
    """A class's score is the cosine to its nearest document, times the length of the guessed document.

    It is not linear in the words, but the maximum of linear functions, one for each row of `documents`.

    `documents` are tf-idf vectors of length 1 (0 for an empty document), [document, word], ordered by `class_of`
    [document], in which each class occurs; `idf` is [word].
    """

    documents: Vectors
    class_of: Integers
    idf: Floats
    kind: AttackerKind = AttackerKind.NEAREST_NEIGHBOUR

    def __post_init__(self) -> None:
        if self.documents.shape != (len(self.class_of), len(self.idf)):
            raise ValueError("documents must be [document, word]")
        if (np.diff(self.class_of, prepend=-1) > 1).any() or (np.diff(self.class_of) < 0).any():
            raise ValueError("documents must stand in the order of their classes, and each class needs one")

    def with_documents(self, rows: Integers) -> "NearestNeighbour":
        """Return the attacker that knows these documents alone, ascending; each class needs one."""
        return replace(self, documents=self.documents[rows], class_of=self.class_of[rows])

    def scores(self, counts: Counts) -> Floats:
        """See Attacker."""
        vectors = Weighting.SUBLINEAR_TFIDF.vectors(counts, self.idf)
        alike = (vectors @ self.documents.T).toarray()
        first_of_class = np.flatnonzero(np.diff(self.class_of, prepend=-1))
        return np.asarray(np.maximum.reduceat(alike, first_of_class, axis=1), dtype=np.float64)

    def document_parts(self, words: Integers, counts: Integers) -> Floats:
        """Return what each word adds to the similarity to each known document, [word of the document, document].

        `words` and `counts` as in `LinearAttacker.parts`. The score of a class is the maximum of the sums of its
        documents (`class_of`).
        """
        worth = Weighting.SUBLINEAR_TFIDF.values(counts, self.idf[words])
        return np.asarray(worth[:, None] * self.documents[:, words].toarray().T, dtype=np.float64)

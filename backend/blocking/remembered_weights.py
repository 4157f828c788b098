"""Look the weights of an attacker up once for all programs of one document.

The levels of a document are programs that are stated one after the other, with nearly the same features. The
weights of a feature do not depend on the document, and computing them takes longer than solving some programs.
"""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from backend.blocking.attackers import AttackerKind
from backend.blocking.contests import LinearClassifier
from backend.learning.arrays import Floats, Integers


class KnownAttacker(LinearClassifier, Protocol):
    """A classifier whose weights are constraints of a program.

    A feature adds its worth, which depends on its occurrences, times its weight for each class.
    """

    @property
    def kind(self) -> AttackerKind:
        """The kind of classifier."""

    def worth(self, words: Integers, counts: Integers) -> Floats:
        """What each feature counts for with all its occurrences, [feature]."""

    def weights_of(self, words: Integers) -> Floats:
        """The weight of each feature for each class, [feature, class]."""


@dataclass(slots=True, eq=False)
class RememberedWeights:
    """The same attacker, which computes the weights of each feature once; its answers are exactly the same.

    It grows with the features that it is asked for, and no two threads may share it.
    """

    attacker: KnownAttacker
    _row: dict[int, int] = field(default_factory=dict, init=False)
    _weights: Floats | None = field(default=None, init=False)

    @property
    def kind(self) -> AttackerKind:
        """See KnownAttacker."""
        return self.attacker.kind

    @property
    def bias(self) -> Floats:
        """See KnownAttacker."""
        return self.attacker.bias

    def parts(self, words: Integers, counts: Integers) -> Floats:
        """See KnownAttacker."""
        return np.asarray(self.worth(words, counts)[:, None] * self.weights_of(words), dtype=np.float64)

    def worth(self, words: Integers, counts: Integers) -> Floats:
        """See KnownAttacker."""
        return self.attacker.worth(words, counts)

    def weights_of(self, words: Integers) -> Floats:
        """See KnownAttacker."""
        listed = words.tolist()
        new = [word for word in dict.fromkeys(listed) if word not in self._row]
        if new or self._weights is None:
            found = self.attacker.weights_of(np.array(new, dtype=np.int64))
            self._weights = found if self._weights is None else np.concatenate((self._weights, found))
            for word in new:
                self._row[word] = len(self._row)
        return np.asarray(self._weights[[self._row[word] for word in listed]], dtype=np.float64)

"""How far one change moves a belief: semantic privacy (open-world paper, Definitions 9 to 11).

Both definitions ask for all adversaries, and Theorem 1 shows that no profile then has less than 1. So they are
measured for one stated adversary: the one who chooses among profiles in proportion to 1 - distance (Section 5.4).
"""

from collections.abc import Iterable

import numpy as np

from backend.learning.arrays import Floats
from backend.privacy.profile_distances import SharedWords


def total_variation(first: Floats, second: Floats) -> float:
    """Return the distance of two beliefs, from 0 to 1 (Definition 10).

    >>> total_variation(np.array([0.5, 0.5]), np.array([0.75, 0.25]))
    0.25
    """
    return float(np.abs(first - second).sum() / 2)


def semantic_privacy(belief: Floats, changed: Iterable[Floats]) -> float:
    """Return the least epsilon: no change moves the belief further (Definitions 9 and 11). It is 0 without any."""
    return max((total_variation(belief, each) for each in changed), default=0.0)


def belief_by_closeness(distances: Floats) -> Floats:
    """Return how likely the adversary chooses each profile; all alike where none has anything in common."""
    closeness = 1 - distances
    total = float(closeness.sum())
    return closeness / total if total > 0 else np.full(len(distances), 1 / len(distances))


def epsilon_of_profiles(distances: Floats) -> float:
    """Return the epsilon of Definition 9: the rows are the profiles, and the default value of a row is no word.

    Only the likeliest profile matters: without a profile of belief b the belief moves by b.
    """
    belief = belief_by_closeness(distances)
    without = distances.copy()
    without[int(belief.argmax())] = 1.0
    return semantic_privacy(belief, [belief_by_closeness(without)])


def epsilon_of_words(squared: Floats, shared: SharedWords) -> float:
    """Return the epsilon of Definition 11: the attributes are the words of the known profile.

    The default value is a word that no profile has. `squared` are the distances of the known profile, `shared` are
    its words that the others have too. The cost grows with these, and not with words times profiles.
    """
    closeness = 1 - np.sqrt(squared)
    total = float(closeness.sum())
    if total <= 0 or not len(shared.words):
        return 0.0
    before = closeness[shared.owners]
    after = 1 - np.sqrt(np.minimum(squared[shared.owners] + shared.bits, 1.0))
    affected, lost = (np.bincount(shared.words, each) for each in (before, before - after))
    totals = np.maximum(total - lost, 0.0)
    some = totals > _NOTHING
    of_others = (total - affected) * np.abs(1 / total - 1 / np.where(some, totals, 1.0))
    of_owners = np.bincount(
        shared.words, np.abs(before / total - after / np.where(some, totals, 1.0)[shared.words])
    )
    nothing_left = total_variation(closeness / total, np.full(len(closeness), 1 / len(closeness)))
    return float(np.where(some, (of_others + of_owners) / 2, nothing_left).max())


_NOTHING = 1e-12
"""A sum of closeness that is rounding alone."""

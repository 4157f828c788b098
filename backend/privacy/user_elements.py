"""What users have before and after a release: elements that are documents or words, without any text.

An element is a number: the keyed hash of a document, or the index of a word.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backend.learning.arrays import Booleans, Floats, Integers

NULL_ELEMENT = 0
"""The null document, which a user releases who releases nothing; among words the null word: a placeholder."""


@dataclass(frozen=True, slots=True, eq=False)
class UserElements:
    """Elements of users, [entry] each: indices of users, elements, how often, and sensitivities from 0 to 1.

    An element may have several entries of one user. A count is a part of 1 where documents match partly.
    """

    users: NDArray[np.int32]
    elements: NDArray[np.uint64]
    counts: NDArray[np.float32]
    sensitivities: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.users)

    @property
    def total(self) -> int:
        """The number of elements, without null elements."""
        return round(float(self.counts[self.elements != NULL_ELEMENT].sum(dtype=np.float64)))

    def entries(self, kept: Booleans) -> "UserElements":
        """Return some of the entries."""
        return UserElements(self.users[kept], self.elements[kept], self.counts[kept], self.sensitivities[kept])

    def of_users(self, wanted: Booleans) -> "UserElements":
        """Return the entries of some of the first users, [user], who get new indices in their order."""
        known = self.entries(self.users < len(wanted))
        kept = known.entries(wanted[known.users])
        indices = (np.cumsum(wanted) - 1).astype(np.int32)
        return UserElements(indices[kept.users], kept.elements, kept.counts, kept.sensitivities)

    def totals(self, users: int) -> Floats:
        """Return the number of elements of each of the first `users` users, without null elements."""
        present = self.entries((self.elements != NULL_ELEMENT) & (self.users < users))
        return np.bincount(present.users, weights=present.counts, minlength=users).astype(np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class ComparedElements:
    """The distinct elements of each user in two collections, [distinct element], ascending by user.

    A user who released nothing has one null element after. `sensitivities` are the highest that any entry of the
    element has, 0 for the null element.
    """

    user_count: int
    users: Integers
    elements: NDArray[np.uint64]
    counts_before: Floats
    counts_after: Floats
    sensitivities: Floats

    @property
    def before(self) -> Floats:
        """The share of each element among the user's elements before."""
        return self._shares(self.counts_before)

    @property
    def after(self) -> Floats:
        """The share of each element among the user's elements after."""
        return self._shares(self.counts_after)

    def sums(self, values: Floats) -> Floats:
        """Return the sums of the values of each user, [user]."""
        return np.bincount(self.users, weights=values, minlength=self.user_count).astype(np.float64)

    def _shares(self, counts: Floats) -> Floats:
        return np.asarray(counts / self.sums(counts)[self.users])


def compare(before: UserElements, after: UserElements, users: int) -> ComparedElements:
    """Compare the elements of the first `users` users, who all have elements before; other users are left out."""
    before = before.entries(before.users < users)
    after = after.entries(after.users < users)
    silent = np.flatnonzero(np.bincount(after.users, weights=after.counts, minlength=users) == 0)
    parts = (before, after, _null_elements(silent))
    owners = np.concatenate([each.users for each in parts])
    elements = np.concatenate([each.elements for each in parts])
    order = np.lexsort((elements, owners))
    owners, elements = owners[order], elements[order]
    first = np.ones(len(owners), dtype=bool)
    first[1:] = (owners[1:] != owners[:-1]) | (elements[1:] != elements[:-1])
    starts = np.flatnonzero(first)
    counts = np.concatenate([each.counts for each in parts]).astype(np.float64)[order]
    released = order >= len(before)
    sensitivities = np.concatenate([each.sensitivities for each in parts])[order]
    highest = np.maximum.reduceat(sensitivities, starts).astype(np.float64)
    return ComparedElements(
        users,
        owners[starts].astype(np.int64),
        elements[starts],
        np.add.reduceat(np.where(released, 0.0, counts), starts),
        np.add.reduceat(np.where(released, counts, 0.0), starts),
        np.where(elements[starts] == NULL_ELEMENT, 0.0, highest),
    )


def _null_elements(users: Integers) -> UserElements:
    return UserElements(
        users.astype(np.int32),
        np.full(len(users), NULL_ELEMENT, dtype=np.uint64),
        np.ones(len(users), dtype=np.float32),
        np.zeros(len(users), dtype=np.float32),
    )

"""What a classifier reads of a text, and what each broader form that may be put into the text adds to that."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from backend.blocking.contests import LinearClassifier
from backend.learning.arrays import Booleans, Floats, Integers

Features = Iterable[tuple[str, int]]
"""The features of a text with their occurrences; one may come several times."""


@dataclass(frozen=True, slots=True, eq=False)
class OfferedFeatures:
    """The features of a text, and those that each form adds, by the columns of a classifier.

    `columns` and `counts` [feature] are those of the text, ascending. A cell is one feature of one form: `form`,
    `added_columns`, `before` (occurrences in the text) and `added` are all [cell]. There are `forms` forms.
    """

    columns: Integers
    counts: Integers
    form: Integers
    added_columns: Integers
    before: Integers
    added: Integers
    forms: int

    @classmethod
    def of(cls, column: Mapping[str, int], text: Features, adds: Sequence[Features]) -> "OfferedFeatures":
        """Read a text and what each form adds to it; what has no `column` says nothing."""
        own = _counted(column, text)
        cells = [
            (number, place, own[place], count)
            for number, features in enumerate(adds)
            for place, count in _counted(column, features).items()
        ]
        form, columns, before, added = np.array(cells, dtype=np.int64).reshape(-1, 4).T
        of_text = np.array(sorted(own.items()), dtype=np.int64).reshape(-1, 2)
        return cls(of_text[:, 0], of_text[:, 1], form, columns, before, added, len(adds))

    def text_parts(self, classifier: LinearClassifier) -> Floats:
        """What each feature of the text adds to each class's score, [feature, class]."""
        return classifier.parts(self.columns, self.counts)

    def added_parts(self, classifier: LinearClassifier) -> Floats:
        """What each cell adds to each class's score where its form alone is taken, [cell, class]."""
        parts = classifier.parts(self.added_columns, self.before + self.added)
        known = self.before > 0
        parts[known] -= classifier.parts(self.added_columns[known], self.before[known])
        return parts

    def by_form(self, of_cells: Floats) -> Floats:
        """Add up what cells add, [form, …]."""
        ones = csr_array(
            (np.ones(len(self.form)), (self.form, np.arange(len(self.form)))), (self.forms, len(self.form))
        )
        return np.asarray(ones @ of_cells, dtype=np.float64)

    def with_forms(self, taken: Booleans) -> "OfferedFeatures":
        """Return the text with these forms, to which nothing more is offered."""
        cells = taken[self.form]
        every = np.concatenate((self.columns, self.added_columns[cells]))
        counts = np.concatenate((self.counts, self.added[cells]))
        columns, place = np.unique(every, return_inverse=True)
        total = np.bincount(place, weights=counts, minlength=len(columns)).astype(np.int64)
        none = np.zeros(0, dtype=np.int64)
        return OfferedFeatures(columns, total, none, none, none, none, 0)


def _counted(column: Mapping[str, int], features: Features) -> Counter[int]:
    counts: Counter[int] = Counter()
    for feature, count in features:
        if feature in column:
            counts[column[feature]] += count
    return counts

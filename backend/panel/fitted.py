"""Score clients by what an attacker has learnt: weighted sums over the words of a document, or profiles."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, diags_array

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

Counts = Any
"""A sparse matrix of SciPy, [document, feature]; scikit-learn makes and takes it without types."""

Weights = Any
"""[feature, row]: a sparse matrix of SciPy, or a dense array."""


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """What an attacker has learnt: `weights` [feature, row], each row for one client (`client_of`, ascending).

    A row scores a document by the sum of its features' weights, of `per_count` for each occurrence of a feature,
    and of `intercept`. The score of a client is that of its best row. With `rarity` [feature], the sublinear tf-idf
    of a document is weighted in place of its counts; it has length 1.
    """

    weights: Weights
    client_of: Integers
    per_count: Floats
    intercept: Floats
    rarity: Floats | None = None

    def scores(self, counts: Counts) -> Floats:
        """Return how likely each client is, [document, client]; only the order within a document means anything.

        A document without any known feature has the same score for all clients.
        """
        said = np.asarray(counts.sum(axis=1), np.float64).ravel()
        seen = np.unique(counts.indices)
        by_row = _dense(self.weighed(counts)[:, seen] @ self.weights[seen].astype(np.float64))
        by_row += said[:, None] * self.per_count + self.intercept
        starts = np.flatnonzero(np.diff(self.client_of, prepend=-1))
        found = np.asarray(np.maximum.reduceat(by_row, starts, axis=1), np.float64)
        found[said == 0] = 0.0
        return found

    def weighed(self, counts: Counts) -> Counts:
        """Return the counts as this attacker weighs them."""
        return csr_array(counts) if self.rarity is None else sublinear_tf_idf(counts, self.rarity)


@dataclass(frozen=True, slots=True, eq=False)
class NearestProfile:
    """The profiles of the clients, `shares` [feature, client]: what share of its words each word is.

    The profile of a document has the words alone that a client has. A client is likely if its profile has a small
    Jensen-Shannon distance to that of the document (open-world paper, Definitions 19 to 22).
    """

    shares: Weights

    def scores(self, counts: Counts) -> Floats:
        """Return 1 minus the divergence from each client, in bits, [document, client].

        With p and q as the shares of a word, it is half of the sum of (p+q) log(p+q) - p log p - q log q over the
        words that both have, so only these cost time.
        """
        found = np.zeros((counts.shape[0], self.shares.shape[1]))
        for row, (start, end) in enumerate(zip(counts.indptr[:-1], counts.indptr[1:], strict=True)):
            if start == end:
                continue
            words, said = counts.indices[start:end], counts.data[start:end]
            own = self.shares[words]
            p = np.repeat(said / said.sum(), np.diff(own.indptr))
            q = own.data.astype(np.float64)
            shared = (p + q) * np.log2(p + q) - p * np.log2(p) - q * np.log2(q)
            found[row] = np.bincount(own.indices, weights=shared, minlength=found.shape[1]) / 2
        return found


Learnt = Fitted | NearestProfile
"""What an attacker has learnt that counts features."""


def sublinear_tf_idf(counts: Counts, rarity: Floats) -> Counts:
    """Return (1 + ln count) · rarity of each feature, [document, feature], each document with length 1."""
    weighed = csr_array(counts, dtype=np.float64, copy=True)
    weighed.data = (1 + np.log(weighed.data)) * rarity[weighed.indices]
    return with_length_one(weighed)


def with_length_one(rows: Counts) -> Counts:
    """Return the rows with Euclidean length 1; empty rows stay empty."""
    lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    lengths[lengths == 0] = 1.0
    return csr_array(diags_array(1 / lengths) @ rows)


def _dense(found: Any) -> Floats:
    return np.asarray(found.todense() if hasattr(found, "todense") else found, np.float64)

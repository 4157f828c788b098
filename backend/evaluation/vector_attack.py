"""Attackers who read the vectors of groups, and say which texts were indexed and which stems are one document's.

They know the method and its parameters, and share no code with the index. Texts and groups are rows over the same
columns; the rows of texts have length 1. A score is that of the group which fits a text best.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from scipy.stats import rankdata

from backend.learning.arrays import Floats, Integers, Sparse

FALSE_ALARMS = 0.01
"""The share of texts that were not indexed which an attacker may take for indexed ones."""

_LEAST_BAG = 4
"""Stems of one weight that an attacker takes for those of one document."""

_CERTAIN = 0.999
_SAME = 1e-5
"""Weights have 32 bits; the relative difference of those that are equal is less."""


@dataclass(frozen=True, slots=True)
class Told:
    """How well scores tell indexed texts from others.

    `auc` is the probability that an indexed text has the higher score (.5 by chance), `found` the share of the
    indexed texts that score higher than all others but FALSE_ALARMS of them.
    """

    auc: float
    found: float

    def or_better(self, other: "Told") -> "Told":
        """Return the better of two attackers in each respect."""
        return Told(max(self.auc, other.auc), max(self.found, other.found))


def told(indexed: Floats, others: Floats) -> Told:
    """Compare the scores of indexed texts with those of others.

    >>> told(np.array([3.0, 2.0]), np.array([1.0, 2.0]))
    Told(auc=0.875, found=0.5)
    """
    ranks = rankdata(np.concatenate([indexed, others]))[: len(indexed)]
    above = ranks.sum() - len(indexed) * (len(indexed) + 1) / 2
    threshold = np.sort(others)[len(others) - 1 - int(FALSE_ALARMS * len(others))]
    return Told(float(above / (len(indexed) * len(others))), float(np.mean(indexed > threshold)))


def by_stems(groups: Sparse, texts: Sparse, shares: Floats, had_by: float) -> Floats:
    """Return for each text the log-likelihood ratio of being indexed, by which stems it has, without weights.

    A member has a stem of its group with probability `had_by`, any text with that of `shares` [column], which the
    attacker has counted in texts of the same kind.
    """
    having, shown = _ones(texts), _ones(groups)
    member = min(had_by, _CERTAIN)
    missing, found = np.log((1 - member) / (1 - shares)), np.log(member / shares)
    # From that of a text that has no stem of the group, step by step for those that it has.
    steps: Sparse = shown.copy()
    steps.data = (found - missing)[shown.indices]
    ratio = (having @ steps.T).toarray() + np.asarray(shown @ missing)[None, :]
    return np.asarray(ratio.max(axis=1), dtype=np.float64)


def by_contained_stems(groups: Sparse, texts: Sparse, shares: Floats) -> Floats:
    """Return for each text the largest share of its stems that a group has; of equal ones rarer stems win."""
    having, shown = _ones(texts), _ones(groups)
    lengths = np.diff(texts.indptr)[:, None]
    contained = (having @ shown.T).toarray() / lengths
    rarity = np.asarray(having @ -np.log(shares))
    return np.asarray(contained.max(axis=1) + 1e-6 * rarity, dtype=np.float64)


def by_direction(groups: Sparse, texts: Sparse) -> Floats:
    """Return for each text the largest cosine with a group."""
    lengths = np.sqrt(np.asarray(groups.multiply(groups).sum(axis=1)).ravel())
    return np.asarray(((texts @ groups.T).toarray() / lengths[None, :]).max(axis=1), dtype=np.float64)


def by_exact_weights(groups: Sparse, texts: Sparse, k: int) -> Floats:
    """Return for each text the largest share of its stems whose weight in a group is its own alone.

    In a mean of m documents the weight of a stem is at least 1/m of that of each member, and equal to it where one
    member alone has the stem.
    """
    scores = np.zeros(texts.shape[0])
    candidates = np.argwhere((_ones(texts) @ _ones(groups).T).toarray() == np.diff(texts.indptr)[:, None])
    for text, group in candidates.tolist():
        own, place = _part(texts, text), _part(groups, group)
        at = np.searchsorted(groups.indices[place], texts.indices[own])
        ratio = groups.data[place][at] / texts.data[own]
        for members in range(k, 2 * k):
            apart = ratio * members - 1
            if apart.min() > -_SAME:
                scores[text] = max(scores[text], float(np.mean(np.abs(apart) < _SAME)))
    return scores


@dataclass(frozen=True, slots=True)
class TakenApart:
    """How far groups were taken apart into their documents, by stems that fewer than k documents of a group have.

    `purity` is the mean share of the stems of a bag that one document has; None where no bag was found.
    `recovered` is the mean over documents of the largest share of their stems that a bag shows which is all theirs.
    """

    purity: float | None
    recovered: float


def taken_apart(groups: Sparse, texts: Sparse, group_of: Sequence[int] | Integers, k: int) -> TakenApart:
    """Collect the stems of each group that weigh the same, and judge these bags by the documents of the group."""
    having, purities, recovered = _ones(texts), [], np.zeros(texts.shape[0])
    for group in range(groups.shape[0]):
        members = np.flatnonzero(np.asarray(group_of) == group)
        has = having[members].toarray() > 0
        telling = has.sum(axis=0) < k
        for bag in bags_of(groups, group):
            own = has[:, bag[telling[bag]]]
            if not own.shape[1]:
                continue
            purities.append(float(own.mean(axis=1).max()))
            for member in np.flatnonzero(own.all(axis=1)).tolist():
                share = own.shape[1] / int((has[member] & telling).sum())
                recovered[members[member]] = max(recovered[members[member]], share)
    return TakenApart(float(np.mean(purities)) if purities else None, float(recovered.mean()))


def bags_of(groups: Sparse, group: int) -> list[Integers]:
    """Return the columns of a group that weigh the same, where they are many and no multiple of others."""
    place = _part(groups, group)
    of_weight: defaultdict[float, list[int]] = defaultdict(list)
    for column, weight in zip(groups.indices[place].tolist(), groups.data[place].tolist(), strict=True):
        of_weight[float(f"{weight:.5e}")].append(column)
    found: dict[float, Integers] = {}
    for weight in sorted(of_weight, key=lambda each: (-len(of_weight[each]), each)):
        times = [weight / each for each in found]
        if len(of_weight[weight]) >= _LEAST_BAG and not any(
            round(each) > 1 and abs(each / round(each) - 1) < _SAME for each in times
        ):
            found[weight] = np.array(of_weight[weight])
    return list(found.values())


def _part(rows: Sparse, row: int) -> slice:
    return slice(int(rows.indptr[row]), int(rows.indptr[row + 1]))


def _ones(rows: Sparse) -> Sparse:
    result: Sparse = csr_array((np.ones(len(rows.data)), rows.indices, rows.indptr), shape=rows.shape)
    return result

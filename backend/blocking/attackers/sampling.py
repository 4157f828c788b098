"""Sample the documents that an attacker is trained on if there are too many."""

import numpy as np

from backend.learning.arrays import Integers


def sample_documents(class_of: Integers, at_most: int, seed: int = 0) -> Integers:
    """Return the rows of a sample of documents, ascending; `class_of` is [document].

    Each class gives the same number; classes with fewer documents give all of them. Every class gives at least one,
    even if that makes more than `at_most`.

    >>> owner = np.array([0, 0, 0, 0, 0, 0, 1, 1, 2])
    >>> np.bincount(owner[sample_documents(owner, 5)]).tolist()
    [2, 2, 1]
    """
    if len(class_of) <= at_most:
        return np.arange(len(class_of))
    shuffled = np.random.default_rng(seed).permutation(len(class_of))
    by_class = shuffled[np.argsort(class_of[shuffled], kind="stable")]
    sizes = np.bincount(class_of)
    turn = np.empty(len(class_of), dtype=np.int64)
    turn[by_class] = np.arange(len(class_of)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    in_turn = shuffled[np.argsort(turn[shuffled], kind="stable")]
    return np.sort(in_turn[: max(at_most, np.count_nonzero(sizes))])

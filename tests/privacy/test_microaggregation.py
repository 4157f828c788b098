"""MDAV on vectors of words, beside a second implementation with loops, and with owners of several documents."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from backend.errors import InvalidRequest
from backend.privacy.index_vectors import normalised
from backend.privacy.microaggregation import (
    distances_to_centroids,
    microaggregate,
    squared_error,
)

K = 3


def rows_of(dense):
    return normalised(csr_array(np.asarray(dense, dtype=float)))


def distance(a, b):
    return round(1 - float(a @ b) / float(np.sqrt(a @ a) * np.sqrt(b @ b)), 12)


def mdav_with_loops(vectors, k):
    """MDAV as published, one document at a time: the groups, as sets of documents."""
    left, found = list(range(len(vectors))), []

    def around(pole):
        others = sorted(
            (each for each in left if each != pole), key=lambda each: distance(vectors[pole], vectors[each])
        )
        group = {pole, *others[: k - 1]}
        left[:] = [each for each in left if each not in group]
        found.append(group)

    def farthest_from(vector):
        return max(left, key=lambda each: distance(vector, vectors[each]))

    while len(left) >= 3 * k:
        r = farthest_from(np.mean(vectors[left], axis=0))
        pole = vectors[r]
        around(r)
        around(farthest_from(pole))
    if len(left) >= 2 * k:
        around(farthest_from(np.mean(vectors[left], axis=0)))
    return [*found, set(left)]


def members_of(grouping):
    return [set(np.flatnonzero(grouping.groups == each).tolist()) for each in range(grouping.centroids.shape[0])]


@st.composite
def collections(draw, most=40):
    count = draw(st.integers(K, most))
    seed = draw(st.integers(0, 2**32 - 1))
    dense = np.random.default_rng(seed).integers(0, 4, size=(count, draw(st.integers(2, 8))))
    dense[:, 0] += 1
    return dense.astype(float)


@given(collections())
def test_groups_equal_those_of_mdav_with_loops(dense):
    vectors = dense / np.linalg.norm(dense, axis=1, keepdims=True)
    assert members_of(microaggregate(rows_of(dense), K)) == mdav_with_loops(vectors, K)


@given(collections())
def test_a_group_has_k_to_2k_minus_1_documents_and_their_mean(dense):
    grouping = microaggregate(rows_of(dense), K)
    assert grouping.sizes.min() >= K
    assert grouping.sizes.max() <= 2 * K - 1
    vectors = dense / np.linalg.norm(dense, axis=1, keepdims=True)
    for centroid, members in zip(grouping.centroids.toarray(), members_of(grouping), strict=True):
        assert centroid == pytest.approx(vectors[sorted(members)].mean(axis=0))


@settings(max_examples=200)
@given(collections(), st.integers(K, 12), st.integers(0, 2**32 - 1))
def test_each_group_has_k_owners_and_no_mean_has_two_documents_of_one(dense, owners, seed):
    owner_of = np.random.default_rng(seed).integers(0, owners, size=len(dense))
    owner_of[:K] = range(K)
    grouping = microaggregate(rows_of(dense), K, owner_of)
    assert (grouping.groups >= 0).all()
    for group in range(grouping.centroids.shape[0]):
        core = owner_of[(grouping.groups == group) & grouping.core]
        assert K <= len(core) <= 2 * K - 1
        assert len(set(core)) == len(core)


def test_a_document_that_cannot_be_placed_joins_the_nearest_mean_and_does_not_change_it():
    # Five documents of owner 0 and one of each of two others: only one group can have three owners.
    dense = np.eye(7)[:, :4] + 0.1
    grouping = microaggregate(rows_of(dense), 3, [0, 0, 0, 0, 0, 1, 2])
    assert grouping.sizes.tolist() == [7]
    assert grouping.core.sum() == 3
    vectors = dense / np.linalg.norm(dense, axis=1, keepdims=True)
    assert grouping.centroids.toarray()[0] == pytest.approx(vectors[grouping.core].mean(axis=0))


def test_the_squared_error_is_the_mean_of_squared_cosine_distances():
    # Two groups of two; within each the cosine of both with the mean is that of half their angle.
    angle = np.array([0.0, 0.2, 1.3, 1.5])
    vectors = rows_of(np.column_stack([np.cos(angle), np.sin(angle)]))
    grouping = microaggregate(vectors, 2)
    assert distances_to_centroids(vectors, grouping) == pytest.approx(1 - np.cos(0.1))
    assert squared_error(vectors, grouping) == pytest.approx((1 - np.cos(0.1)) ** 2)


@pytest.mark.parametrize(
    ("dense", "k", "owners", "reason"),
    [
        ([[1.0], [1.0]], 1, None, "k below 2"),
        ([[1.0], [0.0]], 2, None, "without words"),
        ([[1.0], [1.0]], 3, None, "of 2 owners, and each group needs 3"),
        ([[1.0], [1.0], [1.0]], 3, [1, 2, 2], "of 2 owners, and each group needs 3"),
    ],
)
def test_what_cannot_be_grouped_is_refused_with_the_reason(dense, k, owners, reason):
    with pytest.raises(InvalidRequest, match=reason):
        microaggregate(rows_of(dense), k, owners)

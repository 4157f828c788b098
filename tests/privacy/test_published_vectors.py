"""What is published of the mean of a group: shared stems alone, with few levels of weight."""

from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from backend.errors import InvalidRequest
from backend.privacy.index_vectors import normalised
from backend.privacy.microaggregation import distances_to_centroids, microaggregate
from backend.privacy.published_vectors import published

K = 3


def rows_of(dense):
    return normalised(csr_array(np.asarray(dense, dtype=float)))


@st.composite
def collections(draw):
    """Documents of few columns, many of which several have, and an owner for each."""
    count, seed = draw(st.integers(K, 30)), draw(st.integers(0, 2**32 - 1))
    random = np.random.default_rng(seed)
    dense = random.integers(1, 6, size=(count, 7)) * (random.random((count, 7)) < 0.5)
    dense[np.arange(count), random.integers(0, 7, count)] += 1
    owners = random.integers(0, draw(st.integers(K, 12)), size=count)
    owners[:K] = range(K)
    return dense, owners


def by_hand(vectors, owners, grouping, shared_by):
    """The vector of each group with loops: of the columns that enough owners have, halved until it is nearest."""
    found = {}
    for group in sorted(set(grouping.groups.tolist())):
        core = [each for each in range(len(vectors)) if grouping.groups[each] == group and grouping.core[each]]
        mean = sum(vectors[each] for each in core) / len(core)
        kept = {
            column: mean[column]
            for column in range(vectors.shape[1])
            if len({owners[each] for each in core if vectors[each][column] > 0}) >= shared_by
        }
        levels = {}
        for column, weight in kept.items():
            ratios = {level: abs(log2(weight / max(kept.values()) / level)) for level in (1.0, 0.5, 0.25, 0.125)}
            levels[column] = min(ratios, key=ratios.get)
        found[group] = levels
    return found


def vector_of(grouping, group):
    part = slice(grouping.centroids.indptr[group], grouping.centroids.indptr[group + 1])
    columns, weights = grouping.centroids.indices[part], grouping.centroids.data[part]
    return dict(zip(columns.tolist(), weights.tolist(), strict=True))


def cosine(vector, weights):
    length = sum(weight**2 for weight in weights.values()) ** 0.5
    return sum(vector[column] * weight for column, weight in weights.items()) / length


@given(collections(), st.integers(2, K))
def test_vectors_are_those_that_loops_find(collection, shared_by):
    dense, owners = collection
    vectors, means = rows_of(dense), microaggregate(rows_of(dense), K, owners)
    expected = by_hand(vectors.toarray(), owners.tolist(), means, shared_by)
    if not any(expected.values()):
        with pytest.raises(InvalidRequest, match="No group has a word"):
            published(vectors, means, shared_by)
        return
    made = published(vectors, means, shared_by)
    shown = [vector_of(made, group) for group in range(made.centroids.shape[0])]
    assert {tuple(sorted(each.items())) for each in shown} == {
        tuple(sorted(each.items())) for each in expected.values() if each
    }
    assert len({tuple(sorted(each.items())) for each in shown}) == len(shown), "two groups are equal"
    for document, (before, after) in enumerate(zip(means.groups.tolist(), made.groups.tolist(), strict=True)):
        if expected[before]:
            assert shown[after] == expected[before]
            assert made.core[document] == means.core[document]
        else:
            near = [cosine(vectors.toarray()[document], each) for each in shown]
            assert near[after] == pytest.approx(max(near))
            assert not made.core[document]


@given(collections(), st.integers(2, K))
def test_each_stem_of_a_group_is_one_of_enough_owners_of_the_group(collection, shared_by):
    dense, owners = collection
    vectors = rows_of(dense)
    try:
        made = published(vectors, microaggregate(vectors, K, owners), shared_by)
    except InvalidRequest:
        return
    for group in range(made.centroids.shape[0]):
        members = np.flatnonzero(made.groups == group)
        assert len(set(owners[members])) >= K
        for column in vector_of(made, group):
            assert len(set(owners[members][dense[members, column] > 0])) >= shared_by


def test_the_information_loss_is_that_of_the_published_vector():
    # Both documents have column 0, at .6; of the mean (.6, .4, .4) it is all that is left.
    vectors = rows_of([[0.6, 0.8, 0.0], [0.6, 0.0, 0.8]])
    made = published(vectors, microaggregate(vectors, 2), 2)
    assert distances_to_centroids(vectors, made) == pytest.approx([0.4, 0.4])
    assert made.shared_by == 2


def test_weights_near_a_level_and_far_below_all_levels_become_one_of_four():
    weights = np.array([1.0, 0.72, 0.70, 0.36, 0.35, 0.18, 0.17, 0.01])
    vectors = rows_of([weights, weights])
    made = published(vectors, microaggregate(vectors, 2), 2)
    assert made.centroids.toarray()[0].tolist() == [1.0, 1.0, 0.5, 0.5, 0.25, 0.25, 0.125, 0.125]

"""Linkability against loops over SciPy, and the theorems of the open-world paper as properties."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon

from backend.privacy import profile_distances
from backend.privacy.linkability import (
    LOCAL_K,
    anonymity_radius,
    likelihood_bound,
    linked_pairs,
    local_anonymity,
    precision_at,
)
from backend.privacy.profile_distances import PostingLists
from backend.privacy.profiles import Profile, normalise, profiles_from_words

WORDS = st.lists(st.sampled_from(["apple", "pear", "plum", "fig", "date"]), max_size=8)
LINES = st.lists(
    st.tuples(st.builds(Profile, st.sampled_from("abcd"), st.sampled_from("XY")), WORDS), min_size=1, max_size=8
)


def matrix(profiles):
    """The distances of all profiles with words, pair by pair with SciPy."""
    dense = profiles.shares.toarray()[profiles.words]
    return np.array([[np.nan_to_num(jensenshannon(p, q, base=2)) for q in dense] for p in dense])


@given(LINES)
def test_distances_equal_those_of_scipy(lines):
    profiles = profiles_from_words(lines)
    rows = profiles.shares[profiles.words]
    if rows.shape[0] == 0:
        return
    squared = np.array(list(PostingLists(rows).squared_distances(rows)))
    assert squared == pytest.approx(matrix(profiles) ** 2, abs=1e-9)
    assert (np.diag(squared) == 0).all()


@given(LINES)
def test_pairs_equal_a_plain_search(lines):
    profiles = profiles_from_words(lines)
    spoken = [profile for profile, own in zip(profiles.profiles, profiles.words, strict=True) if own]
    distances = matrix(profiles)
    expected = {}
    for s, source in enumerate(spoken):
        for t, target in enumerate(spoken):
            if source.entity == target.entity and source.community != target.community:
                members = [i for i, other in enumerate(spoken) if other.community == target.community]
                c = distances[s, t]
                close = sum(distances[t, i] ** 2 <= c**2 + 1e-9 for i in members)
                rank = 1 + sum(distances[s, i] ** 2 < c**2 - 1e-9 for i in members)
                expected[source.entity, source.community, target.community] = (
                    pytest.approx(c, abs=1e-6),
                    close,
                    rank,
                )
    found = {
        (e.entity, e.source, e.target): (e.distance, e.anonymous_subset, e.rank) for e in linked_pairs(profiles)
    }
    assert found == expected


@given(LINES)
def test_the_likelihood_stays_below_the_bound_of_theorem_2(lines):
    for pair in linked_pairs(profiles_from_words(lines)):
        assert 0 <= pair.likelihood <= pair.likelihood_bound + 1e-6 <= 1 + 1e-6
        assert 1 <= pair.rank <= pair.candidates
        assert 1 <= pair.anonymous_subset <= pair.candidates


@given(LINES)
def test_a_target_has_k_neighbours_within_its_radius_and_fewer_within_less(lines):
    """Definitions 17 and 18."""
    profiles = profiles_from_words(lines)
    dense = dict(zip(profiles.profiles, profiles.shares.toarray(), strict=True))
    for pair in linked_pairs(profiles):
        target = dense[Profile(pair.entity, pair.target)]
        members = [row for each, row in dense.items() if each.community == pair.target and row.any()]
        squared = np.array([np.nan_to_num(jensenshannon(target, row, base=2)) ** 2 for row in members])
        for k, radius in zip(LOCAL_K, pair.radii, strict=True):
            if radius is None:
                assert len(members) < k
            else:
                assert (squared <= radius**2 + 1e-9).sum() >= k
                assert (squared < radius**2 - 1e-9).sum() < k


def test_the_share_of_anonymous_targets_by_hand():
    """Three profiles are equal, so the target of ann has two others at 0; that of bob has none within 1."""
    lines = [(Profile("ann", "X"), ["fig"]), (Profile("bob", "X"), ["plum"])]
    lines += [(Profile(each, "Y"), ["fig"]) for each in ("ann", "cat", "dan")] + [(Profile("bob", "Y"), ["plum"])]
    into_y = [each for each in linked_pairs(profiles_from_words(lines)) if each.target == "Y"]
    of_two, of_five, of_ten = local_anonymity(into_y)
    assert (of_two.k, of_two.at_distance, of_two.below_half, of_two.median_d) == (2, 0.5, 0.5, 0.0)
    assert (of_five.k, of_five.at_distance, of_five.below_half, of_five.median_d) == (5, 0.0, 0.0, None)
    assert of_ten.k == 10
    assert local_anonymity([]) == ()


@given(st.floats(0, 1), st.floats(0, 1), st.integers(1, 50))
def test_the_bound_falls_with_more_neighbours_and_is_at_most_one(c, d, k):
    bound = likelihood_bound(c, k, d)
    assert 0 <= bound <= 1
    assert likelihood_bound(c, k + 1, d) <= bound
    assert (bound == 1) == (k == 1 or c + d >= 1)


def test_the_bound_of_theorem_2_by_arithmetic():
    assert likelihood_bound(0.2, 5, 0.1) == pytest.approx(0.8 / (0.8 + 4 * 0.7))
    assert likelihood_bound(0.5, 1000) == 1.0  # with d = c the bound says nothing from .5 on


def test_blocks_of_any_size_have_the_same_distances(monkeypatch):
    lines = [(Profile(str(i), "X"), [f"w{(i * j) % 7}" for j in range(1, 6)]) for i in range(30)]
    rows = profiles_from_words(lines).shares
    whole = np.array(list(PostingLists(rows).squared_distances(rows)))
    monkeypatch.setattr(profile_distances, "_POSTINGS", 1)
    assert np.array_equal(np.array(list(PostingLists(rows).squared_distances(rows))), whole)


def test_empty_profiles_are_equal_to_each_other_and_far_from_all_others():
    rows = profiles_from_words(
        [(Profile("a", "X"), []), (Profile("b", "X"), ["fig"]), (Profile("c", "X"), [])]
    ).shares
    assert np.array(list(PostingLists(rows).squared_distances(rows))).tolist() == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]


def test_profiles_without_words_are_no_targets():
    profiles = profiles_from_words(
        [(Profile("a", "X"), ["fig"]), (Profile("a", "Y"), []), (Profile("b", "Y"), ["fig"])]
    )
    assert list(linked_pairs(profiles)) == []
    assert precision_at([]) == {1: None, 5: None, 10: None, 20: None}


def test_lines_of_one_profile_are_joined():
    profiles = profiles_from_words([(Profile("a", "X"), ["fig"]), (Profile("a", "X"), ["fig", "pear", "pear"])])
    assert profiles.shares.toarray().tolist() == [[0.5, 0.5]]
    assert profiles.vocabulary == ("fig", "pear")


def test_an_entity_is_found_first_and_among_five():
    lines = [(Profile("a", "X"), ["fig", "fig", "pear"]), (Profile("a", "Y"), ["fig", "pear"])]
    lines += [(Profile(str(i), "Y"), ["plum", f"other{i}"]) for i in range(5)]
    pairs = list(linked_pairs(profiles_from_words(lines)))
    assert [(each.source, each.target, each.rank, each.candidates) for each in pairs] == [
        ("Y", "X", 1, 1),
        ("X", "Y", 1, 6),
    ]
    assert precision_at(pairs) == {1: 1, 5: 1, 10: 1, 20: 1}


def test_a_radius_needs_k_profiles():
    assert anonymity_radius(np.array([0.0, 0.5]), 3) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("*Bold* and _leaning_ ~~struck~~", ["bold", "leaning", "struck"]),
        ("> quoted line\nmine", ["mine"]),
        ("run `rm -rf` now\n```\ncode\n```", ["run"]),
        ("[a link](http://www.example.org/x/y?z) here", ["link", "www.example.org"]),
        ("see http://user@Example.ORG:8080/path.", ["see", "example.org"]),
        ("coooooool noooo goood", ["coool", "nooo", "goood"]),
        ("sure :-) :D", ["sure", ":-)", ":d"]),
        ("e\u0301te\u0301 z\u0335\u0321a\u0334lgo", ["été", "zalgo"]),
        ("well-known, isn't Zoe's", ["well", "known", "zoe"]),
        ("", []),
    ],
)
def test_the_papers_normalisation(text, words):
    assert normalise(text) == words

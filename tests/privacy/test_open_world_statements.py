"""Lemma 1 and Corollaries 1 to 5 of the open-world paper, as properties of what the code computes."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from backend.privacy.linkability import anonymity_radius, likelihood_bound, linked_pairs
from backend.privacy.privacy_policy import Adversary, assess
from backend.privacy.profile_distances import PostingLists
from backend.privacy.profiles import Profile, profiles_from_words

EPSILON = 1e-6
"""Distances are roots of sums with rounding errors of 1e-12 and more."""

SAID = st.lists(st.sampled_from(["apple", "pear", "plum", "fig", "date"]), min_size=1, max_size=8)
COLLECTIONS = st.lists(SAID, min_size=2, max_size=8)
LINES = st.lists(
    st.tuples(st.builds(Profile, st.sampled_from("abcd"), st.sampled_from("XY")), SAID), min_size=1, max_size=8
)

ORDINARY = ("crane", "invoice", "larder")
TELLING = "value"
"""A word that only models with the value use: it discloses the sensitive attribute itself."""

LIKELIHOODS = st.lists(st.lists(st.floats(-6, -0.1), min_size=3, max_size=3), min_size=3, max_size=3).map(np.array)
PRIORS = st.lists(st.integers(1, 9), min_size=3, max_size=3).map(lambda each: np.log(np.array(each) / sum(each)))
COUNTED = st.dictionaries(st.sampled_from(ORDINARY), st.integers(1, 4))


def distances(collection):
    """The distances of all profiles of a collection."""
    rows = profiles_from_words((Profile(str(at), "X"), said) for at, said in enumerate(collection)).shares
    return np.sqrt(np.array(list(PostingLists(rows).squared_distances(rows))))


def reader(likelihood, prior):
    """An adversary for whom the telling word is e^-200 as likely in models without the value, the first apart."""
    return Adversary((*ORDINARY, TELLING), prior, np.vstack([likelihood, [0.0, -200.0, -200.0]]), 0.0)


@given(LIKELIHOODS, PRIORS, COUNTED, st.floats(0, 0.99))
def test_a_sensitive_attribute_is_critical(likelihood, prior, said, limit):
    """Corollary 1: where all else satisfies the requirement, the disclosed value violates it, and is critical."""
    adversary, having = reader(likelihood, prior), np.array([True, False, False])
    if not assess(adversary, having, limit, said).satisfied:
        return
    found = assess(adversary, having, limit, {**said, TELLING: 1})
    assert not found.satisfied
    assert TELLING in found.critical_words
    assert found.critical_set == (TELLING,)


@given(LIKELIHOODS, PRIORS, COUNTED, st.floats(0, 1))
def test_a_document_without_critical_words_satisfies_the_policy(likelihood, prior, said, limit):
    """Corollary 2, for a policy of two requirements: a document is violating only while it has critical words."""
    adversary, left = reader(likelihood, prior), {**said, TELLING: 1}
    policy = [np.array([True, False, False]), np.array([False, True, False])]
    while violated := [each for having in policy if not (each := assess(adversary, having, limit, left)).satisfied]:
        if any(each.critical_set is None for each in violated):
            assert max(each.prior for each in violated) > limit
            return
        critical = {word for each in violated for word in each.critical_set}
        assert critical
        left = {word: n for word, n in left.items() if word not in critical}


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6), st.lists(st.floats(0, 1), max_size=3), st.integers(0, 6))
def test_a_larger_collection_keeps_the_anonymity_of_a_part(part, others, at):
    """Corollary 3: (k, d)-anonymous in a part of a collection, by the squared distances in it; so in the whole."""
    own, whole = np.array([0.0, *part]), np.array([0.0, *part[:at], *others, *part[at:]])
    for k in range(1, len(own) + 1):
        assert anonymity_radius(whole, k) <= anonymity_radius(own, k)


@given(COLLECTIONS)
def test_all_profiles_near_a_target_are_near_whoever_matches_it(collection):
    """Lemma 1: E is d-convergent for the target, which c-matches the source; so E (c + d)-matches the source."""
    source, target, *_ = found = distances(collection)
    c = found[0, 1]
    for d in target:
        convergent = target <= d
        assert (source[convergent] <= c + d + EPSILON).all()


@given(COLLECTIONS, st.integers(1, 8))
def test_k_profiles_match_the_source_of_an_anonymous_target(collection, k):
    """Corollary 4: the target is (k, d)-anonymous and c-matches the source; so at least k (c + d)-match it."""
    source, target, *_ = found = distances(collection)
    d = anonymity_radius(target**2, k)
    if d is not None:
        assert (source <= found[0, 1] + d + EPSILON).sum() >= k


@given(LINES, st.integers(1, 5))
def test_an_anonymous_target_is_unlinkable_up_to_the_bound(lines, k):
    """Corollary 5: the target is (k, d)-anonymous; so the likelihood is at most Theorem 2's bound, whatever d."""
    profiles = profiles_from_words(lines)
    rows = dict(
        zip(profiles.profiles, PostingLists(profiles.shares).squared_distances(profiles.shares), strict=True)
    )
    for pair in linked_pairs(profiles):
        members = [each.community == pair.target for each in profiles.profiles]
        d = anonymity_radius(rows[Profile(pair.entity, pair.target)][members], k)
        if d is not None:
            assert pair.likelihood <= likelihood_bound(pair.distance, k, d) + EPSILON

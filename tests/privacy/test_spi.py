"""The privacy index against a plain implementation of the paper's equations, and against arithmetic."""

from collections import Counter
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.privacy.documents import DocumentCollector, shared_by
from backend.privacy.spi import release_privacy


def measured(before, after):
    """Measure lists of (user, text) or (user, text, sensitivity)."""
    originals = DocumentCollector()
    for each in before:
        originals.add(*each)
    released = originals.beside()
    for each in after:
        released.add(*each)
    return release_privacy(originals.elements(), released.elements(), originals.names)


def plain_index(before, after, sensitivity):
    """Equations 1 to 4 word for word, user by user; FORMULAS says what an empty release and PEL are."""
    spis, jsds, pels = {}, {}, {}
    for user in dict.fromkeys(user for user, _ in before):
        x = Counter(text for owner, text in before if owner == user)
        y = Counter(text for owner, text in after if owner == user) or Counter({None: 1})
        spi = jsd = 0.0
        for text in x | y:
            p, q = x[text] / x.total(), y[text] / y.total()
            m = (p + q) / 2
            term = ((p and p * log2(p / m)) + (q and q * log2(q / m))) / 2
            spi += (1 - (sensitivity[text] if text is not None else 0)) * term
            jsd += term
        entropy = -sum(n / x.total() * log2(n / x.total()) for n in x.values())
        known = Counter({text: n for text, n in y.items() if text in x})
        told = sum(n / known.total() * -log2(x[text] / x.total()) for text, n in known.items())
        spis[user], jsds[user] = spi, jsd
        if entropy > 0:
            pels[user] = 100 * told / entropy
    return spis, jsds, pels


USERS, TEXTS = st.sampled_from(["ann", "bob", "cat"]), st.sampled_from("abcd")
SENSITIVITIES = st.fixed_dictionaries({text: st.floats(0, 1, width=32) for text in "abcd"})
COLLECTIONS = st.lists(st.tuples(USERS, TEXTS), max_size=12)


@given(COLLECTIONS.filter(bool), COLLECTIONS, SENSITIVITIES)
def test_the_measures_equal_the_papers_equations(before, after, sensitivity):
    privacy = measured(
        [(*each, sensitivity[each[1]]) for each in before], [(*each, sensitivity[each[1]]) for each in after]
    )
    spis, jsds, pels = plain_index(before, after, sensitivity)
    assert {each.user: each.spi for each in privacy.users} == pytest.approx(spis, abs=1e-12)
    assert {each.user: each.jsd for each in privacy.users} == pytest.approx(jsds, abs=1e-12)
    assert {each.user: each.pel for each in privacy.users if each.pel is not None} == pytest.approx(pels, abs=1e-9)
    assert privacy.spi == pytest.approx(sum(spis.values()) / len(spis), abs=1e-12)
    assert 0 <= privacy.spi <= privacy.jsd + 1e-15 <= 1 + 1e-15
    assert privacy.pel == (None if not pels else pytest.approx(sum(pels.values()) / len(pels), abs=1e-9))


@given(COLLECTIONS.filter(bool), SENSITIVITIES)
def test_a_full_release_hides_nothing_and_exposes_all(collection, sensitivity):
    documents = [(*each, sensitivity[each[1]]) for each in collection]
    privacy = measured(documents, documents)
    assert (privacy.spi, privacy.jsd, privacy.impressions) == (0, 0, 1)
    assert privacy.pel in (None, pytest.approx(100))


def test_one_withheld_document_of_two():
    # p = (1/2, 1/2), q = (1, 0), m = (3/4, 1/4): terms (1/2 log2(2/3) + log2(4/3)) / 2 and 1/4.
    first, second = (0.5 * log2(2 / 3) + log2(4 / 3)) / 2, 0.25
    privacy = measured([("ann", "a", 0.0), ("ann", "b", 0.9)], [("ann", "a", 0.0)])
    assert privacy.jsd == pytest.approx(first + second)
    assert privacy.spi == pytest.approx(first + 0.1 * second)
    assert privacy.pel == pytest.approx(100)  # log2(2) of an entropy of 1
    assert privacy.impressions == 0.5


def test_a_user_who_released_nothing_has_released_the_null_document():
    privacy = measured([("ann", "a", 0.4)], [])
    assert (privacy.jsd, privacy.impressions) == (1, 0)
    assert privacy.spi == pytest.approx(0.5 * 0.6 + 0.5)  # WJSD = 1/2 SUM w p + 1/2


def test_profile_exposure_rises_when_a_frequent_document_is_withheld():
    """Section 3.2: with the popular query withheld, the rarer ones tell more of the user."""
    before = [("ann", "weather")] * 6 + [("ann", "rare one"), ("ann", "rare two")]
    full, without = measured(before, before), measured(before, before[6:])
    assert full.pel is not None
    assert without.pel is not None
    assert without.pel > full.pel == pytest.approx(100)


def test_the_index_falls_when_only_the_sensitive_document_is_left():
    """Section 3.2: unlike JSD, SPI may decrease when a harmless document is withheld."""
    before = [("ann", "cars", 0.0), ("ann", "my knee", 1.0), *[("ann", "my heart", 1.0)] * 21]
    # Of cars p = 1/23 and q = 1/2, then 0: with m = 25/92 and 1/46 the terms are .162 and .022.
    both, fewer = measured(before, before[:2]), measured(before, before[1:2])
    assert both.spi == pytest.approx((log2((1 / 23) / (25 / 92)) / 23 + log2(0.5 / (25 / 92)) / 2) / 2)
    assert fewer.spi == pytest.approx(1 / 46)
    assert fewer.jsd > both.jsd


def test_users_of_the_release_alone_are_left_out_and_counted():
    privacy = measured([("ann", "a")], [("ann", "a"), ("bob", "a"), ("bob", "b"), ("cat", "c")])
    assert [each.user for each in privacy.users] == ["ann"]
    assert (privacy.unknown_users, privacy.outside, privacy.spi) == (2, 0, 0)


def test_new_documents_are_counted_and_leave_the_exposure_alone():
    privacy = measured([("ann", "a"), ("ann", "b")], [("ann", "a"), ("ann", "b"), ("ann", "new")])
    assert privacy.outside == 1
    assert privacy.pel == pytest.approx(100)
    assert privacy.jsd > 0


def test_an_empty_original_is_refused():
    with pytest.raises(ValueError, match="empty"):
        measured([], [("ann", "a")])


@pytest.mark.parametrize("sensitivity", [-0.1, 1.1, float("nan")])
def test_a_sensitivity_beyond_its_range_is_refused(sensitivity):
    with pytest.raises(ValueError, match="from 0 to 1"):
        DocumentCollector().add("ann", "a", sensitivity)


def test_no_text_is_kept():
    collector = DocumentCollector()
    collector.add("ann", "my knee hurts")
    elements = collector.elements()
    kept = [*(getattr(elements, name).tobytes() for name in elements.__slots__), repr(collector).encode()]
    assert not any(b"knee" in each for each in kept)


@given(COLLECTIONS, st.integers(1, 4))
def test_a_k_anonymous_release_has_texts_of_k_users(collection, k):
    collector = DocumentCollector()
    for each in collection:
        collector.add(*each)
    owners = {text: {user for user, other in collection if other == text} for _, text in collection}
    assert shared_by(collector.elements(), k).tolist() == [len(owners[text]) >= k for _, text in collection]


def test_texts_with_lone_surrogates_are_documents_like_others():
    assert measured([("ann", "\ud800"), ("ann", "b")], [("ann", "\ud800"), ("ann", "b")]).jsd == 0

"""The rank that is drawn for a document: even over k to 2k - 1, rising with k, and told by nothing but the key."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from backend.blocking.target_rank import RankKey, possible_ranks, target_rank

KEY = RankKey(bytes(32))
KNOWN = frozenset(["a", "the", "harbour", "of", "quay", "street", "crane", "two", "berths"])
"""The words of a model."""
DRAWN = st.floats(0, 1, exclude_max=True)


@given(st.integers(2, 20), DRAWN, st.integers(0, 60))
def test_a_rank_is_one_of_k_to_2k_less_1_and_of_the_candidates(k, drawn, more):
    found = target_rank(k, drawn, k + more)
    assert k <= found.rank <= found.among <= min(2 * k - 1, k + more)


@given(st.integers(2, 20), DRAWN, st.integers(2, 60))
def test_a_higher_level_has_no_lower_rank(k, drawn, candidates):
    k = min(k, candidates - 1)
    below, above = (target_rank(level, drawn, candidates) for level in (k, k + 1))
    assert below.rank <= above.rank
    assert below.among <= above.among


def test_over_many_documents_each_rank_is_drawn_equally_often():
    ranks = Counter(target_rank(5, KEY.drawn("Alder", [f"note {n}"], {str(n)}), 95).rank for n in range(2000))
    assert sorted(ranks) == [5, 6, 7, 8, 9]
    assert max(ranks.values()) < 2000 * (1 / 5 + 0.03)
    assert possible_ranks(5, 95) == 5


def test_the_words_of_a_document_count_and_not_how_they_are_set():
    texts = ["The harbour of Quay Street.", "A crane, two berths"]
    other = ["a crane two  berths", "", "THE harbour of\nquay street"]
    drawn = KEY.drawn("Alder & Co", texts, KNOWN)
    assert drawn == KEY.drawn("ALDER & CO", other, KNOWN)
    assert drawn != KEY.drawn("Alder & Co", [*texts, "crane"], KNOWN)
    assert drawn != KEY.drawn("Berthold", texts, KNOWN)


def test_words_that_the_model_does_not_know_change_nothing():
    """A name that is redacted is one of them: two guesses of it must not give two ranks."""
    drawn = KEY.drawn("Alder", ["A crane", "Write to weber@post.example"], KNOWN)
    assert drawn == KEY.drawn("Alder", ["A crane"], KNOWN) == KEY.drawn("Alder", ["A crane", "Ask Krueger"], KNOWN)


def test_another_key_draws_another_rank_and_no_key_is_shown():
    other = RankKey(b"another")
    assert other.drawn("Alder", ["a crane"], KNOWN) != KEY.drawn("Alder", ["a crane"], KNOWN)
    assert "another" not in repr(RankKey(b"another"))


def test_without_a_key_the_rank_is_k():
    assert [target_rank(k, None, 95).rank for k in (1, 2, 5)] == [1, 2, 5]
    assert target_rank(5, None, 95).trailing == 0

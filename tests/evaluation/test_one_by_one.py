"""Hiding the class of documents, beside second ways of reckoning the same."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from backend.blocking.simple_redactor import simple_levels
from backend.evaluation.simple_runs import count_posts, hide, ranked_words, rows_of, suppressed
from tests.blocking.models import cases


@given(cases)
def test_words_are_ranked_as_simple_redactor_takes_them(case):
    """The whole list of a level that runs out of words, or its beginning: two implementations of the metric."""
    seen = case.evidence
    for level in simple_levels(seen, 0, len(case.class_counts), nested=False)[1:]:
        listed = (*level.words, *(each.word for each in level.near_misses))
        assert ranked_words(seen, 0, level.k, by_frequency=False)[: len(listed)] == listed


@given(cases)
def test_by_frequency_a_word_is_weighted_by_its_count(case):
    seen = case.evidence
    model = case.model
    rival = int(np.argsort(-np.delete(seen.scores().round(9), 0), kind="stable")[0]) + 1
    weight = {
        word: said * (model.log_likelihood[0, i] - model.log_likelihood[rival, i])
        for i, (word, said) in enumerate(zip(model.vocabulary, case.said, strict=True))
        if said
    }
    ranked = ranked_words(seen, 0, 2, by_frequency=True)
    assert sorted(ranked) == sorted(weight)
    assert all(weight[a] >= weight[b] - 1e-9 for a, b in pairwise(ranked))


@given(st.integers(0, 2**32 - 1))
def test_only_suppressed_words_are_removed(seed):
    draw = np.random.default_rng(seed)
    dense = draw.poisson(0.8, (5, 7)).astype(np.int32)
    columns = [draw.choice(7, draw.integers(0, 4), replace=False).tolist() for _ in range(5)]
    expected = dense.copy()
    for row, gone in enumerate(columns):
        expected[row, gone] = 0
    assert suppressed(csr_array(dense), columns).toarray().tolist() == expected.tolist()


def test_the_share_of_words_kept_counts_every_occurrence(bank_and_shop):
    """P(w|bank) is 10/18, 6/18, 2/18 for cash, loan, till, P(w|shop) 2/14, 2/14, 10/14. The text speaks for the
    bank by 3 ln(3.89) + ln(2.33) - ln(6.43) > 0, without cash by ln(2.33) - ln(6.43) < 0: three words of nine go.
    """
    hidden = hide(bank_and_shop, "the till took cash, cash, cash and a loan", "bank", 2)
    assert hidden.said.total() == 9
    assert hidden.levels[1].words == ("cash",)
    assert hidden.levels[1].reached
    assert (hidden.kept_share(1), hidden.kept_share(2)) == (1, pytest.approx(6 / 9))


def test_a_model_can_be_learnt_from_some_posts_alone(posts):
    counts = count_posts(posts)
    some = rows_of(counts, np.array([0, 2]))
    assert some.documents == (posts[0].id, posts[2].id)
    assert [client.name for client in some.clients] == sorted({posts[0].group, posts[2].group})


def test_header_lines_count_only_when_requested(posts):
    assert "subject" not in count_posts(posts).words
    assert "subject" in count_posts(posts, heads=True).words

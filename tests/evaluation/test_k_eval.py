"""k-eval, from arithmetic on small score matrices and from the paper's own table."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import top_k_accuracy_score

from backend.errors import InvalidRequest
from backend.evaluation.k_eval import TABLE_1, Guessed, KEval, accuracy_curve, k_eval, mean_k_eval


def guessed(rows, truth):
    return Guessed(np.array(rows, dtype=float), np.array(truth))


RANKS_1_2_3_4 = guessed([[9, 1, 2, 3], [9, 8, 2, 3], [9, 8, 7, 3], [9, 8, 7, 6]], [0, 1, 2, 3])
"""Four documents whose true classes have the ranks 1, 2, 3 and 4."""


def test_accuracy_counts_true_classes_among_the_first_guesses():
    assert RANKS_1_2_3_4.worst_ranks().tolist() == [1, 2, 3, 4]
    assert accuracy_curve(RANKS_1_2_3_4, (1, 2, 3, 4)) == (0.25, 0.5, 0.75, 1.0)


@given(st.integers(0, 2**32 - 1), st.integers(1, 5))
def test_without_ties_accuracy_is_that_of_scikit_learn(seed, guesses):
    draw = np.random.default_rng(seed)
    scores, truth = draw.normal(size=(20, 6)), draw.integers(0, 6, 20)
    theirs = top_k_accuracy_score(truth, scores, k=guesses, labels=range(6))
    for lucky in (False, True):
        assert guessed(scores, truth).accuracy(guesses, lucky=lucky) == pytest.approx(theirs)


def test_a_tie_helps_the_attacker_and_never_us():
    tied = guessed([[5, 5, 5, 1]], [0])
    assert tied.best_ranks().tolist() == [1]
    assert tied.worst_ranks().tolist() == [3]
    noisy = guessed([[5 + 1e-9, 5, 5 - 1e-9, 1]], [1])
    assert (noisy.best_ranks().tolist(), noisy.worst_ranks().tolist()) == ([1], [3])


def test_k_eval_is_the_mean_of_three_shares():
    """At k = 2: sector within 1 guess for 3 of 4, within 2 for all; industry hidden from 1 guess in 3 of 4 (ranks
    1, 2, 3, 4), found with 2 in 2 of 4. Strict (3/4 + 3/4 + 2/4) / 3 = 2/3, lenient (4/4 + 3/4 + 2/4) / 3 = 3/4."""
    sector = guessed([[2, 1], [2, 1], [2, 1], [2, 1]], [0, 0, 0, 1])
    found = k_eval(2, RANKS_1_2_3_4, sector)
    assert (found.industry_error, found.industry_accuracy) == (0.75, 0.5)
    assert found.strict == pytest.approx(2 / 3)
    assert found.lenient == pytest.approx(3 / 4)


def test_a_document_that_is_hidden_exactly_at_k_with_its_sector_first_scores_one():
    """Rank k is the goal: k - 1 guesses miss, k guesses hit; one place further costs a third."""
    sector = guessed([[2, 1]], [0])
    exactly = guessed([[9, 8, 7, 3]], [2])
    assert k_eval(3, exactly, sector).strict == pytest.approx(1)
    assert k_eval(2, exactly, sector).strict == pytest.approx(2 / 3)


def test_a_tie_at_the_top_is_not_hiding():
    """Two classes share the first place: one guess may be right, two guesses are sure to be."""
    found = k_eval(2, guessed([[5, 5, 1]], [0]), guessed([[1, 1]], [0]))
    assert found == KEval(sector_strict=0, sector_lenient=1, industry_error=0, industry_accuracy=1)


def test_the_mean_of_levels_is_taken_term_by_term():
    mean = mean_k_eval((KEval(1, 1, 1, 1), KEval(0, 1, 0.5, 0)))
    assert mean == KEval(0.5, 1, 0.75, 0.5)
    assert mean.strict == pytest.approx((KEval(1, 1, 1, 1).strict + KEval(0, 1, 0.5, 0).strict) / 2)


def test_table_1_is_consistent_only_with_a_mean_of_three_shares():
    """What is left of 3 * k-eval must be a share of documents in every row: .958, .703, .162, .703."""
    assert [round(row.implied_accuracy, 3) for row in TABLE_1] == [0.958, 0.703, 0.162, 0.703]
    as_printed = [row.k_eval - row.sector_accuracy - row.industry_error for row in TABLE_1]
    assert all(third < 0 for third in as_printed), "without the 3 the third share would be negative"


@pytest.mark.parametrize(
    ("scores", "truth"), [(np.zeros((0, 3)), []), (np.zeros((2, 3)), [0]), (np.zeros((1, 3)), [3])]
)
def test_scores_that_fit_no_true_classes_are_refused(scores, truth):
    with pytest.raises(InvalidRequest):
        Guessed(scores, np.array(truth, dtype=np.int64))


def test_nothing_is_measured_at_k_1_or_over_no_level():
    with pytest.raises(InvalidRequest, match="2 or more"):
        k_eval(1, RANKS_1_2_3_4, RANKS_1_2_3_4)
    with pytest.raises(InvalidRequest, match="at least one"):
        mean_k_eval(())

"""The players of the game: what they mark, what they earn, and how sure they are."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from backend.errors import InvalidRequest
from backend.evaluation.simulated_players import Guesser, calibrated, fit_guesser, fit_scale, options_to_mark, play

shares = st.lists(st.floats(0.01, 1), min_size=2, max_size=6).map(lambda weights: np.array(weights) / sum(weights))


def expected(likely, marked):
    """The expected points of marking a set: right with the chance of its sum, wrong are all the others."""
    return sum(likely[i] * (1 - 0.05 * (len(marked) - 1)) for i in marked) - 0.05 * len(marked) * (
        1 - sum(likely[i] for i in marked)
    )


@given(shares)
def test_no_other_set_of_options_earns_more_on_average(likely):
    options = range(len(likely))
    best = max(expected(likely, marked) for size in options for marked in combinations(options, size + 1))
    chosen = np.flatnonzero(options_to_mark(likely[None, :])[0])
    assert expected(likely, chosen) == pytest.approx(best)


def test_a_player_without_knowledge_marks_all_twenty_groups_and_gains_a_twentieth():
    """1 - 19 * .05 = .05."""
    likely = np.full((1, 20), 1 / 20)
    score = play(likely, np.array([3]))
    assert score.posts_by_marks == (0, 0, 0, 1)
    assert score.points == pytest.approx(0.05)


def test_points_and_errors_by_the_number_of_options_marked():
    """Post 1: one option, right: 1. Post 2: one option, wrong: -.05. Post 3: two options, one right: .95. Post 4:
    three options, all wrong: -.15."""
    likely = np.array(
        [[0.97, 0.01, 0.01, 0.01], [0.97, 0.01, 0.01, 0.01], [0.6, 0.38, 0.01, 0.01], [0.4, 0.3, 0.29, 0.01]]
    )
    score = play(likely, np.array([0, 1, 1, 3]))
    assert score.posts_by_marks == (2, 1, 1, 0)
    assert score.error_by_marks == (0.5, 0.0, 1.0, None)
    assert score.error == 0.5
    assert score.points == pytest.approx((1 - 0.05 + 0.95 - 0.15) / 4)


def test_someone_always_answers_even_among_hundreds_of_options():
    assert options_to_mark(np.full((1, 400), 1 / 400)).sum() == 1


def test_the_scale_is_the_one_that_makes_held_out_classes_likeliest():
    """Documents drawn with chances softmax(2 * scores): the scale is found again, as on a fine grid."""
    draw = np.random.default_rng(0)
    scores = draw.normal(size=(4000, 4))
    likely = calibrated(scores, 2.0)
    truth = (draw.random((4000, 1)) > likely.cumsum(axis=1)).sum(axis=1)
    found = fit_scale(scores, truth)
    grid = np.linspace(0.5, 4, 701)
    losses = [-np.log(calibrated(scores, each)[np.arange(4000), truth]).mean() for each in grid]
    assert found == pytest.approx(grid[int(np.argmin(losses))], abs=0.01)
    assert found == pytest.approx(2, abs=0.15)


@pytest.mark.parametrize("kind", Guesser)
def test_every_player_learns_what_is_plain(kind):
    """Three classes with a word each, and one that all say."""
    rows = np.array([[3, 0, 0, 1], [2, 0, 0, 2], [0, 3, 0, 1], [0, 1, 0, 2], [0, 0, 2, 1], [0, 0, 4, 1]], np.int32)
    scores = fit_guesser(kind, csr_array(rows), np.array([0, 0, 1, 1, 2, 2]), 3)
    asked = csr_array(np.array([[1, 0, 0, 5], [0, 9, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]], np.int32))
    assert scores(asked)[:3].argmax(axis=1).tolist() == [0, 1, 2]
    assert np.isfinite(scores(asked)).all()


def test_the_nearest_post_is_found_in_parts_as_by_brute_force():
    draw = np.random.default_rng(1)
    known = csr_array(draw.poisson(0.5, (30, 12)).astype(np.int32))
    class_of = draw.permutation(np.arange(30) % 3)
    asked = csr_array(draw.poisson(0.5, (1001, 12)).astype(np.int32))
    scores = fit_guesser(Guesser.NEIGHBOUR, known, class_of, 3)(asked)
    from sklearn.feature_extraction.text import TfidfTransformer
    from sklearn.metrics.pairwise import cosine_similarity

    weigh = TfidfTransformer(sublinear_tf=True).fit(known)
    near = cosine_similarity(weigh.transform(asked), weigh.transform(known))
    brute = np.column_stack([near[:, class_of == each].max(axis=1) for each in range(3)])
    assert scores == pytest.approx(brute)


def test_a_class_without_a_document_is_refused():
    with pytest.raises(InvalidRequest, match="for each"):
        fit_guesser(Guesser.SVM, csr_array(np.eye(3, dtype=np.int32)), np.array([0, 1, 1]), 3)

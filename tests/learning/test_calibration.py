import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from sklearn.metrics import log_loss as peer_log_loss

from backend.learning.calibration import (
    RAW,
    expected_calibration_error,
    fit_temperature,
    log_loss,
    probabilities,
    scaled_scores,
)

RNG = np.random.default_rng(7)
TRUTH = RNG.integers(0, 3, 400)
WORDS = RNG.integers(50, 500, 400)
SCORES = WORDS[:, None] / 5 * (RNG.normal(size=(400, 3)) + np.eye(3)[TRUTH])


def test_log_loss_is_that_of_scikit_learn():
    likely = probabilities(SCORES, WORDS, 0.2)
    assert log_loss(SCORES, WORDS, TRUTH, 0.2) == pytest.approx(peer_log_loss(TRUTH, likely))


def test_the_fitted_temperature_is_where_the_loss_is_least():
    grid = minimize_scalar(lambda t: log_loss(SCORES, WORDS, TRUTH, t), bounds=(0.01, 10), method="bounded")
    assert fit_temperature(SCORES, WORDS, TRUTH) == pytest.approx(grid.x, rel=1e-2)


def test_calibration_lessens_the_error_of_an_overconfident_model():
    before = expected_calibration_error(SCORES, WORDS, TRUTH, RAW)
    after = expected_calibration_error(SCORES, WORDS, TRUTH, fit_temperature(SCORES, WORDS, TRUTH))
    assert after < before / 3


def test_a_repeated_document_is_not_more_certain():
    once = probabilities(SCORES[0], 100, 0.3)
    assert probabilities(2 * SCORES[0], 200, 0.3) == pytest.approx(once)


def test_a_document_of_few_words_is_never_made_more_certain_than_naive_bayes():
    assert scaled_scores(SCORES[0], 2, 0.1) == pytest.approx(SCORES[0])
    assert scaled_scores(SCORES[0], 0, 0.1) == pytest.approx(SCORES[0])


def test_the_calibration_error_is_the_gap_between_certainty_and_success():
    # Four guesses of certainty .8 (log 4 against log 1), three of them right: |.8 - .75| = .05.
    scores = np.log([[4.0, 1.0]] * 4)
    assert expected_calibration_error(scores, np.ones(4, int), np.array([0, 0, 0, 1]), RAW) == pytest.approx(0.05)


def test_probabilities_of_huge_scores_are_finite_and_sum_to_one():
    likely = probabilities(np.array([[-1e6, -1e6 - 3.0]]), np.array([9]), RAW)
    assert likely.sum() == pytest.approx(1.0)
    assert likely[0, 0] == pytest.approx(1 / (1 + np.exp(-3.0)))

"""Probabilities that may be shown to people: raw Naive Bayes is certain of everything."""

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import logsumexp

from backend.learning.arrays import Floats, Integers

_BINS = 10
_HOTTEST = 1e6


def probabilities(scores: Floats, temperature: float) -> Floats:
    """`softmax(scores / temperature)` over the last axis.

    >>> probabilities(np.log([1.0, 4.0]), 2.0).round(3).tolist()
    [0.333, 0.667]
    """
    cooled = scores / temperature
    return np.asarray(np.exp(cooled - logsumexp(cooled, axis=-1, keepdims=True)), dtype=np.float64)


def fit_temperature(scores: Floats, class_of: Integers) -> float:
    """The temperature that makes the true classes of held-out documents likeliest; at least 1.

    `scores` is [document, class]. Source: Guo, Pleiss, Sun & Weinberger 2017, "On calibration of modern neural
    networks".
    """
    found = minimize_scalar(
        lambda heat: log_loss(scores, class_of, float(np.exp(heat))),
        bounds=(0.0, np.log(_HOTTEST)),
        method="bounded",
        options={"xatol": 1e-4},
    )
    return float(np.exp(found.x))


def log_loss(scores: Floats, class_of: Integers, temperature: float) -> float:
    """The mean surprise of the true classes under the calibrated probabilities, in nats."""
    cooled = scores / temperature
    true = cooled[np.arange(len(class_of)), class_of]
    return float(np.mean(logsumexp(cooled, axis=1) - true))


def expected_calibration_error(scores: Floats, class_of: Integers, temperature: float) -> float:
    """How far the certainty of the first guess is from how often it is right, 0…1.

    Guesses are put into ten bins by certainty; the gaps are averaged by the size of the bins.
    """
    guessed = probabilities(scores, temperature)
    certainty = guessed.max(axis=1)
    right = guessed.argmax(axis=1) == class_of
    bins = np.minimum((certainty * _BINS).astype(np.int64), _BINS - 1)
    surplus = np.bincount(bins, weights=certainty - right, minlength=_BINS)
    return float(np.abs(surplus).sum() / len(class_of))

"""Calibrated probabilities; raw naive Bayes is overconfident.

Naive Bayes takes each word for a witness of its own, so its certainty grows with every word. Scores are therefore
divided by `temperature * words`, the temperature fitted on held-out documents; docs/decisions/0007-calibration.md
says why by the words.
"""

import numpy as np
from scipy.special import logsumexp

from backend.learning.arrays import Floats, Integers

RAW = 0.0
"""The temperature that leaves scores as they are."""

_BINS = 10
_COLDEST, _HOTTEST = 1e-4, 1e2


def scaled_scores(scores: Floats, words: Integers | int, temperature: float) -> Floats:
    """Divide scores by `temperature * words`, but never make them larger.

    `scores` is [class], or [document, class] with `words` [document].
    """
    heat = np.maximum(temperature * np.asarray(words, dtype=np.float64), 1.0)
    return np.asarray(scores / heat[..., None], dtype=np.float64)


def probabilities(scores: Floats, words: Integers | int, temperature: float) -> Floats:
    """`softmax(cooled scores)`, in the shape of `scores`.

    >>> probabilities(np.log([1.0, 4.0]), 20, 0.1).round(3).tolist()
    [0.333, 0.667]
    """
    calm = scaled_scores(scores, words, temperature)
    return np.asarray(np.exp(calm - logsumexp(calm, axis=-1, keepdims=True)), dtype=np.float64)


def fit_temperature(scores: Floats, words: Integers, class_of: Integers) -> float:
    """Return the temperature that gives the true classes of held-out documents the highest likelihood.

    `scores` is [document, class], `words` and `class_of` [document]. Source: Guo, Pleiss, Sun & Weinberger 2017,
    "On calibration of modern neural networks"; the division by the words is ours.
    """
    from scipy.optimize import minimize_scalar  # a fifth of a second that only training needs to wait

    found = minimize_scalar(
        lambda exponent: log_loss(scores, words, class_of, float(np.exp(exponent))),
        bounds=(np.log(_COLDEST), np.log(_HOTTEST)),
        method="bounded",
        options={"xatol": 1e-4},
    )
    return float(np.exp(found.x))


def log_loss(scores: Floats, words: Integers, class_of: Integers, temperature: float) -> float:
    """Return the mean log loss of the true classes under the calibrated probabilities, in nats."""
    calm = scaled_scores(scores, words, temperature)
    true = calm[np.arange(len(class_of)), class_of]
    return float(np.mean(logsumexp(calm, axis=1) - true))


def expected_calibration_error(scores: Floats, words: Integers, class_of: Integers, temperature: float) -> float:
    """Return the mean gap between the confidence of the first guess and its accuracy, 0…1.

    Guesses are put into ten bins by confidence; the gaps are weighted by the size of the bins.
    """
    guessed = probabilities(scores, words, temperature)
    certainty = guessed.max(axis=1)
    right = guessed.argmax(axis=1) == class_of
    bins = np.minimum((certainty * _BINS).astype(np.int64), _BINS - 1)
    surplus = np.bincount(bins, weights=certainty - right, minlength=_BINS)
    return float(np.abs(surplus).sum() / len(class_of))

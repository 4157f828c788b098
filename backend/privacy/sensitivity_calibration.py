"""From the log odds of a text to its sensitivity, whatever its length: decision 55."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from backend.learning.arrays import Floats, Integers

LONGEST = 64
"""Texts that are joined into one, at most."""

JOINED = 40
"""Joined texts of each length, in each fold."""

PIVOTS = tuple(2.0 ** (half / 2) for half in range(25))


class Calibration(NamedTuple):
    """Turns log odds into a sensitivity: the logistic function of `slope * odds / (1 + known / pivot)`.

    The words of a text repeat each other's evidence, which naive Bayes adds up. So a long text is judged by the
    mean evidence of its known words, a short one by the sum; one of `pivot` known words stands between. The side of
    0.5 on which a text is stays that of naive Bayes.
    """

    slope: float
    pivot: float

    def sensitivity(self, odds: float, known: int) -> float:
        """Return the sensitivity, from 0 to 1, of a text with these log odds and so many distinct known words."""
        score = self.slope * odds / (1 + known / self.pivot)
        return float(1 / (1 + np.exp(-np.clip(score, -700, 700))))


class JudgedText(NamedTuple):
    """One or more labelled texts in one, judged by a model that has seen none of them.

    `odds` are in nats, `known` is the number of distinct words that the model knows, `share` that of the texts that
    are sensitive.
    """

    texts: int
    odds: float
    known: int
    share: float


def joined_texts(sensitive: Integers, others: Integers, rng: np.random.Generator) -> list[list[int]]:
    """Return which texts to join: a third sensitive ones alone, a third others alone, a third both.

    The lengths double, up to all texts of the rarer label and at most `LONGEST`.
    """
    most = min(len(sensitive), len(others), LONGEST)
    lengths = sorted({2**power for power in range(1, 7) if 2**power <= most} | ({most} - {0, 1}))
    joined = []
    for length in lengths:
        for number in range(JOINED):
            of_sensitive = (length, 0, int(rng.integers(length + 1)))[number % 3]
            chosen = rng.choice(sensitive, of_sensitive, replace=False)
            joined.append([*chosen, *rng.choice(others, length - of_sensitive, replace=False)])
    return joined


def fit_calibration(texts: Sequence[JudgedText]) -> Calibration:
    """Return the calibration that makes the shares of sensitive text most likely.

    The single texts count half, the joined ones the other half, each length as much as the others.
    """
    odds, known, share = (np.array([each[at] for each in texts], dtype=np.float64) for at in (1, 2, 3))
    weights = _weights(np.array([each.texts for each in texts]))
    fits = [_fitted(odds / (1 + known / pivot), share, weights) for pivot in PIVOTS]
    (_, slope), pivot = min(zip(fits, PIVOTS, strict=True))
    return Calibration(slope, pivot)


def _weights(lengths: Integers) -> Floats:
    found, which, counts = np.unique(lengths, return_inverse=True, return_counts=True)
    each = np.where(found == 1, 1.0, 1 / max(len(found) - 1, 1))
    return np.asarray((each / counts)[which] * len(lengths))


def _fitted(inputs: Floats, share: Floats, weights: Floats) -> tuple[float, float]:
    """Return the loss in nats and the slope of a logistic regression on shares, without an intercept."""
    from sklearn.linear_model import LogisticRegression

    labels = np.repeat([True, False], len(inputs))
    both = np.concatenate([weights * share, weights * (1 - share)])
    model = LogisticRegression(C=np.inf, fit_intercept=False).fit(np.tile(inputs, 2)[:, None], labels, both)
    slope = float(model.coef_[0, 0])
    return float((weights * (np.logaddexp(0, slope * inputs) - share * slope * inputs)).sum()), slope

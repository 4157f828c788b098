"""The prices of rivals: remembered for the programs of all levels, and equal to those that are computed alone."""

from dataclasses import replace

import numpy as np

from backend.blocking.contests import ClassMargins

CHANCE = np.random.default_rng(5)
MARGINS = ClassMargins("drawn", 0, CHANCE.normal(0.2, 1.0, (12, 6)), CHANCE.normal(0.0, 2.0, 6))
OFTEN = CHANCE.integers(1, 9, 12)


def alone(occurrences, rival, by):
    """The price of one rival, of margins that nobody has asked yet."""
    return replace(MARGINS).prices(occurrences, np.array([rival]), by)[0]


def by_hand(occurrences, rival, by):
    """Remove words one after the other, the last one in part."""
    left, removed = MARGINS.fixed[rival] + by + MARGINS.lead[:, rival].sum(), 0.0
    worth = MARGINS.lead[:, rival] / occurrences
    for word in np.argsort(-worth):
        if left <= 0:
            return removed
        if worth[word] <= 0:
            return np.inf
        part = min(1.0, left / MARGINS.lead[word, rival])
        removed += part * occurrences[word]
        left -= part * MARGINS.lead[word, rival]
        if part < 1:
            return removed
    return removed if left <= 0 else np.inf


def test_prices_are_those_of_words_that_go_one_after_the_other():
    for by in (0.0, 0.5):
        for rival in range(1, 6):
            np.testing.assert_allclose(alone(OFTEN, rival, by), by_hand(OFTEN, rival, by))


def test_prices_are_the_same_whatever_was_asked_before():
    margins = replace(MARGINS)
    asked = (
        (OFTEN, [1, 2], 0.0),
        (OFTEN, [4, 2, 3, 5], 0.0),
        (OFTEN, [4, 1], 0.5),
        (OFTEN * 2, [4, 1, 5], 0.5),
        (OFTEN, [5, 4, 3, 2, 1], 0.0),
    )
    for occurrences, rivals, by in asked:
        expected = [alone(occurrences, rival, by) for rival in rivals]
        np.testing.assert_allclose(margins.prices(occurrences, np.array(rivals), by), expected)


def test_who_asks_may_change_the_answer():
    margins, rivals = replace(MARGINS), np.arange(1, 6)
    first = margins.prices(OFTEN, rivals)
    expected = first.copy()
    first[:] = -1.0
    np.testing.assert_array_equal(margins.prices(OFTEN, rivals), expected)

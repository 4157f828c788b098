"""Choose a threshold for each label on held-out court cases; recall counts twice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backend.detection.names.decoding import REPORTED, DecodedName, decode_names

GRID = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6)
"""What is tried. The ends are fixed: a few cases shall not decide that a label is always or never reported."""
_ROUNDS = 3
_START = 0.4


@dataclass(frozen=True, slots=True)
class HeldOutCase:
    """A case as its words, the probabilities of their tags, shape (words, tags), and which of them must go."""

    words: tuple[str, ...]
    given: NDArray[np.float32]
    must_go: NDArray[np.bool_]


def f2(must_go: NDArray[np.bool_], masked: NDArray[np.bool_]) -> float:
    """The F measure of masked words that counts recall twice (van Rijsbergen 1979, beta = 2).

    >>> f2(np.array([True, True, False]), np.array([True, False, False]))  # P 1, R 1/2: 5 PR / (4P + R)
    0.5555555555555556
    """
    right = int((must_go & masked).sum())
    wrong, missed = int(masked.sum()) - right, int(must_go.sum()) - right
    return 5 * right / (5 * right + 4 * missed + wrong) if right else 0.0


def choose(cases: Sequence[HeldOutCase]) -> dict[str, float]:
    """Per label the threshold with the highest F2, the others as they are; a few rounds over all labels.

    Of equals the one nearest to where it began stays: what these cases do not tell, they shall not decide. In court
    cases no person is doubtful; in chats and letters many are, and a threshold as high as can be would lose them.
    """
    chosen = dict.fromkeys(REPORTED, _START)
    for _ in range(_ROUNDS):
        before = dict(chosen)
        for label in REPORTED:
            scores = {at: _score(cases, {**chosen, label: at}) for at in GRID}
            chosen[label] = max(GRID, key=lambda at: (scores[at], -abs(at - _START), at))
        if chosen == before:
            break
    return chosen


_LADDER = tuple(np.geomspace(0.95, 0.01, 60))
"""One threshold for all labels, from sure to unsure; odds between neighbours differ by a tenth or so."""


def precision_where(cases: Sequence[HeldOutCase], recall: float) -> float:
    """How many of the masked words must go, at the surest single threshold that masks `recall` of those that must.

    0 where no threshold does.
    """
    must_go = np.concatenate([case.must_go for case in cases])
    for at in _LADDER:
        masked = _masked(cases, dict.fromkeys(REPORTED, float(at)))
        right = int((must_go & masked).sum())
        if right >= recall * must_go.sum():
            return right / int(masked.sum())
    return 0.0


def _score(cases: Sequence[HeldOutCase], thresholds: Mapping[str, float]) -> float:
    return f2(np.concatenate([case.must_go for case in cases]), _masked(cases, thresholds))


def _masked(cases: Sequence[HeldOutCase], thresholds: Mapping[str, float]) -> NDArray[np.bool_]:
    return np.concatenate([_mask(case, decode_names(case.words, case.given, thresholds)) for case in cases])


def _mask(case: HeldOutCase, found: Sequence[DecodedName]) -> NDArray[np.bool_]:
    masked = np.zeros(len(case.words), bool)
    for name in found:
        masked[name.start : name.end] = True
    return masked & _are_words(case.words)


def _are_words(words: Sequence[str]) -> NDArray[np.bool_]:
    """Signs between words are nobody's."""
    return np.array([any(map(str.isalnum, word)) for word in words], bool)

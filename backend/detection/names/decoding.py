"""From the probabilities of tags to names, in favour of finding."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from backend.detection.names.labels import LABELS

REPORTED = tuple(label for label in LABELS if label != "PUBLIC")

DEFAULT_THRESHOLDS: Mapping[str, float] = MappingProxyType(dict.fromkeys(REPORTED, 0.5))
"""How likely a word must be part of a reported name, whatever its kind, before it counts, for each kind."""


@dataclass(frozen=True, slots=True)
class Found:
    """A name: words `start` up to `end`, its label, and the mean probability (0…1) that its words are named."""

    start: int
    end: int
    label: str
    score: float


def decoded(words: Sequence[str], given: NDArray[np.float32], thresholds: Mapping[str, float]) -> list[Found]:
    """The names in a text.

    `given` has shape (words, tags). A word is named when what all reported labels are given together reaches the
    threshold of the likeliest of them; so a word that might be a person or a place is found though neither alone
    is likely. Words next to each other are one name while a beginning is less likely than a continuation.
    """
    labels = [label for label in REPORTED if label in thresholds]
    columns = np.array([1 + 2 * LABELS.index(label) for label in labels])
    by_label = given[:, columns] + given[:, columns + 1]
    likeliest = by_label.argmax(axis=1)
    named = by_label.sum(axis=1)
    wanted = np.array([thresholds[label] for label in labels])[likeliest]
    is_named = named >= wanted
    begins = given[:, columns].sum(axis=1) > given[:, columns + 1].sum(axis=1)
    found: list[Found] = []
    start = -1
    for i in [*np.flatnonzero(is_named).tolist(), -1]:
        follows = start >= 0 and i == end
        if start >= 0 and not (follows and not begins[i] and likeliest[i] == likeliest[i - 1]):
            found.append(_name(start, end, by_label, named, labels))
            start = -1
        if start < 0:
            start = i
        end = i + 1
    return found


def _name(
    start: int, end: int, by_label: NDArray[np.float32], named: NDArray[np.float32], labels: Sequence[str]
) -> Found:
    label = labels[int(by_label[start:end].sum(axis=0).argmax())]
    return Found(start, end, label, float(min(named[start:end].mean(), 1.0)))

"""From the probabilities of tags to names, in favour of finding."""

from collections.abc import Mapping
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


def decoded(given: NDArray[np.float32], thresholds: Mapping[str, float]) -> list[Found]:
    """The names in a text; `given` are the probabilities of its words, shape (words, tags).

    A word is named when what all reported labels are given together reaches the threshold of the likeliest of
    them; so a word that might be a person or a place is found though neither alone is likely. Named words next to
    each other are one name, but where a beginning is likelier than a continuation.
    """
    labels = [label for label in REPORTED if label in thresholds]
    begin = np.array([1 + 2 * LABELS.index(label) for label in labels])
    by_label = given[:, begin] + given[:, begin + 1]
    certainty = by_label.sum(axis=1)
    named = certainty >= np.array([thresholds[label] for label in labels])[by_label.argmax(axis=1)]
    begins = given[:, begin].sum(axis=1) > given[:, begin + 1].sum(axis=1)
    follows = np.concatenate(([False], named[:-1])) & ~begins
    found: list[Found] = []
    for start in np.flatnonzero(named & ~follows).tolist():
        end = start + 1
        while end < len(named) and named[end] and follows[end]:
            end += 1
        label = labels[int(by_label[start:end].sum(axis=0).argmax())]
        found.append(Found(start, end, label, min(float(certainty[start:end].mean()), 1.0)))
    return found

"""Decode tag probabilities into names, with a preference for recall."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from backend.detection.names.labels import LABELS
from backend.detection.names.labels import begin as begin_tag

REPORTED = tuple(label for label in LABELS if label != "PUBLIC")

DEFAULT_THRESHOLDS: Mapping[str, float] = MappingProxyType(dict.fromkeys(REPORTED, 0.5))
"""How likely a word must be part of a reported name, whatever its kind, before it counts, for each kind."""


CANDIDATE = 0.3
"""How likely a word must be part of any name, a PUBLIC one included, to be looked at."""


@dataclass(frozen=True, slots=True)
class DecodedName:
    """A name: words `start` up to `end`, its label, and the certainty (0…1) that it should be reported."""

    start: int
    end: int
    label: str
    score: float


def decode_names(
    words: Sequence[str], probabilities: NDArray[np.float32], thresholds: Mapping[str, float]
) -> list[DecodedName]:
    """The names in a text; `probabilities` are the probabilities of its words, shape (words, tags).

    A stretch of words is a candidate where some name, reported or PUBLIC, is likely enough; it ends where a
    beginning is likelier than a continuation. Its certainty is what all reported labels are given together, so
    that doubt between a person and a place is no way to be missed: the mean log-odds of its words, over all places
    where the text says the same. So one name is judged once, by everything that is said around it.
    """
    labels = [label for label in REPORTED if label in thresholds]
    if not len(probabilities) or not labels:
        return []
    begin = np.array([begin_tag(label) for label in labels])
    by_label = probabilities[:, begin] + probabilities[:, begin + 1]
    log_odds = _log_odds(by_label.sum(axis=1))
    spans = _candidates(probabilities, min(CANDIDATE, *thresholds.values()))
    alike: dict[str, list[int]] = defaultdict(list)
    for i, (start, end) in enumerate(spans):
        alike[" ".join(words[start:end]).casefold()].append(i)
    found: list[DecodedName] = []
    for places in alike.values():
        certainty = _probability(np.mean([log_odds[slice(*spans[i])].mean() for i in places]))
        label = labels[int(sum(by_label[slice(*spans[i])].sum(axis=0) for i in places).argmax())]
        if certainty >= thresholds[label]:
            found += [DecodedName(*spans[i], label, certainty) for i in places]
    return sorted(found, key=lambda name: name.start)


def _candidates(probabilities: NDArray[np.float32], least: float) -> list[tuple[int, int]]:
    """Stretches of words that are likely to be a name of any kind, PUBLIC ones included."""
    begins, continues = probabilities[:, 1::2].sum(axis=1), probabilities[:, 2::2].sum(axis=1)
    likely = begins + continues >= least
    follows = np.concatenate(([False], likely[:-1])) & (continues >= begins)
    starts = np.flatnonzero(likely & ~follows)
    ends = np.flatnonzero(likely & np.concatenate((~(likely & follows)[1:], [True]))) + 1
    return list(zip(starts.tolist(), ends.tolist(), strict=True))


def _log_odds(probability: NDArray[np.float32]) -> NDArray[np.float64]:
    kept = np.clip(probability.astype(np.float64), _NEVER, 1 - _NEVER)
    return np.log(kept) - np.log1p(-kept)


def _probability(log_odds: np.floating) -> float:
    return float(1 / (1 + np.exp(-log_odds)))


_NEVER = 1e-4
"""No word is surer than this, so that one mention does not outvote all others."""

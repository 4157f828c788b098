"""What an adversary may believe of a profile, and which words make the difference (open-world paper, Section 4).

The words of a profile are its public attributes (Definition 7). The adversary has a prior over models, which are
the clients that a profile may be of, and knows how often each of them uses each word (Definition 5). The belief
after reading a profile follows by Bayes' rule (Definition 8), calibrated as all probabilities that people see.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.learning.arrays import Booleans, Floats, Integers
from backend.learning.calibration import probabilities
from backend.privacy.named_words import named


@dataclass(frozen=True, slots=True, eq=False)
class Adversary:
    """What an adversary believes before reading, and what each word tells.

    `log_prior` [model] and `log_likelihood` [word, model] are in nats; `temperature` is that of calibration, 0 for
    none.
    """

    vocabulary: tuple[str, ...]
    log_prior: Floats
    log_likelihood: Floats
    temperature: float

    def beliefs(self, counts: Integers) -> Floats:
        """Return the belief in each model, [model], after reading words, [word] counts of the vocabulary."""
        scores = counts @ self.log_likelihood + self.log_prior
        return probabilities(scores, int(counts.sum()), self.temperature)

    def beliefs_without_each(self, counts: Integers) -> Floats:
        """Return the beliefs without each of the words in turn, [word, model]."""
        scores = counts @ self.log_likelihood + self.log_prior
        without = scores - counts[:, None] * self.log_likelihood
        return probabilities(without, counts.sum() - counts, self.temperature)


@dataclass(frozen=True, slots=True)
class Requirement:
    """A requirement of a privacy policy (Definition 12), with the belief that it allows (Definition 13).

    The adversary's belief that the `attribute` of `profile` has this `value` must be at most `belief`.
    """

    profile: str
    attribute: str
    value: str
    belief: float

    @property
    def subject(self) -> tuple[str, str, str]:
        """What it is about, without the belief that it allows."""
        return self.profile, self.attribute, self.value

    def __post_init__(self) -> None:
        if not 0 <= self.belief <= 1:
            raise ValueError("the belief of a requirement is from 0 to 1")


@dataclass(frozen=True, slots=True)
class Assessment:
    """Whether a document satisfies a requirement, and why not.

    `critical_words` (Definition 15) are those of which each alone makes the difference: without it the requirement
    is satisfied, with it it is violated. `critical_set` is a minimal set of this kind: without all of its words the
    requirement is satisfied, and with any one of them back it is violated. It is empty where the requirement is
    satisfied, and None where not even a document without words satisfies it, because the prior is too high. Both
    have words as `named` gives them.
    """

    belief: float
    prior: float
    satisfied: bool
    critical_words: tuple[str, ...]
    critical_set: tuple[str, ...] | None


def assess(adversary: Adversary, having: Booleans, limit: float, said: Mapping[str, int]) -> Assessment:
    """Assess a document for a requirement.

    `having` [model] tells which models have the value; `limit` is the belief that is allowed; `said` are the words
    of the document with their counts, of which the adversary knows those of the vocabulary.
    """
    words = [at for at, word in enumerate(adversary.vocabulary) if word in said]
    spoken = tuple(adversary.vocabulary[at] for at in words)
    counts: Integers = np.array([said[word] for word in spoken], dtype=np.int64)
    known = Adversary(spoken, adversary.log_prior, adversary.log_likelihood[words], adversary.temperature)
    belief = float(known.beliefs(counts)[having].sum())
    prior = float(known.beliefs(np.zeros_like(counts))[having].sum())
    if belief <= limit:
        return Assessment(belief, prior, satisfied=True, critical_words=(), critical_set=())
    without = known.beliefs_without_each(counts)[:, having].sum(axis=1)
    alone = tuple(named(word) for word, left in zip(spoken, without, strict=True) if left <= limit)
    together = _minimal_set(known, counts, having, limit)
    return Assessment(belief, prior, satisfied=False, critical_words=alone, critical_set=together)


def _minimal_set(known: Adversary, counts: Integers, having: Booleans, limit: float) -> tuple[str, ...] | None:
    """Remove the most telling word until the requirement is satisfied; then put back what it does not need."""
    left = counts.copy()
    removed: list[int] = []
    while float(known.beliefs(left)[having].sum()) > limit:
        present = np.flatnonzero(left)
        if len(present) == 0:
            return None
        beliefs = known.beliefs_without_each(left)[:, having].sum(axis=1)
        word = int(present[beliefs[present].argmin()])
        removed.append(word)
        left[word] = 0
    for word in removed[:-1]:
        left[word] = counts[word]
        if float(known.beliefs(left)[having].sum()) > limit:
            left[word] = 0
    return tuple(named(known.vocabulary[word]) for word in removed if left[word] == 0)


def models_having(values: Sequence[str | None], value: str) -> Booleans:
    """Return which models have the value of an attribute, [model]."""
    return np.array([each == value for each in values], dtype=bool)
